"""Pairing a round in the background: requesting it, its progress, stopping it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts import notices
from jobs.queries import Standing, standing
from jobs.wording import show_standing
from tournaments.models import PairingSearch, Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.searches import OPEN, can_be_searched, search_of
from tournaments.services.pairing_search import PAIR, SEARCH, ask_search, search_seconds, stop_search
from tournaments.services.redraws import REDRAW
from tournaments.views.desk.access import desk_page, desk_view
from tournaments.wording.searching import say_outcome, say_progress


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def search(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The progress of the newest search for the round, which leads to the draft once it is there; for htmx, only the
    changing part. A POST requests a search."""
    if request.method == "POST":
        if not can_be_searched(tournament, number):
            raise Http404
        ask_search(actor=request.actor, tournament_id=tournament.pk, number=number)
        return redirect("desk_search", tournament.code, number)
    found = _newest(tournament, number)
    if _leads_to_round(found):
        notices.done(request, say_outcome(found))
        draft = reverse("desk_round", args=[tournament.code, number])
        return HttpResponseClientRedirect(draft) if request.htmx else redirect(draft)
    facts = _facts(found)
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


def _leads_to_round(found: PairingSearch) -> bool:
    """Whether the round was paired and is still to be reviewed, or played. What came of a search for a better pairing
    is read."""
    if found.aim == PairingSearch.Aim.REDRAW:
        return found.state == PairingSearch.State.DONE
    if found.state != PairingSearch.State.DONE or found.aim == PairingSearch.Aim.BETTER:
        return False
    return found.tournament.rounds.filter(number=found.number, status=Round.Status.DRAFT).exists()


def _facts(found: PairingSearch) -> dict[str, Any]:
    is_open = found.state in OPEN
    job = _standing_of(found) if is_open else None
    is_running = job is not None and job.is_running
    has_draft = found.tournament.rounds.filter(number=found.number).exists()
    return {
        "search": found,
        "is_open": is_open,
        "has_round": has_draft,
        "seconds": int((timezone.now() - found.created_at).total_seconds()),
        "progress": say_progress(found, is_running=is_running) if is_open else "",
        "is_counted": is_running and found.most > 0,
        "job": show_standing(job),
        "outcome": say_outcome(found),
    }


def _standing_of(found: PairingSearch) -> Standing | None:
    """How the job stands that is at it: the one that somebody waits for, or the long one."""
    slow = timedelta(seconds=search_seconds())
    if found.aim == PairingSearch.Aim.REDRAW:
        return standing(REDRAW, found.pk, slow_to_end=slow)
    return standing(PAIR, found.pk) or standing(SEARCH, found.pk, slow_to_end=slow)
