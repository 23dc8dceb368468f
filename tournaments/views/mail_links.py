"""The links of mails about notices, for the person who reads the mailbox: no signing in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.mail_addresses import (
    confirm_address,
    decline_address,
    end_mails,
    find_asked,
    find_ending,
    is_ending,
)
from accounts.models import NoticeAddress
from tournaments.queries.notice_choice import KINDS, codes_of
from tournaments.wording.mails import name_among
from tournaments.wording.notices import kind_names
from tournaments.wording.pushes import name_on_phones


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, secret: str) -> HttpResponse:
    """Asks whether notices may go to the address, since mail programs open links by themselves; 410 for a link that no
    longer works."""
    asked = find_asked(secret)
    if asked is None:
        return render(request, "tournaments/mail/dead.html", status=410)
    facts = {"address": asked.address, "name": name_on_phones(asked.player), "state": "asked"}
    if request.method == "POST" and "no" in request.POST and asked.confirmed_at is None:
        decline_address(secret=secret)
        facts["state"] = "declined"
    elif request.method == "POST" or asked.confirmed_at is not None:
        confirmed = confirm_address(secret=secret)
        if confirmed is None:
            return render(request, "tournaments/mail/dead.html", status=410)
        facts["state"] = "confirmed"
    return render(request, "tournaments/mail/confirm.html", facts)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, secret: str) -> HttpResponse:
    """Asks which mails end; a POST ends them, that of a mail program (RFC 8058) all of the player's.

    The secret alone says who asks, so no cookie is needed, and none is looked at. 404 for one that the site never made.
    """
    if not is_ending(secret):
        return render(request, "tournaments/mail/dead.html", {"is_wrong": True}, status=404)
    found = find_ending(secret)
    kind = request.GET.get("kind", "")
    facts: dict[str, Any] = {"kind": kind if kind in KINDS else "", "state": "ended"}
    if found is not None:
        facts |= _whose(found)
        facts["state"] = "asked"
    if request.method == "POST":
        what = request.POST.get("what", "player")
        facts |= {"what": what, "state": "done"}
        if what == "kind":
            facts["kind"] = request.POST.get("kind", "")
            if facts["kind"] not in KINDS:
                facts["state"] = "asked" if found is not None else "ended"
            else:
                end_mails(secret=secret, codes=codes_of([facts["kind"]]))
        else:
            end_mails(secret=secret, everybody=what == "address")
    facts["kind_name"] = kind_names().get(facts["kind"], "")
    return render(request, "tournaments/mail/end.html", facts)


def _whose(found: NoticeAddress) -> dict[str, Any]:
    """The address, whose notices it gets, and whether it gets others'."""
    same = NoticeAddress.objects.filter(address=found.address, confirmed_at__isnull=False).select_related("player")
    players = [one.player for one in same]
    return {"address": found.address, "name": name_among(found.player, players), "is_shared": len(players) > 1}
