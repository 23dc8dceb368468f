"""The entries that a phone names as its own when it opens the stream of an event, and those it has proved."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from urllib.parse import parse_qs

from config.serving.asgi_types import Message
from tournaments.own_proof import is_proved

MAX_OWN_ENTRIES = 20
"""Entries that a stream may name as those of its phone: as many as a phone can have."""
MAX_NAMED = 4_000
"""Characters of them that are read."""


@dataclass(frozen=True)
class Own:
    """The entries that a stream names as its phone's: they are no secret, and give no access. Those that its page was
    given as its visitor's own are `proved` (`tournaments.own_proof`)."""

    named: frozenset[int] = frozenset()
    proved: frozenset[int] = frozenset()


NOBODYS = Own()


def own_entries(scope: Message) -> Own:
    """What a stream says of its phone: `?own=41,77&proof=<of 41>,<of 77>`."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1")[:MAX_NAMED])
    named, proofs = (query.get(name, [""])[0].split(",") for name in ("own", "proof"))
    pairs = [
        (int(one), proof)
        for one, proof in zip_longest(named, proofs, fillvalue="")
        if one.isascii() and one.isdigit() and len(one) < 19
    ][:MAX_OWN_ENTRIES]
    proved = frozenset(entry for entry, proof in pairs if proof and is_proved(entry, proof))
    return Own(frozenset(entry for entry, _proof in pairs), proved)
