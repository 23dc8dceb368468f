"""The first page: running events, events to join, the visitor's last event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from accounts.languages import active_language
from accounts.themes import theme_of
from tournaments.marks import SITE
from tournaments.models import Tournament
from tournaments.pages.keys import PageKey
from tournaments.pages.store import KeptPage
from tournaments.queries.home import (
    coming_tournaments,
    finished_tournaments,
    last_event,
    running_events,
    staffed_tournaments,
)
from tournaments.queries.versions import site_mark
from tournaments.views.entry_cards import EntryCard, entry_card
from tournaments.views.everybody import (
    RequestOfEverybody,
    filled,
    kept_page,
    mark_for_everybody,
    may_be_known,
    sent,
    unless_under_way,
)

MAX_RUNNING, MAX_COMING, MAX_FINISHED, MAX_STAFFED = 50, 30, 8, 5
OVER = (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Running events with their round, coming ones with their seats, the visitor's newest event, past ones.

    It is worked out once for each version of the site's events. A player's own parts are put into it; who helps to
    run events, or may open them, gets a page of their own.
    """
    return unless_under_way(lambda: _home(request))


mark_for_everybody(home)


def _home(request: HttpRequest) -> HttpResponse:
    actor = request.actor
    if not may_be_known(request):
        return sent(request, _page_of_everybody(request))
    staffed = [event for event in staffed_tournaments(actor) if event.phase not in OVER][:MAX_STAFFED]
    may_create = actor.user is not None and actor.user.can_create_tournaments
    cards = [entry_card(actor, entry) for entry in last_event(actor)]
    if not staffed and not may_create:
        return filled(_page_of_everybody(request), _own_parts(request, cards))
    facts = _listed() | {"staffed": staffed, "may_create": may_create, "cards": cards}
    facts["coming"] = [event for event in facts["coming"] if event not in staffed]
    answer = HttpResponse(render_to_string("home.html", facts, request))
    answer["Cache-Control"] = "private, no-store"
    return answer


def _page_of_everybody(request: HttpRequest) -> KeptPage | HttpResponse:
    key = PageKey(path=SITE, language=active_language(), theme=theme_of(request.COOKIES))

    def rendered() -> HttpResponse:
        # No form of such a page may contain a token: it would be the same for everybody.
        facts = _listed() | {"csrf_token": "NOTPROVIDED"}
        return HttpResponse(render_to_string("home.html", facts, RequestOfEverybody(request, key, {})))

    return kept_page(request, key, site_mark(), rendered)


def _listed() -> dict[str, Any]:
    """The events everybody sees."""
    return {
        "running": running_events(limit=MAX_RUNNING),
        "coming": list(coming_tournaments()[:MAX_COMING]),
        "finished": finished_tournaments(limit=MAX_FINISHED),
    }


def _own_parts(request: HttpRequest, cards: Sequence[EntryCard]) -> dict[str, str]:
    """The parts of somebody who only plays, by the names of their places."""
    templates = {
        "topnav": "components/topnav.html",
        "messages": "components/messages.html",
        "match": "tournaments/home/_match.html",
        "last": "tournaments/home/_last.html",
    }
    return {name: render_to_string(template, {"cards": cards}, request) for name, template in templates.items()}
