"""Random adversarial fields for the pairing tests; a seed always gives the same field."""

import random
from collections import Counter
from dataclasses import replace

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.settings import Order, PairingSettings, TeamPolicy


def random_field(
    rng: random.Random, low: int, high: int, *, teams: bool = True
) -> tuple[PairingHistory, PairingSettings]:
    """A field of ``low`` to ``high`` entrants with scores, meetings, byes, floats and teams drawn at random."""
    size = rng.randint(low, high)
    ids = rng.sample(range(1, 3 * size + 2), size)
    scale = rng.choice([1, 1, 2, 3, 10**6])
    levels = rng.choice([1, 2, 3, 5, 9])
    density = rng.choice([0.0, 0.2, 0.4, 0.6, 0.8, 0.95])
    byes = rng.choice([0.0, 0.3, 0.8, 1.0])
    floats = rng.choice([0, 1, 3])
    clubs = rng.choice([1, 2, 3, 5])
    met: dict[int, list[int]] = {one: [] for one in ids}
    for place, one in enumerate(ids):
        for two in ids[:place]:
            if rng.random() < density:
                for _ in range(rng.choice([1, 1, 1, 2])):
                    met[one].append(two)
                    met[two].append(one)
    entrants = tuple(
        Entrant(
            one,
            score=rng.randint(-1, levels - 1) * scale,
            met=tuple(met[one]),
            had_bye=int(rng.random() < byes),
            floated_down=rng.randint(0, floats),
            floated_up=rng.randint(0, floats),
            team=rng.choice([None, *"abcde"[:clubs]]) if teams else None,
        )
        for one in ids
    )
    number = rng.randint(1, 6)
    history = PairingHistory(entrants, planned_rounds=None, next_round=number)
    return history, random_settings(rng, ids, teams=teams)


def used_up_field(rng: random.Random, low: int, high: int) -> PairingHistory:
    """A field in which nearly everybody has met, some of them up to four times, and had up to three byes: rematches are
    forced, and which ones makes a difference."""
    size = rng.randint(low, high)
    met: dict[int, Counter[int]] = {one: Counter() for one in range(size)}
    for one in met:
        for two in range(one):
            times = rng.choice([0, 1, 1, 1, 2, 3, 4]) if rng.random() < 0.3 else 1
            if times:
                met[one][two] = met[two][one] = times
    entrants = (Entrant(one, 3 * rng.randint(0, 4), tuple(met[one].elements()), rng.randint(1, 3)) for one in met)
    return PairingHistory(tuple(entrants))


def random_settings(rng: random.Random, ids: list[int], *, teams: bool = True) -> PairingSettings:
    """Settings with a team policy and a few listed pairs."""

    def some_pairs(chance: float) -> frozenset[tuple[int, int]]:
        pairs = [(one, two) for one in ids for two in ids if one < two]
        return frozenset(pair for pair in pairs if rng.random() < chance)

    settings = PairingSettings(order=rng.choice(list(Order)))
    if not teams:
        return settings
    return replace(
        settings,
        team_policy=rng.choice(list(TeamPolicy)),
        team_rounds=rng.choice([None, 3]),
        prohibited=some_pairs(rng.choice([0.0, 0.0, 0.1])),
        discouraged=some_pairs(rng.choice([0.0, 0.0, 0.2])),
    )
