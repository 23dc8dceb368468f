"""Within a bracket the random choice is fair: chi-squared over every pairing that is as good as the best."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from tournaments.swiss.draw import counted_pairs
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.settings import PairingSettings

from .oracle import cost_of, every_pairing

DRAWS = 3000


def critical(freedom: int, z: float = 4.0) -> float:
    """The chi-squared value that a fair draw exceeds about once in 30,000 tests (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + z * spread**0.5) ** 3


def chi_squared(counts: Mapping[object, int], outcomes: int, draws: int) -> float:
    expected = draws / outcomes
    missing = outcomes - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


def met_by(pairs: list[tuple[int, int]], number: int) -> tuple[int, ...]:
    return tuple(two if one == number else one for one, two in pairs if number in (one, two))


def circle(players: int, rounds: int) -> dict[int, tuple[int, ...]]:
    """Everybody's opponents so far after some rounds of a round robin by the circle method."""
    line, met = list(range(players)), dict.fromkeys(range(players), ())
    for _ in range(rounds):
        for one, two in zip(line, reversed(line), strict=True):
            met[one] = (*met[one], two)
        line[1:] = [line[-1], *line[1:-1]]
    return met


FIELDS = {
    "few pairings allowed": [Entrant(number, met=met) for number, met in circle(10, 6).items()],
    "one fresh bracket": [Entrant(number) for number in range(6)],
    "a ring that has met": [Entrant(number, 0, ((number + 1) % 8, (number - 1) % 8)) for number in range(8)],
    "two odd brackets": [Entrant(number, 3 * (number < 3), met_by([(0, 3), (1, 2)], number)) for number in range(6)],
    "a bye": [Entrant(number, 3 * (number < 3), had_bye=int(number == 4)) for number in range(5)],
    "three brackets and a bye": [
        Entrant(number, 3 * (number < 3) + 3 * (number < 8), met_by([(0, 3), (1, 2)], number), int(number == 8))
        for number in range(9)
    ],
}


@pytest.mark.parametrize("name", FIELDS)
def test_every_best_pairing_is_equally_likely(name: str) -> None:
    history, settings = PairingHistory(tuple(FIELDS[name])), PairingSettings()
    costs = {
        (frozenset(map(frozenset, pairs)), bye): cost_of(history, settings, pairs, bye)
        for pairs, bye in every_pairing(tuple(history.by_id))
    }
    best = min(cost for cost in costs.values() if cost is not None)
    outcomes = {outcome for outcome, cost in costs.items() if cost == best}
    seen: Counter[object] = Counter()
    for seed in range(DRAWS):
        result = pair_round(history, settings, random.Random(seed))
        seen[frozenset(map(frozenset, result.pairs)), result.bye] += 1
        assert result.even_lots
    assert set(seen) <= outcomes
    assert chi_squared(seen, len(outcomes), DRAWS) < critical(len(outcomes) - 1)


def test_partners_in_a_large_bracket_are_equally_likely() -> None:
    size, rounds, draws = 80, 10, 1200
    rng = random.Random(1)
    met: dict[int, set[int]] = {number: set() for number in range(size)}
    for _ in range(rounds):
        line = list(range(size))
        rng.shuffle(line)
        for one, two in zip(line[::2], line[1::2], strict=True):
            met[one].add(two)
            met[two].add(one)
    history = PairingHistory(tuple(Entrant(number, 0, tuple(met[number])) for number in range(size)))
    seen: Counter[object] = Counter()
    for seed in range(draws):
        seen.update(frozenset(pair) for pair in pair_round(history, PairingSettings(), random.Random(seed)).pairs)
    open_pairs = sum(two not in met[one] for one in range(size) for two in range(one))
    assert chi_squared(seen, open_pairs, draws * size // 2) < critical(open_pairs)


def test_counted_lots_are_given_up_where_there_is_too_much_to_count() -> None:
    players = [Entrant(number) for number in range(24)]
    assert counted_pairs(players, None, random.Random(1)) is None
    assert counted_pairs(players[:3], None, random.Random(1)) is None
    alone = [Entrant(number, met=(1 - number,)) for number in range(2)]
    assert counted_pairs(alone, None, random.Random(1)) is None
    assert counted_pairs([], None, random.Random(1)) == []
