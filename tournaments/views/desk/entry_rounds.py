"""Byes awarded and losses assigned to an entry before a round is paired."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refusal
from tournaments.forms.desk.entries import EntryForm
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.services import entries as services
from tournaments.services.entries.person import person_of
from tournaments.views.desk.access import attempt, desk_view, done, whole_number
from tournaments.views.desk.entry import entry_of_desk, entry_page
from tournaments.wording import say_refusal
from tournaments.wording.entries import say_rounds

PLACE = "#assigned"
"""Where on the entry's page the assigned rounds are."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_ENTRIES)
def assign(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Award byes, or assign losses, in rounds that are not paired yet; who is refused finds what was typed."""
    entry = entry_of_desk(tournament, registration_id)
    keys = [tournament.code, entry.pk]
    there = reverse("desk_entry", args=keys) + PLACE
    if request.method != "POST":
        return HttpResponseRedirect(there)
    sent = {name: request.POST.get(name, "") for name in ("kind", "first", "rounds", "reason")}
    kind, first, rounds = sent["kind"], whole_number(sent["first"]), whole_number(sent["rounds"])
    answer = attempt(
        services.assign_rounds,
        actor=request.actor,
        registration_id=entry.pk,
        kind=kind,
        first=first,
        rounds=rounds,
        reason=sent["reason"],
    )
    if isinstance(answer, Refusal):
        refused = say_refusal(answer) if first else _("From which round on? Write its number, such as 2.")
        person = person_of(entry)
        form = EntryForm(initial=asdict(person))
        assigning = {**sent, "refused": refused}
        status = answer.http_status
        return entry_page(request, tournament, entry, form=form, seen=person, assigning=assigning, status=status)
    last = first + rounds - 1
    words = {"name": entry.entered_name, "rounds": say_rounds(first, last)}
    said = _("%(name)s has a bye in %(rounds)s.") if kind == "bye" else _("%(name)s has a loss in %(rounds)s.")
    return done(
        request,
        said % words,
        then=there,
        undo=reverse("desk_entry_rounds_undo", args=[*keys, first, last]),
    )


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def undo(request: HttpRequest, tournament: Tournament, registration_id: int, first: int, last: int) -> HttpResponse:
    """Have the player paired in these rounds after all."""
    entry = entry_of_desk(tournament, registration_id)
    services.unassign_rounds(actor=request.actor, registration_id=entry.pk, first=first, last=last)
    said = _("%(name)s is paired in %(rounds)s.") % {"name": entry.entered_name, "rounds": say_rounds(first, last)}
    return done(request, said, then=reverse("desk_entry", args=[tournament.code, entry.pk]) + PLACE)
