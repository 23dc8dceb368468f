"""A paired field and the witness of its pairing as plain JSON values, whatever happens later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.swiss.chains import Ground, Vector
from tournaments.swiss.costs import CostRules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.prices import PriceWitness
from tournaments.swiss.settings import TeamPolicy
from tournaments.swiss.witness import Witness

ENTRANT = ("id", "score", "had_bye", "floated_down", "floated_up", "rank", "team", "met")
"""The columns of an entrant's row. ``team`` is a place in ``teams``; ``met`` names an opponent once per meeting."""


@dataclass(frozen=True)
class DrawnField:
    """The field of one pairing, the rules of its cost, and the pairs that were drawn, the higher player first."""

    history: PairingHistory
    rules: CostRules
    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def record_field(field: DrawnField) -> dict[str, Any]:
    """The field as JSON values, in length as many numbers as there are entrants and meetings.

    Left out is what neither a cost nor a reason depends on: tables and fixed seats.
    """
    teams = sorted({entrant.team for entrant in field.history.entrants if entrant.team is not None})
    places = {team: place for place, team in enumerate(teams)}
    return {
        "columns": list(ENTRANT),
        "entrants": [_row(entrant, places) for entrant in sorted(field.history.entrants, key=lambda one: one.id)],
        "teams": teams,
        "planned_rounds": field.history.planned_rounds,
        "next_round": field.history.next_round,
        "lowest_score": field.rules.lowest_score,
        "team_policy": field.rules.team_policy.value,
        "team_rounds_left": field.rules.team_rounds_left,
        "prohibited": _listed(field.rules.prohibited),
        "discouraged": _listed(field.rules.discouraged),
        "pairs": [list(pair) for pair in field.pairs],
        "bye": field.bye,
    }


def read_field(plain: Mapping[str, Any]) -> DrawnField:
    """The field that ``record_field`` wrote."""
    rules = CostRules(
        lowest_score=plain["lowest_score"],
        team_policy=TeamPolicy(plain["team_policy"]),
        prohibited=_pairs(plain["prohibited"]),
        discouraged=_pairs(plain["discouraged"]),
        team_rounds_left=plain["team_rounds_left"],
    )
    entrants = tuple(
        _entrant(dict(zip(plain["columns"], row, strict=True)), plain["teams"]) for row in plain["entrants"]
    )
    return DrawnField(
        history=PairingHistory(entrants, plain["planned_rounds"], plain["next_round"]),
        rules=rules,
        pairs=tuple((one, two) for one, two in plain["pairs"]),
        bye=plain["bye"],
    )


def record_witness(witness: Witness | PriceWitness) -> dict[str, Any]:
    """The witness as JSON values; numbers that may be longer than JavaScript's (all but ids and scores) as text."""
    numbers = {
        "potentials": [str(potential) for potential in witness.potentials],
        "blossoms": [[list(ends), str(weight)] for ends, weight in witness.blossoms],
        "levels": [str(level) for level in witness.levels],
    }
    if isinstance(witness, PriceWitness):
        return {"teams": list(witness.teams), "prices": [str(price) for price in witness.prices], **numbers}
    ground = witness.ground
    return {
        "alone": list(ground.alone),
        "steps": [list(step) for step in ground.steps],
        "entries": [[single, score, None if cost is None else list(cost)] for single, score, cost in ground.entries],
        "flat": list(ground.flat),
        "standing": _listed(ground.standing),
        **numbers,
    }


def read_witness(plain: Mapping[str, Any]) -> Witness | PriceWitness:
    """The witness that ``record_witness`` wrote."""
    potentials = tuple(map(int, plain["potentials"]))
    blossoms = tuple((tuple(ends), int(weight)) for ends, weight in plain["blossoms"])
    levels = tuple(map(int, plain.get("levels", [])))
    if "prices" in plain:
        return PriceWitness(tuple(plain["teams"]), tuple(map(int, plain["prices"])), potentials, blossoms, levels)
    ground = Ground(
        alone=tuple(plain["alone"]),
        steps=tuple(_vector(step) for step in plain["steps"]),
        entries=tuple(
            (single, score, None if cost is None else _vector(cost)) for single, score, cost in plain["entries"]
        ),
        flat=tuple(plain["flat"]),
        standing=tuple((one, two) for one, two in plain["standing"]),
    )
    return Witness(ground, potentials, blossoms, levels)


def _vector(levels: Sequence[int]) -> Vector:
    one, two, three, four, five, six, seven = levels
    return one, two, three, four, five, six, seven


def _row(entrant: Entrant, places: Mapping[str, int]) -> list[Any]:
    met = sorted(other for other, times in entrant.times_met_all.items() for _ in range(times))
    team = None if entrant.team is None else places[entrant.team]
    own = (entrant.id, entrant.score, entrant.had_bye, entrant.floated_down, entrant.floated_up, entrant.rank)
    return [*own, team, met]


def _entrant(row: Mapping[str, Any], teams: list[str]) -> Entrant:
    team = None if row["team"] is None else teams[row["team"]]
    return Entrant(**{**row, "team": team, "met": tuple(row["met"])})


def _listed(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    return sorted(list(pair) for pair in pairs)


def _pairs(listed: Iterable[Iterable[int]]) -> frozenset[tuple[int, int]]:
    return frozenset((one, two) for one, two in listed)
