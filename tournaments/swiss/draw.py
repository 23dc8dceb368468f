"""Draw opponents by lot among players who are level: shuffles, rejection, and exchanges of partners."""

import random
from collections.abc import Callable, Sequence
from struct import unpack
from typing import NamedTuple, TypeVar

from tournaments.swiss.history import Entrant, EntrantPair
from tournaments.swiss.matching import cheapest_perfect_matching
from tournaments.swiss.order import OrderCosts, by_standing
from tournaments.swiss.round_bounds import bits
from tournaments.swiss.settings import Order

T = TypeVar("T")
Penalty = Callable[[Entrant, Entrant], int]

FORBIDDEN = 1 << 20
"""The penalty of a pair that may not stand (a rematch, a prohibited pair); one discouraged pair weighs 1."""
MAX_REJECTION_SIZE = 64
"""Up to this many players a draw is repeated as a whole, so that every allowed outcome is equally likely."""
MAX_REJECTION_TRIES = 60
"""How often, before partners are exchanged."""
PARTNERS_TRIED = 40
"""Pairs drawn to exchange partners with, before all pairs are tried in turn."""
MIXING_STEPS = 12
"""Exchanges tried that change no penalty, so that a draw does not stay where it is stuck."""
MAX_DENSE_SIZE = 120
"""Up to this many players an exact matching weighs every pair."""
SPARSE_PARTNERS = 16
"""Random partners of each player that it weighs where there are more."""
LOT_BITS = 40
MAX_COUNTED_SIZE = 24
"""Players of which pairings are counted, before the lot is left to exchanges."""
MAX_COUNTED_SETS = 3_000
"""Sets of players of which they are counted; beyond, nothing is counted."""


def shuffled(items: Sequence[T], rng: random.Random) -> list[T]:
    """The items in random order: sorted by 64 random bits each, which reads the same everywhere."""
    count = len(items)
    if count < 2:
        return list(items)
    keys = unpack(f"<{count}Q", rng.getrandbits(64 * count).to_bytes(8 * count, "little"))
    return [items[place] for place in sorted(range(count), key=keys.__getitem__)]


def drawn(items: Sequence[T], rng: random.Random) -> T:
    """One of the items."""
    return items[int(rng.random() * len(items))]


def in_pairs(line: Sequence[Entrant]) -> list[EntrantPair]:
    """First with second, third with fourth."""
    return list(zip(line[::2], line[1::2], strict=True))


def faulty_places(pairs: Sequence[EntrantPair], penalty: Penalty | None) -> list[int]:
    """The places of the pairs with a penalty; ``None`` stands for "fresh opponents are all that matters"."""
    if penalty is None:
        return [place for place, (one, two) in enumerate(pairs) if two.id in one.met or one.id in two.met]
    return [place for place, (one, two) in enumerate(pairs) if penalty(one, two)]


def meets_target(pairs: Sequence[EntrantPair], penalty: Penalty | None, target: int) -> bool:
    """Whether the penalties add up to no more than ``target``."""
    faulty = faulty_places(pairs, penalty)
    if penalty is None or not faulty:
        return not faulty
    return sum(penalty(*pairs[place]) for place in faulty) <= target


class Drawn(NamedTuple):
    """A pairing of level players, the players of the pairs that may not stand, and whether every pairing that may was
    as likely."""

    pairs: list[EntrantPair]
    faulty: Sequence[Entrant] = ()
    is_even: bool = True


