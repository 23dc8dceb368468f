"""Short fields never run out of new opponents."""

import random
from collections.abc import Sequence

import pytest

from tournaments.archive.simulation import SimulationPlan, simulate
from tournaments.swiss import look_ahead
from tournaments.swiss.budget import counted
from tournaments.swiss.foresight import Question
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.settings import PairingSettings, TeamPolicy

from .events import EventPlan, play_event
from .short_events import best_for_the_event, short_event, triangles_after_one_round, value_for_the_event

SHORT_EVENT_SECONDS = 0.5
"""The time allowed for a round of an event of up to 24 players near a round robin, estimated by a counted budget."""


@pytest.mark.parametrize("players", range(4, 17))
def test_no_rematch_is_forced_up_to_a_full_round_robin(players: int) -> None:
    for rounds in range(1, players + players % 2):
        for seed in range(2):
            plan = EventPlan(players, rounds, draws=0.1 * seed)
            for _, result in play_event(plan, seed * 1000 + rounds):
                assert result.achieved.repeats == 0, (players, rounds, seed)


def test_events_with_drops_and_late_entries_are_played_out() -> None:
    for seed in range(40):
        for history, result in play_event(EventPlan(9, 7, drops=0.1, late=0.1), seed):
            assert 2 * len(result.pairs) + (result.bye is not None) == len(history.entrants)


def test_a_better_pairing_is_passed_over_when_it_ends_the_event() -> None:
    history = triangles_after_one_round()
    blind = pair_round(history, PairingSettings(look_ahead=False), random.Random(1))
    assert sorted(map(sorted, blind.pairs)) == [[1, 6], [2, 4], [3, 5]]
    seeing = pair_round(history, PairingSettings(), random.Random(1))
    assert seeing.looked_ahead
    assert seeing.achieved > blind.achieved
    assert seeing.achieved.repeats == 0
    assert seeing.certified


def test_team_mates_who_may_meet_later_are_counted_on_for_the_later_rounds() -> None:
    """Teams are kept apart up to round 3 of 4. Players 4 and 2, then 3 and 1, leave the last round to team mates."""
    team = {1: "b", 2: "b", 3: "a", 4: "a", 5: None}
    score = {1: 0, 2: 6, 3: 3, 4: 6, 5: 0}
    met = {2: (3,), 3: (2,), 4: (5,), 5: (4,)}
    entrants = tuple(
        Entrant(number, score[number], met.get(number, ()), had_bye=int(number == 1), team=team[number])
        for number in range(1, 6)
    )
    kept_apart = PairingSettings(team_policy=TeamPolicy.PROHIBIT, team_rounds=3)
    result = pair_round(PairingHistory(entrants, 4, 2), kept_apart, random.Random(1))
    assert (sorted(map(sorted, result.pairs)), result.bye) == ([[1, 3], [2, 4]], 5)
    assert result.certified


def test_without_a_plan_nothing_is_looked_ahead() -> None:
    history = triangles_after_one_round()
    unplanned = PairingHistory(history.entrants, None, history.next_round)
    assert not pair_round(unplanned, PairingSettings(), random.Random(1)).looked_ahead


@pytest.mark.parametrize("block", range(12))
def test_no_pairing_serves_the_event_better(block: int) -> None:
    for seed in range(block * 12, block * 12 + 12):
        history = short_event(random.Random(seed))
        result = pair_round(history, PairingSettings(), random.Random(seed))
        entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
        assert value_for_the_event(history, entrants, result.pairs, result.bye) == best_for_the_event(history), seed
        assert result.certified, seed


def everything_is_refuted(question: Question, pairs: Sequence[tuple[int, int]]) -> bool:
    return True


def enough_is_left(graph: Sequence[int], rounds: int) -> bool:
    return True


def nothing_is_played(graph: Sequence[int], matching: Sequence[int]) -> list[int]:
    return list(graph)


@pytest.mark.parametrize(
    ("owner", "name", "fault"),
    [
        (Question, "is_refuted", everything_is_refuted),
        (look_ahead, "certainly_playable", enough_is_left),
        (look_ahead, "without", nothing_is_played),
    ],
)
def test_a_fault_in_the_look_ahead_is_seen_by_trying_everything(
    owner: object, name: str, fault: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    worse = 0
    for seed in (*range(60), 189, 349):
        history = short_event(random.Random(seed))
        result = pair_round(history, PairingSettings(), random.Random(seed))
        entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
        value = value_for_the_event(history, entrants, result.pairs, result.bye)
        worse += result.certified and value != best_for_the_event(history)
    assert worse >= 1, "the fault does no harm"


def test_a_rematch_that_is_forced_does_not_end_the_look_ahead() -> None:
    """Players 6 and 7 have met everybody and meet again now and later. The others may meet along a prism: two
    triangles, and each with the level player of the other one. These three pairs are the best, and would
    leave the triangles.
    """
    prism = {0: (1, 2, 3), 1: (0, 2, 4), 2: (0, 1, 5), 3: (4, 5, 0), 4: (3, 5, 1), 5: (3, 4, 2), 6: (), 7: ()}
    score = {0: 9, 3: 9, 1: 6, 4: 6, 2: 3, 5: 3, 6: 0, 7: 0}
    met = {one: tuple(two for two in prism if two != one and two not in prism[one]) for one in prism}
    history = PairingHistory(tuple(Entrant(one, score[one], met[one]) for one in prism), 7, 6)
    blind = pair_round(history, PairingSettings(look_ahead=False), random.Random(1))
    assert set(map(frozenset, blind.pairs)) == {frozenset(pair) for pair in ((0, 3), (1, 4), (2, 5), (6, 7))}
    seeing = pair_round(history, PairingSettings(), random.Random(1))
    assert seeing.looked_ahead
    assert seeing.certified
    assert seeing.achieved.repeats == 1
    entrants = list(history.entrants)
    assert value_for_the_event(history, entrants, seeing.pairs, seeing.bye) == best_for_the_event(history)
    assert value_for_the_event(history, entrants, seeing.pairs, seeing.bye)[2] == 1
    assert value_for_the_event(history, entrants, blind.pairs, blind.bye)[2] == 2


@pytest.mark.parametrize(("players", "rounds", "seed"), [(12, 11, 1), (14, 13, 3), (16, 15, 2)])
def test_a_round_robin_with_drops_is_certified_round_by_round(players: int, rounds: int, seed: int) -> None:
    """Events whose look ahead once ended with a question open, `simulate_tournament --drops 0.02`."""
    for played in simulate(SimulationPlan(players, rounds, seed, drops=0.02)):
        assert played.result.certified, played.number
        history, budget = played.result.history, counted(SHORT_EVENT_SECONDS)
        again = pair_round(
            history, PairingSettings(team_policy=TeamPolicy.IGNORE), random.Random(played.number), budget
        )
        assert again.certified, played.number
        assert again.in_time, played.number
        assert again.achieved == played.result.achieved


@pytest.mark.parametrize("players", [18, 21, 24])
def test_up_to_24_players_near_a_round_robin_are_certified_with_drops_late_entries_and_byes(players: int) -> None:
    plan = SimulationPlan(players, players - 2, players, draws=0.05, drops=0.02, late=0.1)
    rounds = list(simulate(plan))
    assert all(played.result.certified for played in rounds)
    assert any(played.result.bye is not None for played in rounds)
