"""The clock of the round under way: the buttons beside it, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from tournaments.models import LogEntry, Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.clock import CLOCK_VERBS
from tournaments.round_names import say_round
from tournaments.services import clock as services
from tournaments.views.desk.access import desk_view, done, whole_number
from tournaments.views.desk.rounds import round_of

STEPS: dict[str, tuple[Callable[..., Any], str | Promise]] = {
    "start": (services.start_clock, gettext_lazy("%(round)s: the clock is running.")),
    "pause": (services.pause_clock, gettext_lazy("%(round)s: the clock is paused.")),
    "resume": (services.resume_clock, gettext_lazy("%(round)s: the clock runs on.")),
    "extra-turns": (services.call_extra_turns, gettext_lazy("%(round)s: time is up, extra turns.")),
    "reset": (services.reset_clock, gettext_lazy("%(round)s: the clock is reset.")),
}


@require_POST
@desk_view(Action.RUN_ROUNDS)
def step(request: HttpRequest, tournament: Tournament, number: int, step: str) -> HttpResponse:
    """One of STEPS."""
    if step not in STEPS:
        raise Http404
    concerned = round_of(tournament, number)
    service, said = STEPS[step]
    service(actor=request.actor, round_id=concerned.pk)
    return _done(request, concerned, said % {"round": say_round(concerned)})


@require_POST
@desk_view(Action.RUN_ROUNDS)
def move(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Give the round `minutes`, or take some."""
    concerned = round_of(tournament, number)
    sent = request.POST.get("minutes", "").removeprefix("+")
    minutes = whole_number(sent) or -whole_number(sent.removeprefix("-"))
    services.move_clock(actor=request.actor, round_id=concerned.pk, minutes=minutes)
    more = ngettext("%(round)s: %(count)d minute more.", "%(round)s: %(count)d minutes more.", minutes)
    less = ngettext("%(round)s: %(count)d minute less.", "%(round)s: %(count)d minutes less.", -minutes)
    words = {"round": say_round(concerned), "count": abs(minutes)}
    return _done(request, concerned, (more if minutes > 0 else less) % words)


@require_POST
@desk_view(Action.RUN_ROUNDS)
def undo(request: HttpRequest, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    """Put the clock back to what it was before the newest line about it."""
    concerned = round_of(tournament, number)
    get_object_or_404(tournament.log, pk=entry_id)
    services.undo_clock(actor=request.actor, round_id=concerned.pk, entry_id=entry_id)
    return done(request, _("The clock is as it was."), then=reverse("desk", args=[tournament.code]))


def _done(request: HttpRequest, round: Round, said: str) -> HttpResponse:
    """Back to the desk, with the way to take the newest change back."""
    code = round.tournament.code
    newest = LogEntry.objects.filter(tournament=round.tournament, verb__in=CLOCK_VERBS, facts__round=round.number)
    way = reverse("desk_clock_undo", args=[code, round.number, newest.latest("pk").pk])
    return done(request, said, then=reverse("desk", args=[code]), undo=way)
