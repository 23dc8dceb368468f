"""The event's address itself, its overview, its players and its facts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.addresses import address_to_share
from tournaments.models import Registration, Round, StaffMember, Tournament
from tournaments.queries.entries import entries_of
from tournaments.queries.rounds import matches_of
from tournaments.queries.settings import rounds_of_plan
from tournaments.queries.standings import final_placings, standings_of
from tournaments.scoring.presets import find_preset
from tournaments.views.event import Visit, event_page, tab_of_the_moment, visit
from tournaments.views.my import entry_card
from tournaments.wording.tiebreakers import say_tiebreaker

Phase = Tournament.Phase


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """The address people share: opens the tab of the moment."""
    here = visit(request, code)
    name = tab_of_the_moment(here)
    if name == "tournament_overview":
        return _overview(here)
    return redirect(name, code=code)


@require_safe
def overview(request: HttpRequest, code: str) -> HttpResponse:
    """What is going on: sign-up and seats, or the round and the leaders, or who won."""
    return _overview(visit(request, code))


def _overview(here: Visit) -> HttpResponse:
    event = here.tournament
    facts: dict[str, Any] = {"planned": rounds_of_plan(event)}
    if here.mine is not None:
        facts["card"] = entry_card(here.request.actor, here.mine)
    if event.phase == Phase.FINISHED:
        facts["places"] = final_placings(event)[:8]
    elif here.rounds:
        tables = matches_of(here.rounds[-1])
        facts |= {"done": sum(not row.is_open for row in tables), "total": len(tables)}
        if any(round.stage == Round.Stage.SWISS and round.status == Round.Status.COMPLETED for round in here.rounds):
            facts["leaders"] = standings_of(event)[:8]
    return event_page(here, "overview", tab="tournament_overview", **facts)


@require_safe
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody who is in, in the order of entry, and the waiting list; `?find=` filters by name."""
    here = visit(request, code)
    entries = list(entries_of(here.tournament))
    for entry in entries:
        entry.tournament = here.tournament
    waiting = [entry for entry in entries if entry.status == Registration.Status.WAITLISTED]
    entered = [entry for entry in entries if entry.status != Registration.Status.WAITLISTED]
    facts: dict[str, Any] = {
        "entered": entered,
        "waiting": waiting,
        "has_teams": any(entry.team for entry in entries),
        "find": request.GET.get("find", "").strip(),
    }
    return event_page(here, "players", tab="tournament_players", **facts)


@require_safe
def info(request: HttpRequest, code: str) -> HttpResponse:
    """The event's facts: when, where, how it is played and ranked, who runs it."""
    here = visit(request, code)
    event = here.tournament
    preset = find_preset(event.preset)
    facts: dict[str, Any] = {
        "planned": rounds_of_plan(event),
        "preset": preset,
        "tiebreakers": [say_tiebreaker(tiebreak) for tiebreak in preset.tiebreaks],
        "address": address_to_share(request, reverse("tournament", args=[code])),
        "staff": StaffMember.objects.filter(tournament=event).select_related("user").order_by("role", "id"),
    }
    return event_page(here, "info", tab="tournament_info", **facts)
