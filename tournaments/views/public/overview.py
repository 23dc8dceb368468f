"""The event's own address, its overview, its players and its facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.models import Registration, Round, StaffMember, Tournament
from tournaments.pages.found import FRAME
from tournaments.queries.division_places import by_division, newest_apart
from tournaments.queries.entries import find_entry, listed_entries
from tournaments.queries.finding import Listed, rows_named
from tournaments.queries.kept import kept_for
from tournaments.queries.name_order import spoken_letter
from tournaments.queries.names import shown_name
from tournaments.queries.origins import stands_alone_for
from tournaments.queries.rounds import tables_done
from tournaments.queries.settings import rounds_of_plan
from tournaments.queries.standings import StandingRow, tiebreaks_of
from tournaments.queries.tables import kept_placings, kept_standings
from tournaments.scoring.presets import find_preset
from tournaments.tiebreak_names import say_tiebreaker
from tournaments.views.entry_cards import RUNNING, entry_card
from tournaments.views.event import Visit, event_page, tab_of_the_moment, visit
from tournaments.views.everybody import for_everybody, printed_address
from tournaments.views.public.pairings import committed_after
from tournaments.views.sections import in_sections, sectioned

Phase = Tournament.Phase

FIRST, FIRST_OF_EACH = 8, 4
"""Rows of a table on the overview; of each, where every division has its own."""


def own_entry(here: Visit) -> dict[str, Any]:
    """The visitor's entry: its status before the event, and their match while it runs."""
    entry = find_entry(here.tournament, here.mine.pk) if here.mine is not None else None
    card = entry_card(here.actor, entry) if entry is not None else None
    return {"own_page": "overview", "card": card}


def leading_to_restored(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Lead from the address of an event that is not on this site to the only one that was restored from it."""

    @wraps(view)
    def led(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, code)
        except Http404:
            restored = stands_alone_for(code)
            if restored is None:
                raise
            return redirect("tournament", restored.code)

    return led


@require_safe
@leading_to_restored
@for_everybody(own=own_entry)
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """The address people share: leads to the tab of the moment, the same for everybody, or is the overview."""
    here = visit(request, code)
    name = tab_of_the_moment(here)
    return _overview(here) if name == "tournament_overview" else redirect(name, code=code)


@require_safe
@for_everybody(own=own_entry)
def overview(request: HttpRequest, code: str) -> HttpResponse:
    """The state of the event: sign-up and seats, or the round and the leaders, or who won."""
    return _overview(visit(request, code))


def _overview(here: Visit) -> HttpResponse:
    event = here.tournament
    facts: dict[str, Any] = own_entry(here) | {"planned": rounds_of_plan(event)}
    if not here.rounds:
        facts["committed"] = committed_after(here, None)
    if event.phase in RUNNING:
        facts["seats"] = "overview"
    if event.phase == Phase.FINISHED:
        facts["places"] = _best(event, kept_placings(event, here.table_mark))
    elif here.rounds:
        facts["done"], facts["total"] = tables_done(here.rounds[-1])
        if any(round.stage == Round.Stage.SWISS and round.status == Round.Status.COMPLETED for round in here.rounds):
            facts["leaders"] = _best(event, kept_standings(event, here.table_mark))
    return event_page(here, "overview", tab="tournament_overview", **facts)


def _best(event: Tournament, rows: Sequence[StandingRow]) -> dict[str, list[StandingRow]]:
    """The first rows of the newest table, or of that of each division, by their codes."""
    tables = by_division(event, rows, lambda row: row.registration.division, is_apart=newest_apart(event))
    return {code: own[: FIRST if len(tables) == 1 else FIRST_OF_EACH] for code, own in tables.items()}


def _entries(here: Visit) -> list[tuple[int, Registration]]:
    what = ("entries", here.private)
    return kept_for(here.table_mark, what, lambda: listed_entries(here.tournament, private=here.private))


def listed(here: Visit) -> list[Listed]:
    """The entry of each row of the list of players."""
    return in_sections([[entry.pk] for _, entry in _entries(here)])


@require_safe
@for_everybody(listed=listed)
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody with a seat, by name, and the waiting list in its order, by sections; `?find=` filters by name."""
    here = visit(request, code)
    find = request.GET.get("find", "").strip()
    entries = everybody = _entries(here)
    if find:
        entries = rows_named(here.table_mark, "entries", everybody, lambda row: row[1], find, private=here.private)
    section = sectioned(entries, request, lambda row: spoken_letter(shown_name(row[1], private=here.private)))
    waits = Registration.Status.WAITLISTED
    facts: dict[str, Any] = {
        "section": section,
        "entered": [row for row in section.rows if row[1].status != waits],
        "waiting": [row for row in section.rows if row[1].status == waits],
        "has_teams": any(entry.team for _, entry in everybody),
        "find": find,
        "is_frame": find == FRAME,
    }
    return event_page(here, "players", tab="tournament_players", **facts)


@require_safe
@for_everybody(addressed={"link": "tournaments/public/_link.html"})
def info(request: HttpRequest, code: str) -> HttpResponse:
    """The event's facts: when, where, how it is played and ranked, who runs it."""
    here = visit(request, code)
    event = here.tournament
    preset = find_preset(event.preset)
    facts: dict[str, Any] = {
        "planned": rounds_of_plan(event),
        "preset": preset,
        "tiebreakers": [say_tiebreaker(tiebreak) for tiebreak in tiebreaks_of(event)],
        "address": printed_address(request, code),
        "staff": StaffMember.objects.filter(tournament=event).select_related("user").order_by("role", "id"),
    }
    return event_page(here, "info", tab="tournament_info", **facts)
