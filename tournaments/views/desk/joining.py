"""How players join by themselves: the code to show, a new one, and closing it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.join_codes import format_join_code
from tournaments.models import JoinRequest, Tournament
from tournaments.permissions import Action
from tournaments.queries.join_requests import requests_of
from tournaments.services import joining as services
from tournaments.views.desk.access import desk_confirm, desk_page, desk_view, done
from tournaments.views.joining import join_address

MAX_ANSWERED = 50
State = JoinRequest.State


@require_safe
@desk_view(Action.VIEW_DESK)
def joining(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The code as it is shown at the counter, and who waits for an answer."""
    found = requests_of(tournament)
    waiting = list(found.filter(state=State.OPEN).order_by("pk"))
    answered = list(found.exclude(state=State.OPEN).order_by("-decided_at")[:MAX_ANSWERED])
    facts: dict[str, Any] = {
        "join_address": join_address(request, tournament),
        "waiting": waiting,
        "answered": answered,
    }
    return desk_page(request, "joining", tournament, tab="entries", **facts)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_ENTRIES)
def renew(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Asks first, because posters stop working; then another code."""
    page = reverse("desk_joining", args=[tournament.code])
    if request.method == "POST":
        services.renew_join_code(actor=request.actor, tournament_id=tournament.pk)
        return done(request, _("The event has a new join code."), then=page)
    facts = {
        "question": _("Give “%(event)s” a new join code?") % {"event": tournament.name},
        "consequences": [
            _("The code %(code)s leads nowhere any more, and neither do posters and screens that show it.")
            % {"code": format_join_code(tournament.join_code)},
            _("Who has joined stays entered; personal links go on working."),
        ],
        "action": _("New code"),
        "back": page,
    }
    return desk_confirm(request, tournament, **facts)


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def switch(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open or close joining."""
    is_open = request.POST.get("open") == "1"
    services.set_joining(actor=request.actor, tournament_id=tournament.pk, is_open=is_open)
    said = _("Players can join by themselves.") if is_open else _("Joining is closed: staff alone enter players.")
    return done(request, said, then=reverse("desk_joining", args=[tournament.code]))
