"""A player calls a judge to their own table, by one tap, and takes the call back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Conflict, Refusal
from tournaments.models import Pod, Registration
from tournaments.queries.calls import own_call
from tournaments.queries.checks import seated_under_way
from tournaments.services import calls as services
from tournaments.views.desk.access import way_back
from tournaments.views.my import own_entry


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Call a judge; a GET of htmx's is answered with how the call stands.

    A table that has an open call already, be it by a second tap or the opponent's, sees so on the page itself.
    """
    entry = own_entry(request, registration_id)
    if request.method == "POST":
        seated = seated_under_way(entry)
        if seated is None:
            raise Refusal("no_such_match")
        words = request.POST.get("words", "")
        try:
            if isinstance(seated, Pod):
                services.raise_pod_call(actor=request.actor, pod_id=seated.pk, words=words)
            else:
                services.raise_call(actor=request.actor, match_id=seated.pk, words=words)
        except Conflict as conflict:
            if conflict.code != "call_already_open":
                raise
    return stand(request, entry)


@require_POST
def withdraw(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Take back the player's own open call; without one nothing is left to do."""
    entry = own_entry(request, registration_id)
    own = own_call(entry, seated_under_way(entry))
    if own is not None and own.call is not None and own.is_mine:
        services.withdraw_call(actor=request.actor, call_id=own.call.pk)
    return stand(request, entry)


def stand(request: HttpRequest, entry: Registration) -> HttpResponse:
    """How the table's call stands, for htmx; otherwise the page that the button was on."""
    if request.htmx:
        own = own_call(entry, seated_under_way(entry))
        here = way_back(request, reverse("my_page"))
        return render(request, "tournaments/public/_judge_call.html", {"own_call": own, "here": here})
    return redirect(way_back(request, reverse("my_page")))
