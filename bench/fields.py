"""The fields everybody pairs: a seeded event of even size played round by round, points 3-1-0."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.settings import PairingSettings

WIN, DRAW = 3, 1
DRAWS = 0.08


@dataclass
class _Player:
    id: int
    strength: float
    score: int = 0
    met: list[int] = field(default_factory=list)
    down: int = 0
    up: int = 0
    whites: int = 0
    rounds: list[tuple[int, str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class BenchField:
    """One field: before which round of how many, for the engine and as plain data for the others."""

    players: int
    number: int
    planned: int
    history: PairingHistory
    plain: dict[str, Any]


def planned_rounds(players: int) -> int:
    """Enough rounds for one unbeaten player, at least five."""
    return max(5, (players - 1).bit_length())


def bench_fields(players: int, seed: int = 1) -> list[BenchField]:
    """The field before the middle round and before the last."""
    rng = random.Random(seed)
    people = [_Player(number, rng.random()) for number in range(1, players + 1)]
    planned = planned_rounds(players)
    wanted = {planned // 2 + 1, planned}
    fields = []
    for number in range(1, planned + 1):
        history = PairingHistory(
            tuple(Entrant(one.id, one.score, tuple(one.met), 0, one.down, one.up) for one in people), planned, number
        )
        if number in wanted:
            fields.append(BenchField(players, number, planned, history, _plain(people, planned)))
        if number < planned:
            _play(people, pair_round(history, PairingSettings(), rng).pairs, rng)
    return fields


def _plain(people: list[_Player], planned: int) -> dict[str, Any]:
    players = [{"id": one.id, "score": one.score, "met": list(one.met), "rounds": list(one.rounds)} for one in people]
    return {"planned": planned, "players": players}


def _play(people: list[_Player], pairs: tuple[tuple[int, int], ...], rng: random.Random) -> None:
    by_id = {one.id: one for one in people}
    for first, second in pairs:
        one, two = by_id[first], by_id[second]
        if one.score != two.score:
            higher, lower = (one, two) if one.score > two.score else (two, one)
            higher.down += 1
            lower.up += 1
        white, black = (one, two) if one.whites <= two.whites else (two, one)
        white.whites += 1
        black.whites -= 1
        chance = rng.random()
        result = "=" if chance < DRAWS else "1" if rng.random() < 0.5 + (white.strength - black.strength) / 2 else "0"
        white.score += {"1": WIN, "=": DRAW, "0": 0}[result]
        black.score += {"0": WIN, "=": DRAW, "1": 0}[result]
        white.rounds.append((black.id, "w", result))
        black.rounds.append((white.id, "b", {"1": "0", "0": "1", "=": "="}[result]))
        one.met.append(second)
        two.met.append(first)
