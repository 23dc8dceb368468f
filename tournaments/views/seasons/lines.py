"""Lines of a leaderboard as templates show them: each result with its event and why it may not count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from accounts.languages import language_key
from tournaments.queries.seasons import Board, EventOfSeason
from tournaments.seasons.leaderboard import Line, Scored
from tournaments.wording.seasons import say_left_out


@dataclass(frozen=True)
class ShownResult:
    """One result: its event, its points, in words why it does not count, if so, and the `division` that the place is
    one in, where the event gave each its own places.
    """

    event: EventOfSeason
    scored: Scored
    left_out: str
    division: str


@dataclass(frozen=True)
class ShownLine:
    """One line with the name the reader may see."""

    line: Line
    name: str
    results: tuple[ShownResult, ...]


def shown_lines(lines: Iterable[Line], board: Board, name_of: Callable[[int], str]) -> list[ShownLine]:
    events = {event.pk: event for event in board.events}

    def results(line: Line) -> tuple[ShownResult, ...]:
        return tuple(shown_result(one, events[one.result.event], board) for one in line.scored)

    return [ShownLine(line, name_of(line.person), results(line)) for line in lines]


def shown_result(scored: Scored, event: EventOfSeason, board: Board) -> ShownResult:
    left_out = say_left_out(scored.left_out) if scored.left_out is not None else ""
    field = board.divisions.get(scored.result.field)
    return ShownResult(event, scored, left_out, field.names.in_language(language_key()) if field is not None else "")
