"""Checking a receipt of a round in pods: the parts that differ from a round of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.pods.engine_version import SEATING_VERSION
from tournaments.pods.sizes import TooFewPlayers
from tournaments.receipts.document import PODS, PUBLISHED, REPAIR, SWAP, TABLE, UNDONE, Receipt, Step
from tournaments.receipts.pod_round import (
    SeatedRound,
    is_quick_seating,
    is_seating_claimed,
    read_seating,
    recount_difference,
    seating_difference,
)
from tournaments.receipts.pod_seats import (
    PodSeats,
    exchanged,
    is_given,
    moved,
    number_of,
    published_difference,
    reseated,
)
from tournaments.receipts.strict import Misfit, below
from tournaments.receipts.verdict import Fault, Finding, Part


def seated_step(receipt: Receipt) -> Step | None:
    """The step that seated pods, where the newest draw did."""
    newest = receipt.last_draw
    step = receipt.history[newest] if newest is not None else None
    return step if step is not None and step.kind == PODS else None


def is_quick(step: Step) -> bool:
    """Whether the round is seated again in a moment. Raises Misfit."""
    return is_quick_seating(_read(step))


def check_seating(step: Step) -> Iterator[Finding]:
    """The round seated again from its field and seed. Raises Misfit."""
    place, read = below(step.place, "facts"), _read(step)
    if read.engine != SEATING_VERSION:
        yield Finding(Part.PAIRING, below(place, "engine"), Fault.ENGINE, str(SEATING_VERSION))
        return
    try:
        where = seating_difference(read, step.plain["seed"], place)
    except TooFewPlayers:
        yield Finding(Part.PAIRING, place, Fault.IMPOSSIBLE)
        return
    if where is not None:
        yield Finding(Part.PAIRING, where, Fault.DIFFERENT)


def check_costs(step: Step) -> Iterator[Finding]:
    """Costs counted again, and what is said to be proved. Raises Misfit."""
    other = recount_difference(_read(step), below(step.place, "facts"))
    if other is not None:
        yield Finding(Part.WITNESS, other, Fault.WITNESS)


def is_proved(step: Step) -> bool:
    """Whether the receipt claims that no seating costs less; `check_costs` says whether that holds."""
    return is_seating_claimed(_read(step))


def check_edits(step: Step, later: Sequence[Step], published: Any) -> Iterator[Finding]:
    """What was given by hand before the seating against what was published; then the exchanges after the seating with
    what each was said to cost, and moves to other tables, through to the published tables. Raises Misfit."""
    read, place = _read(step), below(step.place, "facts")
    shown = next((one for one in later if one.kind == PUBLISHED), None)
    if shown is None:
        raise Misfit("history", PUBLISHED)
    if _says_given(read, shown) and not is_given(read.assigned, shown.facts, below(shown.place, "facts")):
        yield Finding(Part.EDITS, below(place, "assigned"), Fault.GIVEN)
        return
    seats = read.seats
    before: dict[int, PodSeats] = {}
    for one in later:
        facts = below(one.place, "facts")
        if one.kind == TABLE:
            seats = moved(seats, one.facts, facts)
        if one.kind == UNDONE:
            seats = before.get(number_of(one.facts, facts), seats)
        if one.kind == REPAIR:
            before[number_of(one.facts, facts)] = seats
        if one.kind in (SWAP, REPAIR):
            seats, cost = (exchanged if one.kind == SWAP else reseated)(seats, one.facts, facts)
            if cost != seats.cost_in(read.field) and not read.is_first_form:
                yield Finding(Part.EDITS, below(facts, "cost"), Fault.WITNESS)
                return
    where = published_difference(seats, published)
    if where is not None:
        yield Finding(Part.EDITS, where, Fault.SEATS)


def is_as_recorded(step: Step) -> bool:
    """Whether tables, what was assigned and what an exchange cost are taken as they are recorded. Raises Misfit."""
    return _read(step).is_first_form


def _says_given(read: SeatedRound, shown: Step) -> bool:
    """Whether a round was published with what was assigned: not where that was before its seating could be checked."""
    return not read.is_first_form or bool(shown.facts)


def _read(step: Step) -> SeatedRound:
    place = below(step.place, "facts")
    if step.facts is None:
        raise Misfit(place, "object")
    return read_seating(step.facts, place)
