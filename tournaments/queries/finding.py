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
"""Rows that a search shows: more than one page of them is not an answer to where somebody sits."""


def folded(name: str) -> str:
    """A name without case, width and spaces, for comparing what is typed with what is there."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


NAME_FIELDS = ("name", "public_name", "number", "number_in_name", "number_in_public_name")
"""What a shown name is made of, besides the player's birth year."""


@dataclass(frozen=True)
class Named:
    """A row by its key, with the name it shows and the name as entered.

    A name typed as entered, to the last character, finds the row without being shown: a child whose name is masked
    finds their own table.
    """

    key: int
    shown: str
    entered: str

    @classmethod
    def of(cls, key: int, entry: Registration, *, private: bool) -> Named:
        return cls(key, folded(shown_name(entry, private=private)), folded(entry.name))

    def fits(self, wanted: str) -> bool:
        return wanted in self.shown or wanted == self.entered


def matches_named(round: Round, table_mark: Mark, find: str, *, private: bool) -> list[int]:
    """Keys of the matches of a round in which a shown name holds what is looked for, or somebody is called just so.

    `table_mark` is the mark of what results of the round under way leave as it is, so these bring no new names. Who
    meets whom is read each time, by key alone.
    """
    names = kept_for(table_mark, ("names of entries", private), lambda: _names_of(round.tournament_id, private))
    wanted = folded(find)
    found = {key for key, named in names.items() if named.fits(wanted)}
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
        lambda: [Named.of(place, entry_of(row), private=private) for place, row in enumerate(rows)],
    )
    return [rows[place] for place in _found(named, find)]


def holds(registration: Registration, find: str, *, private: bool) -> bool:
    """Whether the shown name of an entry holds what is looked for, or the name as entered is just that."""
    return Named.of(registration.pk, registration, private=private).fits(folded(find))


def _names_of(tournament_id: int, private: bool) -> dict[int, Named]:
    """The names of all entries for comparing, by key; read as plain rows, because a large event has thousands."""
    rows = Registration.objects.filter(tournament=tournament_id).values_list("pk", "player__birth_year", *NAME_FIELDS)
    named = {}
    for key, year, *facts in rows:
        entry = Registration(**dict(zip(NAME_FIELDS, facts, strict=True)), player=Player(birth_year=year))
        named[key] = Named.of(key, entry, private=private)
    return named


def _found(rows: Sequence[Named], find: str) -> list[int]:
    wanted = folded(find)
    return [row.key for row in rows if row.fits(wanted)][:MAX_FOUND]
