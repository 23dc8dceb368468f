"""A round of the top cut in a receipt: its matches follow from the seeds and the results of the rounds before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tournaments.play.bracket import MAX_SIZE, Bracket, MatchKey, ResultFault, draw_bracket
from tournaments.receipts.fields import MAX_ENTRANTS, MAX_ID
from tournaments.receipts.strict import (
    Misfit,
    below,
    items,
    take_bool,
    take_int,
    take_ints,
    take_list,
    take_object,
    take_pair,
)
from tournaments.scoring.lots import draw_lots


@dataclass(frozen=True)
class Place:
    """Somebody's rank in the table from which the cut was seeded."""

    rank: int
    entrant: int


def record_bracket(
    bracket: Bracket,
    results: Mapping[MatchKey, int | None],
    number: int,
    *,
    table: Sequence[tuple[int, int]] = (),
    size: int = 0,
) -> dict[str, Any]:
    """The bracket before cut round `number`: seeds in their order, and who won each match of the rounds before.

    For the first round also how it was seeded: rank and entrant of everybody still in, and the size of the cut.
    """
    earlier = {key: winner for key, winner in results.items() if key.round < number}
    return {
        "table": [list(row) for row in table],
        "size": size,
        "seeds": list(bracket.entrants),
        "third_place": bracket.third_place,
        "round": number,
        "results": [[key.round, key.position, key.third_place, winner] for key, winner in sorted(earlier.items())],
    }


def bracket_difference(facts: Any, seed: str, published: Any, place: str) -> str | None:
    """The first place at which the seeds are not those of the table and the lots of `seed`, or the published matches
    not those of the bracket. Raises Misfit."""
    plain = take_object(facts, place, ["table", "size", "seeds", "third_place", "round", "results"])
    seeds = take_ints(plain["seeds"], below(place, "seeds"), MAX_SIZE, 0, MAX_ID)
    third = take_bool(plain["third_place"], below(place, "third_place"))
    results = dict(_read_result(row, where) for where, row in items(plain["results"], below(place, "results"), 500))
    try:
        bracket = Bracket(tuple(seeds), third)
    except ValueError:
        raise Misfit(below(place, "seeds"), f"2…{MAX_SIZE}") from None
    number = take_int(plain["round"], below(place, "round"), 1, bracket.rounds)
    try:
        matches = draw_bracket(bracket, results)[number - 1]
    except (ResultFault, ValueError):
        raise Misfit(below(place, "results"), "…") from None
    if number == 1:
        other = _other_seeds(plain, seeds, seed, place)
        if other is not None:
            return other
    wanted = [(match.one.entrant, match.two.entrant) for match in matches if match.playable]
    byes = [match.winner.entrant for match in matches if match.walkover and number == 1]
    return _other_seats(wanted, byes, published)


def _other_seeds(plain: Mapping[str, Any], seeds: list[int], seed: str, place: str) -> str | None:
    """Where the seeds are not the first of the table, who are level in it in the order of their lots."""
    rows = [
        take_pair(row, where, 0, MAX_ID) for where, row in items(plain["table"], below(place, "table"), MAX_ENTRANTS)
    ]
    if rows != sorted(rows):
        raise Misfit(below(place, "table"), "1 ≤ 2 ≤ …")
    size = take_int(plain["size"], below(place, "size"), 2, MAX_SIZE)
    if not seed.isdecimal():
        raise Misfit(place.rpartition(".")[0] + ".seed", "0-9")
    drawn = draw_lots([Place(*row) for row in rows], cut=size, rng=Random(int(seed)))
    return None if list(drawn.order) == seeds else below(place, "seeds")


def _other_seats(
    wanted: Sequence[tuple[int | None, int | None]], byes: Iterable[int | None], published: Any
) -> str | None:
    seats = take_object(published, "published", ["tables", "byes"])
    open_pairs = [frozenset(pair) for pair in wanted]
    for place, row in items(seats["tables"], "published.tables", MAX_ENTRANTS):
        found = take_ints(row, place, 3, 0, MAX_ID)
        if len(found) != 3:
            raise Misfit(place, "3")
        if frozenset(found[1:]) not in open_pairs:
            return place
        open_pairs.remove(frozenset(found[1:]))
    if open_pairs:
        return "published.tables"
    own = take_ints(seats["byes"], "published.byes", MAX_ENTRANTS, 0, MAX_ID)
    return None if own == sorted(one for one in byes if one is not None) else "published.byes"


def _read_result(row: Any, place: str) -> tuple[MatchKey, int | None]:
    found = take_list(row, place, 4)
    if len(found) != 4:
        raise Misfit(place, "4")
    key = MatchKey(take_int(found[0], place, 1, 20), take_int(found[1], place, 0, MAX_SIZE), take_bool(found[2], place))
    return key, None if found[3] is None else take_int(found[3], place, 0, MAX_ID)
