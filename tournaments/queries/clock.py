"""How a round's clock stands."""

from __future__ import annotations

import math

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
