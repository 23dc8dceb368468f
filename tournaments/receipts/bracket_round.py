"""A round of the top cut in a receipt: its matches follow from the seeds and the results of the rounds before it.

Where each division has a cut of its own, the round has a bracket for each, and the lots of each are drawn with the seed
plus its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tournaments.play.bracket import MAX_SIZE, Bracket, BracketMatch, MatchKey, ResultFault, draw_bracket
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
    take_text,
)
from tournaments.scoring.lots import draw_lots

OWN = ["table", "size", "seeds", "third_place", "round", "results"]
"""What a receipt has of a bracket."""
MAX_BRACKETS = 6


@dataclass(frozen=True)
class Place:
    """Somebody's rank in the table from which the cut was seeded."""

    rank: int
    entrant: int


@dataclass(frozen=True)
class Drawn:
    """A bracket with its results; `division` is empty where everybody plays one cut.

    For its first round also how it was seeded: rank and entrant of everybody still in (`table`), and the size of the
    cut.
    """

    bracket: Bracket
    results: Mapping[MatchKey, int | None]
    division: str = ""
    table: Sequence[tuple[int, int]] = ()
    size: int = 0


def record_brackets(drawn: Sequence[Drawn], number: int) -> dict[str, Any]:
    """The brackets before cut round `number`: seeds in their order, and who won each match of the rounds before."""
    if len(drawn) == 1 and not drawn[0].division:
        return _record(drawn[0], number)
    return {"brackets": [{"division": one.division, **_record(one, number)} for one in drawn]}


def _record(one: Drawn, number: int) -> dict[str, Any]:
    earlier = {key: winner for key, winner in one.results.items() if key.round < number}
    return {
        "table": [list(row) for row in one.table],
        "size": one.size,
        "seeds": list(one.bracket.entrants),
        "third_place": one.bracket.third_place,
        "round": number,
        "results": [[key.round, key.position, key.third_place, winner] for key, winner in sorted(earlier.items())],
    }


def bracket_difference(facts: Any, seed: str, published: Any, place: str) -> str | None:
    """The first place at which the seeds are not those of the table and the lots of `seed`, or the published matches
    not those of the brackets. Raises Misfit."""
    if not isinstance(facts, dict) or "brackets" not in facts:
        bracket = _read_bracket(facts, place, OWN)
        return bracket.other_seeds(seed, 0) or _other_seats([bracket], published)
    listed = take_object(facts, place, ["brackets"])["brackets"]
    where = below(place, "brackets")
    brackets = [_read_bracket(one, at, ["division", *OWN]) for at, one in items(listed, where, MAX_BRACKETS)]
    others = (one.other_seeds(seed, turn) for turn, one in enumerate(brackets))
    return next((other for other in others if other is not None), None) or _other_seats(brackets, published)


@dataclass(frozen=True)
class _ReadBracket:
    """A bracket of a round as a receipt has it: its facts, the seeds, and what its round is."""

    plain: Mapping[str, Any]
    seeds: Sequence[int]
    number: int
    matches: Sequence[BracketMatch]
    place: str

    def other_seeds(self, seed: str, turn: int) -> str | None:
        """Where the seeds of a first round are not those that the table and the lots of the seed plus `turn` give."""
        return other_seeds(self.plain, self.seeds, seed, turn, self.place) if self.number == 1 else None


def _read_bracket(facts: Any, place: str, names: list[str]) -> _ReadBracket:
    plain = take_object(facts, place, names)
    take_text(plain.get("division", ""), below(place, "division"))
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
    return _ReadBracket(plain, seeds, number, matches, place)


def other_seeds(plain: Mapping[str, Any], seeds: Sequence[int], seed: str, turn: int, place: str) -> str | None:
    """Where the seeds are not the first of the table, who are level in it in the order of their lots. Raises Misfit."""
    rows = [
        take_pair(row, where, 0, MAX_ID) for where, row in items(plain["table"], below(place, "table"), MAX_ENTRANTS)
    ]
    if rows != sorted(rows):
        raise Misfit(below(place, "table"), "1 ≤ 2 ≤ …")
    size = take_int(plain["size"], below(place, "size"), 2, MAX_SIZE)
    if not seed.isdecimal():
        raise Misfit(place.partition(".facts")[0] + ".seed", "0-9")
    drawn = draw_lots([Place(*row) for row in rows], cut=size, rng=Random(int(seed) + turn))
    return None if list(drawn.order) == list(seeds) else below(place, "seeds")


def _other_seats(brackets: Sequence[_ReadBracket], published: Any) -> str | None:
    both = [(one, match) for one in brackets for match in one.matches]
    wanted = [(match.one.entrant, match.two.entrant) for _one, match in both if match.playable]
    byes = [match.winner.entrant for one, match in both if match.walkover and one.number == 1]
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
