"""Searching for the best pairing of a round in the background: requesting it, its progress, stopping it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from jobs.queries import standing
from jobs.wording import say_standing
from tournaments.models import PairingSearch, Tournament
from tournaments.permissions import Action
from tournaments.queries.searches import OPEN, can_be_searched, search_of
from tournaments.services.pairing_search import SEARCH, ask_search, search_seconds, stop_search
from tournaments.views.desk.access import desk_page, desk_view
from tournaments.wording.searching import say_outcome, say_progress


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def search(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The progress of the newest search for the round; for htmx, only the changing part. A POST requests a search."""
    if request.method == "POST":
        if not can_be_searched(tournament, number):
            raise Http404
        ask_search(actor=request.actor, tournament_id=tournament.pk, number=number)
        return redirect("desk_search", tournament.code, number)
    facts = _facts(_newest(tournament, number))
    if request.htmx:
        return render(request, "tournaments/desk/_search.html", {"tournament": tournament, **facts})
    return desk_page(request, "search", tournament, tab="rounds", **facts)


@require_POST
@desk_view(Action.RUN_ROUNDS)
def stop(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Stop the search."""
    stop_search(actor=request.actor, search_id=_newest(tournament, number).pk)
    return redirect("desk_search", tournament.code, number)


def _newest(tournament: Tournament, number: int) -> PairingSearch:
    found = search_of(tournament, number)
    if found is None:
        raise Http404
    return found


def _facts(found: PairingSearch) -> dict[str, Any]:
    is_open = found.state in OPEN
    job = standing(SEARCH, found.pk, slow_to_end=timedelta(seconds=search_seconds())) if is_open else None
    is_running = job is not None and job.is_running
    has_draft = found.tournament.rounds.filter(number=found.number).exists()
    return {
        "search": found,
        "is_open": is_open,
        "has_round": has_draft,
        "seconds": int((timezone.now() - found.created_at).total_seconds()),
        "progress": say_progress(found, is_running=is_running) if is_open else "",
        "is_counted": is_running and found.most > 0,
        "trouble": say_standing(job),
        "outcome": say_outcome(found),
    }
