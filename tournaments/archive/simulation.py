"""Random whole tournaments, paired round by round by the engine: for `simulate_tournament` and for measuring."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.settings import PairingSettings, TeamPolicy

WIN, DRAW, LOSS = 3, 1, 0
MIN_PLAYERS = 2


@dataclass(frozen=True)
class SimulationPlan:
    """What happens: `draws` a chance per match, `drops` per player and round, `late` the share that enters late."""

    players: int
    rounds: int
    seed: int = 0
    draws: float = 0.0
    drops: float = 0.0
    late: float = 0.0
    teams: int = 0


@dataclass(frozen=True)
class PlayedRound:
    """One paired round: its number, the field's size, how it was paired, and how long the engine took in ms."""

    number: int
    players: int
    result: PairingResult
    ms: float

    @property
    def pair_downs(self) -> int:
        """Pairs of entrants who were not level."""
        by_id = self.result.history.by_id
        return sum(by_id[one].score != by_id[two].score for one, two in self.result.pairs)


@dataclass
class _Person:
    id: int
    team: str | None
    strength: float
    first_round: int
    score: int = 0
    met: Counter[int] = field(default_factory=Counter)
    byes: int = 0
    down: int = 0
    up: int = 0

    def entrant(self) -> Entrant:
        return Entrant(self.id, self.score, self.met, self.byes, self.down, self.up, self.team)


def simulate(plan: SimulationPlan) -> Iterator[PlayedRound]:
    """Every round of one random event in order. Stops early when fewer than two players are left."""
    rng = random.Random(plan.seed)
    people = [_person(plan, number, rng) for number in range(1, plan.players + 1)]
    settings = PairingSettings(team_policy=TeamPolicy.DISCOURAGE if plan.teams else TeamPolicy.IGNORE)
    for number in range(1, plan.rounds + 1):
        here = {person.id: person for person in people if person.first_round <= number}
        if len(here) < MIN_PLAYERS:
            return
        history = PairingHistory(tuple(person.entrant() for person in here.values()), plan.rounds, number)
        started = time.perf_counter()
        result = pair_round(history, settings, rng)
        yield PlayedRound(number, len(here), result, (time.perf_counter() - started) * 1000)
        _play(plan, here, result, rng)
        leaving = {key for key in here if rng.random() < plan.drops}
        people = [person for person in people if person.id not in leaving]


def _person(plan: SimulationPlan, number: int, rng: random.Random) -> _Person:
    team = f"team {rng.randrange(plan.teams) + 1}" if plan.teams else None
    is_late = rng.random() < plan.late
    first = rng.randint(2, max(2, (plan.rounds + 1) // 2)) if is_late and plan.rounds > 1 else 1
    return _Person(number, team, rng.random(), first)


def _play(plan: SimulationPlan, here: dict[int, _Person], result: PairingResult, rng: random.Random) -> None:
    for one, two in result.pairs:
        first, second = here[one], here[two]
        first.met[two] += 1
        second.met[one] += 1
        if first.score != second.score:
            upper, lower = (first, second) if first.score > second.score else (second, first)
            upper.down += 1
            lower.up += 1
        if rng.random() < plan.draws:
            first.score += DRAW
            second.score += DRAW
        else:
            wins = rng.random() < 0.5 + (first.strength - second.strength) / 2
            first.score += WIN if wins else LOSS
            second.score += LOSS if wins else WIN
    if result.bye is not None:
        here[result.bye].byes += 1
        here[result.bye].score += WIN
