"""The bound never exceeds the cost of a real pairing, whichever is left alone."""

import random

import pytest

from tournaments.swiss.brackets import bracket_of, by_score
from tournaments.swiss.costs import cost_rules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.relaxation import Floors, Relaxation
from tournaments.swiss.settings import PairingSettings, TeamPolicy

from .fields import random_field
from .oracle import best_cost


def bound_of(history: PairingHistory, settings: PairingSettings, alone: set[int], seed: int) -> tuple[int, ...] | None:
    rules = cost_rules(history, settings)
    groups = by_score(history.entrants)
    together = [[entrant for entrant in group if entrant.id not in alone] for group in groups]
    brackets = [bracket_of(group, rules) for group in together if group]
    singles = [entrant for group in groups for entrant in group if entrant.id in alone]
    odd = bool(len(history.entrants) % 2)
    plan = Relaxation(rules, brackets, singles, with_bye=odd, floors=Floors()).solve(random.Random(seed))
    return None if plan is None else (*plan.bound[:4], plan.bound[4] / 2, plan.bound[5])


@pytest.mark.parametrize("block", range(10))
def test_the_bound_is_a_bound_for_every_choice_of_singles(block: int) -> None:
    for seed in range(400_000 + block * 80, 400_000 + block * 80 + 80):
        rng = random.Random(seed)
        history, settings = random_field(rng, 2, 8)
        best = best_cost(history, settings)
        if best is None:
            continue
        share = rng.choice([0.0, 0.3, 0.7])
        alone = {entrant.id for entrant in history.entrants if rng.random() < share}
        bound = bound_of(history, settings, alone, seed)
        assert bound is not None
        assert bound <= best, seed
        everybody = {entrant.id for entrant in history.entrants}
        assert bound_of(history, settings, everybody, seed) == best, seed


def test_odd_thresholds_are_crossed_once_between_neighbours() -> None:
    scores = [9, 6, 6, 3, 3, 0]
    field = PairingHistory(tuple(Entrant(number, score) for number, score in enumerate(scores)))
    assert bound_of(field, PairingSettings(), set(), 1) == (0, 0, 0, 27, 0, 0)


def test_a_crowd_of_team_mates_is_charged_for() -> None:
    field = PairingHistory(tuple(Entrant(number, 3, team="red" if number < 5 else None) for number in range(6)))
    settings = PairingSettings(team_policy=TeamPolicy.DISCOURAGE)
    assert bound_of(field, settings, set(), 1) == (0, 0, 0, 0, 2, 0)


def test_a_level_outweighs_the_longest_chain_in_the_levels_below() -> None:
    """From one single through every bracket to the other: a link more than there are brackets, each at its dearest."""
    for scores in ([3], [6, 3], [9, 6, 3]):
        members = [
            Entrant(2 * score + turn, score, floated_down=2, floated_up=1) for score in scores for turn in (0, 1)
        ]
        ends = [Entrant(100, 12, floated_down=2, floated_up=1), Entrant(101, 0, floated_down=2, floated_up=1)]
        rules = cost_rules(PairingHistory((*members, *ends)), PairingSettings())
        brackets = [bracket_of(group, rules) for group in by_score(members)]
        relaxation = Relaxation(rules, brackets, ends, with_bye=False, floors=Floors())
        links = len(scores) + 1
        assert relaxation.pack((0, 0, 0, 0, 0, 3 * links, 0)) < relaxation.pack((0, 0, 0, 0, 1, 0, 0))
        assert relaxation.pack((0, 0, 0, 144 * links, 0, 3 * links, 0)) < relaxation.pack((0, 0, 1, 0, 0, 0, 0))
