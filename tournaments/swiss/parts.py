"""Pairing the parts of a round, each a field of its own, one after the other at tables of their own."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tournaments.swiss.budget import Budget
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.settings import PairingSettings

Part = tuple[PairingHistory, PairingSettings]


def pair_parts(parts: Sequence[Part], seed: int, budget_of: Callable[[], Budget]) -> tuple[PairingResult, ...]:
    """Pair the parts in their order; a part is drawn with the seed plus its place.

    Tables are given in the order of the parts; a fixed seat is kept from the others. Raises what ``pair_round`` does.
    """
    taken: set[int] = set()
    results = []
    for place, (history, wanted) in enumerate(parts):
        own = {entrant.id for entrant in history.entrants}
        kept = {entrant.fixed_table for other, _ in parts for entrant in other.entrants if entrant.id not in own}
        blocked = wanted.tables.blocked | taken | {table for table in kept if table is not None}
        tables = replace(wanted.tables, blocked=blocked)
        results.append(pair_round(history, replace(wanted, tables=tables), Random(seed + place), budget_of()))
        taken.update(results[-1].tables)
    return tuple(results)
