"""Everybody's record at once, as large events need it: one integer per entrant, and the opponents of each.

The integer holds eight counts side by side, ``WIDTH`` bits each, so that adding what a match brought is one addition.
No count comes near 2³². Points are not held: they are the counts times the point system.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.scoring.history import History, MatchResult, PointSystem, ResultKind
from tournaments.scoring.presets import Preset, RateRule
from tournaments.scoring.tallies import (
    GAME_DRAW,
    GAME_WIN,
    Games,
    Outcome,
    Ratio,
    Tally,
    games_needed,
    judge,
    unknown_entrant,
)

WIDTH = 32
_MASK = (1 << WIDTH) - 1
_WINS, _LOSSES, _DRAWS, _MISSED, _BYES, _GAME_WINS, _GAME_LOSSES, _GAME_DRAWS = (WIDTH * place for place in range(8))
MATCH_PART = (1 << _GAME_WINS) - 1
"""Selects what a match-win percentage depends on."""
GAME_PART = ~((1 << _BYES) - 1)
"""Selects what a game-win percentage depends on."""
_OUTCOMES = {Outcome.WIN: 1 << _WINS, Outcome.LOSS: 1 << _LOSSES, Outcome.DRAW: 1 << _DRAWS}


@dataclass(frozen=True, slots=True)
class Records:
    """Sums and opponents in the order of the entrants. Opponents are positions, once for each match."""

    sums: Sequence[int]
    opponents: Sequence[Sequence[int]]


def read_records(results: Iterable[MatchResult], history: History, preset: Preset, at: Mapping[int, int]) -> Records:
    """Add up some results of a history in one pass. ``at`` says where each entrant is.

    ``HistoryError`` if a result names somebody who is not an entrant or cannot be scored.
    """
    sums = [0] * len(history.entrants)
    opponents: list[list[int]] = [[] for _ in history.entrants]
    played: dict[Games, tuple[int, int]] = {}
    ordinary = ResultKind.PLAYED
    for result in results:
        games = (result.wins1, result.wins2, result.draws)
        if result.kind is not ordinary:
            share1, share2 = shares(result, history, preset)
        elif games in played:
            share1, share2 = played[games]
        else:
            share1, share2 = played[games] = shares(result, history, preset)
        one, two = at.get(result.one), result.two
        if one is None:
            raise unknown_entrant(result.one, result)
        sums[one] += share1
        if two is not None:
            other = at.get(two)
            if other is None:
                raise unknown_entrant(two, result)
            sums[other] += share2
            opponents[one].append(other)
            opponents[other].append(one)
    return Records(sums, opponents)


def shares(result: MatchResult, history: History, preset: Preset) -> tuple[int, int]:
    """What a result adds to the sums of its first and its second player (nothing for a player who is not there)."""
    first, second, games1, games2 = judge(result, games_needed(history), preset)
    share = _OUTCOMES[first] | _games(games1)
    if result.kind is ResultKind.MISSED:
        share |= 1 << _MISSED
    elif result.kind in (ResultKind.BYE, ResultKind.AWARDED_BYE):
        share |= 1 << _BYES
    return share, _OUTCOMES[second] | _games(games2)


def _games(games: Games) -> int:
    return games[0] << _GAME_WINS | games[1] << _GAME_LOSSES | games[2] << _GAME_DRAWS


def wins_of(total: int) -> int:
    """Matches won, byes included."""
    return total & _MASK


def missed_of(total: int) -> int:
    """Rounds missed before a late entry."""
    return total >> _MISSED & _MASK


def points_of(total: int, points: PointSystem) -> int:
    """Match points of a sum."""
    return (
        points.win * (total & _MASK)
        + points.draw * (total >> _DRAWS & _MASK)
        + points.loss * (total >> _LOSSES & _MASK)
    )


def tally_of(total: int, points: PointSystem) -> Tally:
    """A sum taken apart."""
    wins, losses, draws = total & _MASK, total >> _LOSSES & _MASK, total >> _DRAWS & _MASK
    byes, missed = total >> _BYES & _MASK, total >> _MISSED & _MASK
    return Tally(points_of(total, points), wins, losses, draws, byes, missed, points.win * byes, points.loss * missed)


def game_ratio(total: int, rule: RateRule, needed: int) -> Ratio:
    """A game-win percentage before its bounds: game points won and possible. ``needed`` games win a bye."""
    won, lost, drawn = total >> _GAME_WINS & _MASK, total >> _GAME_LOSSES & _MASK, total >> _GAME_DRAWS & _MASK
    if not rule.byes:
        won -= needed * (total >> _BYES & _MASK)
    return GAME_WIN * won + GAME_DRAW * drawn, GAME_WIN * (won + lost + drawn)
