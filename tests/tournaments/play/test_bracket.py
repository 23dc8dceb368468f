"""The bracket: who meets whom, byes, third place, places, and who has the choice."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.play.bracket import (
    Bracket,
    MatchKey,
    Placing,
    ResultFault,
    SharedPlaces,
    SlotKind,
    draw_bracket,
    final_placings,
    next_round_pairs,
    round_pairs,
    seed_order,
    who_has_choice,
)
from tournaments.play.first_player import AGREED_METHOD, GameOneKind, GameOnePolicy
from tournaments.play.records import Seat

EIGHT = Bracket(tuple(range(101, 109)))


def play(bracket: Bracket, winner: Callable[[int, int], int | None]) -> dict[MatchKey, int | None]:
    """Play a bracket to its end."""
    results: dict[MatchKey, int | None] = {}
    while pairs := next_round_pairs(bracket, results):
        for pair in pairs:
            results[pair.key] = winner(pair.one, pair.two)
    return results


@pytest.mark.parametrize(("size", "order"), [(2, (1, 2)), (4, (1, 4, 2, 3)), (8, (1, 8, 4, 5, 2, 7, 3, 6))])
def test_seeds_by_hand(size: int, order: tuple[int, ...]) -> None:
    assert seed_order(size) == order


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_top_seeds_meet_last(size: int) -> None:
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    width = 2
    while width <= size:
        for start in range(0, size, width):
            inside = order[start : start + width]
            best = size // width
            assert sum(seed <= best for seed in inside) == 1
            assert sum(seed <= 2 * best for seed in inside) == 2
        width *= 2


@pytest.mark.parametrize("size", [0, 1, 3, 6, 256])
def test_only_powers_of_two(size: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        seed_order(size)


def test_a_bracket_needs_two_to_128_different_entrants() -> None:
    for entrants in ((), (1,), tuple(range(129))):
        with pytest.raises(ValueError, match="2 to 128"):
            Bracket(entrants)
    with pytest.raises(ValueError, match="twice"):
        Bracket((1, 1))


def test_the_quarterfinals_and_what_follows() -> None:
    first = next_round_pairs(EIGHT, {})
    assert [(pair.one, pair.two) for pair in first] == [(101, 108), (104, 105), (102, 107), (103, 106)]
    results = {first[0].key: 108, first[1].key: 104, first[2].key: 107}
    assert [(pair.one, pair.two) for pair in next_round_pairs(EIGHT, results)] == [(103, 106)]
    results[first[3].key] = 106
    semis = next_round_pairs(EIGHT, results)
    assert [(pair.key, pair.one, pair.two) for pair in semis] == [
        (MatchKey(2, 0), 104, 108),
        (MatchKey(2, 1), 106, 107),
    ]


def test_nobody_meets_in_a_round_whose_players_all_pass_through() -> None:
    results: dict[MatchKey, int | None] = {
        MatchKey(1, 0): 101, MatchKey(1, 1): None, MatchKey(1, 2): 102, MatchKey(1, 3): None,
    }  # fmt: skip
    assert round_pairs(EIGHT, results, 2) == ()
    (final,) = next_round_pairs(EIGHT, results)
    assert (final.key, final.one, final.two) == (MatchKey(3, 0), 101, 102)
    assert round_pairs(EIGHT, results, 3) == (final,)


def test_an_unfilled_bracket_gives_its_top_seeds_byes() -> None:
    five = Bracket((11, 12, 13, 14, 15))
    rounds = draw_bracket(five, {})
    assert [match.walkover for match in rounds[0]] == [True, False, True, True]
    assert [(pair.one, pair.two) for pair in next_round_pairs(five, {})] == [(14, 15)]
    assert rounds[1][1].playable
    assert rounds[1][0].one.entrant == 11
    assert rounds[1][0].two.kind is SlotKind.PENDING
    results: dict[MatchKey, int | None] = {MatchKey(1, 1): 15}
    assert [(pair.one, pair.two) for pair in next_round_pairs(five, results)] == [(11, 15), (12, 13)]


def test_places_are_shared_by_round() -> None:
    placings = final_placings(EIGHT, play(EIGHT, min))
    assert [(p.entrant, p.first, p.last, p.lost_in) for p in placings] == [
        (101, 1, 1, None),
        (102, 2, 2, 3),
        (103, 3, 4, 2),
        (104, 3, 4, 2),
        (105, 5, 8, 1),
        (106, 5, 8, 1),
        (107, 5, 8, 1),
        (108, 5, 8, 1),
    ]


def test_places_by_seed_and_third_place_match() -> None:
    bracket = Bracket(EIGHT.entrants, third_place=True)
    results = play(bracket, max)
    assert MatchKey(3, 1, third_place=True) in results
    placings = final_placings(bracket, results, shared=SharedPlaces.BY_SEED)
    assert [p.entrant for p in placings] == [108, 107, 106, 105, 101, 102, 103, 104]
    assert [(p.first, p.last) for p in placings] == [(n, n) for n in range(1, 9)]


def test_places_known_while_the_cut_is_played() -> None:
    results: dict[MatchKey, int | None] = {MatchKey(1, 0): 101, MatchKey(1, 1): 105}
    assert final_placings(EIGHT, results) == (Placing(104, 5, 8, 1), Placing(108, 5, 8, 1))
    assert final_placings(EIGHT, {}) == ()


def test_three_entrants_have_no_third_place_match() -> None:
    bracket = Bracket((1, 2, 3), third_place=True)
    assert not bracket.plays_third_place
    assert [(p.entrant, p.first, p.last) for p in final_placings(bracket, play(bracket, min))] == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 3),
    ]


def test_where_nobody_advances_the_opponent_has_a_walkover() -> None:
    results: dict[MatchKey, int | None] = {
        MatchKey(1, 0): None,
        MatchKey(1, 1): 104,
        MatchKey(1, 2): 102,
        MatchKey(1, 3): 103,
    }
    rounds = draw_bracket(EIGHT, results)
    assert rounds[1][0].walkover
    assert rounds[2][0].one.entrant == 104
    results[MatchKey(2, 1)] = 102
    results[MatchKey(3, 0)] = 104
    placings = {p.entrant: (p.first, p.last) for p in final_placings(EIGHT, results)}
    assert placings == {104: (1, 1), 102: (2, 2), 103: (3, 4), **dict.fromkeys((101, 105, 106, 107, 108), (5, 8))}


def test_the_loser_before_a_match_that_nobody_won_shares_the_places_with_both() -> None:
    results: dict[MatchKey, int | None] = {MatchKey(1, 0): 1, MatchKey(1, 1): None}
    placings = {p.entrant: (p.first, p.last) for p in final_placings(Bracket((1, 2, 3, 4)), results)}
    assert placings == {1: (1, 1), 2: (3, 4), 3: (3, 4), 4: (3, 4)}


def test_nobody_wins_the_final() -> None:
    bracket = Bracket((1, 2, 3, 4))
    results: dict[MatchKey, int | None] = {MatchKey(1, 0): 1, MatchKey(1, 1): 2, MatchKey(2, 0): None}
    placings = final_placings(bracket, results, shared=SharedPlaces.BY_SEED)
    assert [(p.entrant, p.first) for p in placings] == [(1, 2), (2, 2), (3, 3), (4, 4)]


def test_both_out_in_a_semifinal_with_third_place() -> None:
    bracket = Bracket((1, 2, 3, 4), third_place=True)
    results: dict[MatchKey, int | None] = {MatchKey(1, 0): None, MatchKey(1, 1): 2}
    placings = {p.entrant: (p.first, p.last) for p in final_placings(bracket, results)}
    assert placings == {2: (1, 1), 3: (3, 3), 1: (4, 4), 4: (4, 4)}


@pytest.mark.parametrize(
    "results",
    [
        {MatchKey(1, 0): 104},
        {MatchKey(2, 0): 101},
        {MatchKey(1, 9): 101},
        {MatchKey(3, 1, third_place=True): 101},
    ],
)
def test_results_that_do_not_fit_are_refused(results: dict[MatchKey, int | None]) -> None:
    with pytest.raises(ResultFault):
        draw_bracket(EIGHT, results)


def test_a_result_for_a_bye_is_refused() -> None:
    with pytest.raises(ResultFault):
        draw_bracket(Bracket((1, 2, 3)), {MatchKey(1, 0): 1})


def test_who_has_the_choice() -> None:
    assert who_has_choice(GameOneKind.AGREED_METHOD, 1, 8) == AGREED_METHOD
    assert who_has_choice(GameOneKind.HIGHER_SEED, 1, 8) == GameOnePolicy(GameOneKind.HIGHER_SEED, Seat.ONE)
    assert who_has_choice(GameOneKind.HIGHER_SEED, 8, 1) == GameOnePolicy(GameOneKind.HIGHER_SEED, Seat.TWO)
    drawn = {who_has_choice(GameOneKind.RANDOM, 1, 8, random.Random(seed)).seat for seed in range(20)}
    assert drawn == {Seat.ONE, Seat.TWO}
    with pytest.raises(ValueError, match="generator"):
        who_has_choice(GameOneKind.RANDOM, 1, 8)


@given(st.integers(2, 128), st.booleans(), st.randoms(use_true_random=False), st.sampled_from(SharedPlaces))
def test_everybody_is_placed_once(field: int, third: bool, rng: random.Random, shared: SharedPlaces) -> None:
    bracket = Bracket(tuple(rng.sample(range(1000), field)), third_place=third)
    results = play(bracket, lambda one, two: rng.choice((one, two)))
    assert len(results) == field - 1 + bracket.plays_third_place
    placings = final_placings(bracket, results, shared=shared)
    assert sorted(placing.entrant for placing in placings) == sorted(bracket.entrants)
    for placing in placings:
        better = sum(other.last < placing.first for other in placings)
        assert better == placing.first - 1
        level = sum((other.first, other.last) == (placing.first, placing.last) for other in placings)
        assert level == placing.last - placing.first + 1


@given(st.integers(2, 128))
def test_the_higher_seed_always_winning_ends_in_seed_order(field: int) -> None:
    bracket = Bracket(tuple(range(1, field + 1)))
    placings = final_placings(bracket, play(bracket, min), shared=SharedPlaces.BY_SEED)
    assert [placing.entrant for placing in placings] == list(range(1, field + 1))
