"""Fields and witnesses come back from their record as they were, whatever they hold."""

from __future__ import annotations

import json

import pytest

from tournaments.swiss.chains import Ground
from tournaments.swiss.costs import cost_rules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.prices import PriceWitness
from tournaments.swiss.record import DrawnField, read_field, read_witness, record_field, record_witness
from tournaments.swiss.settings import PairingSettings, TeamPolicy
from tournaments.swiss.witness import Witness

LONG = 10**30
GROUND = Ground(
    alone=(4, 7),
    steps=((0, 0, 0, 9, -1, 2, 0), (0, 0, 0, 36, 0, 0, 2)),
    entries=((None, 3, None), (4, 6, (1, 2, 3, 4, 5, 6, 7))),
    flat=(3, 0),
    standing=((1, 2), (3, 5)),
)
WITNESSES = [
    Witness(GROUND, (LONG, -3), (((0, 1, 2), LONG),), (LONG, 1)),
    Witness(Ground(alone=()), ()),
    PriceWitness(("a", "b"), (LONG, -2, 0), (5, -LONG), (((0, 1, 2), 4),), (LONG, 7, 1)),
    PriceWitness((), ()),
]


@pytest.mark.parametrize("witness", WITNESSES)
def test_a_witness_comes_back_from_plain_json(witness: Witness | PriceWitness) -> None:
    assert read_witness(json.loads(json.dumps(record_witness(witness)))) == witness


def test_numbers_longer_than_javascripts_are_written_as_text() -> None:
    recorded = record_witness(WITNESSES[2])
    assert recorded["prices"] == [str(LONG), "-2", "0"]
    assert recorded["potentials"] == ["5", str(-LONG)]
    assert recorded["blossoms"] == [[[0, 1, 2], "4"]]
    assert recorded["levels"] == [str(LONG), "7", "1"]


def test_a_witness_of_an_earlier_version_names_no_levels() -> None:
    recorded = record_witness(WITNESSES[0])
    del recorded["levels"]
    assert read_witness(recorded).levels == ()


def test_a_field_comes_back_from_plain_json() -> None:
    entrants = (
        Entrant(1, 6, {2: 2, 3: 1}, had_bye=2, floated_down=1, floated_up=3, team="red", rank=1),
        Entrant(2, 3, {1: 2}, team="blue", rank=2),
        Entrant(3, -1, {1: 1}, rank=3),
    )
    history = PairingHistory(entrants, 7, 4)
    settings = PairingSettings(
        team_policy=TeamPolicy.DISCOURAGE,
        team_rounds=5,
        prohibited=frozenset({(3, 2)}),
        discouraged=frozenset({(1, 3)}),
    )
    field = DrawnField(history, cost_rules(history, settings), ((1, 2),), 3)
    again = read_field(json.loads(json.dumps(record_field(field))))
    assert (again.rules, again.pairs, again.bye) == (field.rules, field.pairs, field.bye)
    assert (again.history.planned_rounds, again.history.next_round) == (7, 4)
    for one, same in zip(entrants, again.history.entrants, strict=True):
        assert dict(same.times_met_all) == dict(one.times_met_all)
        own = (one.id, one.score, one.had_bye, one.floated_down, one.floated_up, one.team, one.rank)
        assert own == (same.id, same.score, same.had_bye, same.floated_down, same.floated_up, same.team, same.rank)
