"""Serializers for games and cards."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from cardpool.models import Card, CardGame, Printing
from cardpool.queries import current_ruleset, pack_of


class NamesSerializer(serializers.Serializer[Any]):
    """A name in both languages."""

    zh = serializers.CharField()
    en = serializers.CharField()


class EndingSerializer(serializers.Serializer[Any]):
    """One way a game can end, as the pack names it."""

    key = serializers.CharField()
    names = NamesSerializer()
    clause = serializers.CharField(allow_blank=True)


class InfractionSerializer(serializers.Serializer[Any]):
    """What a judge may penalise, and usually how."""

    key = serializers.CharField()
    names = NamesSerializer()
    level = serializers.CharField(
        help_text="The usual penalty the first time: caution, warning, game_loss, match_loss or disqualification."
    )
    repeat = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="The second time, the third and so on, the last for every further time; empty: the same each time; "
        "null: one step up each time.",
    )
    wrong_size = serializers.CharField(
        allow_blank=True, help_text="The usual penalty where a deck check counted a wrong number of cards."
    )
    clause = serializers.CharField(allow_blank=True)


class SectionSerializer(serializers.Serializer[Any]):
    """A part of a deck."""

    key = serializers.CharField()
    names = NamesSerializer()


class GamePackSerializer(serializers.Serializer[Any]):
    """A card game with the facts of its current ruleset."""

    slug = serializers.CharField()
    names = NamesSerializer()
    ruleset = serializers.CharField(help_text="The ruleset in force today.")
    effective_from = serializers.DateField()
    identity = serializers.CharField(help_text="What copy limits count: number or name.")
    best_of = serializers.ListField(child=serializers.IntegerField())
    sections = SectionSerializer(many=True)
    endings = EndingSerializer(many=True)
    infractions = InfractionSerializer(many=True, help_text="The pack's own, or else a neutral list.")


def render_game(game: CardGame) -> dict[str, Any]:
    """The game and its pack in force today, for GamePackSerializer."""
    ruleset = current_ruleset(game, on=timezone.localdate())
    pack = pack_of(ruleset)
    return {
        "slug": game.slug,
        "names": {"zh": game.name_zh, "en": game.name_en},
        "ruleset": pack.ruleset_name,
        "effective_from": ruleset.effective_from,
        "identity": pack.identity.value,
        "best_of": list(pack.best_of_choices),
        "sections": [{"key": part.key, "names": {"zh": part.names.zh, "en": part.names.en}} for part in pack.sections],
        "endings": [
            {"key": ending["key"], "names": ending["names"], "clause": ending["clause"]}
            for ending in pack.play["endings"]
        ],
        "infractions": [
            {
                "key": one.key,
                "names": {"zh": one.names.zh, "en": one.names.en},
                "level": one.level,
                "repeat": None if one.repeat is None else list(one.repeat),
                "wrong_size": one.wrong_size,
                "clause": one.clause,
            }
            for one in pack.offered_infractions
        ],
    }


class PrintingSerializer(serializers.ModelSerializer[Printing]):
    """A physical version of a card."""

    class Meta:
        model = Printing
        fields = ["code", "rarity", "art"]


class CardSerializer(serializers.ModelSerializer[Card]):
    """A card of the pool; `attributes` are the ones the game pack declares, `codes` further numbers lists know it by,
    `deck_rules` the deck rules printed on it, as the pack format writes them."""

    attributes = serializers.DictField(read_only=True)
    other_names = serializers.ListField(child=serializers.CharField(), read_only=True)
    codes = serializers.ListField(child=serializers.CharField(), read_only=True)
    deck_rules = serializers.ListField(child=serializers.DictField(), read_only=True)
    printings = PrintingSerializer(many=True, read_only=True)

    class Meta:
        model = Card
        fields = [
            "key",
            "number",
            "codes",
            "name",
            "other_names",
            "attributes",
            "copy_limit",
            "deck_rules",
            "is_demo",
            "printings",
        ]
        read_only_fields = fields
