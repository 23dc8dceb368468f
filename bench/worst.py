"""The families of fields that pairing by brackets is worst at."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from operator import itemgetter
from typing import Any
from unittest.mock import patch

from bench.measuring import Line, heading
from tournaments.swiss import pairing, witness
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.settings import PairingSettings, TeamPolicy

Field = tuple[PairingHistory, PairingSettings]
SIZES = (200, 500, 1_000, 2_000)
QUICK_SIZES = (200, 500)
ROUND_ROBINS = (20, 24, 40, 60)
WIN = 3


def worst_lines(*, quick: bool) -> list[Line]:
    """One line per family and size: seconds, what of them the check of the witness takes, whether it is proved, and how
    far from the bound."""
    lines = [heading("worst fields", "s", "check of the witness", "proved", "achieved", "bound")]
    for name, family in FAMILIES.items():
        for size in QUICK_SIZES if quick else SIZES:
            lines.append(_line(f"{name}, {size:,} players", *_timed(*family(size), 1)))
    for size in ROUND_ROBINS[:2] if quick else ROUND_ROBINS:
        lines.append(_slowest_round(size))
    return lines


def _timed(history: PairingHistory, settings: PairingSettings, seed: int) -> tuple[float, float, PairingResult]:
    """The seconds of a pairing, those of them in which its witness is checked, and the pairing."""
    checking = 0.0

    def timed(check: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: object) -> Any:
            nonlocal checking
            started = time.perf_counter()
            try:
                return check(*given)
            finally:
                checking += time.perf_counter() - started

        return run

    checks = [(witness, "_holds"), (pairing, "proves"), (pairing, "proved_levels")]
    with ExitStack() as stack:
        for module, name in checks:
            stack.enter_context(patch.object(module, name, timed(getattr(module, name))))
        started = time.perf_counter()
        result = pairing.pair_round(history, settings, random.Random(seed))
        return time.perf_counter() - started, checking, result


def _line(title: str, seconds: float, checking: float, result: PairingResult) -> Line:
    proved = "not proved"
    if result.certified:
        proved = "searched to the end" if result.looked_ahead else "proved"
    share = f"{1000 * checking:.1f} ms, {100 * checking / seconds:.0f} %" if result.witness else "–"
    return Line(title, f"{seconds:,.2f}", share, proved, str(tuple(result.achieved)), str(tuple(result.bound)))


def _slowest_round(players: int) -> Line:
    """The slowest round of an event to one round before the round robin, a player gone after the second."""
    timed = [_timed(history, PairingSettings(), history.next_round) for history in _events(players, players - 2)]
    return _line(f"near round robin, {players} players, slowest round", *max(timed, key=itemgetter(0)))


def _events(players: int, rounds: int) -> Iterator[PairingHistory]:
    rng = random.Random(players)
    people = {number: Entrant(number) for number in range(players)}
    for number in range(1, rounds + 1):
        history = PairingHistory(tuple(people.values()), rounds, number)
        yield history
        _play(people, pair_round(history, PairingSettings(), rng), rng)
        if number == 2:
            people.pop(0, None)


def _play(people: dict[int, Entrant], result: PairingResult, rng: random.Random) -> None:
    for pair in result.pairs:
        first, second = (people[key] for key in pair)
        down, up = int(first.score > second.score), int(first.score < second.score)
        wins = rng.random() < 0.5
        people[first.id] = replace(
            first, score=first.score + WIN * wins, met=(*first.met, second.id),
            floated_down=first.floated_down + down, floated_up=first.floated_up + up,
        )  # fmt: skip
        people[second.id] = replace(
            second, score=second.score + WIN * (not wins), met=(*second.met, first.id),
            floated_down=second.floated_down + up, floated_up=second.floated_up + down,
        )  # fmt: skip
    if result.bye is not None:
        people[result.bye] = replace(people[result.bye], score=people[result.bye].score + WIN, had_bye=1)


def _played(teams: Callable[[int], str | None], players: int, rounds: int, seed: int) -> PairingHistory:
    """A field after some rounds played without regard to teams."""
    rng = random.Random(seed)
    people = {number: Entrant(number, team=teams(number)) for number in range(players)}
    for number in range(1, rounds + 1):
        _play(people, pair_round(PairingHistory(tuple(people.values()), None, number), PairingSettings(), rng), rng)
    return PairingHistory(tuple(people.values()), None, rounds + 1)


def _clubs(policy: TeamPolicy, *shares: float) -> Callable[[int], Field]:
    """Clubs with these shares of the field."""

    def field(players: int) -> Field:
        def team(number: int) -> str | None:
            place = number * 7919 % players / players
            for club, share in enumerate(shares):
                if place < share:
                    return f"club {club}"
                place -= share
            return None

        return _played(team, players, 4, players), PairingSettings(team_policy=policy)

    return field


def _families(players: int) -> Field:
    history = _played(lambda number: f"family {number // 4}", players, 4, players)
    return history, PairingSettings(team_policy=TeamPolicy.PROHIBIT)


def _level(players: int) -> Field:
    """Everybody level after six rounds of meetings."""
    history = _played(lambda _: None, players, 6, players)
    return replace(history, entrants=tuple(replace(one, score=0) for one in history.entrants)), PairingSettings()


FAMILIES: dict[str, Callable[[int], Field]] = {
    "one strong club, never": _clubs(TeamPolicy.PROHIBIT, 0.5),
    "two clubs, never": _clubs(TeamPolicy.PROHIBIT, 0.45, 0.45),
    "one strong club, rather not": _clubs(TeamPolicy.DISCOURAGE, 0.5),
    "families of four, never": _families,
    "everybody level": _level,
}
