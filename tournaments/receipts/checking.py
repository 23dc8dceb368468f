"""Checking a pairing receipt by itself, without any database. Start: :func:`check_receipt`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cardpool.intake.strict_json import BadJson, read_json
from tournaments.receipts.bracket_round import bracket_difference
from tournaments.receipts.committed import check_commitments, check_digests, check_draws
from tournaments.receipts.document import (
    BRACKET,
    DECIDED,
    DRAW,
    LONG,
    PODS,
    REPAIR,
    SWAP,
    Receipt,
    Step,
    UnreadableReceipt,
    read_receipt,
)
from tournaments.receipts.final_pods import FINALS, finals_difference
from tournaments.receipts.outputs import Output
from tournaments.receipts.pod_checking import (
    check_costs,
    check_edits,
    check_seating,
    is_as_recorded,
    is_proved,
    seated_step,
)
from tournaments.receipts.pod_checking import (
    is_quick as is_quick_seating,
)
from tournaments.receipts.replay import replay
from tournaments.receipts.seating import first_difference
from tournaments.receipts.strict import Misfit, below
from tournaments.receipts.verdict import Fault, Finding, Part, Verdict
from tournaments.receipts.working_out import (
    NOT_WORKED_OUT,
    AnyDraw,
    Draw,
    Field,
    Redrawn,
    RepairDraw,
    assigned_and_drawn,
    difference,
    draw_again,
    fields_of,
    read_decided,
    read_draw,
    read_repair,
    unproved,
)
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.check_work import TooMuchWork
from tournaments.swiss.engine_version import ENGINE_VERSION
from tournaments.swiss.quick import is_quick

MAX_CHARACTERS = 32_000_000
"""Of the text: a round of 5,000 players late in an event has about 2,000,000."""
MAX_QUICK_STEPS = 4
"""This many steps that drew are checked in a moment where each of their fields is paired in one."""
SECONDS = 600.0
"""Counted work by which a draw is worked out again, unless it is said otherwise."""


def parse_receipt(text: str) -> Receipt:
    """The receipt of a JSON text. Raises UnreadableReceipt, and Misfit with the place."""
    if len(text) > MAX_CHARACTERS:
        raise UnreadableReceipt("too_long")
    try:
        value = read_json(text)
    except (BadJson, RecursionError, ValueError) as error:
        raise UnreadableReceipt("not_json", f"line {getattr(error, 'line', 0) or 1}") from error
    return read_receipt(value)


def check_text(text: str, *, seconds: float = SECONDS) -> Verdict:
    """`check_receipt` of a text; a value of the wrong kind is a finding. Raises UnreadableReceipt."""
    try:
        return check_receipt(parse_receipt(text), seconds=seconds)
    except Misfit as misfit:
        return Verdict([Finding(Part.DIGESTS, misfit.place, Fault.SHAPE, misfit.wanted)])


def check_receipt(receipt: Receipt, *, seconds: float = SECONDS) -> Verdict:
    """Check digests, commitments and the count of draws; work every draw that is there out again; check costs and
    witness; follow the edits to the published seats. The first part that does not agree ends it."""
    verdict = Verdict(drawn=receipt.plain["drawn"], is_committed=receipt.is_committed, is_part=receipt.is_part)
    work = _Check(receipt, seconds)
    for part, findings in work.parts():
        try:
            found = list(findings)
        except Misfit as misfit:
            found = [Finding(part, misfit.place, Fault.SHAPE, misfit.wanted)]
        verdict.findings += found
        if found:
            return verdict
        (verdict.left_out if part in work.left_out else verdict.done).append(part)
    verdict.proved = work.proved
    verdict.as_recorded = not receipt.is_part and work.seated is not None and is_as_recorded(work.seated)
    verdict.has_recorded_costs = not receipt.is_part and work.seated is None and work.has_exchanges
    return verdict


READING: dict[str, Callable[[Mapping[str, Any], str], AnyDraw]] = {
    DRAW: read_draw,
    DECIDED: read_decided,
    REPAIR: read_repair,
}


def takes_a_moment(receipt: Receipt) -> bool:
    """Whether the check of a receipt that the site wrote takes a moment, as one can tell without checking it."""
    newest = receipt.last_draw or 0
    steps = [step for step in receipt.history[newest:] if step.kind in LONG and step.facts is not None]
    seated = seated_step(receipt)
    if seated is not None:
        return is_quick_seating(seated)
    if len(steps) > MAX_QUICK_STEPS:
        return False
    return all(is_quick(*field) for step in steps for _where, field in fields_of(_read(step), step.place))


def _read(step: Step) -> AnyDraw:
    """What a step that drew says. Raises Misfit."""
    return READING[step.kind](step.facts or {}, below(step.place, "facts"))


class _Check:
    """One check; each part of it gives its findings."""

    def __init__(self, receipt: Receipt, seconds: float) -> None:
        self.receipt, self.seconds = receipt, seconds
        self.plain, self.history = receipt.plain, receipt.history
        self.read: dict[int, AnyDraw] = {}
        self.left_out: set[Part] = set()
        self.seated = seated_step(receipt)
        self.proved = False

    def parts(self) -> Iterator[tuple[Part, Iterator[Finding]]]:
        """Every part with its findings, which are worked out when they are asked for."""
        if self.receipt.is_part:
            yield from self._committed()
            return
        yield Part.DIGESTS, check_digests(self.receipt)
        yield from self._committed()
        yield Part.PAIRING, self._pairing()
        yield Part.WITNESS, self._witness()
        yield Part.EDITS, self._edits()

    def _committed(self) -> Iterator[tuple[Part, Iterator[Finding]]]:
        """The parts that need no facts."""
        if not self.plain["commitments"]:
            self.left_out.add(Part.COMMITMENT)
        yield Part.COMMITMENT, check_commitments(self.receipt)
        yield Part.DRAWS, check_draws(self.receipt)

    def _shown(self) -> Iterator[tuple[int, Step]]:
        """The draw that was published, and what was paired again after it."""
        newest = self.receipt.last_draw
        for turn, step in enumerate(self.history):
            if newest is not None and turn >= newest and step.kind in LONG:
                if step.facts is None:
                    raise Misfit(below(step.place, "facts"), "object")
                yield turn, step

    def _pairing(self) -> Iterator[Finding]:
        """Draws, decisions and repairs worked out again."""
        if self.seated is not None:
            yield from check_seating(self.seated)
            return
        nothing = True
        for turn, step in self._shown():
            nothing = False
            place = below(step.place, "facts")
            read = _read(step)
            self.read[turn] = read
            number = self.plain["round"]
            other = next((at for at, (history, _) in fields_of(read, step.place) if history.next_round != number), "")
            if other:
                yield Finding(Part.PAIRING, below(other, "next_round"), Fault.OTHER_ROUND)
                return
            if read.engine != ENGINE_VERSION:
                yield Finding(Part.PAIRING, below(place, "engine"), Fault.ENGINE, str(ENGINE_VERSION))
                return
            try:
                where = self._other_draw(read, step, place)
            except OutOfTime:
                yield Finding(Part.PAIRING, place, Fault.TOO_LONG)
                return
            except NOT_WORKED_OUT:
                yield Finding(Part.PAIRING, place, Fault.IMPOSSIBLE)
                return
            if where is not None:
                in_time = all(one.in_time for one in read.outputs) if isinstance(read, Draw) else True
                yield Finding(Part.PAIRING, where, Fault.DIFFERENT if in_time else Fault.CLOCK)
        if nothing:
            self.left_out.add(Part.PAIRING)

    def _other_draw(self, read: AnyDraw, step: Step, place: str) -> str | None:
        """The first place at which the core comes to something else. Raises `OutOfTime` and `NOT_WORKED_OUT`."""
        if isinstance(read, Draw):
            seed = step.plain["seed"]
            if not seed.isdecimal():
                raise Misfit(below(step.place, "seed"), "0-9")
            results = draw_again(read, int(seed), self.seconds)
            for turn, (output, result) in enumerate(zip(read.outputs, results, strict=True)):
                where = difference(output, result, f"{place}.parts[{turn}].output")
                if where is not None:
                    return where
            return None
        if isinstance(read, RepairDraw):
            seed = f"{self._drawn}/{read.number}" + ("/again" if read.redrawn.work.redraws else "")
            held_back, where = _again(read.redrawn, seed, below(place, "redrawn"))
            return below(place, "held_back") if held_back != read.held_back else where
        for turn, part in enumerate(read.parts):
            _held_back, where = _again(part, f"{self._drawn}/{read.name}/{turn}", f"{place}.parts[{turn}]")
            if where is not None:
                return where
        return None

    @property
    def _drawn(self) -> str:
        """The seed of the draw that everything after it starts from."""
        newest = self.receipt.last_draw
        return str(self.history[newest].plain["seed"]) if newest is not None else ""

    def _witness(self) -> Iterator[Finding]:
        """Costs counted again, and the bound that the witness shows, of everything drawn."""
        if self.seated is not None:
            self.proved = is_proved(self.seated)
            yield from check_costs(self.seated)
            return
        fields: list[tuple[Field, Output, str]] = []
        for turn, read in self.read.items():
            place = below(self.history[turn].place, "facts")
            if isinstance(read, Draw):
                both = zip(read.fields, read.outputs, strict=True)
                fields += [(*one, f"{place}.parts[{at}].output") for at, one in enumerate(both)]
                continue
            parts = (read.redrawn,) if isinstance(read, RepairDraw) else read.parts
            for at, part in enumerate(parts):
                where = "redrawn" if isinstance(read, RepairDraw) else f"parts[{at}]"
                fields.append(((part.work.history, part.work.settings), part.output, f"{place}.{where}.output"))
        try:
            for own, output, place in fields:
                other = unproved(own, output, place)
                if other is not None:
                    yield Finding(Part.WITNESS, other, Fault.WITNESS)
        except TooMuchWork:
            yield Finding(Part.WITNESS, place, Fault.TOO_LONG)
            return
        self.proved = bool(fields) and all(
            output.witness is not None and output.achieved == output.bound for _own, output, _place in fields
        )
        if not fields:
            self.left_out.add(Part.WITNESS)

    @property
    def has_exchanges(self) -> bool:
        """Whether two players were exchanged after the draw that was published."""
        newest = self.receipt.last_draw
        return newest is not None and any(step.kind == SWAP for step in self.history[newest:])

    def _edits(self) -> Iterator[Finding]:
        """The seats after the draw, every edit and every repair, against the published ones."""
        newest = self.receipt.last_draw
        if newest is None:
            raise Misfit("history", "draw | bracket | pods")
        drawn = self.history[newest]
        place: str | None
        if drawn.kind == BRACKET:
            facts = below(drawn.place, "facts")
            look = finals_difference if FINALS in (drawn.facts or ()) else bracket_difference
            place = look(drawn.facts, drawn.plain["seed"], self.plain["published"], facts)
        elif drawn.kind == PODS:
            yield from check_edits(drawn, self.history[newest + 1 :], self.plain["published"])
            return
        else:
            read = self.read.get(newest)
            if isinstance(read, Draw) and (given := assigned_and_drawn(read)) is not None:
                yield Finding(Part.EDITS, f"{below(drawn.place, 'facts')}.assigned[{given}]", Fault.GIVEN)
                return
            place = first_difference(replay(self.history[newest:], self.read, newest), self.plain["published"])
        if place is not None:
            yield Finding(Part.EDITS, place, Fault.SEATS)


def _again(part: Redrawn, seed: str, place: str) -> tuple[bool, str | None]:
    """A field paired again with this seed: whether that is held back, and the first place where it is not the same."""
    if part.work.seed != seed:
        return False, below(place, "seed")
    repaired = part.work.run()
    return repaired.is_held_back, difference(part.output, repaired.result.pairing, below(place, "output"))
