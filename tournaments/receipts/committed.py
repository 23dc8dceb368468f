"""What a receipt commits to: values have their digests, seeds follow from committed texts, each draw is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.receipts.canonical import digest_of, digest_of_text, digests_of, seed_of, step_digest
from tournaments.receipts.document import (
    BODY,
    BRACKET,
    DRAWS,
    FORMAT,
    STEP,
    TOP_CUT,
    VERSION,
    Receipt,
    part_of,
    receipt_digests,
)
from tournaments.receipts.strict import below
from tournaments.receipts.verdict import Fault, Finding, Part


def check_digests(receipt: Receipt) -> Iterator[Finding]:
    """Each value against its digest; then each digest against the one that covers it."""
    plain, before = receipt.plain, ""
    for turn, step in enumerate(receipt.history):
        if step.plain["position"] != turn + 1:
            yield Finding(Part.DIGESTS, below(step.place, "position"), Fault.CHANGED)
        if step_digest(before, step.plain) != step.plain["digest"]:
            yield Finding(Part.DIGESTS, step.place, Fault.CHANGED)
            return
        before = step.plain["digest"]
        if step.facts is not None:
            place = _first_other(step.plain["digests"], digests_of(step.facts))
            if place is not None:
                yield Finding(Part.DIGESTS, f"{step.place}.facts.{place}", Fault.CHANGED)
                return
    own = receipt_digests({key: plain[key] for key in BODY}, [step.plain for step in receipt.history])
    place = _first_other(plain["digests"], own)
    if place is not None:
        yield Finding(Part.DIGESTS, place, Fault.CHANGED)
    elif digest_of([FORMAT, VERSION, own]) != plain["digest"]:
        yield Finding(Part.DIGESTS, "digest", Fault.CHANGED)


def check_commitments(receipt: Receipt) -> Iterator[Finding]:
    """Each text against the digest that was shown, and against the event and round it names."""
    plain = receipt.plain
    for turn, one in enumerate(plain["commitments"]):
        words = one["text"].split(" ")
        named = [plain["event"], str(plain["round"]), str(one["sequence"])]
        if digest_of_text(one["text"]) != one["digest"] or one["sequence"] != turn + 1 or words[1:4] != named:
            yield Finding(Part.COMMITMENT, f"commitments[{turn}]", Fault.COMMITMENT)


def check_draws(receipt: Receipt) -> Iterator[Finding]:
    """Each draw by the next number of its commitment; none is left out. A bracket draws the top cut, and it alone."""
    texts = {one["sequence"]: one for one in receipt.plain["commitments"]}
    counters: dict[int, int] = {}
    drawn = 0
    for turn, step in enumerate(receipt.history):
        if step.plain["position"] != turn + 1:
            yield Finding(Part.DRAWS, below(step.place, "position"), Fault.UNCOUNTED)
        drawn += step.kind in DRAWS
        sequence, counter = step.plain["commitment"], step.plain["counter"]
        if sequence is None:
            continue
        committed = texts.get(sequence)
        if committed is None or counter is None:
            yield Finding(Part.DRAWS, below(step.place, "commitment"), Fault.UNCOUNTED)
            continue
        if committed["at"] > step.plain["at"]:
            yield Finding(Part.DRAWS, below(step.place, "at"), Fault.LATE)
        if counter != counters.get(sequence, 0) + 1:
            yield Finding(Part.DRAWS, below(step.place, "counter"), Fault.UNCOUNTED)
        counters[sequence] = counter
        if step.plain["seed"] != str(seed_of(committed["text"], counter)):
            yield Finding(Part.DRAWS, below(step.place, "seed"), Fault.SEED)
    if drawn != receipt.plain["drawn"]:
        yield Finding(Part.DRAWS, "drawn", Fault.UNCOUNTED)
    newest = receipt.last_draw
    if newest is not None and (receipt.history[newest].kind == BRACKET) != (receipt.plain["stage"] == TOP_CUT):
        yield Finding(Part.DRAWS, "stage", Fault.STAGE)


def compare(sent: Receipt, own: Mapping[str, Any]) -> Finding | None:
    """The first place at which a receipt, or the part of one, that somebody sent is not the site's own; None where both
    are the same."""
    if sent.is_part:
        place = _first_other(digests_of(sent.plain), digests_of(part_of(own)))
        return None if place is None else Finding(Part.DIGESTS, place, Fault.OTHER)
    changed = next(check_digests(sent), None)
    if changed is not None or sent.plain == own:
        return changed
    for step, kept in zip(sent.history, own["history"], strict=False):
        if step.plain["digest"] != kept["digest"]:
            fact = _first_other(step.plain["digests"], kept["digests"])
            value = next((key for key in STEP if step.plain[key] != kept[key]), "digest")
            return Finding(Part.DIGESTS, below(step.place, value if fact is None else f"facts.{fact}"), Fault.OTHER)
    place = _first_other(sent.plain["digests"], own["digests"])
    return Finding(Part.DIGESTS, place or "history", Fault.OTHER)


def _first_other(claimed: Mapping[str, Any], own: Mapping[str, str]) -> str | None:
    """The first place whose digest is another one."""
    return next((key for key in sorted(claimed.keys() | own.keys()) if claimed.get(key) != own.get(key)), None)
