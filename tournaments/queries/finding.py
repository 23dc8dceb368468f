"""Finding people by their names, in the order of a round's tables or of the entry list."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from accounts.models import Player
from tournaments.marks import Mark
from tournaments.models import Registration, Round
from tournaments.queries.kept import kept_for
from tournaments.queries.names import shown_name

Row = TypeVar("Row")

MAX_FOUND = 60
"""Rows that a search shows: more than one page of them is no answer to where somebody sits."""


def folded(name: str) -> str:
    """A name without case, width and spaces, for comparing what is typed with what is there."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


@dataclass(frozen=True)
class Named:
    """A row by its key, with the names in it."""

    key: int
    names: str


def matches_named(round: Round, table_mark: Mark, find: str, *, private: bool) -> list[int]:
    """Keys of the matches of a round in which a shown name holds what is looked for.

    `table_mark` is the mark of what results of the round under way leave as it is, so these bring no new names. Who
    meets whom is read each time, by key alone.
    """
    names = kept_for(table_mark, ("names of entries", private), lambda: _names_of(round.tournament_id, private))
    wanted = folded(find)
    seats = round.matches.order_by("table", "pk").values_list("pk", "player1", "player2")
    return [key for key, one, two in seats if wanted in names.get(one, "") or wanted in names.get(two, "")][:MAX_FOUND]


def rows_named(
    mark: Mark,
    what: Hashable,
    rows: Sequence[Row],
    entry_of: Callable[[Row], Registration],
    find: str,
    *,
    private: bool,
) -> list[Row]:
    """Of a list that is kept as `what`, the rows of the entrants whose shown name holds what is looked for."""
    named = kept_for(
        mark,
        ("names", what, private),
        lambda: [Named(place, folded(shown_name(entry_of(row), private=private))) for place, row in enumerate(rows)],
    )
    return [rows[place] for place in _found(named, find)]


def holds(registration: Registration, find: str, *, private: bool) -> bool:
    """Whether the shown name of an entry holds what is looked for."""
    return folded(find) in folded(shown_name(registration, private=private))


def _names_of(tournament_id: int, private: bool) -> dict[int, str]:
    """The names of all entries for comparing, by key; read as plain rows, because a large event has thousands."""
    entries = Registration.objects.filter(tournament=tournament_id)
    return {
        key: folded(
            shown_name(Registration(name=name, public_name=public, player=Player(birth_year=year)), private=private)
        )
        for key, name, public, year in entries.values_list("pk", "name", "public_name", "player__birth_year")
    }


def _found(rows: Sequence[Named], find: str) -> list[int]:
    wanted = folded(find)
    return [row.key for row in rows if wanted in row.names][:MAX_FOUND]
