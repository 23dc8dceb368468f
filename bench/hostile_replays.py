"""Event files for the conformance page made to cost more than they weigh, each just within what is taken."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial

MAX_BYTES = 500_000
"""Of a file that the page takes (`tournaments/views/conformance.py`), which needs Django to be asked."""
FULL_REPLAY = "an event file: 500 kB, twelve tiebreakers"
EVERY_TIEBREAKER = "custom:mtr:OMW,GW,OGW,OOMW,OP,OOP,H2H,SOS,ESOS,BH,MBH,SB"


def played(entrants: int, rounds: int, preset: str = EVERY_TIEBREAKER) -> bytes:
    """An event drawn by lot."""
    chance = random.Random(entrants)
    listed = []
    for number in range(1, rounds + 1):
        order = chance.sample(range(entrants), entrants)
        pairs = zip(order[::2], order[1::2], strict=False)
        matches = [{"players": list(pair), "score": chance.choice([[2, 0], [2, 1], [1, 2], [1, 1]])} for pair in pairs]
        listed.append({"number": number, "matches": matches})
    value = {
        "format": "dueldesk-archive/1",
        "settings": {"preset": preset},
        "entrants": [{"id": number} for number in range(entrants)],
        "rounds": listed,
    }
    return json.dumps(value, separators=(",", ":")).encode()


REPLAYS: dict[str, Callable[[], bytes]] = {
    "1,000 players, 5 rounds": partial(played, 1_000, 5),
    "250 players, 80 rounds": partial(played, 250, 80),
    "40 players, 600 rounds": partial(played, 40, 600),
}


def full_replay() -> bytes:
    """As many rounds of a thousand players as a file may have."""
    return next(data for rounds in range(30, 0, -1) if len(data := played(1_000, rounds)) <= MAX_BYTES)
