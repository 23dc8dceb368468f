"""Seating in pods against brute force, and what a certificate may say."""

from dataclasses import astuple, replace
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pods import exchanging, seating
from tournaments.pods.bounds import bound_of, least_spread
from tournaments.pods.checking import is_proved
from tournaments.pods.costs import levels_of
from tournaments.pods.entrants import PodEntrant, PodField, PodLevels
from tournaments.pods.seating import seat_round
from tournaments.pods.sizes import PodSizes, TooFewPlayers, sizes_of


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, PodSizes(0, 1)),
        (4, PodSizes(1, 0)),
        (5, PodSizes(1, 0, 1)),
        (6, PodSizes(0, 2)),
        (7, PodSizes(1, 1)),
        (8, PodSizes(2, 0)),
        (9, PodSizes(0, 3)),
        (10, PodSizes(1, 2)),
        (13, PodSizes(1, 3)),
        (600, PodSizes(150, 0)),
        (601, PodSizes(148, 3)),
    ],
)
def test_sizes(players, sizes):
    assert sizes_of(players) == sizes
    assert 4 * sizes.fours + 3 * sizes.threes + sizes.byes == players


@pytest.mark.parametrize("players", [0, 1, 2])
def test_fewer_than_three_are_refused(players):
    with pytest.raises(TooFewPlayers):
        seat_round(PodField(tuple(PodEntrant(key) for key in range(players))), Random(1))


def divisions(left, sizes):
    """Every division of these players into groups of these sizes, by the plainest way."""
    if not left:
        yield []
        return
    for size in sorted(set(sizes)):
        rest_sizes = list(sizes)
        rest_sizes.remove(size)
        for others in combinations(left[1:], size - 1):
            rest = [key for key in left[1:] if key not in others]
            for more in divisions(rest, rest_sizes):
                yield [(left[0], *others), *more]


def groups_of(players):
    sizes = sizes_of(players)
    return [4] * sizes.fours + [3] * sizes.threes + [1] * sizes.byes


def without_seats(levels):
    return astuple(levels)[:-1]


@st.composite
def fields(draw, most=9, least=3):
    count = draw(st.integers(least, most))
    points = draw(st.lists(st.integers(0, 9), min_size=count, max_size=count))
    pairs = list(combinations(range(count), 2))
    met = draw(st.lists(st.integers(0, 2), min_size=len(pairs), max_size=len(pairs)))
    times = {pair: times for pair, times in zip(pairs, met, strict=True) if times}
    apart = frozenset(
        frozenset(pair) for pair in draw(st.lists(st.sampled_from(pairs), max_size=2, unique=True)) if pairs
    )
    shorts = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    seats = draw(st.lists(st.lists(st.integers(1, 4), max_size=2), min_size=count, max_size=count))
    return PodField(
        tuple(
            PodEntrant(
                key,
                points[key],
                {b if a == key else a: n for (a, b), n in times.items() if key in (a, b)},
                shorts[key],
                tuple((seat, 4) for seat in seats[key]),
            )
            for key in range(count)
        ),
        apart,
    )


@settings(max_examples=150, deadline=None)
@given(field=fields(), seed=st.integers(0, 5))
def test_small_fields_cost_what_brute_force_finds(field, seed):
    found = seat_round(field, Random(seed))
    keys = [player.id for player in field.entrants]
    least = min(
        without_seats(levels_of(field, [g for g in way if len(g) > 1], [g[0] for g in way if len(g) == 1]))
        for way in divisions(keys, groups_of(len(keys)))
    )
    assert without_seats(found.achieved) == least
    assert found.certified
    assert found.every_seating
    assert sorted([key for pod in found.pods for key in pod] + list(found.byes)) == keys


def test_a_bye_shares_no_pod_whatever_its_number_is():
    """The bye of player 0 was once taken for a seat in the first pod."""
    field = PodField(tuple(PodEntrant(key) for key in range(5)), frozenset({frozenset({0, 1})}))
    seatings = [seat_round(field, Random(seed)) for seed in range(12)]
    assert any(found.byes == (0,) for found in seatings)
    assert all(found.certified for found in seatings)


