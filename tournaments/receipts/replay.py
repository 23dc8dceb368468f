"""The seats of a round after its draw and everything that was done to them since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.receipts.document import LATE, SWAP, TABLE, UNDONE, Step
from tournaments.receipts.fields import MAX_ID
from tournaments.receipts.seating import Pair, Seating
from tournaments.receipts.strict import Misfit, below, take_int, take_object, take_pair
from tournaments.receipts.working_out import AnyDraw, ByHand, Decided, Draw, RepairDraw


def replay(steps: Sequence[Step], drawn: Mapping[int, AnyDraw], first: int) -> Seating:
    """Where everybody sits after the steps, of which the first is the draw; `drawn` are those that drew, by their place
    in the history. Raises Misfit where a step does not fit the seats before it."""
    seating = Seating()
    before: dict[int, Seating] = {}
    joined: dict[int, Pair] = {}
    for turn, step in enumerate(steps, start=first):
        place = below(step.place, "facts")
        read = drawn.get(turn)
        if isinstance(read, Draw):
            _seat_by_hand(seating, read.by_hand, place)
            for at, output in enumerate(read.outputs):
                seating.seat(output.pairs, output.tables, output.bye, f"{place}.parts[{at}].output.tables")
        elif isinstance(read, Decided):
            # The round is a new one: its choices are counted from 1 again.
            before, joined = {}, {}
            seating = _decided(seating, read, place)
        elif isinstance(read, RepairDraw):
            before[read.number] = seating.copy()
            seating = _repaired(seating, read, place)
        elif step.kind == SWAP:
            seating.swap(step.facts or {}, place)
        elif step.kind == TABLE:
            seating.move(step.facts or {}, place)
        elif step.kind == LATE:
            number, pair = _joined(seating, step, place, len(steps))
            joined[number] = pair
        elif step.kind == UNDONE:
            plain = take_object(step.facts, place, ["number"])
            number = take_int(plain["number"], below(place, "number"), 1, len(steps))
            if number in joined:
                seating.part(joined.pop(number), place)
            # The choice that is taken back may have been to keep the round as it was.
            seating = before.get(number, seating)
    return seating


def _joined(seating: Seating, step: Step, place: str, most: int) -> tuple[int, Pair]:
    """Seat a late player with the one who had the bye; the number of that choice, and the pair."""
    plain = take_object(step.facts, place, ["number", "pair", "table"])
    pair = take_pair(plain["pair"], below(place, "pair"), 0, MAX_ID)
    seating.join(pair, take_int(plain["table"], below(place, "table"), 1, MAX_ID), place)
    return take_int(plain["number"], below(place, "number"), 1, most), pair


def _seat_by_hand(seating: Seating, by_hand: ByHand, place: str) -> None:
    tables = [table for table, _pair in by_hand.meet]
    seating.seat([pair for _table, pair in by_hand.meet], tables, None, below(place, "by_hand.meet"))


def _decided(seating: Seating, read: Decided, place: str) -> Seating:
    """The seats after a decision: each part as it was paired around it, from the seats that there were."""
    after = Seating()
    _seat_by_hand(after, read.by_hand, place)
    for turn, part in enumerate(read.parts):
        where = f"{place}.parts[{turn}]"
        for at, seat in enumerate(part.work.published):
            if set(seating.tables.get(seat.table or 0, ())) != set(seat.pair):
                raise Misfit(f"{where}.published[{at}]", "seated")
        if part.work.bye is not None and part.work.bye not in seating.byes:
            raise Misfit(below(where, "bye"), "seated")
        after.seat(part.output.pairs, part.output.tables, part.output.bye, below(where, "output.tables"))
    return after


def _repaired(seating: Seating, read: RepairDraw, place: str) -> Seating:
    """The seats after a repair: the free tables as repaired, the others as they were."""
    after, work, output = seating.copy(), read.redrawn.work, read.redrawn.output
    place = below(place, "redrawn")
    for turn, seat in enumerate(work.published):
        where = f"{place}.published[{turn}]"
        if seat.table is None or set(after.tables.pop(seat.table, ())) != set(seat.pair):
            raise Misfit(where, "seated")
    others = {frozenset(pair) for pair in after.tables.values()}
    playing = {frozenset(pair) for pair in work.playing}
    # In a round in parts, those of the others are seated, too.
    if not playing <= others or (playing != others and not read.part):
        raise Misfit(below(place, "playing"), "seated")
    byes = [] if work.bye is None else [work.bye]
    if not set(byes) <= set(after.byes) or (byes != after.byes and not read.part):
        raise Misfit(below(place, "bye"), "seated")
    if read.held_back:
        return seating
    after.byes = [player for player in after.byes if player not in byes]
    after.seat(output.pairs, output.tables, output.bye, below(place, "output.tables"))
    return after
