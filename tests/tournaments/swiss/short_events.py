"""Short fields near a round robin, and the best for the rest of such an event, by trying everything."""

import random
from collections import Counter
from functools import cache
from operator import or_

from tournaments.swiss.costs import cost_rules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.look_ahead import open_meetings
from tournaments.swiss.round_bounds import without
from tournaments.swiss.settings import PairingSettings

from .oracle import cost_of, every_pairing


def triangles_after_one_round() -> PairingHistory:
    """Six players, five rounds, two played: the best pairing by score leaves two triangles, which cannot be paired."""
    rounds = [[(1, 4), (2, 5), (3, 6)], [(1, 5), (2, 6), (3, 4)]]
    met: dict[int, list[int]] = {number: [] for number in range(1, 7)}
    for pairs in rounds:
        for one, two in pairs:
            met[one].append(two)
            met[two].append(one)
    score = {1: 6, 6: 6, 2: 3, 4: 3, 3: 0, 5: 0}
    return PairingHistory(tuple(Entrant(number, score[number], tuple(met[number])) for number in met), 5, 3)


Masks = tuple[int, ...]


@cache
def fewest_missing(graph: Masks, rounds: int, after: int = 0, later: Masks = ()) -> int:
    """The fewest pairs that meet again, over all ways to play the rounds; ``later`` meetings are allowed ``after``."""
    if not rounds:
        return 0
    if later and not after:
        graph, later = tuple(map(or_, graph, later)), ()
    least = rounds * len(graph)
    for pairs, _ in every_pairing(tuple(range(len(graph)))):
        fresh = [(one, two) for one, two in pairs if graph[one] >> two & 1]
        left = list(graph)
        for one, two in fresh:
            left[one] &= ~(1 << two)
            left[two] &= ~(1 << one)
        missing = len(pairs) - len(fresh)
        if missing < least:
            least = min(least, missing + fewest_missing(tuple(left), rounds - 1, max(0, after - 1), later))
    return least


def short_event(rng: random.Random) -> PairingHistory:
    """Before some round of an event of four to eight players, some of whom came late or are gone."""
    size = rng.randint(4, 8)
    planned = rng.randint(size // 2 + 1, size + 2)
    number = rng.randint(max(1, planned - (1 if size > 6 else 3)), planned - 1)
    met: dict[int, Counter[int]] = {one: Counter() for one in range(size + 2)}
    byes: Counter[int] = Counter()
    for _ in range(number - 1):
        here = [one for one in met if rng.random() < 0.9]
        rng.shuffle(here)
        if len(here) % 2:
            byes[here.pop()] += 1
        for one, two in zip(here[::2], here[1::2], strict=True):
            met[one][two] += 1
            met[two][one] += 1
    entrants = (Entrant(one, 3 * rng.randint(0, 2), dict(met[one]), byes[one]) for one in range(size))
    return PairingHistory(tuple(entrants), planned, number)


def best_for_the_event(history: PairingHistory) -> tuple[int, ...]:
    """Fewest rematches now, then fewest in all rounds to come, then the other levels: by trying everything."""
    entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
    return min(
        value_for_the_event(history, entrants, pairs, bye)
        for pairs, bye in every_pairing(tuple(entrant.id for entrant in entrants))
    )


def value_for_the_event(
    history: PairingHistory, entrants: list[Entrant], pairs: tuple[tuple[int, int], ...], bye: int | None
) -> tuple[int, ...]:
    cost = cost_of(history, PairingSettings(), pairs, bye)
    assert cost is not None
    repeats, beyond_first, *rest = cost
    graph = open_meetings(entrants, cost_rules(history, PairingSettings()))
    place = {entrant.id: node for node, entrant in enumerate(entrants)}
    partner = list(range(len(graph)))
    for one, two in [*pairs, *([] if bye is None else [(bye, None)])]:
        node = len(graph) - 1 if two is None else place[two]
        partner[place[one]], partner[node] = node, place[one]
    later = (history.planned_rounds or 0) - history.next_round
    return repeats, beyond_first, fewest_missing(tuple(without(graph, partner)), later), *rest
