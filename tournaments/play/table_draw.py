"""Drawing a table for a deck check by lot.

Players who were checked least come first: while somebody at a table that can be drawn has not been checked, nobody
else is checked a second time. A table the round is waiting for is never drawn: those that are over or have extra time
already, those where a judge is called, all of them once little of the round is left, and the last ones playing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

ROOM_SECONDS = 600
"""A check takes most of ten minutes; with less of the round left its table plays past the time."""
LAST_SHARE = 4
"""The round waits for the tables playing once only one in this many, or a single one, has not finished."""


class NoTable(StrEnum):
    """Why no table can be drawn."""

    NOTHING_OPEN = "nothing_open"
    LITTLE_TIME = "little_time"
    LAST_TABLES = "last_tables"
    ALL_CHECKED = "all_checked"
    NO_LISTS = "no_lists"
    HOLDS_UP = "holds_up"
    """By this event's own table times a table checked now would hold up the round."""
    OVER_TIME = "over_time"
    """No table times are known, and a check usually takes longer than the round's time has left."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One table of the running round; `match` is the key of its match or pod.

    `checks` are the deck checks that the players have had in the event, by seat, None for a player without a list to
    check. `checked` says that one was made or is being made at the table in this round, `extended` that the table
    has extra time, `called` that a judge is called there, `drawn` that it came out of the lot in this round already.
    """

    match: int
    checks: tuple[int | None, ...]
    done: bool = False
    checked: bool = False
    extended: bool = False
    called: bool = False
    drawn: bool = False

    @property
    def least(self) -> int | None:
        """The fewest checks of a player who can be checked here."""
        return min((count for count in self.checks if count is not None), default=None)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """The table, and the seats, from 1 on, whose decks are due: players who were checked more often are left alone."""

    match: int
    seats: tuple[int, ...]


def tables_to_draw(tables: Sequence[RoundTable], *, seconds_left: int | None) -> tuple[RoundTable, ...] | NoTable:
    """The tables a check may be made at, or why there are none. `seconds_left` is None while no clock runs."""
    playing = [table for table in tables if not table.done]
    if not playing:
        return NoTable.NOTHING_OPEN
    if seconds_left is not None and seconds_left < ROOM_SECONDS:
        return NoTable.LITTLE_TIME
    if len(playing) <= max(1, len(tables) // LAST_SHARE):
        return NoTable.LAST_TABLES
    fresh = [table for table in playing if not (table.checked or table.extended or table.called)]
    if not fresh:
        return NoTable.ALL_CHECKED
    return tuple(table for table in fresh if table.least is not None) or NoTable.NO_LISTS


def draw_table(tables: Sequence[RoundTable], rng: Random, *, seconds_left: int | None = None) -> DrawnTable | NoTable:
    """Draw one of the players who were checked least, each as likely as the other; their table is the one.

    Both decks of it are due where both players were checked as little. A table that was drawn already comes again only
    after the others of these players: another judge may be on the way to it, or the lot was asked for another one. The
    same generator state draws the same table whatever the order of `tables`, and whichever others drop out of it.
    """
    open_ = tables_to_draw(tables, seconds_left=seconds_left)
    if isinstance(open_, NoTable):
        return open_
    fewest = min(table.least for table in open_ if table.least is not None)
    due = [
        (table, tuple(seat for seat, count in enumerate(table.checks, start=1) if count == fewest))
        for table in open_
        if table.least == fewest
    ]
    due = [pair for pair in due if not pair[0].drawn] or due
    lot = rng.getrandbits(64)
    table, seats = min(due, key=lambda pair: min(_place(lot, pair[0].match, seat) for seat in pair[1]))
    return DrawnTable(table.match, seats)


def _place(lot: int, match: int, seat: int) -> tuple[float, int]:
    """Where a player comes in the order of the lot; it does not depend on who else is in it."""
    return Random(f"{lot}.{match}.{seat}").random(), match
