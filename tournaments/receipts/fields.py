"""A field with the settings of its pairing as plain JSON values: all that the pairing core is given, without names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.receipts.strict import (
    Misfit,
    below,
    items,
    take_bool,
    take_choice,
    take_int,
    take_ints,
    take_list,
    take_object,
    take_pair,
)
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.settings import Order, PairingSettings, TableSettings, TeamPolicy
from tournaments.swiss.tables import MAX_TABLE, as_ranges

COLUMNS = ["id", "score", "had_bye", "floated_down", "floated_up", "rank", "team", "met", "fixed_table", "tables"]
"""The columns of an entrant's row. `team` is a number; `met` names an opponent once per meeting; `tables` are those of
earlier rounds."""
MAX_ENTRANTS = 20_000
MAX_ID = 2**53 - 1
MAX_SCORE = 100_000
MAX_ROUNDS = 1_000
MAX_PAIRS_APART = 100_000
MAX_TEAM = 99_999
MAX_RANGES = 500


def team_label(place: int) -> str:
    """A team by its number, so that labels sort as the numbers do."""
    return f"{place:05d}"


def without_names(history: PairingHistory) -> tuple[PairingHistory, dict[str, str]]:
    """The field with numbers for its teams, in the order of their names, and the labels of the names: the core sorts
    teams and does nothing else with what they are called, so it pairs both alike."""
    teams = sorted({entrant.team for entrant in history.entrants if entrant.team is not None})
    labels = {team: team_label(place) for place, team in enumerate(teams)}
    entrants = tuple(
        entrant if entrant.team is None else replace(entrant, team=labels[entrant.team]) for entrant in history.entrants
    )
    return replace(history, entrants=entrants), labels


def record_inputs(history: PairingHistory, settings: PairingSettings) -> dict[str, Any]:
    """A field whose teams are labels, and its settings."""
    return {
        "columns": COLUMNS,
        "entrants": [_row(entrant) for entrant in sorted(history.entrants, key=lambda one: one.id)],
        "planned_rounds": history.planned_rounds,
        "next_round": history.next_round,
        "settings": {
            "order": settings.order.value,
            "team_policy": settings.team_policy.value,
            "team_rounds": settings.team_rounds,
            "look_ahead": settings.look_ahead,
            "prohibited": sorted(list(pair) for pair in settings.prohibited),
            "discouraged": sorted(list(pair) for pair in settings.discouraged),
            "tables": {
                "first": settings.tables.first,
                "ranges": [list(one) for one in settings.tables.ranges],
                "blocked": [list(one) for one in as_ranges(settings.tables.blocked)],
                "only_ranges": settings.tables.only_ranges,
                "avoid_repeats": settings.tables.avoid_repeats,
            },
        },
    }


def _row(entrant: Entrant) -> list[Any]:
    met = sorted(other for other, times in entrant.times_met_all.items() for _ in range(times))
    team = None if entrant.team is None else int(entrant.team)
    own = (entrant.id, entrant.score, entrant.had_bye, entrant.floated_down, entrant.floated_up, entrant.rank)
    return [*own, team, met, entrant.fixed_table, list(entrant.tables)]


def read_inputs(value: Any, place: str) -> tuple[PairingHistory, PairingSettings]:
    """The field and the settings that `record_inputs` wrote. Raises Misfit."""
    plain = take_object(value, place, ["columns", "entrants", "planned_rounds", "next_round", "settings"])
    if plain["columns"] != COLUMNS:
        raise Misfit(below(place, "columns"), ", ".join(COLUMNS))
    rows = items(plain["entrants"], below(place, "entrants"), MAX_ENTRANTS)
    entrants = tuple(_read_entrant(row, where) for where, row in rows)
    planned = plain["planned_rounds"]
    if planned is not None:
        planned = take_int(planned, below(place, "planned_rounds"), 1, MAX_ROUNDS)
    number = take_int(plain["next_round"], below(place, "next_round"), 1, MAX_ROUNDS)
    keys = [entrant.id for entrant in entrants]
    if not keys or keys != sorted(set(keys)):
        raise Misfit(below(place, "entrants"), "id 1 < 2 < …")
    settings = _read_settings(plain["settings"], below(place, "settings"))
    return PairingHistory(entrants, planned, number), settings


def _read_entrant(row: Any, place: str) -> Entrant:
    found = take_list(row, place, len(COLUMNS))
    if len(found) != len(COLUMNS):
        raise Misfit(place, str(len(COLUMNS)))
    named = dict(zip(COLUMNS, found, strict=True))

    def number(name: str, low: int, high: int) -> int:
        return take_int(named[name], below(place, name), low, high)

    team, table = named["team"], named["fixed_table"]
    met = take_ints(named["met"], below(place, "met"), MAX_ROUNDS, 0, MAX_ID)
    tables = take_ints(named["tables"], below(place, "tables"), MAX_ROUNDS, 0, MAX_ID)
    return Entrant(
        id=number("id", 0, MAX_ID),
        score=number("score", -MAX_SCORE, MAX_SCORE),
        had_bye=number("had_bye", 0, MAX_ROUNDS),
        floated_down=number("floated_down", 0, MAX_ROUNDS),
        floated_up=number("floated_up", 0, MAX_ROUNDS),
        rank=number("rank", 0, MAX_ENTRANTS),
        team=None if team is None else team_label(number("team", 0, MAX_TEAM)),
        met=tuple(met),
        fixed_table=None if table is None else number("fixed_table", 0, MAX_ID),
        tables=tuple(tables),
    )


def _read_settings(value: Any, place: str) -> PairingSettings:
    keys = ["order", "team_policy", "team_rounds", "look_ahead", "prohibited", "discouraged", "tables"]
    plain = take_object(value, place, keys)
    rounds = plain["team_rounds"]
    return PairingSettings(
        order=Order(take_choice(plain["order"], below(place, "order"), [one.value for one in Order])),
        team_policy=TeamPolicy(
            take_choice(plain["team_policy"], below(place, "team_policy"), [one.value for one in TeamPolicy])
        ),
        team_rounds=None if rounds is None else take_int(rounds, below(place, "team_rounds"), 0, MAX_ROUNDS),
        prohibited=_read_apart(plain, "prohibited", place),
        discouraged=_read_apart(plain, "discouraged", place),
        look_ahead=take_bool(plain["look_ahead"], below(place, "look_ahead")),
        tables=_read_tables(plain["tables"], below(place, "tables")),
    )


def _read_apart(plain: Mapping[str, Any], key: str, place: str) -> frozenset[tuple[int, int]]:
    found = items(plain[key], below(place, key), MAX_PAIRS_APART)
    return frozenset(take_pair(pair, where, 0, MAX_ID) for where, pair in found)


def _read_tables(value: Any, place: str) -> TableSettings:
    plain = take_object(value, place, ["first", "ranges", "blocked", "only_ranges", "avoid_repeats"])

    def ranges(key: str) -> list[tuple[int, int]]:
        found = items(plain[key], below(place, key), MAX_RANGES)
        return [take_pair(one, where, 0, MAX_TABLE) for where, one in found]

    return TableSettings(
        first=take_int(plain["first"], below(place, "first"), 0, MAX_TABLE),
        ranges=tuple(ranges("ranges")),
        blocked=frozenset(number for low, high in ranges("blocked") for number in range(low, high + 1)),
        only_ranges=take_bool(plain["only_ranges"], below(place, "only_ranges")),
        avoid_repeats=take_bool(plain["avoid_repeats"], below(place, "avoid_repeats")),
    )
