"""A round in pods in a receipt: the field and what it was seated as, seated again and counted again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from tournaments.pods.checking import is_proved
from tournaments.pods.costs import levels_of
from tournaments.pods.engine_version import SEATING_VERSION
from tournaments.pods.entrants import NAMES, PROVED, PodEntrant, PodField, PodLevels, Seating
from tournaments.pods.every_seating import MAX_PLAYERS
from tournaments.pods.seating import seat_round
from tournaments.pods.sizes import TooFewPlayers, sizes_of
from tournaments.pods.tables import SeatedAt, tables_of_pods
from tournaments.receipts.fields import MAX_ENTRANTS, MAX_ID
from tournaments.receipts.pod_seats import PodSeats, read_given, record_given
from tournaments.receipts.strict import Misfit, below, items, take_bool, take_int, take_ints, take_object, take_pair

COLUMNS = ["id", "points", "short", "met", "turns"]
WHERE = ["fixed", "numbers"]
"""What the tables follow from."""
MAX_NUMBER = 1_000_000
MAX_QUICK = MAX_PLAYERS
"""Up to this many players a round is seated again in a moment."""


@dataclass(frozen=True)
class SeatedRound:
    """What a receipt says of a seating: the field, the pods in the order of seats with their tables, and its cost.

    `assigned`: entrants for whom staff had settled the round, who were not seated. `fixed`: the tables of fixed seats
    by entrant. `numbers`: the tables in the order in which the event fills them. `is_first_form`: it was written before
    those two were, so that tables, what was assigned and what an exchange cost are taken as they are recorded.
    """

    engine: int
    assigned: tuple[tuple[int, str], ...]
    field: PodField
    fixed: Mapping[int, int]
    numbers: tuple[int, ...]
    pods: tuple[tuple[int, ...], ...]
    tables: tuple[int, ...]
    byes: tuple[int, ...]
    achieved: PodLevels
    bound: PodLevels
    every_seating: bool
    certified: bool
    is_first_form: bool = False

    @property
    def seats(self) -> PodSeats:
        """Who sits where, before any exchange."""
        return PodSeats(dict(zip(self.tables, self.pods, strict=True)), self.byes)


def record_seating(
    field: PodField, seating: Seating, seated_at: SeatedAt, *, assigned: Sequence[tuple[int, str]]
) -> dict[str, Any]:
    """The facts of a seating. `assigned`: entrants for whom staff had settled the round before, who were not seated."""
    rows = [
        [one.id, one.points, one.short, sorted(list(pair) for pair in one.met.items()), [list(at) for at in one.turns]]
        for one in sorted(field.entrants, key=lambda one: one.id)
    ]
    return {
        "engine": SEATING_VERSION,
        "assigned": record_given(assigned),
        "columns": COLUMNS,
        "entrants": rows,
        "apart": sorted(sorted(pair) for pair in field.apart if pair <= field.by_id.keys()),
        "pods": [list(pod) for pod in seating.pods],
        "fixed": sorted(list(one) for one in seated_at.fixed.items()),
        "numbers": list(seated_at.numbers),
        "tables": list(seated_at.tables),
        "byes": list(seating.byes),
        "achieved": asdict(seating.achieved),
        "bound": asdict(seating.bound),
        "every_seating": seating.every_seating,
        "certified": seating.certified,
    }


def read_seating(facts: Any, place: str) -> SeatedRound:
    """What `record_seating` wrote, also in its first form, which has neither `fixed` nor `numbers`. Raises Misfit."""
    lists = ["assigned", "columns", "entrants", "apart", "pods", "tables", "byes"]
    is_first_form = isinstance(facts, Mapping) and not facts.keys() & {*WHERE}
    where = [] if is_first_form else WHERE
    plain = take_object(facts, place, ["engine", *lists, *where, "achieved", "bound", "every_seating", "certified"])
    if plain["columns"] != COLUMNS:
        raise Misfit(below(place, "columns"), ", ".join(COLUMNS))
    entrants = [_read_entrant(row, at) for at, row in items(plain["entrants"], below(place, "entrants"), MAX_ENTRANTS)]
    if len({one.id for one in entrants}) != len(entrants):
        raise Misfit(below(place, "entrants"), "× 1")
    apart = [take_pair(row, at, 0, MAX_ID) for at, row in items(plain["apart"], below(place, "apart"), MAX_ENTRANTS)]
    pods = tuple(
        tuple(take_ints(row, at, 4, 0, MAX_ID)) for at, row in items(plain["pods"], below(place, "pods"), MAX_ENTRANTS)
    )
    tables = take_ints(plain["tables"], below(place, "tables"), MAX_ENTRANTS, 1, MAX_ID)
    if len(tables) != len(pods) or len(set(tables)) != len(tables):
        raise Misfit(below(place, "tables"), str(len(pods)))
    numbers = take_ints(plain.get("numbers", []), below(place, "numbers"), MAX_ENTRANTS, 1, MAX_ID)
    if len(set(numbers)) != len(numbers):
        raise Misfit(below(place, "numbers"), "× 1")
    seated = {one.id for one in entrants}
    return SeatedRound(
        engine=take_int(plain["engine"], below(place, "engine"), 1, 10_000),
        assigned=read_given(plain["assigned"], below(place, "assigned"), besides=seated),
        field=PodField(tuple(entrants), frozenset(frozenset(pair) for pair in apart)),
        fixed=_read_fixed(plain.get("fixed", []), below(place, "fixed"), seated),
        numbers=tuple(numbers),
        pods=pods,
        tables=tuple(tables),
        byes=tuple(take_ints(plain["byes"], below(place, "byes"), MAX_ENTRANTS, 0, MAX_ID)),
        achieved=_read_levels(plain["achieved"], below(place, "achieved")),
        bound=_read_levels(plain["bound"], below(place, "bound")),
        every_seating=take_bool(plain["every_seating"], below(place, "every_seating")),
        certified=take_bool(plain["certified"], below(place, "certified")),
        is_first_form=is_first_form,
    )


def _read_fixed(value: Any, place: str, seated: Collection[int]) -> dict[int, int]:
    fixed: dict[int, int] = {}
    for where, row in items(value, place, MAX_ENTRANTS):
        entrant, table = take_pair(row, where, 0, MAX_ID)
        if entrant not in seated or entrant in fixed:
            raise Misfit(where, "entrants × 1")
        fixed[entrant] = table
    return fixed


def _read_entrant(row: Any, place: str) -> PodEntrant:
    if not isinstance(row, list) or len(row) != len(COLUMNS):
        raise Misfit(place, str(len(COLUMNS)))
    met = [take_pair(one, at, 0, MAX_ID) for at, one in items(row[3], f"{place}[3]", MAX_ENTRANTS)]
    turns = [take_pair(one, at, 1, 4) for at, one in items(row[4], f"{place}[4]", 1_000)]
    return PodEntrant(
        id=take_int(row[0], f"{place}[0]", 0, MAX_ID),
        points=take_int(row[1], f"{place}[1]", -MAX_NUMBER, MAX_NUMBER),
        short=take_int(row[2], f"{place}[2]", 0, 1_000),
        met=dict(met),
        turns=tuple(turns),
    )


def _read_levels(value: Any, place: str) -> PodLevels:
    plain = take_object(value, place, list(NAMES))
    return PodLevels(**{name: take_int(plain[name], below(place, name), 0, MAX_ID) for name in NAMES})


def is_quick_seating(read: SeatedRound) -> bool:
    """Whether seating the round again takes a moment."""
    return len(read.field.entrants) <= MAX_QUICK


def seating_difference(read: SeatedRound, seed: str, place: str) -> str | None:
    """The first place at which the core comes to something else with this seed, or to other tables. Raises Misfit and
    TooFewPlayers."""
    if not seed.isdecimal():
        raise Misfit(place.rpartition(".")[0] + ".seed", "0-9")
    found = seat_round(read.field, Random(int(seed)))
    for turn, (pod, own) in enumerate(zip(read.pods, found.pods, strict=False)):
        if pod != own:
            return f"{place}.pods[{turn}]"
    if len(read.pods) != len(found.pods):
        return f"{place}.pods"
    for name in ("byes", "achieved", "bound", "every_seating", "certified"):
        if getattr(read, name) != getattr(found, name):
            return below(place, name)
    if read.is_first_form:
        return None
    at = tables_of_pods(read.pods, read.fixed, read.numbers)
    return None if at == read.tables else below(place, "tables")


def recount_difference(read: SeatedRound, place: str) -> str | None:
    """The first place at which costs counted again, or what is said to be proved, do not hold."""
    try:
        sizes_of(len(read.field.entrants))
    except TooFewPlayers:
        return below(place, "entrants")
    if levels_of(read.field, read.pods, read.byes) != read.achieved:
        return below(place, "achieved")
    proved = is_proved(
        read.field,
        read.pods,
        read.byes,
        every_seating=read.every_seating,
        achieved=read.achieved,
        bound=read.bound,
    )
    return None if proved == read.certified else below(place, "certified")


def is_seating_claimed(read: SeatedRound) -> bool:
    """Whether the receipt claims that no seating costs less."""
    return read.certified and all(getattr(read.achieved, name) == getattr(read.bound, name) for name in PROVED)
