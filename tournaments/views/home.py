"""The first page: running events, events to join, the visitor's last event."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.models import Match, Round, Tournament
from tournaments.queries.home import (
    coming_tournaments,
    finished_tournaments,
    last_event,
    running_tournaments,
    staffed_tournaments,
)
from tournaments.views.my import entry_card

MAX_COMING = 30
OVER = (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Running events with their round, coming ones with their seats, the visitor's newest event, past ones."""
    actor = request.actor
    running = list(running_tournaments())
    staffed = [event for event in staffed_tournaments(actor) if event.phase not in OVER][:5]
    entry = last_event(actor) if not actor.is_anonymous else None
    facts = {
        "running": [running_row(tournament) for tournament in running],
        "coming": [event for event in coming_tournaments()[:MAX_COMING] if event not in staffed],
        "finished": finished_tournaments(limit=8),
        "staffed": staffed,
        "card": entry_card(actor, entry) if entry is not None else None,
        "may_create": actor.user is not None and actor.user.can_create_tournaments,
    }
    answer = render(request, "home.html", facts)
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def running_row(tournament: Tournament) -> dict[str, Any]:
    """A running event with its newest visible round and how many of its tables are done."""
    rounds = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.DRAFT)
    round = rounds.order_by("-number").first()
    row: dict[str, Any] = {"tournament": tournament, "round": round, "done": 0, "total": 0}
    if round is not None:
        finished = list(Match.objects.filter(round=round).values_list("is_complete", flat=True))
        row |= {"done": sum(finished), "total": len(finished)}
    return row
