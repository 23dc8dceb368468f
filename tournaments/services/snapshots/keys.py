"""The keys of rows inside JSON columns, put in place of those of the event that a restored one was made from.

New keys are given in the order of the old ones, so whatever is sorted by key remains sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Keys = Mapping[str, Mapping[int, int]]
"""By the name of a table the new key of each old one."""
Facts = dict[str, Any]

IN_LOG = {
    "entry": "registrations",
    "match": "matches",
    "pod": "pods",
    "given_match": "matches",
    "penalty": "penalties",
    "extension": "extensions",
    "check": "checks",
    "call": "calls",
    "ruling": "rulings",
    "announcement": "announcements",
    "request": "join_requests",
    "repair": "repairs",
}
"""The facts of a line of the log that name a row, and of which table."""


def of_pairing(facts: Facts, keys: Keys) -> Facts:
    """`Round.pairing`."""
    entry = keys["registrations"]
    renewed = dict(facts)
    for name in ("rematches", "kept_together", "late"):
        if name in facts:
            renewed[name] = _all(facts[name], entry)
    if "second_byes" in facts:
        renewed["second_byes"] = [entry[one] for one in facts["second_byes"]]
    if facts.get("second_bye") is not None:
        renewed["second_bye"] = entry[facts["second_bye"]]
    if "reasons" in facts:  # Of a round paired before its field was kept.
        renewed["reasons"] = [_of_reason(reason, entry) for reason in facts["reasons"]]
    if "as_paired" in facts:
        kept = facts["as_paired"]
        renewed["as_paired"] = {
            **kept,
            "seats": [_of_seat(seat, keys) for seat in kept["seats"]],
            "facts": of_pairing(kept["facts"], keys),
        }
        if "tables" in kept:  # Of pods: the pod and its table.
            renewed["as_paired"]["tables"] = [[keys["pods"].get(pod), table] for pod, table in kept["tables"]]
    return renewed


def _of_reason(reason: Facts, entry: Mapping[int, int]) -> Facts:
    exclusions = [
        {**one, "entrant": entry[one["entrant"]], "others": [entry[other] for other in one["others"]]}
        for one in reason.get("exclusions", ())
    ]
    return {**reason, "pair": [entry[one] for one in reason["pair"]], "exclusions": exclusions}


def _of_seat(seat: list[Any], keys: Keys) -> list[Any]:
    """A table with its two players, or a bye with its one."""
    entry = keys["registrations"]
    if len(seat) == 3:  # In a draft of pods: pod and seat, neither with the bye.
        return [keys["pods"].get(seat[0]), seat[1], entry[seat[2]]]
    if len(seat) == 2:
        return [keys["byes"].get(seat[0]), entry[seat[1]]]
    match, table, one, two = seat
    return [keys["matches"].get(match), table, entry[one], entry[two]]


def of_field(facts: Facts, keys: Keys) -> Facts:
    """`PairedField.facts`: the field of a pairing and the witness of its proof."""
    entry = keys["registrations"]
    number, met = facts["columns"].index("id"), facts["columns"].index("met")

    def row(values: list[Any]) -> list[Any]:
        values = list(values)
        values[number], values[met] = entry[values[number]], [entry[other] for other in values[met]]
        return values

    renewed = {**facts, "entrants": [row(values) for values in facts["entrants"]]}
    for name in ("prohibited", "discouraged", "pairs"):
        renewed[name] = _all(facts[name], entry)
    renewed["bye"] = None if facts["bye"] is None else entry[facts["bye"]]
    witness = facts.get("witness")
    if witness and "alone" in witness:
        renewed["witness"] = {
            **witness,
            "alone": [entry[one] for one in witness["alone"]],
            "entries": [[None if one is None else entry[one], score, cost] for one, score, cost in witness["entries"]],
            "standing": _all(witness["standing"], entry),
        }
    return renewed


def of_wall(facts: Facts, keys: Keys) -> Facts:
    """`RoundRepair.before` and `after`."""
    entry, matches = keys["registrations"], keys["matches"]
    tables = [
        {
            **line,
            **({"pod": keys["pods"].get(line["pod"])} if "pod" in line else {"match": matches.get(line["match"])}),
            "players": [entry[one] for one in line["players"]],
        }
        for line in facts["tables"]
    ]
    bye = facts.get("bye")
    renewed = {**facts, "tables": tables, "bye": None if bye is None else entry[bye]}
    if "byes" in facts:
        renewed["byes"] = [entry[one] for one in facts["byes"]]
    if "late" in facts:
        renewed["late"] = {**facts["late"], "entry": entry[facts["late"]["entry"]]}
    return {**renewed, "pairing": of_pairing(facts.get("pairing") or {}, keys)}


def of_slip(facts: Facts, keys: Keys) -> Facts:
    """`MatchRevision.before` and `after`."""
    renewed = dict(facts)
    if "players" in facts:
        renewed["players"] = [keys["registrations"][one] for one in facts["players"]]
    renewed["games"] = [{**game, "overridden_by_id": None} for game in facts.get("games", [])]
    return renewed


def of_pod(facts: Facts, keys: Keys) -> Facts:
    """`PodRevision.before` and `after`."""
    entry = keys["registrations"]
    return {**facts, "seats": [{**seat, "registration": entry[seat["registration"]]} for seat in facts["seats"]]}


def of_places(places: list[list[int]], keys: Keys) -> list[list[int]]:
    """`PodReport.places`."""
    return [[keys["registrations"][entry], place] for entry, place in places]


def of_log(facts: Facts, keys: Keys) -> Facts:
    """`LogEntry.facts`; a row that was deleted since is not named any more."""
    renewed = dict(facts)
    for name, table in IN_LOG.items():
        if isinstance(facts.get(name), int):
            renewed[name] = keys[table].get(facts[name])
            if renewed[name] is None:
                del renewed[name]
    for name in ("absent", "entries", "without_division", "exchanged"):
        if isinstance(facts.get(name), list):
            renewed[name] = [keys["registrations"].get(one) for one in facts[name]]
    return renewed


def _all(lists: list[list[int]], new: Mapping[int, int]) -> list[list[int]]:
    return [[new[one] for one in one_list] for one_list in lists]


def of_origin(table: str) -> Callable[[Facts, Keys], Facts]:
    """`Origin.matches` and `pods`: what rows of an older event are here, without those that are gone."""

    def renewed(known: Facts, keys: Keys) -> Facts:
        return {old: keys[table][new] for old, new in known.items() if new in keys[table]}

    return renewed


COLUMNS: dict[tuple[str, str], Callable[[Any, Keys], Any]] = {
    ("rounds", "pairing"): of_pairing,
    ("fields", "facts"): of_field,
    ("repairs", "before"): of_wall,
    ("repairs", "after"): of_wall,
    ("revisions", "before"): of_slip,
    ("revisions", "after"): of_slip,
    ("pod_revisions", "before"): of_pod,
    ("pod_revisions", "after"): of_pod,
    ("pod_reports", "places"): of_places,
    ("log", "facts"): of_log,
    ("origins", "matches"): of_origin("matches"),
    ("origins", "pods"): of_origin("pods"),
}
"""The columns that hold keys, by table; set once all rows are there."""
