"""The standings of a large event against one plain pass over its matches."""

from __future__ import annotations

import random

from bench.measuring import Line, heading, median_seconds
from tournaments.scoring.history import Entrant, History, MatchResult
from tournaments.scoring.presets import PRESETS, find_preset
from tournaments.scoring.standings import StandingsTable

PLAYERS, ROUNDS = 8_192, 15
SCORES = [(2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0), (1, 1, 1), (2, 0, 0), (0, 2, 0), (1, 0, 1)]
LEAVING = 0.01


def event(players: int = PLAYERS, rounds: int = ROUNDS, *, leaving: float = 0.0, seed: int = 1) -> History:
    """Everybody meets somebody every round. With ``leaving``, that share leaves after each round."""
    rng = random.Random(seed)
    inside = list(range(1, players + 1))
    left: dict[int, int] = {}
    results: list[MatchResult] = []
    for number in range(1, rounds + 1):
        rng.shuffle(inside)
        results += [
            MatchResult(number, one, two, *rng.choice(SCORES))
            for one, two in zip(inside[::2], inside[1::2], strict=False)
        ]
        for entrant in rng.sample(inside, int(leaving * len(inside)) // 2 * 2):
            left[entrant] = number
        inside = [entrant for entrant in inside if entrant not in left]
    entrants = tuple(Entrant(entrant, left.get(entrant)) for entrant in range(1, players + 1))
    return History(entrants, tuple(results), planned_rounds=rounds)


def plain_pass(history: History) -> int:
    """Read each match once; add match points, game points won and possible, and the opponent to both players."""
    points = dict.fromkeys((entrant.id for entrant in history.entrants), 0)
    won, possible = dict(points), dict(points)
    opponents: dict[int, list[int]] = {entrant.id: [] for entrant in history.entrants}
    for match in history.results:
        one, two = match.one, match.two
        wins1, wins2, draws = match.wins1, match.wins2, match.draws
        if two is None:
            continue
        if wins1 > wins2:
            points[one] += 3
        elif wins1 < wins2:
            points[two] += 3
        else:
            points[one] += 1
            points[two] += 1
        won[one] += 3 * wins1 + draws
        won[two] += 3 * wins2 + draws
        played = 3 * (wins1 + wins2 + draws)
        possible[one] += played
        possible[two] += played
        opponents[one].append(two)
        opponents[two].append(one)
    return len(opponents)


def standings_lines(*, quick: bool) -> list[Line]:
    """The plain pass, then for every preset: the table, and the table with every row made."""
    size = (PLAYERS // 8, ROUNDS) if quick else (PLAYERS, ROUNDS)
    history = event(*size)
    plain = median_seconds([lambda: plain_pass(history)], repeats=7)[0]
    lines = [
        heading(f"standings, {size[0]:,} players × {size[1]} rounds", "table", "ratio", "with rows", "ratio"),
        Line("one plain pass: points, game points, opponents", _ms(plain), "1.0", "(aim: ≤ 3)", "", ""),
    ]
    lines += [_preset_line(code, history, f"{code}") for code in PRESETS]
    leaving = event(*size, leaving=LEAVING)
    lines += [_preset_line(code, leaving, f"{code}, 1 % leave every round") for code in ("mtr", "pokemon")]
    return lines


def _preset_line(code: str, history: History, title: str) -> Line:
    preset = find_preset(code)
    runs = [
        lambda: plain_pass(history),
        lambda: StandingsTable(history, preset),
        lambda: StandingsTable(history, preset).standings(),
    ]
    plain, full, rows = median_seconds(runs, repeats=5)
    return Line(title, _ms(full), f"{full / plain:.1f}", _ms(rows), f"{rows / plain:.1f}")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms"
