"""Mend a published round: among the best pairings of the corrected standings, the one that moves the fewest tables."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.swiss.costs import cost_rules, ordered, pairing_cost
from tournaments.swiss.full_graph import pair_full_graph
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.settings import PairingSettings
from tournaments.swiss.tables import table_numbers


@dataclass(frozen=True)
class PublishedTable:
    """One table of the round as it hangs on the wall."""

    table: int
    pair: tuple[int, int]


@dataclass(frozen=True)
class RepairResult:
    """The mended round: the pairing, the published pairs that stay as they are, and the entrants who must move."""

    pairing: PairingResult
    kept: tuple[tuple[int, int], ...]
    moved: tuple[int, ...]


def repair_round(
    history: PairingHistory,
    settings: PairingSettings,
    published: tuple[PublishedTable, ...],
    rng: random.Random,
    *,
    published_bye: int | None = None,
) -> RepairResult:
    """Among the pairings that are best for the corrected ``history``, one that keeps the most published pairs.

    Kept pairs keep their tables. ``published`` may name entrants who are gone; an entrant it does not name is new.
    Raises ``NoLegalPairing`` as :func:`~tournaments.swiss.pairing.pair_round` does.
    """
    rules = cost_rules(history, settings)
    standing = {ordered(*table.pair): table.table for table in published}

    def keep(one: Entrant, two: Entrant) -> int:
        return 0 if ordered(one.id, two.id) in standing else 1

    drawn, sits_out = pair_full_graph(history, rules, OrderCosts(history.entrants, settings.order), rng, keep=keep)
    achieved = pairing_cost(rules, drawn, sits_out)
    pairs = [(one.id, two.id) for one, two in drawn]
    bye = sits_out.id if sits_out else None
    pairs = [_higher_first(history.by_id, pair) for pair in pairs]
    kept = {pair: standing[ordered(*pair)] for pair in pairs if ordered(*pair) in standing}
    tables = dict(kept)
    free = (number for number in table_numbers(settings.tables) if number not in set(kept.values()))
    best_first = sorted(
        (pair for pair in pairs if pair not in kept),
        key=lambda pair: (-history.by_id[pair[0]].score, -history.by_id[pair[1]].score, pair),
    )
    for pair in best_first:
        tables[pair] = next(free)
    seated = tuple(sorted(tables, key=lambda pair: tables[pair]))
    numbers = tuple(tables[pair] for pair in seated)
    result = PairingResult(seated, numbers, bye, achieved, achieved, False, history, settings)
    still = {player for pair in kept for player in pair} | ({published_bye} if bye == published_bye else set())
    moved = tuple(sorted(entrant.id for entrant in history.entrants if entrant.id not in still))
    return RepairResult(result, tuple(pair for pair in seated if pair in kept), moved)


def _higher_first(by_id: Mapping[int, Entrant], pair: tuple[int, int]) -> tuple[int, int]:
    """The pair with the higher (then better ranked) player first."""
    one, two = (by_id[player] for player in pair)
    return pair if (one.score, -one.rank, -one.id) >= (two.score, -two.rank, -two.id) else (pair[1], pair[0])
