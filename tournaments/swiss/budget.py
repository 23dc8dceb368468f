"""How much longer a pairing may take, by somebody else's clock, and who hears how far it has got."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

SECONDS_PER_VISIT = 3e-8
"""What the compiled matcher takes for each node times each edge, on a slow machine (measured: 1.2e-8 to 2.4e-8)."""
SECONDS_PER_EDGE = 6e-6
"""What it takes to work out what one edge costs."""
SECONDS_PER_LINK = 5e-7
"""What joining two more ends takes for each two ends of a witness, on a quick machine."""
SECONDS_PER_LOOK = 0.01
"""What it takes to look at one pairing of a short field for what it leaves to later rounds."""


class Step(StrEnum):
    """What the engine is at."""

    PLANS = "plans"
    """Plans by brackets are tried, one after the other."""
    CANDIDATES = "candidates"
    """A few opponents for each player are tried."""
    EVERYBODY = "everybody"
    """All pairs of the field are weighed against each other; its parts are the seconds that this may take."""
    LATER_ROUNDS = "later_rounds"
    """Pairings are tried for what they leave to the rounds to come."""
    WITNESS = "witness"
    """The proof is worked out and checked; its parts are the pairs of ends that have been joined."""


@dataclass(frozen=True)
class Progress:
    """How many things are ``done`` of at most ``most`` in a step; 0 of 0 where a step has no parts."""

    step: Step
    done: int = 0
    most: int = 0


class OutOfTime(Exception):
    """The time was over before any pairing was found; with more of it there may be one."""


@dataclass(eq=False)
class Budget:
    """The time of one pairing.

    ``left`` answers how many seconds are left; ``tell`` hears of progress. Either may raise to end the pairing: nothing
    is half done by it. The default has no end. ``has_cut`` says that something was left out for lack of time, ``spent``
    how long everything that was allowed should have taken.
    """

    left: Callable[[], float] = lambda: math.inf
    tell: Callable[[Progress], None] = lambda progress: None
    has_cut: bool = False
    spent: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether no time is left; the search stops then."""
        return not self.allows(0)

    def allows(self, seconds: float, *, reserve: float = 0.0) -> bool:
        """Whether something that may take `seconds` fits into the time that is left, a reserve for what must come
        after it put aside; it is left out otherwise."""
        fits = seconds + reserve < self.left()
        if fits:
            self.spent += seconds
        else:
            self.has_cut = True
        return fits

    def allows_matching(self, nodes: int, edges: int) -> bool:
        """Whether a matching of this size fits into the time that is left: the matcher cannot be interrupted."""
        return self.allows(matching_seconds(nodes, edges))


def counted(seconds: float) -> Budget:
    """A budget that counts what everything should take, by no clock: it ends at the same place on every machine."""
    budget = Budget()
    budget.left = lambda: seconds - budget.spent
    return budget


UNLIMITED = Budget()
"""A budget without end; nothing is ever cut."""


def matching_seconds(nodes: int, edges: int) -> float:
    """How long a matching may take, its edges weighed."""
    return edges * (SECONDS_PER_EDGE + nodes * SECONDS_PER_VISIT)
