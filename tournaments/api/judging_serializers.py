"""Serializers for deck checks, penalties and extra time, and for the requests that make them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.api.fields import Text
from tournaments.models import DeckCheck, Penalty, TimeExtension
from tournaments.play.extra_time import MAX_MINUTES
from tournaments.queries.check_counts import CheckView
from tournaments.queries.checks import comparison_facts, named_cards
from tournaments.queries.deck_statistics import DeckFigure, DeckStanding
from tournaments.services.check_counts import MAX_CARDS, MAX_COPIES, MAX_NAME_LENGTH

ENDINGS = [choice for choice in DeckCheck.Outcome.choices if choice[0] in ("clean", "findings")]


class CountedCardSerializer(serializers.Serializer[Any]):
    """A card of the list or on the table, and the copies of each."""

    section = serializers.CharField()
    key = serializers.CharField(help_text="What makes two cards the same one in this game; send it back with a count.")
    number = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    registered = serializers.IntegerField()
    counted = serializers.IntegerField()


class CheckSerializer(serializers.ModelSerializer[DeckCheck]):
    """A deck check. Send `revision` back with every change."""

    registration = serializers.IntegerField(source="registration_id")
    name = serializers.CharField(source="registration.name")
    round = serializers.IntegerField(source="round.number", default=None, allow_null=True)
    match = serializers.IntegerField(source="match_id", allow_null=True)
    pod = serializers.IntegerField(source="pod_id", allow_null=True)

    class Meta:
        model = DeckCheck
        fields = [
            "id", "registration", "name", "round", "match", "pod", "mode", "outcome", "is_random", "revision",
            "started_at", "ended_at", "seconds", "judge", "note", "left_out",
        ]  # fmt: skip
        read_only_fields = fields


class CheckDetailSerializer(CheckSerializer):
    """A deck check with its cards and how they compare by now."""

    cards = CountedCardSerializer(many=True)
    comparison = serializers.DictField(
        help_text="clean, clause, and the lists missing, extra, wrong, misplaced, sizes, exchanged, unsettled."
    )

    class Meta(CheckSerializer.Meta):
        fields = [*CheckSerializer.Meta.fields, "cards", "comparison"]
        read_only_fields = fields


def render_check(view: CheckView) -> dict[str, Any]:
    """A check in full."""
    cards = [
        {
            "section": row.section,
            "key": row.key,
            "number": row.number,
            "name": row.name,
            "registered": row.registered,
            "counted": row.counted,
        }
        for section in view.sections
        for row in section.rows
    ]
    comparison = comparison_facts(view.comparison, named_cards(view.check))
    return {**CheckSerializer(view.check).data, "cards": cards, "comparison": comparison}


class StartCheckSerializer(serializers.Serializer[Any]):
    """Whose deck, and what it is compared as."""

    registration = serializers.IntegerField()
    mode = serializers.ChoiceField(choices=DeckCheck.Mode.choices)
    drawn = serializers.BooleanField(required=False, default=False, help_text="The table came out of the lot.")


class CountSerializer(serializers.Serializer[Any]):
    """How many copies of a card are in a section; a card that is not listed is given by number or name."""

    section = Text(max_length=40)
    key = Text(max_length=MAX_NAME_LENGTH, allow_blank=True, required=False)
    number = Text(max_length=MAX_NAME_LENGTH, allow_blank=True, required=False)
    name = Text(max_length=MAX_NAME_LENGTH, allow_blank=True, required=False)
    count = serializers.IntegerField(min_value=0, max_value=MAX_COPIES)


class SaveCountsSerializer(serializers.Serializer[Any]):
    """Counts to store. A `batch` name makes a request safe to repeat."""

    expected_revision = serializers.IntegerField(min_value=1)
    counts = serializers.ListField(child=CountSerializer(), max_length=MAX_CARDS, required=False)
    left_out = serializers.ListField(child=Text(max_length=40), max_length=20, required=False)
    batch = Text(max_length=40, allow_blank=True, required=False)


class EndCheckSerializer(serializers.Serializer[Any]):
    """The outcome, a note where the count does not bear it out, and minutes for the table (0: none)."""

    expected_revision = serializers.IntegerField(min_value=1)
    outcome = serializers.ChoiceField(choices=ENDINGS)
    note = Text(max_length=300, allow_blank=True, required=False)
    minutes = serializers.IntegerField(min_value=0, max_value=MAX_MINUTES, required=False, default=0)


class DrawTableSerializer(serializers.Serializer[Any]):
    """A draw. Refused (`no_table_to_draw`) unless `anyway`: a check that would hold up the round (`holds_up`), or does
    not fit into what the clock has left (`over_time`)."""

    anyway = serializers.BooleanField(required=False, default=False)


class DrawnTableSerializer(serializers.Serializer[Any]):
    """The table that was drawn, and whose decks are due."""

    match = serializers.IntegerField(allow_null=True)
    pod = serializers.IntegerField(allow_null=True, help_text="In an event in pods, in place of the match.")
    table = serializers.IntegerField(allow_null=True)
    registrations = serializers.ListField(child=serializers.IntegerField())


class PenaltySerializer(serializers.ModelSerializer[Penalty]):
    """A penalty; one that was taken back keeps who, when and why."""

    registration = serializers.IntegerField(source="registration_id")
    name = serializers.CharField(source="registration.name")
    round = serializers.IntegerField(source="round.number", default=None, allow_null=True)
    match = serializers.IntegerField(source="match_id", allow_null=True)
    deck_check = serializers.IntegerField(source="deck_check_id", allow_null=True)

    class Meta:
        model = Penalty
        fields = [
            "id", "registration", "name", "round", "match", "deck_check", "infraction", "level", "note", "given_by",
            "given_at", "withdrawn_at", "withdrawn_by", "withdrawn_reason",
        ]  # fmt: skip
        read_only_fields = fields


class GivePenaltySerializer(serializers.Serializer[Any]):
    """A penalty to give; with `apply` the loss it means is entered at the match of that version, of a member of a team
    that plays by seat at the board.
    """

    registration = serializers.IntegerField()
    infraction = Text(
        max_length=40,
        help_text="The key of an infraction of the game's pack (`infractions` of the game), or of the neutral list.",
    )
    level = serializers.ChoiceField(choices=Penalty.Level.choices)
    note = Text(max_length=1000, allow_blank=True, required=False)
    match = serializers.IntegerField(required=False, allow_null=True)
    deck_check = serializers.IntegerField(required=False, allow_null=True)
    apply = serializers.BooleanField(required=False, default=False)
    expected_version = serializers.IntegerField(required=False, min_value=1)
    known_penalties = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="How many penalties of the entrant stand, as the judge has seen; another number is refused "
        "(`penalties_changed`).",
    )


class TimeExtensionSerializer(serializers.ModelSerializer[TimeExtension]):
    """Minutes a match or pod may play on after the round's time."""

    round = serializers.IntegerField(source="seated.round.number")
    match = serializers.IntegerField(source="match_id", allow_null=True)
    pod = serializers.IntegerField(source="pod_id", allow_null=True)
    table = serializers.IntegerField(source="seated.table", allow_null=True)
    deck_check = serializers.IntegerField(source="deck_check_id", allow_null=True)

    class Meta:
        model = TimeExtension
        fields = [
            "id", "round", "match", "pod", "table", "deck_check", "minutes", "reason", "given_by", "given_at",
            "withdrawn_at", "withdrawn_by",
        ]  # fmt: skip
        read_only_fields = fields


