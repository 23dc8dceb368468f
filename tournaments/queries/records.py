"""What the rounds of an event have produced up to one round, by how its rounds are played."""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.queries.history import SwissRecord, read_swiss
from tournaments.queries.pod_record import PodRecord, read_pods

Record = SwissRecord | PodRecord
"""Both have `standings()`, the `rows` of each entrant, `registrations`, and `explained` values."""


def read_record(tournament: Tournament, *, after_round: int | None = None) -> Record:
    """The rounds up to `after_round`; up to the last completed one by default."""
    read = read_pods if tournament.is_in_pods else read_swiss
    return read(tournament, after_round=after_round)
