"""Random tournaments of every shape for the standings tests."""

import random

from tournaments.scoring.history import Entrant, History, MatchResult, PointSystem, ResultKind

PLAYED_SCORES = [
    (2, 0, 0),
    (2, 1, 0),
    (1, 2, 0),
    (0, 2, 0),
    (1, 0, 0),
    (1, 1, 0),
    (0, 0, 1),
    (1, 0, 1),
    (2, 1, 2),
    (0, 0, 3),
]
SPECIAL = [
    ResultKind.INTENTIONAL_DRAW,
    ResultKind.NO_SHOW,
    ResultKind.MATCH_LOSS,
    ResultKind.JUDGE_AWARD,
    ResultKind.DOUBLE_LOSS,
]


def make_tournament(
    rng: random.Random, *, players: int, rounds: int, specials: float = 0.1, points: PointSystem | None = None
) -> History:
    """Pair at random (rematches happen), with byes, late entrants, drops, and special results."""
    ids = rng.sample(range(1, 10 * players + 1), players)
    joined = {entrant: rng.choice([1, 1, 1, 1, 1, 2, 3]) for entrant in ids}
    dropped: dict[int, int] = {}
    results: list[MatchResult] = []
    for number in range(1, rounds + 1):
        late = [entrant for entrant in ids if joined[entrant] > number]
        results += [
            MatchResult(number, entrant, kind=rng.choice([ResultKind.MISSED, ResultKind.AWARDED_BYE]))
            for entrant in late
            if joined[entrant] <= rounds
        ]
        inside = [entrant for entrant in ids if joined[entrant] <= number and entrant not in dropped]
        rng.shuffle(inside)
        if len(inside) % 2:
            results.append(MatchResult(number, inside.pop(), kind=ResultKind.BYE))
        for one, two in zip(inside[::2], inside[1::2], strict=True):
            results.append(_result(rng, number, one, two, specials))
        for entrant in inside:
            if rng.random() < 0.08:
                dropped[entrant] = number
    return History(
        entrants=tuple(Entrant(entrant, dropped.get(entrant), rng.random() > 0.02) for entrant in ids),
        results=tuple(results),
        points=points or PointSystem(),
        best_of=3,
    )


def _result(rng: random.Random, number: int, one: int, two: int, specials: float) -> MatchResult:
    kind = rng.choice(SPECIAL) if rng.random() < specials else ResultKind.PLAYED
    games = rng.choice(PLAYED_SCORES)
    winner = rng.choice([one, two])
    if kind is ResultKind.PLAYED:
        return MatchResult(number, one, two, *games)
    if kind in (ResultKind.NO_SHOW, ResultKind.MATCH_LOSS):
        return MatchResult(number, one, two, *games, kind=kind, winner=winner)
    if kind is ResultKind.JUDGE_AWARD:
        given = rng.choice([(0, 0, 0), games])
        return MatchResult(number, one, two, *given, kind=kind, winner=rng.choice([winner, None]))
    if kind is ResultKind.INTENTIONAL_DRAW:
        return MatchResult(number, one, two, *rng.choice([(0, 0, 0), (1, 1, 0)]), kind=kind)
    return MatchResult(number, one, two, kind=kind)
