"""What the pairing core made of a field, as plain JSON values: pairs, tables, bye, cost, bound and witness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.receipts.fields import MAX_ENTRANTS, MAX_ID, team_label
from tournaments.receipts.strict import (
    Misfit,
    below,
    items,
    take_bool,
    take_digits,
    take_int,
    take_ints,
    take_list,
    take_object,
    take_pair,
)
from tournaments.swiss.costs import Levels
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.prices import PriceWitness
from tournaments.swiss.record import read_witness, record_witness
from tournaments.swiss.witness import Witness

KEYS = ["pairs", "tables", "bye", "achieved", "bound", "looked_ahead", "in_time", "witness"]
MAX_WITNESS = 200_000
"""Entries of one list of a witness."""
AnyWitness = Witness | PriceWitness


@dataclass(frozen=True)
class Output:
    """One paired field as a receipt has it. `in_time` is false where the clock ended the search."""

    pairs: tuple[tuple[int, int], ...]
    tables: tuple[int, ...]
    bye: int | None
    achieved: Levels
    bound: Levels
    looked_ahead: bool
    in_time: bool
    witness: AnyWitness | None


def record_output(result: PairingResult, labels: Mapping[str, str]) -> dict[str, Any]:
    """The result; `labels` are the numbers of its teams by their names."""
    return {
        "pairs": [list(pair) for pair in result.pairs],
        "tables": list(result.tables),
        "bye": result.bye,
        "achieved": list(result.achieved),
        "bound": list(result.bound),
        "looked_ahead": result.looked_ahead,
        "in_time": result.in_time,
        "witness": None if result.witness is None else _record_witness(result.witness, labels),
    }


def _record_witness(witness: AnyWitness, labels: Mapping[str, str]) -> dict[str, Any]:
    """As `swiss.record` writes it, with numbers for teams."""
    if not isinstance(witness, PriceWitness):
        return record_witness(witness)
    plain = record_witness(replace(witness, teams=tuple(labels[team] for team in witness.teams)))
    return {**plain, "teams": [int(label) for label in plain["teams"]]}


def read_output(value: Any, place: str) -> Output:
    """What `record_output` wrote. Raises Misfit."""
    plain = take_object(value, place, KEYS)
    pairs = tuple(
        take_pair(pair, where, 0, MAX_ID) for where, pair in items(plain["pairs"], below(place, "pairs"), MAX_ENTRANTS)
    )
    tables = tuple(take_ints(plain["tables"], below(place, "tables"), MAX_ENTRANTS, 0, MAX_ID))
    if len(tables) != len(pairs):
        raise Misfit(below(place, "tables"), str(len(pairs)))
    bye = plain["bye"]
    return Output(
        pairs,
        tables,
        None if bye is None else take_int(bye, below(place, "bye"), 0, MAX_ID),
        _read_levels(plain["achieved"], below(place, "achieved")),
        _read_levels(plain["bound"], below(place, "bound")),
        take_bool(plain["looked_ahead"], below(place, "looked_ahead")),
        take_bool(plain["in_time"], below(place, "in_time")),
        None if plain["witness"] is None else _read_witness(plain["witness"], below(place, "witness")),
    )


def _read_levels(value: Any, place: str) -> Levels:
    found = take_ints(value, place, len(Levels._fields), 0, MAX_ID)
    if len(found) != len(Levels._fields):
        raise Misfit(place, str(len(Levels._fields)))
    return Levels(*found)


def _read_witness(value: Any, place: str) -> AnyWitness:
    numbers = ["potentials", "blossoms", "levels"]
    is_priced = isinstance(value, dict) and "prices" in value
    kind = ["teams", "prices"] if is_priced else ["alone", "steps", "entries", "flat", "standing"]
    plain = take_object(value, place, [*kind, *numbers])
    for key in ("potentials", "levels", *(["prices"] if is_priced else [])):
        for where, one in items(plain[key], below(place, key), MAX_WITNESS):
            take_digits(one, where)
    for where, one in items(plain["blossoms"], below(place, "blossoms"), MAX_WITNESS):
        if len(take_list(one, where, 2)) != 2:
            raise Misfit(where, "2")
        take_ints(one[0], below(where, "0"), MAX_WITNESS, 0, MAX_WITNESS)
        take_digits(one[1], below(where, "1"))
    if is_priced:
        teams = take_ints(plain["teams"], below(place, "teams"), MAX_WITNESS, 0, MAX_WITNESS)
        return read_witness({**plain, "teams": [team_label(team) for team in teams]})
    _check_ground(plain, place)
    return read_witness(plain)


def _check_ground(plain: Mapping[str, Any], place: str) -> None:
    """The shapes of the ground of a witness."""
    levels = len(Levels._fields) + 1
    for key in ("alone", "flat"):
        take_ints(plain[key], below(place, key), MAX_WITNESS, -MAX_ID, MAX_ID)
    for where, one in items(plain["steps"], below(place, "steps"), MAX_WITNESS):
        if len(take_ints(one, where, levels, -MAX_ID, MAX_ID)) != levels:
            raise Misfit(where, str(levels))
    for where, one in items(plain["standing"], below(place, "standing"), MAX_WITNESS):
        take_pair(one, where, 0, MAX_ID)
    for where, one in items(plain["entries"], below(place, "entries"), MAX_WITNESS):
        if len(take_list(one, where, 3)) != 3:
            raise Misfit(where, "3")
        if one[0] is not None:
            take_int(one[0], below(where, "0"), 0, MAX_ID)
        take_int(one[1], below(where, "1"), -MAX_ID, MAX_ID)
        if one[2] is not None and len(take_ints(one[2], below(where, "2"), levels, -MAX_ID, MAX_ID)) != levels:
            raise Misfit(where, str(levels))
