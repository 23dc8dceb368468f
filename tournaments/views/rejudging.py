"""Open decks judged again: the progress of a run, and whose verdict it changed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import notices
from cardpool.models import CardGame
from cardpool.views.access import game_page, managers_only
from jobs.queries import standing
from jobs.wording import show_standing
from tournaments.models import Rejudging, Tournament
from tournaments.permissions import Action
from tournaments.queries.rejudging import WAITING, changed_decks, runs_of
from tournaments.services.rejudging import REJUDGE, ask_rejudging
from tournaments.views.desk.access import desk_page, desk_view
from tournaments.wording.rejudging import say_cause, say_run_error


@require_safe
@managers_only
def of_game(request: HttpRequest, game: CardGame) -> HttpResponse:
    """The last runs over the game's open decks, `?run=12` one of them in full.

    For htmx, only the newest, which polls while it runs.
    """
    facts = _facts(request, runs_of(game), "game_rejudging", game.slug)
    if request.htmx:
        return render(request, "tournaments/rejudging/_run.html", {"game": game, **facts})
    return game_page(request, "tournaments/rejudging/game.html", game, tab="game_restrictions", **facts)


@require_POST
@managers_only
def again(request: HttpRequest, game: CardGame) -> HttpResponse:
    """Judge all open decks of the game again, whatever changed."""
    ask_rejudging(game_id=game.pk, actor=request.actor, cause={"kind": "asked"})
    notices.done(request, _("The open decks are being judged again."))
    return redirect("game_rejudging", game.slug)


@require_safe
@desk_view(Action.EDIT_TOURNAMENT)
def of_event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The runs after this event's settings changed."""
    facts = _facts(request, runs_of(tournament.game, tournament), "desk_rejudging", tournament.code)
    if request.htmx:
        return render(request, "tournaments/rejudging/_run.html", facts)
    return desk_page(request, "rejudging", tournament, tab="settings", **facts)


@require_POST
@desk_view(Action.EDIT_TOURNAMENT)
def of_event_again(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Judge the event's open decks again."""
    cause = {"kind": "asked", "tournament": tournament.pk}
    ask_rejudging(game_id=tournament.game_id, actor=request.actor, cause=cause)
    notices.done(request, _("The open decks are being judged again."))
    return redirect("desk_rejudging", tournament.code)


def _facts(request: HttpRequest, runs: list[Rejudging], page: str, key: str) -> dict[str, Any]:
    run = next((one for one in runs if str(one.pk) == request.GET.get("run")), runs[0] if runs else None)
    return {
        "run": run,
        "path": reverse(page, args=[key]),
        "again": reverse(f"{page}_again", args=[key]),
        "cause": say_cause(run) if run is not None else "",
        "error": say_run_error(run) if run is not None else "",
        "waiting": run is not None and run.state in WAITING,
        "job": show_standing(standing(REJUDGE, run.pk)) if run is not None and run.state in WAITING else None,
        "decks": changed_decks(run, request.actor) if run is not None else [],
        "earlier": [(one, say_cause(one), say_run_error(one)) for one in runs if one != run],
    }