@settings(max_examples=60, deadline=None)
@given(field=fields(most=8, least=6), seed=st.integers(0, 3))
def test_exchanges_reach_no_less_than_the_bound_and_prove_only_what_is_least(field, seed):
    exact = seat_round(field, Random(seed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "MAX_PLAYERS", 0)
        searched = seat_round(field, Random(seed))
    assert without_seats(searched.achieved) >= without_seats(exact.achieved)
    assert not searched.every_seating
    if searched.certified:
        assert without_seats(searched.achieved) == without_seats(exact.achieved)


@given(points=st.lists(st.integers(0, 12), min_size=3, max_size=10).filter(lambda points: len(points) != 5))
@settings(max_examples=150, deadline=None)
def test_least_spread_is_that_of_every_division(points):
    def spread(group):
        return sum((points[a] - points[b]) ** 2 for a, b in combinations(group, 2))

    sizes = groups_of(len(points))
    least = min(sum(map(spread, way)) for way in divisions(list(range(len(points))), sizes))
    assert least_spread(points, sizes_of(len(points))) == least


@settings(max_examples=100, deadline=None)
@given(field=fields(most=8), seed=st.integers(0, 3))
def test_no_order_of_seats_in_the_pods_is_better(field, seed):
    found = seat_round(field, Random(seed))
    for pod in found.pods:
        cost = levels_of(field, [pod], []).seats
        assert cost == min(levels_of(field, [order], []).seats for order in permutations(pod))


def played(rounds, players, seed):
    """A field after some rounds whose pods were won by lot."""
    rng = Random(seed)
    met = {key: {} for key in range(players)}
    points, short = [0] * players, [0] * players
    for _ in range(rounds):
        field = PodField(tuple(PodEntrant(key, points[key], dict(met[key]), short[key]) for key in range(players)))
        for pod in seat_round(field, rng).pods:
            points[rng.choice(pod)] += 3
            for key in pod:
                short[key] += len(pod) == 3
                for other in pod:
                    if other != key:
                        met[key][other] = met[key].get(other, 0) + 1
    return PodField(tuple(PodEntrant(key, points[key], met[key], short[key]) for key in range(players)))


def test_a_large_field_has_no_repeats_gives_threes_fairly_and_stays_in_its_budget():
    field = played(4, 301, 7)
    found = seat_round(field, Random(3))
    assert found.achieved.repeats == 0
    assert found.achieved.short_again == 0
    assert found.searched <= exchanging.MAX_EXCHANGES
    assert found.achieved.spread >= found.bound.spread
    assert found == seat_round(field, Random(3))


def test_another_seed_draws_another_lot():
    field = PodField(tuple(PodEntrant(key) for key in range(40)))
    assert seat_round(field, Random(1)).pods != seat_round(field, Random(2)).pods


def test_who_started_goes_last():
    field = PodField(
        (PodEntrant(1, turns=((1, 4),)), PodEntrant(2, turns=((2, 4),)), PodEntrant(3, turns=((4, 4),)), PodEntrant(4))
    )
    pod = seat_round(field, Random(1)).pods[0]
    assert pod[3] == 1
    assert pod[2] == 2


def test_the_check_refuses_what_is_not_so():
    field = played(2, 20, 5)
    found = seat_round(field, Random(1))
    facts = {"every_seating": False, "achieved": found.achieved, "bound": bound_of(field, sizes_of(20))}
    honest = facts | {"bound": found.bound}
    assert is_proved(field, found.pods, found.byes, **honest) == found.certified
    swapped = ((found.pods[1][0], *found.pods[0][1:]), (found.pods[0][0], *found.pods[1][1:]), *found.pods[2:])
    lying = replace(found.achieved, spread=found.achieved.spread + 2)
    assert not is_proved(field, found.pods, found.byes, **(facts | {"achieved": lying, "bound": lying}))
    assert not is_proved(field, found.pods[1:], found.byes, **facts)
    assert not is_proved(field, (found.pods[0], *found.pods[:1], *found.pods[2:]), found.byes, **facts)
    assert not is_proved(field, swapped, found.byes, **(facts | {"achieved": PodLevels(), "bound": PodLevels()})) or (
        without_seats(levels_of(field, swapped, ())) == (0, 0, 0, 0, 0)
    )
