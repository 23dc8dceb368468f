"""Byes awarded and losses assigned to an entry before a round is paired."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.services import entries as services
from tournaments.views.desk.access import desk_view, done, whole_number
from tournaments.views.desk.entry import entry_of_desk
from tournaments.wording.entries import say_rounds

PLACE = "#assigned"
"""Where on the entry's page the assigned rounds are."""


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def assign(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Award byes, or assign losses, in rounds that are not paired yet."""
    entry = entry_of_desk(tournament, registration_id)
    first, rounds = whole_number(request.POST.get("first")), whole_number(request.POST.get("rounds"))
    kind = request.POST.get("kind", "")
    services.assign_rounds(
        actor=request.actor,
        registration_id=entry.pk,
        kind=kind,
        first=first,
        rounds=rounds,
        reason=request.POST.get("reason", ""),
    )
    last = first + rounds - 1
    words = {"name": entry.entered_name, "rounds": say_rounds(first, last)}
    said = _("%(name)s has a bye in %(rounds)s.") if kind == "bye" else _("%(name)s has a loss in %(rounds)s.")
    keys = [tournament.code, entry.pk]
    return done(
        request,
        said % words,
        then=reverse("desk_entry", args=keys) + PLACE,
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
