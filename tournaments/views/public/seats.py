"""Where everybody sits, a hundred entries at a time, as everybody may read it.

An open page puts its own entry's seat in its place the moment a round is published. What is in it stands on the public
pages too, so it is rendered once for everybody; what is private comes from `tournaments.views.public.live` later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Round
from tournaments.queries.calls import calls_by_match, calls_by_pod
from tournaments.queries.matches import match_view
from tournaments.queries.moved import Moved, moved_in
from tournaments.queries.seats import Seat, seats_of, stand_of
from tournaments.views.entry_cards import RUNNING, SeatCard
from tournaments.views.event import Visit, event_part, event_side, visit
from tournaments.views.everybody import for_everybody
from tournaments.views.public.standings import newest_table, own_places

Facts = dict[str, Any]


@require_safe
@for_everybody(alike=True)
def seats(request: HttpRequest, code: str, page: str, section: int) -> HttpResponse:
    """The seats of a section's entries in the newest round, as the page of that name shows them to their players.

    404 where the section holds no entry of the event, so that nothing is kept for it.
    """
    here = visit(request, code)
    if page not in PAGES:
        raise Http404
    found = seats_of(here.tournament, here.current, section)
    if not found:
        raise Http404
    facts = PAGES[page](here, found)
    has_steps = here.tournament.phase in RUNNING and page not in ("my", "stand")
    rows = [{"mine": seat.entry, **facts[seat.entry.pk], **(_step(here, seat) if has_steps else {})} for seat in found]
    return event_part(here, "_seats", seats=rows, own_page=page, round=here.current, has_steps=has_steps)


@dataclass(frozen=True)
class OpenSeat(SeatCard):
    """A seat with where its player moved from, if a repair moved them."""

    moved: Moved | None


def _on_pairings(here: Visit, found: Sequence[Seat]) -> dict[int, Facts]:
    return {
        seat.entry.pk: {"my_match": seat.match, "my_bye": seat.bye, "my_through": seat.through, "my_pod": seat.pod}
        for seat in found
    }


def _on_overview(here: Visit, found: Sequence[Seat]) -> dict[int, Facts]:
    views = {seat.match.pk: match_view(seat.match) for seat in found if seat.match is not None}
    keys = {seat.entry.pk for seat in found}
    moved = {one.player.pk: one for one in moved_in(here.current, only=keys, with_company=True)}
    return {
        seat.entry.pk: {
            "card": OpenSeat(
                registration=seat.entry,
                round=here.current,
                view=views[seat.match.pk] if seat.match is not None else None,
                bye=seat.bye,
                through=seat.through,
                moved=moved.get(seat.entry.pk),
                pod=seat.pod,
            )
        }
        for seat in found
    }


def _on_standings(here: Visit, found: Sequence[Seat]) -> dict[int, Facts]:
    rows = newest_table(here) if here.rounds else []
    return own_places(rows, [seat.entry.pk for seat in found])


def _stands(here: Visit, found: Sequence[Seat]) -> dict[int, Facts]:
    announced = [one.pk for one in here.announcements]
    is_running = here.current is not None and here.current.status == Round.Status.PUBLISHED
    found_at = calls_by_pod if here.tournament.is_in_pods else calls_by_match
    calls = found_at(here.current) if here.current is not None and is_running else {}

    def stand(seat: Seat) -> str:
        seated = seat.match or (seat.pod.pod if seat.pod is not None else None)
        call = calls.get(seated.pk) if seated is not None else None
        return stand_of(
            seat.entry,
            here.current,
            seat.match,
            bye=seat.bye,
            call=call,
            announced=announced,
            pod=seat.pod,
            boards=seat.boards,
        )

    return {seat.entry.pk: {"stand": stand(seat)} for seat in found}


PAGES: dict[str, Callable[[Visit, Sequence[Seat]], dict[int, Facts]]] = {
    "pairings": _on_pairings,
    "overview": _on_overview,
    "standings": _on_standings,
    "my": _on_overview,
    "stand": _stands,
}
"""What a seat shows on each page that has one, by the page's name; `stand` tells whether it reads otherwise now."""


def _step(here: Visit, seat: Seat) -> Facts:
    """The one button of the header while the event runs: it follows from the round and the match alone."""
    player = Visit(here.actor, here.tournament, here.request)
    vars(player).update(mine=seat.entry, rounds=here.rounds, my_match=seat.match)
    return event_side(player)
