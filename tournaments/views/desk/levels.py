"""What several choices about a pairing cost side by side, level by level, and who moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Registration
from tournaments.pods.entrants import NAMES, PodLevels
from tournaments.queries.table_costs import TableCosts
from tournaments.services.draft_seats import DraftSeats
from tournaments.services.pod_change import PodChange
from tournaments.swiss.costs import Levels
from tournaments.wording.certificate import LEVELS, name_of
from tournaments.wording.pods import name_of_level


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


def table_rows(now: TableCosts, then: TableCosts) -> tuple[LevelRow, ...]:
    """What the tables of a draft cost before and after a change of them."""
    unkept = LevelRow(_("Players not at their fixed table"), (now.unkept, then.unkept))
    if now.repeats is None:
        return (unkept,)
    return (unkept, LevelRow(_("Players at a table they sat at before"), (now.repeats, then.repeats)))


@dataclass(frozen=True)
class MoveLine:
    """One player who gets another opponent or table; table None is the bye. In pods `note` says what else changes for
    one who stays at the table."""

    player: Registration
    before: int | None
    after: int | None
    opponent: Registration | None
    note: str = ""


def draft_moves(
    before: DraftSeats, after: DraftSeats, moved: Iterable[int], people: Mapping[int, Registration]
) -> tuple[MoveLine, ...]:
    """Who moves between two drafts, with their tables and the new opponent."""
    was, will = before.places, after.places
    return tuple(
        MoveLine(people[key], was.get(key, (None, None))[0], will[key][0], people.get(will[key][1] or 0))
        for key in moved
    )


def pod_levels(costs: Sequence[PodLevels | None]) -> tuple[LevelRow, ...]:
    """What the choices about a round in pods cost, level by level, the most important first."""
    return tuple(
        LevelRow(name_of_level(name), tuple(getattr(cost, name) if cost is not None else None for cost in costs))
        for name in NAMES
    )


def pod_moves(change: PodChange, keys: Iterable[int], people: Mapping[int, Registration]) -> tuple[MoveLine, ...]:
    """These players of a draft in pods, with their tables before and after a change of it."""
    return tuple(_pod_move(change, key, people[key]) for key in keys)


def _pod_move(change: PodChange, key: int, player: Registration) -> MoveLine:
    was, will, note = change.before.table_of(key), change.after.table_of(key), ""
    if was == will and change.before.company_of(key) != change.after.company_of(key):
        note = _("others at the table")
    elif was == will:
        note = _("another turn")
    return MoveLine(player, was, will, None, note)
