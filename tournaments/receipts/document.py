"""The receipt of a round as a document: writing it, and reading it strictly. docs/receipts.md describes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.receipts.canonical import digest_of, digests_of
from tournaments.receipts.strict import (
    Misfit,
    below,
    items,
    take_bool,
    take_choice,
    take_hex,
    take_int,
    take_object,
    take_text,
)

FORMAT = "dueldesk-pairing-receipt"
PART_FORMAT = "dueldesk-pairing-receipt-part"
"""A receipt without facts and digests: the part that everybody may read where the rest names players kept apart."""
VERSION = 1
DRAW, SWAP, TABLE, DISCARDED = "draw", "swap", "table", "discarded"
PUBLISHED, UNPUBLISHED = "published", "unpublished"
REPAIR, KEPT, UNDONE, BRACKET, DECIDED = "repair", "kept", "undone", "bracket", "decided"
LATE = "late"
PODS = "pods"
KINDS = (DRAW, SWAP, TABLE, DECIDED, DISCARDED, PUBLISHED, UNPUBLISHED, REPAIR, KEPT, UNDONE, BRACKET, PODS, LATE)
ROLES = ("owner", "organiser", "scorekeeper", "judge", "floor", "player", "public")
SWISS, TOP_CUT = "swiss", "top_cut"
STAGES = (SWISS, TOP_CUT)
DRAWS = (DRAW, BRACKET, PODS)
"""Steps that all seats follow from."""
LONG = (DRAW, REPAIR, DECIDED, PODS)
"""Steps whose facts are left out of a receipt where a later draw replaced them."""
HEX = 64
MAX_STEPS = 2_000
MAX_COMMITMENTS = 500
MAX_CODE = 40
MAX_SEED = 60
BODY = ["event", "round", "stage", "commitments", "drawn", "published"]
PART_STEP = ["position", "kind", "at", "by", "commitment", "counter", "seed"]
STEP = [*PART_STEP, "digests", "digest"]


class UnreadableReceipt(ValueError):
    """What is not a receipt of a version that is known here: `code` says why."""

    def __init__(self, code: str, place: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.place = place


@dataclass(frozen=True)
class Step:
    """One step of the history; `facts` is None where a receipt leaves them out."""

    place: str
    plain: Mapping[str, Any]
    facts: Mapping[str, Any] | None

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        return str(self.plain["kind"])


@dataclass(frozen=True)
class Receipt:
    """A receipt whose outer shape is right; what the steps hold is looked at when it is worked out again."""

    plain: Mapping[str, Any]
    history: tuple[Step, ...]

    @property
    def is_part(self) -> bool:
        """Whether it is the part for everybody."""
        return bool(self.plain["format"] == PART_FORMAT)

    @property
    def is_committed(self) -> bool:
        """Whether the draw that was published used a seed whose digest was published before it."""
        newest = self.last_draw
        sequence = None if newest is None else self.history[newest].plain["commitment"]
        return any(one["sequence"] == sequence and one["before_pairing"] for one in self.plain["commitments"])

    @property
    def last_draw(self) -> int | None:
        """Which step drew what was published."""
        return last_draw([step.plain for step in self.history])


def last_draw(steps: Sequence[Mapping[str, Any]]) -> int | None:
    """Which step is the newest draw, or None."""
    return max((turn for turn, step in enumerate(steps) if step["kind"] in DRAWS), default=None)


def write_receipt(
    *,
    event: str,
    round: int,
    stage: str,
    commitments: Sequence[Mapping[str, Any]],
    history: Sequence[Mapping[str, Any]],
    published: Mapping[str, Any],
) -> dict[str, Any]:
    """The document. Facts of draws that a later one replaced are left out; their digests stay."""
    newest = last_draw(history)
    steps = [
        {
            key: value
            for key, value in step.items()
            if key != "facts" or step["kind"] not in LONG or turn >= (newest or 0)
        }
        for turn, step in enumerate(history)
    ]
    body = {
        "event": event,
        "round": round,
        "stage": stage,
        "commitments": [dict(one) for one in commitments],
        "drawn": sum(step["kind"] in DRAWS for step in history),
        "published": dict(published),
    }
    digests = receipt_digests(body, steps)
    return {
        "format": FORMAT,
        "version": VERSION,
        **body,
        "history": steps,
        "digests": digests,
        "digest": digest_of([FORMAT, VERSION, digests]),
    }


def part_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a receipt for everybody; without digests too: a guess at what is left out could be tried on them."""
    history = [{key: step[key] for key in PART_STEP} for step in document["history"]]
    body = {key: document[key] for key in BODY}
    return {"format": PART_FORMAT, "version": VERSION, **body, "history": history}


