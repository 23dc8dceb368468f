"""A round of final pods in a receipt: its pods follow from the seeds, and of the final from the pods before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournaments.pods.entrants import POD
from tournaments.pods.finals import FINAL_SIZES, FinalPod, first_pods, next_pod
from tournaments.pods.results import Manner, Place
from tournaments.receipts.bracket_round import other_seeds
from tournaments.receipts.fields import MAX_ID
from tournaments.receipts.strict import Misfit, below, items, take_bool, take_int, take_ints, take_list, take_object
from tournaments.scoring.lots import Placed

FINALS = "finals"
"""What the facts of such a round are under."""
OWN = ["table", "size", "seeds", "before", "away"]
MAX_SEEDS = max(FINAL_SIZES)


def record_first_finals(table: Sequence[Placed], size: int, seeds: Sequence[int]) -> dict[str, Any]:
    """The first round: rank and entrant of everybody still in, the size, and the seeds in their order."""
    rows = [[row.rank, row.entrant] for row in table]
    return {FINALS: {"table": rows, "size": size, "seeds": list(seeds), "before": [], "away": []}}


def record_final(seeds: Sequence[int], before: Sequence[FinalPod], away: Sequence[int]) -> dict[str, Any]:
    """The final: the pods before it with their places, of each whether it is the last without having been placed, and
    who had left."""
    pods = [[[one.entrant, one.place, one.is_last] for one in pod.places] for pod in before]
    return {FINALS: {"table": [], "size": 0, "seeds": list(seeds), "before": pods, "away": sorted(away)}}


def finals_difference(facts: Any, seed: str, published: Any, place: str) -> str | None:
    """The first place at which the seeds are not those of the table and the lots of `seed`, or the published pods not
    those that follow. Raises Misfit."""
    where = below(place, FINALS)
    plain = take_object(take_object(facts, place, [FINALS])[FINALS], where, OWN)
    seeds = take_ints(plain["seeds"], below(where, "seeds"), MAX_SEEDS, 0, MAX_ID)
    before = [_read_pod(row, at) for at, row in items(plain["before"], below(where, "before"), MAX_SEEDS)]
    away = take_ints(plain["away"], below(where, "away"), MAX_SEEDS, 0, MAX_ID)
    if {one.entrant for pod in before for one in pod.places} - set(seeds) or len(set(seeds)) != len(seeds):
        raise Misfit(below(where, "before"), "seeds × 1")
    if before:
        return _other_pods([next_pod([before], seeds, away)], published)
    return other_seeds(plain, seeds, seed, 0, where) or _other_pods(first_pods(seeds), published)


def _read_pod(value: Any, place: str) -> FinalPod:
    places = []
    for at, row in items(value, place, POD):
        found = take_list(row, at, 3)
        if len(found) != 3:
            raise Misfit(at, "3")
        entrant, given = take_int(found[0], f"{at}[0]", 0, MAX_ID), take_int(found[1], f"{at}[1]", 1, POD)
        is_last = take_bool(found[2], f"{at}[2]")
        places.append(Place(entrant, given, Manner.MATCH_LOSS if is_last else Manner.PLAYED))
    return FinalPod(tuple(one.entrant for one in places), tuple(places))


def _other_pods(wanted: Sequence[Sequence[int]], published: Any) -> str | None:
    """The first published pod that is none of these, which are in the order of turns; its table says nothing."""
    open_pods = [list(pod) for pod in wanted]
    for place, row in items(take_object(published, "published", ["tables", "byes"])["tables"], "published.tables", POD):
        found = take_ints(row, place, POD + 1, 0, MAX_ID)[1:]
        if found not in open_pods:
            return place
        open_pods.remove(found)
    return "published.tables" if open_pods else None
