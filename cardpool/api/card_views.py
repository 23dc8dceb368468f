"""Endpoint of one card with its restrictions and judge notes."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.fields import PlainSerializer
from accounts.api.problems import problems
from cardpool.api.serializers import CardSerializer
from cardpool.models import Card, CardGame, CardNote
from cardpool.queries import cards_of, current_ruleset
from cardpool.queries.card_restrictions import CardRestriction, restrictions_by_card
from cardpool.queries.notes import notes_in_force
from cardpool.queries.restrictions import list_label


class CardNoteSerializer(serializers.ModelSerializer[CardNote]):
    """A judge note in force: a question about the card and the answer, plain texts with line breaks."""

    class Meta:
        model = CardNote
        fields = ["id", "question", "answer", "source", "answered_on", "written_by", "written_at"]
        read_only_fields = fields


class CardRestrictionSerializer(PlainSerializer):
    """What a restriction list says about the card, now or later."""

    kind = serializers.ChoiceField(choices=["banned", "limited", "choose_one", "unreleased", "unlisted"])
    limit = serializers.IntegerField(help_text="Most copies (limited), most different cards (choose_one), else 0.")
    starts = serializers.DateField()
    ends = serializers.DateField(allow_null=True, help_text="The last day; null while no end is known.")
    in_force = serializers.BooleanField(help_text="Whether it holds today.")
    list = serializers.CharField()
    format = serializers.CharField(allow_blank=True, help_text="Empty: every format.")
    source = serializers.CharField(allow_blank=True)
    others = serializers.ListField(
        child=serializers.CharField(), help_text="The numbers of the other cards to choose among."
    )


class CardDetailSerializer(CardSerializer):
    """A card with its restrictions in force and to come, and the judge notes about it."""

    restrictions = CardRestrictionSerializer(many=True, read_only=True)
    notes = CardNoteSerializer(many=True, read_only=True)

    class Meta(CardSerializer.Meta):
        fields = [*CardSerializer.Meta.fields, "restrictions", "notes"]
        read_only_fields = fields


class CardDetail(Endpoint):
    """One card by its key: its number, or its name where it has none."""

    @extend_schema(
        operation_id="cards_retrieve",
        summary=_("One card by its key, with its restrictions and judge notes."),
        tags=["games"],
        responses={200: CardDetailSerializer, **problems()},
    )
    def get(self, request: Request, slug: str, key: str) -> Response:
        game = get_object_or_404(CardGame, slug=slug)
        card = get_object_or_404(cards_of(game).prefetch_related("printings"), key=key)
        facts = dict(CardSerializer(card).data)
        notes = notes_in_force().filter(card=card).order_by("id")
        facts["restrictions"] = CardRestrictionSerializer(_restrictions(game, card), many=True).data
        facts["notes"] = CardNoteSerializer(notes, many=True).data
        return Response(facts)


def _restrictions(game: CardGame, card: Card) -> list[dict[str, Any]]:
    """What applies today or will apply later; nothing for a game without rules, since its decks are not judged."""
    day = timezone.localdate()
    if not card.number or not game.rulesets.exists():
        return []
    found = restrictions_by_card(current_ruleset(game, on=day)).get(card.number, ())
    return [_printed(one, one.is_in_force(day)) for one in found if one.is_in_force(day) or one.is_coming(day)]


def _printed(one: CardRestriction, in_force: bool) -> dict[str, Any]:
    return {
        "kind": one.kind.value,
        "limit": one.limit,
        "starts": one.starts,
        "ends": one.ends,
        "in_force": in_force,
        "list": list_label(one.list),
        "format": one.list.format,
        "source": one.list.source,
        "others": [card.number for card in one.others],
    }
