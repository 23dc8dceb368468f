"""The table after any round, the arithmetic of each value, and the bracket."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.models import Registration, Tournament
from tournaments.queries.cut_lines import cut_marks
from tournaments.queries.division_places import newest_apart, ranks_apart
from tournaments.queries.divisions import division_names
from tournaments.queries.finding import Listed, rows_named
from tournaments.queries.history import first_tiebreak_round, rounds_counted
from tournaments.queries.standings import StandingRow, tiebreaks_of
from tournaments.queries.tables import (
    kept_brackets,
    kept_division,
    kept_explanation,
    kept_finals,
    kept_placings,
    kept_standings,
)
from tournaments.tiebreak_names import say_tiebreaker
from tournaments.views.event import Visit, event_page, event_part, visit
from tournaments.views.everybody import for_everybody
from tournaments.views.sections import in_sections, section_holding, sectioned


def own_place(here: Visit, number: int | None = None, division: str = "") -> dict[str, Any]:
    """The visitor's place in a long table, and the link to that section."""
    if here.mine is None:
        return {}
    return own_places(_rows(here, number, division), [here.mine.pk])[here.mine.pk]


def own_places(rows: Sequence[StandingRow], entries: Collection[int]) -> dict[int, dict[str, Any]]:
    """The places of these entries in a long table by their keys, with the section that holds each."""
    is_apart = bool(rows) and newest_apart(rows[0].registration.tournament)
    found: dict[int, dict[str, Any]] = {key: {"own_page": "standings", "own_row": None} for key in entries}
    for index, row in enumerate(rows):
        if row.registration.pk in found:
            own = row.registration.division if is_apart else ""
            place = {"own_row": row, "own_division": own, "own_section": section_holding(index, len(rows))}
            found[row.registration.pk] |= place
    return found


def listed(here: Visit, number: int | None = None, division: str = "") -> list[Listed]:
    """The entry of each row of the table."""
    return in_sections([[row.registration.pk] for row in _rows(here, number, division)])


@require_safe
@for_everybody(own=own_place, listed=listed)
def standings(request: HttpRequest, code: str, number: int | None = None, division: str = "") -> HttpResponse:
    """The Swiss table after a completed round, by default the last, section by section; `?find=` keeps matching names.

    A finished event's is in the order of final places. `division`: only its players, with their ranks in it. Where
    divisions have places of their own, the table of all has one after the other.
    """
    here = visit(request, code)
    event = here.tournament
    counted = rounds_counted(event)
    if number is not None and not 1 <= number <= counted:
        raise Http404
    names = division_names(event)
    if division and division not in names:
        raise Http404
    rows = _rows(here, number, division)
    find = request.GET.get("find", "").strip()
    if find:
        what = ("standings", _is_final(here, number), number, division)
        named = rows_named(here.table_mark, what, rows, lambda row: row.registration, find, private=here.private)
    final = _is_final(here, number)
    is_apart = not division and (newest_apart(event) if final else ranks_apart(event))

    def label(row: StandingRow) -> str:
        place = (row.division_rank if division else (row.final_place if final else None) or row.rank) or "–"
        return f"{names.get(row.registration.division, '')} {place}".strip() if is_apart else str(place)

    section = sectioned(named if find else rows, request, label)
    facts: dict[str, Any] = {
        "rows": section.rows,
        "section": section,
        "find": find,
        "columns": [(tiebreak.value, say_tiebreaker(tiebreak)) for tiebreak in tiebreaks_of(event)],
        "after": number or counted,
        "list_number": number or (0 if final else counted),
        "tiebreaks_from": first_tiebreak_round(event, number or counted),
        "counted": range(1, counted + 1),
        "chosen": number,
        "final": final,
        "division": division,
        "divisions": names,
        "is_apart": is_apart,
        "seats": "standings" if number is None else "",
    }
    if not final and (event.cuts_apart or not division):
        facts["cut"] = cut_marks(event, rows, number or counted, is_mixed=not (is_apart or division))
    return event_page(here, "standings", tab="tournament_standings", **own_place(here, number, division) | facts)


def newest_table(here: Visit) -> list[StandingRow]:
    """The rows of the page of standings without a number."""
    return _rows(here, None)


def _is_final(here: Visit, number: int | None) -> bool:
    return number is None and here.tournament.phase == Tournament.Phase.FINISHED


def _rows(here: Visit, number: int | None, division: str = "") -> list[StandingRow]:
    """The rows of the table, computed once for each change that counts in it."""
    if division:
        final = _is_final(here, number)
        return kept_division(here.tournament, here.table_mark, division, number, final=final)
    if _is_final(here, number):
        return kept_placings(here.tournament, here.table_mark)
    return kept_standings(here.tournament, here.table_mark, number)


@require_safe
@for_everybody(has_part=True)
def explained(request: HttpRequest, code: str, number: int, registration_id: int, value: str) -> HttpResponse:
    """One percentage and the numbers it is made of; a sheet over the table for htmx, otherwise a separate page."""
    here = visit(request, code)
    entry = get_object_or_404(Registration, pk=registration_id, tournament=here.tournament)
    if not 0 <= number <= rounds_counted(here.tournament):
        raise Http404
    found = kept_explanation(here.tournament, here.table_mark, entry, value, after_round=number, private=here.private)
    counted = {one.term.round for one in found.terms if one.term.counted}
    facts: dict[str, Any] = {
        "found": found,
        "words": say_tiebreaker(found.explanation.code),
        "number": number,
        "left_out": [round for round in found.byes if round not in counted],
    }
    if request.htmx:
        return event_part(here, "_explained", sheet=True, **facts)
    return event_page(here, "explained", tab="tournament_standings", **facts)


@require_safe
@for_everybody()
def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """The top cut, or the final pods, as a drawing and as a list."""
    here = visit(request, code)
    brackets = kept_brackets(here.tournament, here.mark)
    finals = kept_finals(here.tournament, here.mark)
    return event_page(here, "bracket", tab="tournament_bracket", brackets=brackets, finals=finals)
