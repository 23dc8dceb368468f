"""How verdicts and saved lists look in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import PlainSerializer
from cardpool.legality.violations import Remedy, Verdict
from decks.api.list_serializers import ListSourceSerializer
from decks.models.decklist import Pool
from decks.text.listing import QuestionCode


class CardCountSerializer(serializers.Serializer[Any]):
    """A card a finding is about and how often the list has it."""

    number = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    count = serializers.IntegerField()


class ViolationSerializer(serializers.Serializer[Any]):
    """A rule the deck breaks: its clause, the cards concerned, what it allows and what was found."""

    code = serializers.CharField()
    clause = serializers.CharField(allow_blank=True)
    section = serializers.CharField(allow_blank=True, allow_null=True)
    cards = CardCountSerializer(many=True)
    limit = serializers.IntegerField(allow_null=True)
    actual = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    suggestions = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        help_text="Cards an unknown one may be a slip for, as number and name; only where there are any.",
    )


class QuestionSerializer(serializers.Serializer[Any]):
    """A rule that the deck may break or not: the cards this depends on, and what would settle it."""

    code = serializers.CharField(help_text="The code of the violation if the rule is broken.")
    clause = serializers.CharField(allow_blank=True)
    section = serializers.CharField(allow_blank=True)
    cards = CardCountSerializer(many=True)
    limit = serializers.IntegerField(allow_null=True)
    remedies = serializers.ListField(child=serializers.ChoiceField(choices=[remedy.value for remedy in Remedy]))
    message = serializers.CharField()
    settled_by = serializers.CharField()


class LineErrorSerializer(serializers.Serializer[Any]):
    """A line that could not be read; nothing is dropped in silence."""

    line = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()
    suggestions = serializers.ListField(child=serializers.JSONField())


class ReadingSerializer(serializers.Serializer[Any]):
    """One way to read a line: a card and its number of copies. Write `count number` in its place to answer."""

    number = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    count = serializers.IntegerField()


class AskSerializer(serializers.Serializer[Any]):
    """A line that can be read in several ways, or in none without leaving a part of it out."""

    line = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    code = serializers.ChoiceField(choices=[str(code) for code in QuestionCode])
    message = serializers.CharField()
    readings = ReadingSerializer(many=True)
    found = serializers.CharField(allow_blank=True, help_text="What stands in the way: the words left over.")
    splits = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="The ways to write a line with several cards as a line for each. Write one of them in its place.",
    )


class IgnoredLineSerializer(serializers.Serializer[Any]):
    """A line that is neither a card nor a heading."""

    line = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    is_clear = serializers.BooleanField(
        help_text="A link, a sender, a title and such. Any other keeps the list open until it is made a comment (#), a "
        "heading where the code is `another_deck` until `#+` stands before it."
    )


class NotInDeckSerializer(serializers.Serializer[Any]):
    """Copies of a card listed under a part that decks of this game do not have."""

    number = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    count = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.IntegerField())


class NamedCardSerializer(serializers.Serializer[Any]):
    """A card by number and name."""

    number = serializers.CharField()
    name = serializers.CharField(allow_blank=True)


class SettledCardSerializer(serializers.Serializer[Any]):
    """A card of the list that a judge of the event settled: what it counts as, since when, and why."""

    ruling = serializers.IntegerField()
    number = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    counts_as = NamedCardSerializer(allow_null=True, help_text="Null: a card of its own, with the facts stated.")
    facts = serializers.DictField(child=serializers.JSONField())
    copy_limit = serializers.IntegerField(allow_null=True)
    deck_rules = serializers.ListField(
        child=serializers.JSONField(), allow_null=True, help_text="Rules printed on it; null: as the pool notes them."
    )
    day = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class VerdictSerializer(PlainSerializer):
    """The judgement of one list, as `manage.py check_deck --json` prints it."""

    verdict = serializers.ChoiceField(
        choices=[verdict.value for verdict in Verdict],
        help_text="Legal or not legal where that is known whatever is not known of the cards; else undecided.",
    )
    legal = serializers.BooleanField(allow_null=True, help_text="The same verdict in brief; null where undecided.")
    ruleset = serializers.CharField()
    as_of = serializers.DateField(allow_null=True, help_text="The day it was judged as of, if it was noted.")
    format = serializers.CharField(allow_blank=True)
    restrictions = serializers.ListField(
        child=serializers.CharField(), help_text="The restriction lists that were in force."
    )
    violations = ViolationSerializer(many=True)
    questions = QuestionSerializer(many=True)
    notices = serializers.ListField(child=serializers.JSONField())
    errors = LineErrorSerializer(many=True)
    asks = AskSerializer(many=True)
    ignored = IgnoredLineSerializer(many=True)
    apart = NotInDeckSerializer(many=True)
    settled = SettledCardSerializer(many=True)


class JudgeSerializer(ListSourceSerializer):
    """A list to judge without storing it."""

    best_of = serializers.ChoiceField(choices=[1, 3, 5], required=False, help_text="The game's usual one without.")
    pool = serializers.ChoiceField(choices=Pool.choices, required=False, help_text="The game's usual one without.")
    format = serializers.CharField(
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="Whose restriction lists hold beside the general ones.",
    )
    as_of = serializers.DateField(required=False, help_text="The day whose rules and restrictions hold; today without.")


class DeckCardSerializer(serializers.Serializer[Any]):
    """One line of a saved list."""

    section = serializers.CharField()
    number = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    count = serializers.IntegerField()


class DecklistVersionSerializer(serializers.Serializer[Any]):
    """One saved state of a decklist with its verdict; never changed afterwards.

    `text`, `difference`, `saved_by` and `reason` are empty for readers who may not edit the list.
    """

    number = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    cards = DeckCardSerializer(many=True)
    is_legal = serializers.BooleanField(allow_null=True, help_text="Null where that cannot be decided.")
    verdict = VerdictSerializer()
    difference = serializers.ListField(child=serializers.JSONField())
    saved_by = serializers.CharField(allow_blank=True)
    by_staff = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True)
    saved_at = serializers.DateTimeField()
