"""Search from every page of the desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.desk_search import find_on_desk
from tournaments.views.desk.access import desk_page, desk_view

MAX_TYPED = 80


@require_safe
@desk_view(Action.VIEW_DESK)
def find(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tables and entries that `?q=` may mean."""
    typed = request.GET.get("q", "").strip()[:MAX_TYPED]
    return desk_page(request, "find", tournament, desk_typed=typed, desk_found=find_on_desk(tournament, typed))
