"""Final pods: who sits where, who goes on, which places they give."""

from __future__ import annotations

import pytest

from tournaments.pods.finals import MIN_SEEDED, FinalPod, finishing_order, first_pods, next_pod, places_in_finals
from tournaments.pods.results import Manner, Place


def played(*players: int, places: tuple[int, ...] = ()) -> FinalPod:
    given = places or tuple(range(1, len(players) + 1))
    return FinalPod(players, tuple(Place(key, place) for key, place in zip(players, given, strict=True)))


def test_up_to_four_seeds_play_one_pod_and_sixteen_are_spread_to_and_fro() -> None:
    assert first_pods([1, 2, 3, 4]) == [(1, 2, 3, 4)]
    assert first_pods(range(1, 17)) == [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]


@pytest.mark.parametrize("players", range(MIN_SEEDED[16], 17))
def test_pods_before_the_final_are_of_three_or_four_and_their_winners_make_one(players: int) -> None:
    pods = first_pods(range(1, players + 1))
    assert {len(pod) for pod in pods} <= {3, 4}
    assert 3 <= len(pods) <= 4
    assert sorted(key for pod in pods for key in pod) == list(range(1, players + 1))
    assert all(list(pod) == sorted(pod) for pod in pods), "the better seed has the earlier turn"


def test_a_shared_place_goes_to_the_better_seed_and_who_lost_by_a_penalty_is_last() -> None:
    assert finishing_order(played(1, 2, 3, 4, places=(1, 1, 1, 1)), [4, 3, 2, 1]) == (4, 3, 2, 1)
    lost = FinalPod((1, 2), (Place(1, 1, Manner.MATCH_LOSS), Place(2, 1)))
    assert finishing_order(lost, [1, 2]) == (2, 1)


def test_the_best_of_each_pod_who_is_there_plays_the_final_in_the_order_of_seeds() -> None:
    seeds = list(range(1, 10))
    pods = [played(9, 1, 6), played(2, 5, 8), played(4, 3, 7)]
    assert next_pod([pods], seeds, away=()) == (2, 4, 9)
    assert next_pod([pods], seeds, away=[9, 2, 5, 8]) == (1, 4)
    assert next_pod([pods], seeds, away=[9, 1, 6, 2, 5, 8]) == (), "one alone plays nobody"
    assert next_pod([pods, [played(2, 4, 9)]], seeds, away=()) == (), "the final is the last"


def test_places_are_those_of_the_final_and_then_by_seed() -> None:
    seeds = list(range(1, 10))
    pods = [played(9, 1, 6), played(2, 5, 8), played(4, 3, 7)]
    both = [pods, [played(2, 4, 9, places=(3, 1, 2))]]
    assert [key for key, _place in sorted(places_in_finals(both, seeds, ()).items(), key=lambda one: one[1])] == [
        4, 9, 2, 1, 3, 5, 6, 7, 8,
    ]  # fmt: skip
    early = places_in_finals([pods], seeds, ())
    assert [early[key] for key in (2, 4, 9, 1)] == [1, 2, 3, 4], "an event that ends before the final is played"
