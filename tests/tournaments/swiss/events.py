"""Whole random tournaments, round by round, for the tests and the long proof."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.settings import PairingSettings


@dataclass(frozen=True)
class EventPlan:
    """What happens in an event: chances are per match (draws) or per player and round (drops, late entries)."""

    players: int
    rounds: int
    points: tuple[int, int, int] = (3, 1, 0)
    draws: float = 0.05
    drops: float = 0.0
    late: float = 0.0
    teams: int = 0
    planned: bool = True
    tables: bool = False
    settings: PairingSettings = field(default_factory=PairingSettings)


@dataclass
class Person:
    id: int
    team: str | None
    strength: float
    score: int = 0
    met: list[int] = field(default_factory=list)
    byes: int = 0
    down: int = 0
    up: int = 0
    tables: list[int] = field(default_factory=list)

    def entrant(self, with_tables: bool) -> Entrant:
        tables = tuple(self.tables) if with_tables else ()
        return Entrant(self.id, self.score, tuple(self.met), self.byes, self.down, self.up, self.team, tables=tables)


def play_event(plan: EventPlan, seed: int) -> Iterator[tuple[PairingHistory, PairingResult]]:
    """Every round of a random event: the field before it and how it was paired."""
    rng = random.Random(seed)
    people = [new_person(plan, number, rng) for number in range(1, plan.players + 1)]
    settings = plan.settings
    for number in range(1, plan.rounds + 1):
        field_now = tuple(person.entrant(plan.tables) for person in people)
        history = PairingHistory(field_now, plan.rounds if plan.planned else None, number)
        result = pair_round(history, settings, rng)
        yield history, result
        play_round({person.id: person for person in people}, result, plan, rng)
        people = [person for person in people if rng.random() >= plan.drops] if len(people) > 4 else people
        if plan.late and number < 3:
            newcomers = sum(rng.random() < plan.late for _ in range(plan.players))
            start = max(person.id for person in people) + 1
            people += [new_person(plan, start + extra, rng) for extra in range(newcomers)]


def new_person(plan: EventPlan, number: int, rng: random.Random) -> Person:
    team = f"team {rng.randrange(plan.teams)}" if plan.teams else None
    return Person(number, team, rng.random())


def play_round(people: dict[int, Person], result: PairingResult, plan: EventPlan, rng: random.Random) -> None:
    win, draw, loss = plan.points
    for (one, two), table in zip(result.pairs, result.tables, strict=True):
        first, second = people[one], people[two]
        first.met.append(two)
        second.met.append(one)
        first.tables.append(table)
        second.tables.append(table)
        if first.score != second.score:
            upper, lower = (first, second) if first.score > second.score else (second, first)
            upper.down += 1
            lower.up += 1
        if rng.random() < plan.draws:
            first.score += draw
            second.score += draw
        else:
            better = rng.random() < 0.5 + (first.strength - second.strength) / 2
            first.score += win if better else loss
            second.score += loss if better else win
    if result.bye is not None:
        people[result.bye].byes += 1
        people[result.bye].score += win
