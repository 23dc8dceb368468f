"""How old the people of a pasted list are said to be: all of them at once, or line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.services.entries.pasted import PastedLine
from tournaments.services.entries.pasted_teams import PastedTeam
from tournaments.services.entries.person import of_age, refuse_unknown_age_group


@dataclass(frozen=True)
class ListAges:
    """The age group of `everybody` in the list, and of those on the lines that say another; empty: nobody knows. A year
    of birth counts before either."""

    everybody: str = ""
    by_line: Mapping[int, str] = field(default_factory=dict)

    def on(self, line: int) -> str:
        return self.by_line.get(line, self.everybody)

    def refuse_unknown(self) -> None:
        """Raise Refusal `no_such_choice` for what is no age group."""
        for age_group in {self.everybody, *self.by_line.values()}:
            refuse_unknown_age_group(age_group)

    def of_people(self, lines: Sequence[PastedLine]) -> list[PastedLine]:
        """The lines with how old their people are."""
        return [
            one if one.person is None else replace(one, person=of_age(one.person, self.on(one.line))) for one in lines
        ]

    def of_teams(self, lines: Sequence[PastedTeam]) -> list[PastedTeam]:
        """The lines with how old the players of their teams are."""
        return [
            replace(one, members=tuple(of_age(member, self.on(one.line)) for member in one.members)) for one in lines
        ]


AGES_UNKNOWN = ListAges()
"""A list of which nobody says how old its people are."""
