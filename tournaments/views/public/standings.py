"""The table after any round, each value opened to its arithmetic, and the bracket."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.models import Registration, Round, Tournament
from tournaments.queries.bracket import bracket_of
from tournaments.queries.history import first_tiebreak_round, rounds_counted
from tournaments.queries.rounds import matches_of
from tournaments.queries.standings import StandingRow, explain_value, final_placings, standings_of
from tournaments.scoring.presets import find_preset
from tournaments.views.event import Visit, event_page, event_part, visit
from tournaments.views.public.pairings import state_mark
from tournaments.wording.tiebreakers import say_tiebreaker


@require_safe
def standings(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """The Swiss table after a completed round, by default the last; a finished event's in the order of final places."""
    here = visit(request, code)
    event = here.tournament
    counted = rounds_counted(event)
    if number is not None and not 1 <= number <= counted:
        raise Http404
    final = number is None and event.phase == Tournament.Phase.FINISHED
    rows = final_placings(event) if final else standings_of(event, number)
    facts: dict[str, Any] = {
        "rows": rows,
        "columns": [(tiebreak.value, say_tiebreaker(tiebreak)) for tiebreak in find_preset(event.preset).tiebreaks],
        "after": number or counted,
        "tiebreaks_from": first_tiebreak_round(event, number or counted),
        "counted": range(1, counted + 1),
        "chosen": number,
        "final": final,
        "cut_after": cut_after(event, rows, number or counted) if not final else None,
        "own": here.mine.pk if here.mine is not None else None,
    }
    return event_page(here, "standings", tab="tournament_standings", **facts)


def cut_after(event: Tournament, rows: list[StandingRow], after: int) -> int | None:
    """The entry after whose row the top cut ends; None without a cut, or while rounds are still to be played."""
    if not event.top_cut or after < (event.planned_rounds or 0):
        return None
    seeded = [row.registration.pk for row in rows if row.registration.seed]
    if seeded:
        return seeded[-1]
    staying = [row.registration.pk for row in rows if row.rank and row.dropped_round is None]
    return staying[event.top_cut - 1] if len(staying) > event.top_cut else None


@require_safe
def explained(request: HttpRequest, code: str, number: int, registration_id: int, value: str) -> HttpResponse:
    """One percentage and the numbers it is made of; a sheet over the table for htmx, a page of its own otherwise."""
    here = visit(request, code)
    entry = get_object_or_404(Registration, pk=registration_id, tournament=here.tournament)
    if not 0 <= number <= rounds_counted(here.tournament):
        raise Http404
    found = explain_value(here.tournament, entry, value, after_round=number, private=here.private)
    facts: dict[str, Any] = {"found": found, "words": say_tiebreaker(found.explanation.code), "number": number}
    if request.htmx:
        return event_part(here, "_explained", sheet=True, **facts)
    return event_page(here, "explained", tab="tournament_standings", **facts)


@require_safe
def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """The top cut as a drawing and as a list; asked again by htmx it answers 204 while nothing has changed."""
    here = visit(request, code)
    drawn = bracket_of(here.tournament)
    if drawn is None:
        return event_page(here, "bracket", tab="tournament_bracket", bracket=None)
    seen = _bracket_mark(here)
    if request.htmx and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    if request.htmx and "seen" in request.GET:
        return event_part(here, "_bracket", bracket=drawn, seen=seen)
    return event_page(here, "bracket", tab="tournament_bracket", bracket=drawn, seen=seen)


def _bracket_mark(here: Visit) -> str:
    rounds = [round for round in here.rounds if round.stage == Round.Stage.TOP_CUT]
    return "-".join(state_mark(here, round, matches_of(round)) for round in rounds)
