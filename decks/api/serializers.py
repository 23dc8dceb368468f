"""How verdicts and saved lists look in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from decks.api.list_serializers import ListSourceSerializer
from decks.models.decklist import Pool


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


class LineErrorSerializer(serializers.Serializer[Any]):
    """A line that could not be read; nothing is dropped in silence."""

    line = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()
    suggestions = serializers.ListField(child=serializers.JSONField())


class VerdictSerializer(serializers.Serializer[Any]):
    """The judgement of one list, as `manage.py check_deck --json` prints it."""

    legal = serializers.BooleanField()
    ruleset = serializers.CharField()
    as_of = serializers.DateField(allow_null=True, help_text="The day it was judged as of; null: that of its event.")
    format = serializers.CharField(allow_blank=True)
    restrictions = serializers.ListField(
        child=serializers.CharField(), help_text="The restriction lists that were in force."
    )
    violations = ViolationSerializer(many=True)
    notices = serializers.ListField(child=serializers.JSONField())
    errors = LineErrorSerializer(many=True)  # type: ignore[assignment]  # The name hides what a printer never asks.


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
    is_legal = serializers.BooleanField()
    verdict = VerdictSerializer()
    difference = serializers.ListField(child=serializers.JSONField())
    saved_by = serializers.CharField(allow_blank=True)
    by_staff = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True)
    saved_at = serializers.DateTimeField()
