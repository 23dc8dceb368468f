"""Joining an event by its code: typed on the start page or on a page of its own, or scanned."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.addresses import address_to_share
from accounts.allowances import spend
from accounts.refusals import TooMany
from tournaments.join_codes import MAX_TYPED, is_ambiguous, personal_secret
from tournaments.models import Tournament
from tournaments.queries.joining import FIND_BY_CODE, event_to_join


@never_cache
@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """The field for a code; with `?code=` on to the page where one joins the event, or what is wrong with the code."""
    return _lead(request, request.GET["code"]) if "code" in request.GET else _page(request)


@never_cache
@require_safe
def join_by_code(request: HttpRequest, typed: str) -> HttpResponse:
    """What a QR code opens: on to the page where one joins the event."""
    return _lead(request, typed)


def _lead(request: HttpRequest, typed: str) -> HttpResponse:
    typed = typed[:MAX_TYPED].replace("\x00", "")
    if not typed.strip():
        return _page(request, problem=_("Type the six characters of the code."), status=422)
    secret = personal_secret(typed)
    if secret:
        return redirect("personal_link", secret=secret)
    seconds = spend(request, FIND_BY_CODE)
    if seconds:
        words = ngettext(
            "Too many codes were tried. Try again in %(seconds)s second.",
            "Too many codes were tried. Try again in %(seconds)s seconds.",
            seconds,
        )
        answer = _page(request, typed, words % {"seconds": seconds}, status=TooMany.http_status)
        answer["Retry-After"] = str(seconds)
        return answer
    event = event_to_join(typed)
    if event is None:
        if is_ambiguous(typed):
            words = _("More than one code could be meant. Type the six characters alone.")
        else:
            words = _("No event has this code. Compare it with the poster or the screen; the desk can show it to you.")
        return _page(request, typed, words, status=404)
    return redirect("tournament_register", code=event.code)


def _page(request: HttpRequest, typed: str = "", problem: str = "", status: int = 200) -> HttpResponse:
    facts = {"typed": typed, "problem": problem}
    return render(request, "tournaments/public/join.html", facts, status=status)


def join_address(request: HttpRequest, tournament: Tournament) -> str:
    """The full address that the QR code of an event leads to."""
    return address_to_share(request, reverse("join_by_code", args=[tournament.join_code]))


def join_addresses(request: HttpRequest, code: str) -> dict[str, str]:
    """The same by the event's address, and where its code is typed, without the scheme."""
    tournament = Tournament.objects.only("join_code").get(code=code)
    typed_at = address_to_share(request, reverse("join")).partition("://")[2].rstrip("/")
    return {"join_address": join_address(request, tournament), "typed_at": typed_at}
