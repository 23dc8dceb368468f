"""Endpoint that checks the pack of a store's own game."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from cardpool.models import CardGame
from cardpool.packs.limits import MAX_PACK_LENGTH
from cardpool.permissions import require_game_manager
from cardpool.queries.rulebooks import make_rulebook
from cardpool.services.pack_drafts import DraftCheck, check_draft
from cardpool.wording.infractions import say_infractions
from cardpool.wording.pack_problems import say_problem
from cardpool.wording.play import say_play
from cardpool.wording.rules import say_rules


class CheckPackSerializer(serializers.Serializer[Any]):
    """A pack as text, and for a new game the card pool beside it."""

    text = serializers.CharField(
        max_length=MAX_PACK_LENGTH,
        trim_whitespace=False,
        help_text="The pack, TOML as docs/games/pack-format.md has it.",
    )
    cards = serializers.CharField(
        max_length=MAX_PACK_LENGTH,
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The card pool of a new game as CSV.",
    )
    game = serializers.SlugField(
        max_length=60, required=False, help_text="The game whose next version it is to be; left out for a new game."
    )


class PackMistakeSerializer(serializers.Serializer[Any]):
    """One mistake with its place."""

    file = serializers.ChoiceField(choices=["pack", "cards"])
    line = serializers.IntegerField(allow_null=True)
    path = serializers.CharField(allow_blank=True, help_text="rules[0].section, or a column of the cards.")
    code = serializers.CharField()
    message = serializers.CharField()


class PackRuleSerializer(serializers.Serializer[Any]):
    """A deck rule in words."""

    sentence = serializers.CharField()
    clause = serializers.CharField(allow_blank=True)
    best_of = serializers.ListField(child=serializers.IntegerField(), help_text="Empty: all match lengths.")


class PackInfractionSerializer(serializers.Serializer[Any]):
    """An infraction in words."""

    name = serializers.CharField()
    usual = serializers.CharField(help_text="The usual penalty, the first time and again.")
    clause = serializers.CharField(allow_blank=True)


class CheckedPackSerializer(serializers.Serializer[Any]):
    """The result of the check; `rules`, `play` and `infractions` only where the pack has no mistake."""

    valid = serializers.BooleanField(help_text="Whether it could be published as it stands.")
    problems = PackMistakeSerializer(many=True)
    ruleset = serializers.CharField(allow_blank=True)
    cards = serializers.IntegerField()
    rules = PackRuleSerializer(many=True)
    play = serializers.ListField(child=serializers.CharField())
    infractions = PackInfractionSerializer(many=True, help_text="Those the pack declares; none: the neutral list.")


class CheckPack(Endpoint):
    """Checking a pack without storing it; for game managers."""

    @extend_schema(
        operation_id="packs_check",
        summary=_("Check the pack of a game without saving it; for people who manage games."),
        tags=["games"],
        request=CheckPackSerializer,
        responses={200: CheckedPackSerializer, **problems(400, 401, 403, 404)},
    )
    def post(self, request: Request) -> Response:
        require_game_manager(self.actor)
        sent = CheckPackSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        game = get_object_or_404(CardGame, slug=values["game"]) if "game" in values else None
        result = check_draft(game=game, text=values["text"], cards=values.get("cards", ""))
        return Response(render_check(result))


def render_check(result: DraftCheck) -> dict[str, Any]:
    """The check as plain values, in the active language."""
    checked = result.checked
    found: list[Any] = [*checked.problems, *result.against]
    book = make_rulebook(checked.pack, checked.cards) if checked.pack is not None and not checked.problems else None
    return {
        "valid": result.is_fine,
        "problems": [
            {
                "file": "cards" if getattr(one, "source", "") == "cards.csv" else "pack",
                "line": one.line,
                "path": one.path,
                "code": one.code.value,
                "message": say_problem(one),
            }
            for one in found
        ],
        "ruleset": checked.pack.ruleset_name if checked.pack is not None else "",
        "cards": len(checked.cards),
        "rules": [
            {"sentence": rule.sentence, "clause": rule.clause, "best_of": list(rule.best_of)}
            for rule in (say_rules(book) if book is not None else ())
        ],
        "play": list(say_play(book.pack)) if book is not None else [],
        "infractions": [
            {"name": one.name, "usual": one.usual, "clause": one.clause}
            for one in (say_infractions(book.pack) if book is not None and book.pack.infractions else ())
        ],
    }
