"""How a round's clock stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import Round

CLOCK_VERBS = (
    "clock_started",
    "clock_paused",
    "clock_resumed",
    "clock_moved",
    "extra_turns_called",
    "clock_reset",
    "clock_undone",
)
"""The lines of the log about a clock; each has what it was `before` and `after`."""


LOOKED_AT_AGAIN = 120
"""Seconds after which pages work the end of the round out again although nothing was entered."""


def age_of_clock(round: Round | None) -> int:
    """A number that grows every `LOOKED_AT_AGAIN` seconds after the start of the round's clock; 0 before."""
    if round is None or round.clock_started_at is None:
        return 0
    return int((timezone.now() - round.clock_started_at).total_seconds()) // LOOKED_AT_AGAIN


def seconds_left(round: Round) -> int | None:
    """What is left of the round's clock, negative once over; None before it was started."""
    if round.clock_left is not None:
        return round.clock_left
    if round.clock_ends_at is None:
        return None
    return math.ceil((round.clock_ends_at - timezone.now()).total_seconds())


@dataclass(frozen=True)
class ClockFace:
    """What a clock shows. `ends`: the moment at which it is over, in milliseconds since 1970, None while it is paused;
    `left`: seconds that are left, negative once it is over; `whole`: seconds of the round."""

    ends: int | None
    left: int
    whole: int
    extra_turns: bool

    @property
    def is_paused(self) -> bool:
        """Whether it does not run."""
        return self.ends is None

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self.left <= 0

    @property
    def text(self) -> str:
        """What is left as minutes and seconds, with a plus once it is over."""
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{'+' if self.left < 0 else ''}{minutes}:{seconds:02d}"

    @property
    def gone(self) -> str:
        """How much of the ring is gone, of a hundred."""
        return f"{100 - 100 * max(0, min(self.whole, self.left)) / self.whole:.1f}"


def clock_face(round: Round) -> ClockFace | None:
    """The face of the round's clock; None before its start, and unless the round is running."""
    left = seconds_left(round) if round.status == Round.Status.PUBLISHED else None
    if left is None:
        return None
    ends = int(round.clock_ends_at.timestamp() * 1000) if round.clock_ends_at is not None else None
    return ClockFace(ends, left, max(1, round.minutes) * 60, extra_turns=round.extra_turns_at is not None)
