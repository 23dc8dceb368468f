"""The stand-alone deck judge: any list of any game, judged as typed; nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.typed_text import day_or_today
from cardpool.models import CardGame
from cardpool.queries import current_ruleset, listed_games, pack_of
from cardpool.queries.restrictions import known_formats
from decks.models.decklist import Pool
from decks.reading_work import require_reading
from decks.views.shared import shared_text
from decks.views.typed import Terms, TypedList, read_typed
from decks.views.workspace import workspace, workspace_answer


@dataclass(frozen=True)
class Settings:
    """The visitor's settings: the terms, and every possible choice."""

    terms: Terms
    games: list[CardGame]
    lengths: tuple[int, ...]
    formats: list[str]

    @property
    def game(self) -> CardGame:
        return self.terms.ruleset.game


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Judge the posted text; the settings may also be in the address, so that a link can contain them."""
    settings = read_settings(request)
    typed = read_typed(request, settings.terms) if request.method == "POST" else _brought(request, settings)
    url = reverse("deck_check")
    facts: dict[str, Any] = workspace(typed, settings.terms, judge_url=url, search_url=reverse("deck_check_search"))
    facts |= {"settings": settings, "pools": Pool.choices, "draft_key": "check"}
    if request.htmx:
        return workspace_answer(request, facts, "decks/_check_answer.html")
    return render(request, "decks/check.html", facts)


@require_http_methods(["GET", "HEAD", "POST"])
def search(request: HttpRequest) -> HttpResponse:
    """Cards of the chosen game's pool; without htmx the whole page with them."""
    if not request.htmx:
        return check(request)
    settings = read_settings(request)
    facts = workspace(
        read_typed(request, settings.terms),
        settings.terms,
        judge_url=reverse("deck_check"),
        search_url=reverse("deck_check_search"),
    )
    return workspace_answer(request, facts, "decks/_found.html")


def _brought(request: HttpRequest, settings: Settings) -> TypedList:
    """The list that a link contains, empty without a link."""
    payload = request.GET.get("list", "")
    if payload:
        require_reading(request, payload)
    return TypedList(shared_text(payload, settings.terms) if payload else "")


def read_settings(request: HttpRequest) -> Settings:
    """The settings as sent; missing and invalid ones take the game's default. 404 while no game is loaded."""
    sent = request.POST if request.method == "POST" else request.GET
    games = listed_games()
    game = next((one for one in games if one.slug == sent.get("game")), games[0] if games else None)
    if game is None:
        raise Http404
    day = day_or_today(sent.get("date", ""))
    ruleset = current_ruleset(game, on=day)
    pack = pack_of(ruleset)
    lengths = pack.best_of_choices
    wanted = {str(length): length for length in lengths}.get(sent.get("best_of", ""))
    pool = sent.get("pool", "")
    formats, format = known_formats(game), sent.get("format", "").strip().lower()
    terms = Terms(
        ruleset=ruleset,
        best_of=wanted or pack.tournament.best_of,
        pool=pool if pool in Pool.values else pack.tournament.pool,
        as_of=day,
        format=format if format in formats else "",
        visitor=request,
    )
    return Settings(terms, games, lengths, formats)
