"""How a tournament wants its rounds paired and its tables numbered."""

from dataclasses import dataclass, field
from enum import StrEnum


class Order(StrEnum):
    """Who meets whom among level entrants, once every level above is settled."""

    RANDOM = "random"
    """Drawn by lot."""
    NEIGHBOURS = "neighbours"
    """First against second, third against fourth: what a last round may want."""
    FOLD = "fold"
    """Upper half against lower half: first against the first of the lower half."""


class TeamPolicy(StrEnum):
    """What to do about two entrants of one team, club or family."""

    IGNORE = "ignore"
    DISCOURAGE = "discourage"
    PROHIBIT = "prohibit"


@dataclass(frozen=True)
class TableSettings:
    """Which table numbers exist: the ``ranges`` in order of preference, then on from ``first`` without end, or with
    ``only_ranges`` no others.

    ``blocked`` numbers are never given. ``avoid_repeats`` moves an entrant to another table of the same bracket when
    the number would be one the entrant has sat at before and a free exchange exists.
    """

    first: int = 1
    ranges: tuple[tuple[int, int], ...] = ()
    blocked: frozenset[int] = frozenset()
    only_ranges: bool = False
    avoid_repeats: bool = True


@dataclass(frozen=True)
class PairingSettings:
    """The choices of a tournament that pairing obeys.

    ``team_rounds`` limits the team policy to that number of first rounds (``None``: all rounds). ``prohibited`` pairs
    never meet; ``discouraged`` pairs meet only where every level above asks for it. ``look_ahead`` keeps short fields
    playable to the planned end without a rematch.
    """

    order: Order = Order.RANDOM
    team_policy: TeamPolicy = TeamPolicy.IGNORE
    team_rounds: int | None = None
    prohibited: frozenset[tuple[int, int]] = frozenset()
    discouraged: frozenset[tuple[int, int]] = frozenset()
    look_ahead: bool = True
    tables: TableSettings = field(default_factory=TableSettings)

    def team_policy_in(self, round_number: int) -> TeamPolicy:
        """The team policy that holds in a round."""
        if self.team_rounds is not None and round_number > self.team_rounds:
            return TeamPolicy.IGNORE
        return self.team_policy
