"""Working a draw or a repair out again from what a receipt says of it, within a bounded amount of work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.receipts.fields import MAX_ENTRANTS, MAX_ID, read_inputs, record_inputs, without_names
from tournaments.receipts.outputs import Output, read_output, record_output
from tournaments.receipts.strict import (
    Misfit,
    below,
    items,
    take_bool,
    take_int,
    take_list,
    take_object,
    take_pair,
    take_text,
)
from tournaments.swiss.budget import Budget, OutOfTime, counted
from tournaments.swiss.check_work import TooMuchWork
from tournaments.swiss.costs import cost_rules
from tournaments.swiss.engine_version import ENGINE_VERSION
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.parts import pair_parts
from tournaments.swiss.recount import Recount
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import PublishedTable
from tournaments.swiss.running_repair import RunningRepair
from tournaments.swiss.settings import PairingSettings
from tournaments.swiss.tables import TooFewTables
from tournaments.swiss.witness import shown_bound

MAX_PARTS = 100
MAX_REPAIR_SECONDS = 900
MAX_LOOKS = 40_000_000
"""Of the check of one witness."""
NOT_WORKED_OUT = (
    NoLegalPairing, TooFewTables, ValueError, LookupError, AssertionError, TypeError, ArithmeticError, RecursionError,
)  # fmt: skip
"""What the pairing core raises for a field that nobody could have paired; a receipt may come from anywhere."""
Field = tuple[PairingHistory, PairingSettings]


@dataclass(frozen=True)
class ByHand:
    """What staff had decided about a round before it was drawn: who meets, at which table, and who does not meet."""

    meet: tuple[tuple[int, tuple[int, int]], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Draw:
    """A draw as a receipt has it: the fields that were paired one after the other, and what came of each."""

    engine: int
    by_hand: ByHand
    fields: tuple[Field, ...]
    outputs: tuple[Output, ...]
    assigned: tuple[int, ...]
    """Those for whom staff had settled the round before, who are not drawn."""


@dataclass(frozen=True)
class Redrawn:
    """A field that was paired again around what stays, as a receipt has it."""

    work: RunningRepair
    output: Output


@dataclass(frozen=True)
class RepairDraw:
    """A repair of a published round as a receipt has it; `part` names the only part of the round that it is of."""

    engine: int
    number: int
    redrawn: Redrawn
    held_back: bool
    part: str = ""


@dataclass(frozen=True)
class Decided:
    """A decision about a draft as a receipt has it: `what` about `one` and `other`, and every part paired around it."""

    engine: int
    name: str
    by_hand: ByHand
    parts: tuple[Redrawn, ...]


def record_by_hand(by_hand: ByHand) -> dict[str, Any]:
    """Tables of decided pairs, and pairs that do not meet in the round."""
    return {
        "meet": [[table, *pair] for table, pair in sorted(by_hand.meet)],
        "apart": sorted(list(pair) for pair in by_hand.apart),
    }


def _read_by_hand(value: Any, place: str) -> ByHand:
    plain = take_object(value, place, ["meet", "apart"])
    meet = []
    for where, row in items(plain["meet"], below(place, "meet"), MAX_ENTRANTS):
        if len(take_list(row, where, 3)) != 3:
            raise Misfit(where, "3")
        meet.append((take_int(row[0], where, 1, MAX_ID), take_pair(row[1:], where, 0, MAX_ID)))
    apart = [
        take_pair(pair, where, 0, MAX_ID) for where, pair in items(plain["apart"], below(place, "apart"), MAX_ENTRANTS)
    ]
    return ByHand(tuple(meet), tuple(apart))


def record_draw(
    results: Sequence[PairingResult], *, by_hand: ByHand, assigned: Sequence[tuple[int, str]]
) -> dict[str, Any]:
    """The facts of a draw. `assigned`: entrants for whom staff had settled the round before, who were not drawn."""
    recorded = []
    for result in results:
        history, labels = without_names(result.history)
        recorded.append({"inputs": record_inputs(history, result.settings), "output": record_output(result, labels)})
    return {
        "engine": ENGINE_VERSION,
        "assigned": sorted(list(one) for one in assigned),
        "by_hand": record_by_hand(by_hand),
        "parts": recorded,
    }


def read_draw(facts: Mapping[str, Any], place: str) -> Draw:
    """What `record_draw` wrote. Raises Misfit."""
    plain = take_object(facts, place, ["engine", "assigned", "by_hand", "parts"])
    engine = take_int(plain["engine"], below(place, "engine"), 1, 10_000)
    assigned = []
    for where, one in items(plain["assigned"], below(place, "assigned"), MAX_ENTRANTS):
        if len(take_list(one, where, 2)) != 2 or one[1] not in ("bye", "loss"):
            raise Misfit(where, "bye | loss")
        assigned.append(take_int(one[0], where, 0, MAX_ID))
    fields, outputs = [], []
    for where, part in items(plain["parts"], below(place, "parts"), MAX_PARTS):
        take_object(part, where, ["inputs", "output"])
        fields.append(read_inputs(part["inputs"], below(where, "inputs")))
        outputs.append(read_output(part["output"], below(where, "output")))
    if not fields:
        raise Misfit(below(place, "parts"), "1…")
    by_hand = _read_by_hand(plain["by_hand"], below(place, "by_hand"))
    return Draw(engine, by_hand, tuple(fields), tuple(outputs), tuple(assigned))


def assigned_and_drawn(read: Draw) -> int | None:
    """The first of those with an assigned bye or loss, by place, whom the same draw seats; None where it seats none."""
    pairs = [pair for output in read.outputs for pair in output.pairs] + [pair for _table, pair in read.by_hand.meet]
    drawn = {player for pair in pairs for player in pair} | {output.bye for output in read.outputs}
    return next((at for at, player in enumerate(read.assigned) if player in drawn), None)


def record_repair(
    work: RunningRepair, result: PairingResult, *, number: int, held_back: bool, part: str = ""
) -> dict[str, Any]:  # fmt: skip
    """The facts of a repair, and of another draw of the tables that had not begun; `number` counts them. `part` are the
    codes of the divisions that it is of, in a round whose divisions were paired apart."""
    return {
        "engine": ENGINE_VERSION,
        "number": number,
        "held_back": held_back,
        **({"part": part} if part else {}),
        "redrawn": _record_redrawn(work, result),
    }


def record_decided(
    name: str, parts: Sequence[tuple[RunningRepair, PairingResult]], by_hand: ByHand
) -> dict[str, Any]:  # fmt: skip
    """The facts of a decision about a draft; `name` says what was decided about whom, as the seeds have it."""
    return {
        "engine": ENGINE_VERSION,
        "name": name,
        "by_hand": record_by_hand(by_hand),
        "parts": [_record_redrawn(work, result) for work, result in parts],
    }


def _record_redrawn(work: RunningRepair, result: PairingResult) -> dict[str, Any]:
    history, labels = without_names(work.history)
    return {
        "inputs": record_inputs(history, work.settings),
        "whole": None if work.whole is None else record_inputs(without_names(work.whole)[0], work.settings),
        "published": [[seat.table, *seat.pair] for seat in work.published],
        "playing": [list(pair) for pair in work.playing],
        "bye": work.bye,
        "seed": work.seed,
        "seconds": str(work.seconds),
        "redraws": work.redraws,
        "output": record_output(result, labels),
    }


def read_repair(facts: Mapping[str, Any], place: str) -> RepairDraw:
    """What `record_repair` wrote. Raises Misfit."""
    keys = ["engine", "number", "held_back", "redrawn", *(["part"] if "part" in facts else [])]
    plain = take_object(facts, place, keys)
    return RepairDraw(
        take_int(plain["engine"], below(place, "engine"), 1, 10_000),
        take_int(plain["number"], below(place, "number"), 1, 10_000),
        _read_redrawn(plain["redrawn"], below(place, "redrawn")),
        take_bool(plain["held_back"], below(place, "held_back")),
        take_text(plain.get("part", ""), below(place, "part")),
    )


AnyDraw = Draw | Decided | RepairDraw


def fields_of(read: AnyDraw, place: str) -> Iterator[tuple[str, Field]]:
    """Every field that was paired in a step at `place`, with the place of its inputs."""
    if isinstance(read, Draw):
        for turn, field in enumerate(read.fields):
            yield f"{place}.facts.parts[{turn}].inputs", field
        return
    parts = (read.redrawn,) if isinstance(read, RepairDraw) else read.parts
    for turn, part in enumerate(parts):
        where = f"{place}.facts." + ("redrawn" if isinstance(read, RepairDraw) else f"parts[{turn}]")
        yield f"{where}.inputs", (part.work.history, part.work.settings)
        if part.work.whole is not None:
            yield f"{where}.whole", (part.work.whole, part.work.settings)


def read_decided(facts: Mapping[str, Any], place: str) -> Decided:
    """What `record_decided` wrote. Raises Misfit."""
    plain = take_object(facts, place, ["engine", "name", "by_hand", "parts"])
    return Decided(
        take_int(plain["engine"], below(place, "engine"), 1, 10_000),
        take_text(plain["name"], below(place, "name"), 80),
        _read_by_hand(plain["by_hand"], below(place, "by_hand")),
        tuple(_read_redrawn(part, where) for where, part in items(plain["parts"], below(place, "parts"), MAX_PARTS)),
    )


def _read_redrawn(value: Any, place: str) -> Redrawn:
    keys = ["inputs", "whole", "published", "playing", "bye", "seed", "seconds", "redraws", "output"]
    plain = take_object(value, place, keys)
    history, settings = read_inputs(plain["inputs"], below(place, "inputs"))
    published = []
    for where, row in items(plain["published"], below(place, "published"), MAX_ENTRANTS):
        if len(take_list(row, where, 3)) != 3:
            raise Misfit(where, "3")
        pair = take_pair(row[1:], where, 0, MAX_ID)
        published.append(PublishedTable(None if row[0] is None else take_int(row[0], where, 0, MAX_ID), pair))
    playing = [
        take_pair(row, where, 0, MAX_ID)
        for where, row in items(plain["playing"], below(place, "playing"), MAX_ENTRANTS)
    ]
    bye = plain["bye"]
    work = RunningRepair(
        history=history,
        settings=settings,
        published=tuple(published),
        bye=None if bye is None else take_int(bye, below(place, "bye"), 0, MAX_ID),
        seed=take_text(plain["seed"], below(place, "seed"), 120),
        seconds=_seconds(plain["seconds"], below(place, "seconds")),
        playing=tuple(playing),
        whole=None if plain["whole"] is None else read_inputs(plain["whole"], below(place, "whole"))[0],
        redraws=take_bool(plain["redraws"], below(place, "redraws")),
    )
    return Redrawn(work, read_output(plain["output"], below(place, "output")))


def _seconds(value: Any, place: str) -> float:
    """Seconds of counted work, written as a text."""
    try:
        found = float(value) if isinstance(value, str) and len(value) < 30 else -1.0
    except ValueError:
        found = -1.0
    if not 0 <= found <= MAX_REPAIR_SECONDS:
        raise Misfit(place, f"0…{MAX_REPAIR_SECONDS}")
    return found


def draw_again(draw: Draw, seed: int, seconds: float) -> tuple[PairingResult, ...]:
    """The fields paired again with the seed, by at most this much counted work.

    Raises `OutOfTime` where that was not enough to search as far as the draw did, and `NOT_WORKED_OUT`.
    """
    budgets: list[Budget] = []

    def budget() -> Budget:
        budgets.append(counted(seconds))
        return budgets[-1]

    results = pair_parts(draw.fields, seed, budget)
    if any(one.has_cut for one in budgets):
        raise OutOfTime
    return results


def difference(output: Output, result: PairingResult, place: str) -> str | None:
    """The first place at which an output is not this result."""
    for key, own in (("pairs", result.pairs), ("tables", result.tables)):
        claimed = getattr(output, key)
        turn = next((at for at, (one, two) in enumerate(zip(claimed, own, strict=False)) if one != two), None)
        if turn is not None or len(claimed) != len(own):
            return f"{place}.{key}[{min(len(claimed), len(own)) if turn is None else turn}]"
    for key in ("bye", "achieved", "bound", "looked_ahead"):
        if getattr(output, key) != getattr(result, key):
            return below(place, key)
    return None


def unproved(field: Field, output: Output, place: str) -> str | None:
    """The first place at which the independent check of costs and of the witness does not agree; None where it does.

    Raises `TooMuchWork`.
    """
    history, settings = field
    rules = cost_rules(history, settings)
    if Recount(history, rules).pairing(output.pairs, output.bye) != output.achieved:
        return below(place, "achieved")
    if output.witness is None:
        return None
    try:
        shown = shown_bound(output.witness, history, rules, output.pairs, output.bye, most=MAX_LOOKS)
    except TooMuchWork:
        raise
    except NOT_WORKED_OUT:
        shown = None
    return None if shown == output.bound else below(place, "witness")
