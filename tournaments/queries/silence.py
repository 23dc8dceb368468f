"""Whether a table of a running round has run out of its time."""

from __future__ import annotations

from tournaments.models import Match
from tournaments.queries.clock import seconds_left


def is_past_time(match: Match) -> bool:
    """Whether the round's time is over for a table, its extra time included; never where no clock runs.

    Reads `time_extensions` and the match's round.
    """
    left = seconds_left(match.round)
    return left is not None and left + 60 * match.more_minutes <= 0
