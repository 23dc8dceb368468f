"""Finding people by their names, in the order of a round's tables or of the entry list."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tournaments.marks import Mark
from tournaments.models import Registration, Round
from tournaments.queries.kept import kept_for
from tournaments.queries.names import NAME_FIELDS, NameRow, shown_name
from tournaments.queries.pods import entries_in_pods, pod_keys
from tournaments.queries.teams import members_by_team, members_of

Row = TypeVar("Row")

MAX_FOUND = 60
"""Rows that a search shows: more than one page of them is not an answer to where somebody sits."""


def folded(name: str) -> str:
    """A name without case, width and spaces, for comparing what is typed with what is there."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


@dataclass(frozen=True)
class Named:
    """A row by its key, with the name it shows and the name as entered.

    A name typed as entered, to the last character, finds the row without being shown: a child whose name is masked
    finds their own table.
    """

    key: int
    shown: str
    entered: str
    members: tuple[Named, ...] = ()
    """Of a team, whose row is found by the names of its members too."""

    @classmethod
    def of(
        cls, key: int, entry: Registration | NameRow, *, private: bool, members: Iterable[Registration] = ()
    ) -> Named:
        people = tuple(cls.of(key, one, private=private) for one in members)
        return cls(key, folded(shown_name(entry, private=private)), folded(entry.name), people)

    @property
    def all(self) -> tuple[Named, ...]:
        return (self, *self.members)

    def fits(self, wanted: str) -> bool:
        return any(wanted in one.shown or wanted == one.entered for one in self.all)


@dataclass(frozen=True)
class Listed:
    """A row of a list: the keys of the entries that it names, and the section that it is read in."""

    entries: tuple[int, ...]
    section: int


class Index:
    """The rows of a list by the names that everybody reads, as quick for thousands of rows as for one.

    All shown names are one text, one in each line; what is looked for has no line break (`folded`).
    """

    def __init__(self, rows: Iterable[Listed], names: Mapping[int, Named]) -> None:
        self._rows = list(rows)
        self._starts: list[int] = []
        self._row_at: list[int] = []
        self._entered: dict[str, list[int]] = {}
        self._hidden: set[str] = set()
        lines: list[str] = []
        start = 0
        for place, row in enumerate(self._rows):
            for named in (one for key in row.entries if key in names for one in names[key].all):
                self._starts.append(start)
                self._row_at.append(place)
                self._entered.setdefault(named.entered, []).append(place)
                if named.entered not in named.shown:
                    self._hidden.add(named.entered)
                lines.append(named.shown)
                start += len(named.shown) + 1
        self._text = "\n".join(lines)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def names(self) -> int:
        """How many names its rows have."""
        return len(self._starts)

    def is_guess(self, find: str) -> bool:
        """Whether it may be the name of somebody who is shown under another: it is, or no shown name holds it."""
        wanted = folded(find)
        return wanted in self._hidden or wanted not in self._text

    def find(self, find: str, *, by_entered: bool = True) -> list[Listed]:
        """The first `MAX_FOUND` rows in which a shown name contains what is looked for, or that name somebody called
        exactly so; without `by_entered` only the first of the two."""
        wanted = folded(find)
        found = set(self._entered.get(wanted, ())) if by_entered else set()
        in_order: set[int] = set()
        line, at = -1, self._text.find(wanted) if self._starts else -1
        while at >= 0 and line + 1 < len(self._starts) and len(in_order) < MAX_FOUND:
            line = bisect_right(self._starts, at) - 1
            in_order.add(self._row_at[line])
            at = self._text.find(wanted, self._starts[line + 1]) if line + 1 < len(self._starts) else -1
        return [self._rows[place] for place in sorted(found | in_order)[:MAX_FOUND]]


def index_of(tournament_id: int, table_mark: Mark, rows: Iterable[Listed]) -> Index:
    """The index of a list of an event as everybody reads it; `table_mark` as for `matches_named`."""
    return Index(rows, _kept_names(tournament_id, table_mark, private=False))


def _kept_names(tournament_id: int, table_mark: Mark, *, private: bool) -> dict[int, Named]:
    return kept_for(table_mark, ("names of entries", private), lambda: _names_of(tournament_id, private))


def matches_named(round: Round, table_mark: Mark, find: str, *, private: bool) -> list[int]:
    """Keys of the matches, or pods, of a round with a shown name that holds what is looked for, or somebody called so.

    `table_mark` is the mark of what results of the round under way leave as it is, so these bring no new names. Who
    meets whom is read each time, by key alone.
    """
    names = _kept_names(round.tournament_id, table_mark, private=private)
    wanted = folded(find)
    found = {key for key, named in names.items() if named.fits(wanted)}
    if round.tournament.is_in_pods:
        tables = zip((key for key, _table in pod_keys(round)), entries_in_pods(round), strict=True)
        return [key for key, players in tables if not found.isdisjoint(players)][:MAX_FOUND]
    seats = round.matches.order_by("table", "pk").values_list("pk", "player1", "player2")
    return [key for key, *players in seats if not found.isdisjoint(players)][:MAX_FOUND]


def rows_named(
    mark: Mark,
    what: Hashable,
    rows: Sequence[Row],
    entry_of: Callable[[Row], Registration],
    find: str,
    *,
    private: bool,
) -> list[Row]:
    """Of a list that is kept as `what`, the rows of the entrants whom `holds` finds."""
    named = kept_for(
        mark,
        ("names", what, private),
        lambda: _named(rows, entry_of, private),
    )
    return [rows[place] for place in _found(named, find)]


def _named(rows: Sequence[Row], entry_of: Callable[[Row], Registration], private: bool) -> list[Named]:
    entries = [entry_of(row) for row in rows]
    members = members_by_team(entries[0].tournament) if entries and entries[0].is_team else {}
    return [
        Named.of(place, entry, private=private, members=members.get(entry.pk, ()))
        for place, entry in enumerate(entries)
    ]


def holds(registration: Registration, find: str, *, private: bool) -> bool:
    """Whether the shown name of an entry holds what is looked for, or the name as entered is just that."""
    members = members_of(registration)
    return Named.of(registration.pk, registration, private=private, members=members).fits(folded(find))


def _names_of(tournament_id: int, private: bool) -> dict[int, Named]:
    """The names of all entries for comparing, by key; read as plain rows, because a large event has thousands."""
    rows = Registration.everybody.filter(tournament=tournament_id).order_by("pk")
    named: dict[int, Named] = {}
    for key, team, *facts in rows.values_list("pk", "team_entry", *NAME_FIELDS):
        # What an erased name is called depends on the language: those entries are found by their number.
        one = Named.of(key, NameRow(*facts)._replace(is_anonymous=False), private=private)
        if team is None:
            named[key] = one
        elif team in named:
            named[team] = replace(named[team], members=(*named[team].members, one))
    return named


def _found(rows: Sequence[Named], find: str) -> list[int]:
    wanted = folded(find)
    return [row.key for row in rows if row.fits(wanted)][:MAX_FOUND]