def draw_pairs(players: Sequence[Entrant], penalty: Penalty | None, target: int, rng: random.Random) -> Drawn:
    """A random pairing of level players whose penalties add up to ``target``.

    Small groups are drawn again until the draw is allowed, which makes every allowed pairing equally likely; where few
    are allowed, they are counted and one is drawn. Elsewhere partners are exchanged until it is allowed, and an exact
    matching decides where no exchange helps.
    """
    small = len(players) <= MAX_REJECTION_SIZE
    for _ in range(MAX_REJECTION_TRIES if small else 1):
        pairs = in_pairs(shuffled(players, rng))
        if meets_target(pairs, penalty, target):
            return Drawn(pairs)
    if len(players) <= MAX_COUNTED_SIZE and not target:
        counted = counted_pairs(players, penalty, rng)
        if counted is not None:
            return Drawn(counted)
    if exchange_partners(pairs, penalty, target, rng):
        return Drawn(pairs, is_even=not small)
    if penalty is not None:
        apart = teams_apart(players, rng)
        if exchange_partners(apart, penalty, target, rng):
            return Drawn(apart, is_even=False)
    exact = exact_pairs(players, likely_edges(len(players), rng), penalty, rng)
    pairs = exact or pairs
    if meets_target(pairs, penalty, target):
        return Drawn(pairs, is_even=False)
    return Drawn(pairs, [player for place in faulty_places(pairs, penalty) for player in pairs[place]])


def counted_pairs(players: Sequence[Entrant], penalty: Penalty | None, rng: random.Random) -> list[EntrantPair] | None:
    """One of the pairings without a penalty, each as likely; ``None`` where there is none, or too much to count.

    The pairings of what is left are counted for each partner that the first player who is left can take.
    """
    cost = penalty or _fresh
    masks = [
        sum(1 << two for two, other in enumerate(players) if two != one and not cost(player, other))
        for one, player in enumerate(players)
    ]
    counts: dict[int, int] = {0: 1}

    def options(free: int) -> list[tuple[int, int]]:
        first = (free & -free).bit_length() - 1
        rest = free & ~(1 << first)
        return [(two, rest & ~(1 << two)) for two in bits(masks[first] & rest)]

    def count(free: int) -> int:
        if free not in counts:
            if len(counts) > MAX_COUNTED_SETS:
                raise OverflowError
            counts[free] = sum(count(rest) for _, rest in options(free))
        return counts[free]

    free = (1 << len(masks)) - 1
    try:
        if not count(free):
            return None
    except OverflowError:
        return None
    pairs: list[EntrantPair] = []
    while free:
        one = (free & -free).bit_length() - 1
        lot = _below(counts[free], rng)
        for two, rest in options(free):
            lot -= counts[rest]
            if lot < 0:
                pair = (players[one], players[two])
                pairs.append(pair if rng.random() < 0.5 else pair[::-1])
                free = rest
                break
    return shuffled(pairs, rng)


def _below(limit: int, rng: random.Random) -> int:
    """A whole number from 0 to below the limit, however large that is."""
    length = limit.bit_length() + 64
    return rng.getrandbits(length) * limit >> length


def ordered_pairs(
    players: Sequence[Entrant], penalty: Penalty | None, target: int, order: OrderCosts, rng: random.Random
) -> Drawn:
    """A pairing of level players whose penalties add up to ``target``, in the order of the tournament.

    It is the pairing that the order names, else the nearest to it among near partners.
    """
    line = by_standing(players)
    half = len(line) // 2
    fold = order.order is Order.FOLD
    pairs = list(zip(line[:half], line[half:], strict=True)) if fold else in_pairs(line)
    if meets_target(pairs, penalty, target):
        return Drawn(pairs)
    for reach in (8, 32):
        apart = range(max(1, half - reach), half + reach + 1) if fold else range(1, reach + 1)
        near = [(one, one + step) for one in range(len(line)) for step in apart if one + step < len(line)]
        exact = exact_pairs(line, near, penalty, rng, order)
        if exact and meets_target(exact, penalty, target):
            return Drawn(exact)
    return draw_pairs(players, penalty, target, rng)


def teams_apart(players: Sequence[Entrant], rng: random.Random) -> list[EntrantPair]:
    """A draw with the fewest pairs inside a team: teams one after the other, the largest first, each player with the
    one half the line further on. Only the largest team can be longer than half the line."""
    teams: dict[str, list[Entrant]] = {}
    for player in shuffled(players, rng):
        teams.setdefault(f"team {player.team}" if player.team else f"player {player.id}", []).append(player)
    line = [player for team in sorted(shuffled(list(teams.values()), rng), key=len, reverse=True) for player in team]
    half = len(line) // 2
    return list(zip(line[:half], line[half:], strict=True))


