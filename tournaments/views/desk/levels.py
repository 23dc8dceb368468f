"""What several choices about a pairing cost side by side, level by level, and who moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Registration
from tournaments.services.draft_seats import DraftSeats
from tournaments.swiss.costs import Levels
from tournaments.wording.certificate import LEVELS, name_of


@dataclass(frozen=True)
class LevelRow:
    """One measure and what each choice costs on it; None where that is not known yet."""

    name: str
    costs: tuple[int | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the choices differ on it."""
        return len({cost for cost in self.costs if cost is not None}) > 1


def level_rows(costs: Sequence[Levels | None]) -> tuple[LevelRow, ...]:
    """What the choices cost, measure by measure, the most important first."""
    return tuple(
        LevelRow(name_of(level), tuple(getattr(cost, level) if cost is not None else None for cost in costs))
        for level in LEVELS
    )


@dataclass(frozen=True)
class MoveLine:
    """One player who gets another opponent or table; table None is the bye."""

    player: Registration
    before: int | None
    after: int | None
    opponent: Registration | None


def draft_moves(
    before: DraftSeats, after: DraftSeats, moved: Iterable[int], people: Mapping[int, Registration]
) -> tuple[MoveLine, ...]:
    """Who moves between two drafts, with their tables and the new opponent."""
    was, will = before.places, after.places
    return tuple(
        MoveLine(people[key], was.get(key, (None, None))[0], will[key][0], people.get(will[key][1] or 0))
        for key in moved
    )
