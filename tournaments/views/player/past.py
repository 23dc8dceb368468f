"""Asking for past entries with an account, and what the desks answered."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import notices
from accounts.age_forms import ASKS_GUARDIAN
from accounts.allowances import spend
from accounts.forms import add_refusal
from accounts.refusals import Refusal, TooMany
from tournaments.forms.past import PastEntryForm
from tournaments.models import JoinRequest
from tournaments.queries.join_requests import own_past_requests
from tournaments.queries.joining import FIND_BY_CODE, event_to_join
from tournaments.services.entries.asking import withdraw_join_request
from tournaments.services.entries.past import ask_for_past_entry, take_past_entry
from tournaments.wording import say_refusal


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def past_entries(request: HttpRequest) -> HttpResponse:
    """The form, and the account's questions with their answers; a question leads back here."""
    form = PastEntryForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = _ask(request, form)
        if status == 200:
            return redirect("account_past_entries")
    facts = {"form": form, "requests": own_past_requests(request.actor)}
    return render(request, "tournaments/player/past_entries.html", facts, status=status)


def _ask(request: HttpRequest, form: PastEntryForm) -> int:
    """Ask the desk; the status of the answer: 200 where it was asked."""
    seconds = spend(request, FIND_BY_CODE)
    if seconds:
        add_refusal(form, TooMany("too_often", seconds=seconds), say_refusal)
        return TooMany.http_status
    if not form.is_valid():
        return 422
    values = form.consented()
    event = event_to_join(values.pop("code"))
    if event is None:
        form.add_error("code", _("No event has this code. It stands in the event's address and on its poster."))
        return 422
    try:
        ask_for_past_entry(actor=request.actor, tournament_id=event.pk, **values)
    except Refusal as refusal:
        codes = {one.code for one in refusal.problems}
        form.asks_guardian = form.asks_guardian or not codes.isdisjoint(ASKS_GUARDIAN)
        add_refusal(form, refusal, say_refusal)
        return 422
    notices.done(request, _("The desk of %(event)s was asked. The answer is shown here.") % {"event": event.name})
    return 200


@login_required
@require_POST
def take(request: HttpRequest, request_id: int) -> HttpResponse:
    """Take the player of the entry that the desk has given into the account."""
    found = _own(request, request_id)
    collected = take_past_entry(actor=request.actor, request_id=found.pk)
    words = _("Your account keeps %(name)s now, with the entries of all events.")
    notices.done(request, words % {"name": collected.entry.player.name})
    return redirect("account")


@login_required
@require_POST
def withdraw(request: HttpRequest, request_id: int) -> HttpResponse:
    """Take an open question back."""
    found = _own(request, request_id)
    withdraw_join_request(actor=request.actor, request_id=found.pk)
    notices.done(request, _("The question is withdrawn."))
    return redirect("account_past_entries")


def _own(request: HttpRequest, request_id: int) -> JoinRequest:
    """The account's own question of this key; 404 for anybody else's."""
    for one in own_past_requests(request.actor):
        if one.pk == request_id:
            return one
    raise Http404
