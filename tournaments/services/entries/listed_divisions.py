"""Into which division the people of a pasted list are put by hand: all of them at once, or line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tournaments.services.entries.pasted import PastedLine
from tournaments.services.entries.pasted_teams import PastedTeam

Line = TypeVar("Line", PastedLine, PastedTeam)


@dataclass(frozen=True)
class ListDivisions:
    """The code of the division of `everybody` in the list, and of those on the lines that say another; empty: by year
    of birth. What a column of the list names counts before either."""

    everybody: str = ""
    by_line: Mapping[int, str] = field(default_factory=dict)

    def of(self, lines: Sequence[Line]) -> list[Line]:
        """The lines with the divisions that are chosen for them."""
        return [replace(one, division=one.division or self.by_line.get(one.line, self.everybody)) for one in lines]


BY_YEAR = ListDivisions()
"""A list of which nobody has chosen a division."""
