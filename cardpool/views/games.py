"""The games a store keeps: the list of all, and one game's overview."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cardpool.models import CardGame
from cardpool.queries import game_overview, kept_games
from cardpool.views.door import game_page, keepers_only


@require_safe
@keepers_only
def games(request: HttpRequest) -> HttpResponse:
    """Every game with its rules, its cards and its restrictions in numbers."""
    return render(request, "games/games.html", {"games": kept_games()})


@require_safe
@keepers_only
def game(request: HttpRequest, game: CardGame) -> HttpResponse:
    """One game: its ruleset versions, its card pool, its restriction lists."""
    return game_page(request, "games/game.html", game, tab="game", overview=game_overview(game))
