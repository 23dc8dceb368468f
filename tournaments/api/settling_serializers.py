"""Serializers for open cards and the judges' decisions about them, and for the requests that decide."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from cardpool.packs import GamePack
from decks.api.serializers import QuestionSerializer
from decks.wording import say_question, say_remedies
from tournaments.models import CardRuling
from tournaments.queries.card_rulings import OpenCards
from tournaments.queries.settling import MAX_COPY_LIMIT
from tournaments.services.reasons import MAX_REASON_LENGTH
from tournaments.services.settling import MAX_NAME_LENGTH

MAX_FACTS = 40


class OpenCardSerializer(serializers.Serializer[Any]):
    """A card that keeps submitted lists undecided: whose, and which rules it keeps open."""

    number = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    registrations = serializers.ListField(child=serializers.IntegerField())
    questions = QuestionSerializer(many=True)


class OpenCardsSerializer(serializers.Serializer[Any]):
    """The cards that keep lists of an event undecided, those of the most lists first, and how many lists that are."""

    lists = serializers.IntegerField()
    cards = OpenCardSerializer(many=True)


def render_open_cards(found: OpenCards, *, pack: GamePack, best_of: int) -> dict[str, Any]:
    """The open cards of an event, each question with its sentence."""
    cards = [
        {
            "number": card.number,
            "name": card.name,
            "registrations": [entry.pk for entry in card.entries],
            "questions": [
                {**one, "message": say_question(one, pack=pack, best_of=best_of), "settled_by": say_remedies(one)}
                for one in card.questions
            ],
        }
        for card in found.cards
    ]
    return {"lists": found.lists, "cards": cards}


class CardRulingSerializer(serializers.ModelSerializer[CardRuling]):
    """What a judge decided that a card counts as; one that was corrected or taken back keeps who, when and why."""

    deck_rules = serializers.ListField(child=serializers.JSONField(), allow_null=True)
    facts = serializers.DictField(child=serializers.JSONField())
    replaces = serializers.IntegerField(source="replaces_id", allow_null=True)

    class Meta:
        model = CardRuling
        fields = [
            "id", "number", "name", "counts_as", "counts_as_name", "facts", "copy_limit", "deck_rules", "reason",
            "settled_by", "settled_at", "replaces", "ended_at", "ended_by", "ended_reason",
        ]  # fmt: skip
        read_only_fields = fields


class SettleCardSerializer(serializers.Serializer[Any]):
    """What a card counts as: a card of the pool (`counts_as`), or one of its own with what is stated of it."""

    number = Text(max_length=MAX_NAME_LENGTH, help_text="The card as the lists have it.")
    name = Text(
        max_length=MAX_NAME_LENGTH,
        allow_blank=True,
        required=False,
        help_text="What it is called; needed for a card of its own where copies are counted by name.",
    )
    counts_as = Text(
        max_length=MAX_NAME_LENGTH, allow_blank=True, required=False, help_text="A number of the card pool."
    )
    facts = serializers.DictField(
        child=serializers.JSONField(), required=False, help_text="Attributes that rules ask for, by the pack's keys."
    )
    copy_limit = serializers.IntegerField(min_value=0, max_value=MAX_COPY_LIMIT, required=False, allow_null=True)
    rules = serializers.ListField(
        child=serializers.IntegerField(min_value=0),
        max_length=MAX_FACTS,
        required=False,
        allow_null=True,
        help_text="The rules printed on it, as places among the pack's `unknown_rules`; null: as the pool notes them.",
    )
    reason = Text(max_length=MAX_REASON_LENGTH, help_text="Players with the card read it.")
    replaces = serializers.IntegerField(
        required=False, allow_null=True, help_text="The ruling in force that this one corrects."
    )
