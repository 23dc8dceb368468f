"""Levels outweigh each other, packed or not."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.swiss.brackets import crowded_team
from tournaments.swiss.costs import CostRules, Levels, Packing, cost_rules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.settings import PairingSettings, TeamPolicy


@given(st.data())
def test_packed_costs_compare_as_the_levels_do(data: st.DataObject) -> None:
    radices = tuple(data.draw(st.lists(st.integers(1, 50), min_size=1, max_size=8)))
    digits = st.tuples(*(st.integers(0, radix - 1) for radix in radices))
    one, two = data.draw(digits), data.draw(digits)
    packing = Packing(radices)
    assert (packing.pack(one) < packing.pack(two)) == (one < two)
    assert 0 <= packing.pack(one) < packing.span


def rules(**settings: object) -> CostRules:
    field = PairingHistory((Entrant(1, -3), Entrant(2, 6)))
    return cost_rules(field, PairingSettings(**settings))


def test_the_cost_of_a_pair_names_every_level() -> None:
    higher, lower = Entrant(5, 9, (6,), floated_down=2, team="red"), Entrant(6, 3, floated_up=3, team="red")
    cost = rules(team_policy=TeamPolicy.DISCOURAGE).pair(lower, higher)
    assert cost == Levels(repeats=1, score_spread=36, discouraged=1, repeated_floats=5)
    assert cost == rules(team_policy=TeamPolicy.DISCOURAGE).pair(higher, lower)


def test_floats_count_only_across_brackets() -> None:
    assert rules().pair(Entrant(5, 3, floated_down=4), Entrant(6, 3, floated_up=4)) == Levels()


def test_the_cost_of_a_bye_counts_from_the_lowest_score() -> None:
    assert rules().bye(Entrant(5, 0, had_bye=2)) == Levels(repeats=1, beyond_first=1, bye_score=3)


def test_listed_pairs_hold_in_either_order() -> None:
    judged = rules(prohibited=frozenset({(9, 4)}), discouraged=frozenset({(3, 8)}))
    assert not judged.may_meet(Entrant(4), Entrant(9))
    assert judged.may_meet(Entrant(4), Entrant(8))
    assert judged.is_discouraged(Entrant(8), Entrant(3))


def test_entrants_without_a_team_are_no_team() -> None:
    assert rules(team_policy=TeamPolicy.PROHIBIT).may_meet(Entrant(1), Entrant(2))
    assert crowded_team([Entrant(1), Entrant(2), Entrant(3, team="red")]) is None
    assert crowded_team([Entrant(1, team="red"), Entrant(2), Entrant(3, team="red")]) == "red"
