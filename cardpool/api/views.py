"""Endpoints of the card pool: which games and cards exist."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.pages import Pages
from accounts.api.problems import problems
from cardpool.api.serializers import CardSerializer, GamePackSerializer, render_game
from cardpool.models import Card, CardGame
from cardpool.queries import cards_of, games_with_rules, listed_games, search_cards


class GameList(Endpoint):
    """Every game offered for new tournaments."""

    @extend_schema(
        operation_id="games_list",
        summary=_("The games offered for new tournaments."),
        tags=["games"],
        responses={200: GamePackSerializer(many=True), **problems()},
    )
    def get(self, request: Request) -> Response:
        return Response(GamePackSerializer([render_game(game) for game in listed_games()], many=True).data)


class GameDetail(Endpoint):
    """One game and its current ruleset."""

    @extend_schema(
        operation_id="games_retrieve",
        summary=_("One game and its current rules."),
        tags=["games"],
        responses={200: GamePackSerializer, **problems()},
    )
    def get(self, request: Request, slug: str) -> Response:
        game = get_object_or_404(games_with_rules(), slug=slug)
        return Response(GamePackSerializer(render_game(game)).data)


class CardList(ListAPIView[Card], Endpoint):
    """Cards of a game by number, name, pinyin or keyword, the closest first; all of them without a search."""

    serializer_class = CardSerializer
    pagination_class = Pages

    @extend_schema(
        operation_id="cards_list",
        summary=_("Cards of a game, by number, name, pinyin or keyword; all of them without a search."),
        tags=["games"],
        parameters=[
            OpenApiParameter("search", str, description="Number, code, name in any language, pinyin or keyword.")
        ],
        responses={200: CardSerializer(many=True), **problems(400)},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Card.objects.none()
        game = get_object_or_404(CardGame, slug=self.kwargs["slug"])
        cards = cards_of(game).prefetch_related("printings")
        search = self.request.query_params.get("search", "").replace("\x00", "")
        if not search.strip():
            return cards.order_by("number", "name")
        return FoundCards(cards, [card.key for card in search_cards(game, search, limit=None)])


class FoundCards:
    """Cards in the order in which they were found, read from the database a page at a time."""

    def __init__(self, cards: QuerySet[Card], keys: list[str]) -> None:
        self._cards, self._keys = cards, keys

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, part: slice) -> list[Card]:
        keys = self._keys[part]
        rows = {card.key: card for card in self._cards.filter(key__in=keys)}
        return [rows[key] for key in keys if key in rows]
