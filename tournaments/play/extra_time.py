"""How much longer a table may play (MTR 2.6): after a deck check as long as it took and three minutes more, after a
ruling as long as it took, if that was more than a minute.
"""

from __future__ import annotations

from collections.abc import Iterable

SETTLING_MINUTES = 3
HANDOVER_SECONDS = 60
RULING_SECONDS = 60
MAX_MINUTES = 120


def check_minutes(seconds: int) -> int:
    """Minutes owed for one check of that length: whole minutes, rounded up, and three."""
    return min(-(-max(seconds, 0) // 60) + SETTLING_MINUTES, MAX_MINUTES)


def ruling_minutes(seconds: int) -> int:
    """Minutes owed for a ruling that kept a table that long: whole minutes, rounded up; none up to one minute."""
    return min(-(-seconds // 60), MAX_MINUTES) if seconds > RULING_SECONDS else 0


def minutes_owed(checks: Iterable[tuple[int, int]], *, given: int = 0) -> int:
    """Minutes a table is still owed for its checks, each from one second to another, beyond those given already.

    Decks checked at the same time or one right after the other interrupted the table once.
    """
    breaks: list[tuple[int, int]] = []
    for start, end in sorted(checks):
        if breaks and start <= breaks[-1][1] + HANDOVER_SECONDS:
            breaks[-1] = breaks[-1][0], max(end, breaks[-1][1])
        else:
            breaks.append((start, end))
    return max(0, min(sum(check_minutes(end - start) for start, end in breaks), MAX_MINUTES) - given)
