"""Which tables a match, a pod or a fixed seat may be given."""

from __future__ import annotations

from accounts.refusals import Refusal
from tournaments.models import Tournament
from tournaments.queries.pairing_settings import table_settings
from tournaments.swiss.tables import MAX_TABLE, has_table


def refuse_table(tournament: Tournament, table: int) -> None:
    """Raises Refusal `no_such_table` (below 1 or above 9999), `table_blocked` (the tournament does not use it)."""
    if not 1 <= table <= MAX_TABLE:
        raise Refusal("no_such_table", field="table", table=table)
    if not has_table(table_settings(tournament), table):
        raise Refusal("table_blocked", field="table", table=table)
