"""One text for one value, its digest, and the seeds that follow from a committed text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

SEED_BYTES = 8


def canonical(value: Any) -> str:
    """The JSON text of a value: keys sorted, no white space, ASCII alone. Raises ValueError for what is not JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest_of(value: Any) -> str:
    """The SHA-256 of the canonical text, 64 hexadecimal digits."""
    return digest_of_text(canonical(value))


def digest_of_text(text: str) -> str:
    """The SHA-256 of a text, as `sha256sum` prints it."""
    return hashlib.sha256(text.encode()).hexdigest()


def committed_text(*, event: str, round: int, sequence: int, secret: str) -> str:
    """What is committed to: it names its round, so that no commitment serves for another one."""
    return f"dueldesk-seed/1 {event} {round} {sequence} {secret}"


def seed_of(text: str, counter: int) -> int:
    """The seed of the draw with this number, from 1, that is made with a committed text; 63 bits."""
    found = hashlib.sha256(f"{text} {counter}".encode()).digest()
    return int.from_bytes(found[:SEED_BYTES], "big") >> 1


def digests_of(facts: Mapping[str, Any]) -> dict[str, str]:
    """The digest of each value by its place, objects and lists of objects taken apart: what tells where a change is."""
    return dict(_digests(facts, ""))


def _digests(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key in sorted(value):
            yield from _digests(value[key], f"{place}.{key}" if place else key)
    elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        for turn, one in enumerate(value):
            yield from _digests(one, f"{place}[{turn}]")
    else:
        yield place, digest_of(value)


def step_digest(before: str, step: Mapping[str, Any]) -> str:
    """The digest of a step, chained to the digest of the step before it (empty for the first).

    It covers the digests of the facts instead of the facts, so that a receipt can leave out the facts of draws that
    were discarded.
    """
    covered = {key: value for key, value in step.items() if key not in ("facts", "digest")}
    return digest_of([before, covered])
