"""A player reports the result of their own match: one tap for the score, one for confirming the other player's."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.refusals import Refusal
from tournaments.models import Registration
from tournaments.queries.checks import match_under_way
from tournaments.queries.reports import as_said_by, own_report
from tournaments.services.reports import report_score
from tournaments.views.desk.access import way_back
from tournaments.views.my import own_entry

_SCORE = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{1,2})")
_KEY = re.compile(r"[0-9A-Za-z-]{1,64}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Report a score, won, lost and drawn as the player says it; a GET of htmx's is answered with how it stands."""
    entry = own_entry(request, registration_id)
    if request.method == "POST":
        found = _SCORE.fullmatch(request.POST.get("score", ""))
        match = match_under_way(entry)
        if match is None or request.POST.get("match") != str(match.pk):
            raise Refusal("no_such_match")
        if found is None:
            raise Refusal("no_such_score")
        won, lost, drawn = (int(number) for number in found.groups())
        wins1, wins2, draws = as_said_by(entry, match, (won, lost, drawn))
        key = request.POST.get("key", "")
        report_score(
            actor=request.actor,
            match_id=match.pk,
            wins1=wins1,
            wins2=wins2,
            draws=draws,
            key=key if _KEY.fullmatch(key) else "",
        )
    return stand(request, entry)


def stand(request: HttpRequest, entry: Registration) -> HttpResponse:
    """How the match's reports stand, for htmx (204 where `seen` still holds); otherwise the page of the button."""
    if request.htmx:
        match = match_under_way(entry)
        own = own_report(entry, match)
        if own is not None and own.stand == request.GET.get("seen"):
            return HttpResponse(status=204)
        facts = {"own_report": own, "entry": entry, "here": way_back(request, reverse("my_page"))}
        return render(request, "tournaments/public/_report.html", facts | {"was_asked": True, "match": match})
    return redirect(way_back(request, reverse("my_page")))