def likely_edges(count: int, rng: random.Random) -> list[tuple[int, int]]:
    """All pairs of a small group, a good many random ones of a large group; places, the smaller first."""
    if count <= MAX_DENSE_SIZE:
        return [(one, two) for one in range(count) for two in range(one + 1, count)]
    edges = set()
    for one in range(count):
        for _ in range(SPARSE_PARTNERS):
            two = int(rng.random() * count)
            if one != two:
                edges.add((one, two) if one < two else (two, one))
    return sorted(edges)


def exact_pairs(
    players: Sequence[Entrant],
    edges: Sequence[tuple[int, int]],
    penalty: Penalty | None,
    rng: random.Random,
    order: OrderCosts | None = None,
) -> list[EntrantPair] | None:
    """The pairing with the fewest discouraged pairs (then nearest to the order, then by lot) within these edges."""
    cost = penalty or _fresh
    weighed = []
    for one, two in edges:
        first, second = players[one], players[two]
        value = cost(first, second)
        if value < FORBIDDEN:
            near = order.pair(first, second) if order else 0
            weighed.append((one, two, (((value << 64) + near) << 54) + rng.getrandbits(LOT_BITS)))
    partner = cheapest_perfect_matching(len(players), weighed)
    if partner is None:
        return None
    return [(players[one], players[two]) for one, two in enumerate(partner) if one < two]


def exchange_partners(pairs: list[EntrantPair], penalty: Penalty | None, target: int, rng: random.Random) -> bool:
    """Exchange partners between faulty pairs and others, in place, until the penalties reach ``target``.

    Every repaired pair then takes part in a few more random allowed exchanges: an exchange made only where it repairs
    would favour its neighbours. False when no single exchange helps any more.
    """
    faulty = faulty_places(pairs, penalty)
    if not faulty:
        return True
    cost = penalty or _fresh
    total = sum(cost(*pairs[place]) for place in faulty)
    repaired = list(faulty)
    while faulty and total > target:
        place = faulty.pop()
        now = cost(*pairs[place])
        if not now:
            continue
        other, gain = _better_exchange(pairs, place, cost, rng)
        if not gain:
            continue
        total -= gain
        repaired.append(other)
        faulty += [end for end in (place, other) if cost(*pairs[end])]
    if total > target:
        return False
    for place in repaired:
        _mix(pairs, place, cost, rng)
    return True


def _fresh(one: Entrant, two: Entrant) -> int:
    """The penalty where only rematches matter."""
    return FORBIDDEN if two.id in one.met or one.id in two.met else 0


def _better_exchange(pairs: list[EntrantPair], place: int, cost: Penalty, rng: random.Random) -> tuple[int, int]:
    """Make one exchange that lowers the penalty: random places first, then all in turn; ``(place, gain)``."""
    one, two = pairs[place]
    tried = [int(rng.random() * len(pairs)) for _ in range(PARTNERS_TRIED)]
    start = int(rng.random() * len(pairs))
    for other in [*tried, *range(start, len(pairs)), *range(start)]:
        if other == place:
            continue
        three, four = pairs[other]
        now = cost(one, two) + cost(three, four)
        if rng.random() < 0.5:
            three, four = four, three
        for left, right in (((one, three), (two, four)), ((one, four), (two, three))):
            gain = now - cost(*left) - cost(*right)
            if gain > 0:
                pairs[place], pairs[other] = left, right
                return other, gain
    return place, 0


def _mix(pairs: list[EntrantPair], place: int, cost: Penalty, rng: random.Random) -> None:
    """A few random exchanges at ``place`` that keep the penalty as it is."""
    for _ in range(MIXING_STEPS):
        other = int(rng.random() * len(pairs))
        if other == place:
            continue
        one, two = pairs[place]
        three, four = pairs[other] if rng.random() < 0.5 else pairs[other][::-1]
        if cost(one, three) + cost(two, four) == cost(one, two) + cost(three, four):
            pairs[place], pairs[other] = (one, three), (two, four)