def receipt_digests(body: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The digests of a receipt: of its own values, and of its history."""
    own = digests_of({key: body[key] for key in BODY})
    return own | {"history": str(steps[-1]["digest"]) if steps else ""}


def read_receipt(value: Any) -> Receipt:
    """The receipt of parsed JSON. Raises UnreadableReceipt where it is none, and Misfit with the place."""
    if not isinstance(value, dict) or value.get("format") not in (FORMAT, PART_FORMAT):
        raise UnreadableReceipt("not_a_receipt", "format")
    if value.get("version") != VERSION or isinstance(value["version"], bool):
        raise UnreadableReceipt("unknown_version", "version")
    is_part = value["format"] == PART_FORMAT
    plain = take_object(value, "", ["format", "version", *BODY, "history", *([] if is_part else ["digests", "digest"])])
    take_text(plain["event"], "event", MAX_CODE)
    take_int(plain["round"], "round", 1, 1_000)
    take_choice(plain["stage"], "stage", STAGES)
    take_int(plain["drawn"], "drawn", 0, MAX_STEPS)
    if not is_part:
        take_hex(plain["digest"], "digest", HEX)
        _read_digests(plain["digests"], "digests")
    for place, one in items(plain["commitments"], "commitments", MAX_COMMITMENTS):
        _read_commitment(one, place)
    read = _read_part_step if is_part else _read_step
    history = tuple(read(one, place) for place, one in items(plain["history"], "history", MAX_STEPS))
    return Receipt(plain, history)


def _read_digests(value: Any, place: str) -> None:
    if not isinstance(value, dict) or len(value) > 20_000:
        raise Misfit(place, "object")
    for key, one in value.items():
        where = below(place, key[:80])
        if key == "history" and one == "":
            continue
        take_hex(one, where, HEX)


def _read_commitment(value: Any, place: str) -> None:
    plain = take_object(value, place, ["sequence", "at", "before_pairing", "digest", "text"])
    take_int(plain["sequence"], below(place, "sequence"), 1, MAX_COMMITMENTS)
    take_text(plain["at"], below(place, "at"), 40)
    take_bool(plain["before_pairing"], below(place, "before_pairing"))
    take_hex(plain["digest"], below(place, "digest"), HEX)
    take_text(plain["text"], below(place, "text"), 400)


def _read_part_step(value: Any, place: str) -> Step:
    plain = take_object(value, place, PART_STEP)
    _check_step(plain, place)
    return Step(place, plain, None)


def _check_step(plain: Mapping[str, Any], place: str) -> None:
    """What a step has in either format."""
    take_int(plain["position"], below(place, "position"), 1, MAX_STEPS)
    take_choice(plain["kind"], below(place, "kind"), KINDS)
    take_text(plain["at"], below(place, "at"), 40)
    take_choice(plain["by"], below(place, "by"), ROLES)
    for key, most in (("commitment", MAX_COMMITMENTS), ("counter", MAX_STEPS)):
        if plain[key] is not None:
            take_int(plain[key], below(place, key), 1, most)
    take_text(plain["seed"], below(place, "seed"), MAX_SEED)


def _read_step(value: Any, place: str) -> Step:
    plain = take_object(value, place, STEP, ["facts"])
    _check_step(plain, place)
    _read_digests(plain["digests"], below(place, "digests"))
    take_hex(plain["digest"], below(place, "digest"), HEX)
    facts = plain.get("facts")
    if facts is None and plain["kind"] not in LONG:
        raise Misfit(below(place, "facts"), "object")
    if facts is not None and not isinstance(facts, dict):
        raise Misfit(below(place, "facts"), "object")
    return Step(place, plain, facts)
