"""The name under which a person is shown in a season, to everybody and to its organiser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from accounts.visible_names import is_readable
from tournaments.queries.names import is_grown_up, masked_name


@dataclass(frozen=True)
class SeasonEntry:
    """What a season needs of an entry: where, who, the names, the final place (None: disqualified), the division."""

    pk: int
    event: int
    player: int
    name: str
    public_name: str
    birth_year: int | None
    age_group: str
    place: int | None
    division: str = ""
    team: int | None = None


FACTS = ("pk", "tournament", "player", "name", "public_name", "player__birth_year", "player__age_group", "final_place")
"""The columns of an entry that say what a SeasonEntry begins with, in its order."""


def shown_names(persons: Sequence[Sequence[SeasonEntry]]) -> list[str]:
    """What everybody reads for each person, in the order given: the entries of each in the order of their events.

    The newest public nickname that the person has in any event stands before the name of every other event, so that
    one event's nickname is not read beside another's name. Without one the newest entry decides: the name as entered of
    who is surely 18, else a masked one. Of the players merged into a person one at least says so, and none says less.
    The number of the person in the season follows a masked name, and one that others show, too; it stands alone where
    nothing of the name shows.
    """
    names = [_name(entries) for entries in persons]
    often = Counter(name for name, _ in names)
    return [
        f"#{number}" if not is_readable(name) else f"{name} #{number}" if masked or often[name] > 1 else name
        for number, (name, masked) in enumerate(names, start=1)
    ]


def entered_name(entries: Sequence[SeasonEntry], staffed: Collection[int]) -> str | None:
    """The newest name as entered in an event whose staff the reader is on (`staffed`); None where there is none."""
    return next((entry.name for entry in reversed(entries) if entry.event in staffed), None)


def _name(entries: Sequence[SeasonEntry]) -> tuple[str, bool]:
    """The name, and whether it is masked."""
    nickname = next((entry.public_name for entry in reversed(entries) if entry.public_name), "")
    if nickname:
        return nickname, False
    newest = entries[-1].name
    if {is_grown_up(entry.birth_year, entry.age_group) for entry in entries} - {None} != {True}:
        return masked_name(newest), True
    return newest, False