class GiveTimeSerializer(serializers.Serializer[Any]):
    """Minutes to give a match or a pod, for a deck check where one is named."""

    match = serializers.IntegerField(required=False, min_value=1, max_value=2_000_000_000)
    pod = serializers.IntegerField(required=False, min_value=1, max_value=2_000_000_000)
    minutes = serializers.IntegerField(min_value=1, max_value=MAX_MINUTES)
    reason = Text(max_length=200, allow_blank=True, required=False)
    deck_check = serializers.IntegerField(required=False, allow_null=True)

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if ("match" in sent) == ("pod" in sent):
            raise serializers.ValidationError({"match": _("Name the match or the pod.")})
        return sent


class RemindSerializer(serializers.Serializer[Any]):
    """Whom to remind of the decklist; nobody named means everybody whose list is missing or not legal."""

    registrations = serializers.ListField(child=serializers.IntegerField(), max_length=500, required=False)


class ListStandingSerializer(serializers.Serializer[Any]):
    """One entry's decklist: `figures` are the numbers it counts in."""

    registration = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField(help_text="missing, draft, legal or illegal.")
    handed_in = serializers.IntegerField()
    checks = serializers.IntegerField()
    figures = serializers.ListField(child=serializers.ChoiceField(choices=[figure.value for figure in DeckFigure]))
    reminded_at = serializers.DateTimeField(allow_null=True)


class ListStatisticsSerializer(serializers.Serializer[Any]):
    """The decklists of an event in numbers, and the entries behind them."""

    figures = serializers.DictField(child=serializers.IntegerField())
    entries = ListStandingSerializer(many=True)


def render_standing(standing: DeckStanding) -> dict[str, Any]:
    """One entry's decklist as the statistics show it."""
    return {
        "registration": standing.registration.pk,
        "name": standing.registration.name,
        "state": standing.state.value,
        "handed_in": standing.handed_in,
        "checks": standing.checks,
        "figures": sorted(figure.value for figure in standing.figures),
        "reminded_at": standing.reminded_at,
    }
