"""What became of a request to join, on the phone that asked: the desk's answer, taking the key, withdrawing."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import notices
from accounts.players_here import JOIN_SECRET, MAX_PLAYERS, add_player, has_room, show_again
from accounts.refusals import Conflict
from tournaments.models import JoinRequest
from tournaments.queries.join_requests import find_request, is_askers, own_requests
from tournaments.queries.joining import may_join
from tournaments.services import entries as services
from tournaments.views.event import Visit, event_page, event_part, visit

NEWEST_ENTRY = "newest_entry"
"""Under which a session has the key of the entry made last, whose personal link it shows."""
State = JoinRequest.State


def secret_of(request: HttpRequest) -> str:
    """The secret of the browser's requests; empty before the first."""
    return str(request.session.get(JOIN_SECRET, ""))


@never_cache
@require_safe
def asked(request: HttpRequest, code: str) -> HttpResponse:
    """The browser's requests at an event and what the desk says; for htmx 204 while that is what `?seen=` says."""
    here = visit(request, code)
    found = [
        one for one in own_requests(here.tournament, request.actor, secret_of(request)) if one.state != State.WITHDRAWN
    ]
    stand = "-".join(f"{one.pk}.{one.state}.{one.collected_at is not None:d}" for one in found)
    facts: dict[str, Any] = {"requests": found, "stand": stand, "waits": _waits(found)}
    facts["may_join"] = may_join(here.tournament)
    if request.htmx and request.htmx.target == "asked":
        if request.GET.get("seen") == stand:
            return HttpResponse(status=204)
        return event_part(here, "_asked", **facts)
    if not found:
        return redirect("tournament_register", code=here.tournament.code)
    return event_page(here, "asked", **facts)


def _waits(found: list[JoinRequest]) -> bool:
    """Whether the page has to look again: an answer may come, or be taken back."""
    return any(one.is_open or (one.is_accepted and one.collected_at is None) for one in found)


@require_POST
def collect(request: HttpRequest, code: str, request_id: int) -> HttpResponse:
    """Take the key that the desk has given: the player is on this phone from now on, beside those it has."""
    here = visit(request, code)
    found = _own(here, request_id)
    given = found.made.player if found.made is not None else None
    stays_here = given is not None and given.user_id is None and not here.is_staff
    if given is not None and stays_here and not has_room(request.session, [given]):
        raise Conflict("no_room_for_key", name=found.name, limit=MAX_PLAYERS)
    collected = services.collect_key(actor=request.actor, request_id=found.pk, secret=secret_of(request))
    entry, path = collected.entry, collected.link
    if stays_here:
        request.session.cycle_key()
        add_player(request.session, entry.player)
    if path is None:
        notices.done(request, _("You go on as %(name)s.") % {"name": entry.name})
        return redirect("tournament_register", code=here.tournament.code)
    show_again(request.session, entry.player, path)
    request.session[NEWEST_ENTRY] = entry.pk
    return redirect("tournament_registered", code=here.tournament.code)


@require_POST
def withdraw(request: HttpRequest, code: str, request_id: int) -> HttpResponse:
    """Take an open request back."""
    here = visit(request, code)
    found = _own(here, request_id)
    services.withdraw_join_request(actor=request.actor, request_id=found.pk, secret=secret_of(request))
    notices.done(request, _("%(name)s no longer waits for the desk.") % {"name": found.name})
    return redirect("tournament_register", code=here.tournament.code)


def _own(here: Visit, request_id: int) -> JoinRequest:
    """The browser's request to join this event; 404 for anybody else's, and for an account's question about a past
    entry, which has its own page."""
    found = find_request(here.tournament, request_id)
    if found is None or found.is_past or not is_askers(found, here.request.actor, secret_of(here.request)):
        raise Http404
    return found
