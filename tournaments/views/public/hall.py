"""The screen on the wall of the hall: one page that shows what everybody in the room needs at the moment."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.own_parts import is_for_everybody
from tournaments.models import Match, Pod, Round, Tournament
from tournaments.queries.announcements import on_the_wall
from tournaments.queries.bracket import brackets_of
from tournaments.queries.bracket_parts import parts_for_the_wall
from tournaments.queries.cut_lines import cut_marks
from tournaments.queries.division_places import by_division, newest_apart
from tournaments.queries.drawn_finals import finals_of
from tournaments.queries.hall import moved_seats, seats_by_name, seats_in_divisions
from tournaments.queries.history import rounds_counted
from tournaments.queries.joining import takes_entries
from tournaments.queries.pods import pods_of
from tournaments.queries.rounds import matches_of, tables_done
from tournaments.queries.standings import StandingRow
from tournaments.queries.tables import kept_placings, kept_standings
from tournaments.views.event import Visit, event_part, visit
from tournaments.views.everybody import for_everybody, printed_address
from tournaments.views.joining import join_addresses

Phase = Tournament.Phase

MAX_TABLES = 1_000
"""Tables of a round that a wall can show. A longer list takes a quarter of an hour to go round: the screen then shows
the code by which a phone finds its table."""

ADDRESSED = {
    "qr": "tournaments/hall/_qr.html",
    "address": "tournaments/hall/_address.html",
    "join": "tournaments/hall/_join_qr.html",
    "join_page": "tournaments/hall/_join_page.html",
}


@require_safe
@for_everybody(alike=True, addressed=ADDRESSED, addresses=join_addresses)
def hall(request: HttpRequest, code: str) -> HttpResponse:
    """What the event is about now, for a screen ten metres away: it knows no visitor, staff included.

    It follows an event that is over or cancelled, too, which may be taken back: nobody at the wall loads it again.

    Before the start how to join; during a round everybody's table by name, and the clock with the tables that still
    play; between rounds the standings; in the top cut the bracket; at the end the final places. Divisions that play
    apart have lists of their own.
    """
    here = visit(request, code)
    facts: dict[str, Any] = {
        "round": here.current,
        "announced": on_the_wall(here.announcements),
        "address": printed_address(request, code),
        "is_running": here.current is not None and here.current.status == Round.Status.PUBLISHED,
    }
    if not is_for_everybody(request):
        facts |= join_addresses(request, code)
    return event_part(here, "hall", **facts | _views(here))


def _views(here: Visit) -> dict[str, Any]:
    """The facts of each view that the moment calls for; a view without facts is not shown."""
    event, round = here.tournament, here.current
    if event.phase == Phase.FINISHED:
        final = _in_divisions(event, kept_placings(event, here.table_mark))
        return {"final": final, **_cut(event)}
    if round is None or event.phase in (Phase.REGISTRATION, Phase.CANCELLED):
        return {"joining": event.phase != Phase.CANCELLED, "takes_entries": takes_entries(event)}
    if round.status != Round.Status.PUBLISHED:
        counted = rounds_counted(event)
        cut = _cut(event) if round.stage == Round.Stage.TOP_CUT else {}
        facts: dict[str, Any] = {"after": counted, **cut}
        return facts if any(cut.values()) else facts | _standings(here, counted)
    round.tournament = event
    if tables_done(round)[1] > MAX_TABLES:
        return {"joining": True}
    rows = matches_of(round)
    pods = pods_of(round) if event.is_in_pods else []
    playing: list[Match] | list[Pod] = [row.match for row in rows if row.is_open]
    if event.is_in_pods:
        playing = [row.pod for row in pods if row.is_open]
    return {
        "moved": moved_seats(round),
        "seats": seats_in_divisions(round, seats_by_name(round, rows)),
        **(_cut(event) if round.stage == Round.Stage.TOP_CUT else {}),
        "playing": playing,
        "tables": len(rows) + len(pods),
    }


def _cut(event: Tournament) -> dict[str, Any]:
    """The pages of the bracket of each division, or the final pods."""
    brackets = [part for drawn in brackets_of(event) for part in parts_for_the_wall(drawn)]
    return {"brackets": brackets, "finals": finals_of(event)}


def _standings(here: Visit, after: int) -> dict[str, Any]:
    """The table between rounds, with the marks of the top cut."""
    event, rows = here.tournament, kept_standings(here.tournament, here.table_mark)
    tables = _in_divisions(event, rows)
    return {"standings": tables, "cut": cut_marks(event, rows, after, is_mixed="" in tables)}


def _in_divisions(event: Tournament, rows: list[StandingRow]) -> dict[str, list[StandingRow]]:
    """The newest table, or that of each division, by their codes."""
    return by_division(event, rows, lambda row: row.registration.division, is_apart=newest_apart(event))
