"""From results to records: what each entrant got in each round, and the sums of it.

Games to match points: a match is won by more won games (MTR 2.1). A bye is a match won to nil (MTR Appendix C: 2-0 in a
best of three). A no-show or a match loss is a match lost to nil, for both a lost one each. A round missed by a late
entrant is a lost match of which no game was played, and an intentional draw a drawn match of which only the games
really played count: an unplayed game is worth nothing and possible nothing.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from tournaments.scoring.history import (
    History,
    HistoryError,
    MatchResult,
    PointSystem,
    ResultKind,
)
from tournaments.scoring.presets import Measure, Preset, RateRule

GAME_WIN, GAME_DRAW = 3, 1
"""Game points (MTR Appendix C), whatever the match points are."""


class Outcome(StrEnum):
    """A match from one side."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


class Row(NamedTuple):
    """One round of one entrant. ``opponent`` is empty for a bye or a missed round.

    A tuple, because a large event has a hundred thousand of them.
    """

    round: int
    kind: ResultKind
    opponent: int | None
    outcome: Outcome
    points: int
    game_wins: int
    game_losses: int
    game_draws: int

    @property
    def game_points(self) -> int:
        """Game points won."""
        return GAME_WIN * self.game_wins + GAME_DRAW * self.game_draws

    @property
    def game_points_possible(self) -> int:
        """Game points of as many won games."""
        return GAME_WIN * (self.game_wins + self.game_losses + self.game_draws)

    @property
    def is_bye(self) -> bool:
        """Whether the round was a bye of either kind."""
        return self.kind in (ResultKind.BYE, ResultKind.AWARDED_BYE)


Games = tuple[int, int, int]
_round_of = attrgetter("round")


def rows_by_entrant(history: History, preset: Preset) -> dict[int, tuple[Row, ...]]:
    """Every entrant's rounds in order. ``HistoryError`` if a result names somebody who is not an entrant."""
    rows: dict[int, list[Row]] = {entrant.id: [] for entrant in history.entrants}
    played: dict[Games, tuple[_Side, _Side]] = {}
    for result in sorted(history.results, key=_round_of):
        games = (result.wins1, result.wins2, result.draws)
        if result.kind is not ResultKind.PLAYED:
            first, second = _sides(result, history, preset)
        elif games in played:
            first, second = played[games]
        else:
            first, second = played[games] = _sides(result, history, preset)
        number, kind, one, two = result.round, result.kind, result.one, result.two
        if one not in rows or (two is not None and two not in rows):
            raise unknown_entrant(one if one not in rows else two, result)
        rows[one].append(Row(number, kind, two, *first))
        if two is not None:
            rows[two].append(Row(number, kind, one, *second))
    return {entrant: tuple(own) for entrant, own in rows.items()}


def rows_of(history: History, preset: Preset, entrants: Container[int]) -> dict[int, tuple[Row, ...]]:
    """The rows of these entrants alone."""
    own = [entrant for entrant in history.entrants if entrant.id in entrants]
    mine = [result for result in history.results if result.one in entrants or result.two in entrants]
    rows: dict[int, list[Row]] = {entrant.id: [] for entrant in own}
    for result in sorted(mine, key=_round_of):
        for entrant_id, row in sides(result, history, preset):
            if entrant_id in rows:
                rows[entrant_id].append(row)
    return {entrant_id: tuple(found) for entrant_id, found in rows.items()}


def unknown_entrant(entrant: int | None, result: MatchResult) -> HistoryError:
    """The error for a result of somebody who is not in the history."""
    return HistoryError("unknown_entrant", entrant=entrant, round_number=result.round)


def games_needed(history: History) -> int:
    """Won games that win a match: what a bye and a forfeit are won by."""
    return history.best_of // 2 + 1


def sides(result: MatchResult, history: History, preset: Preset) -> list[tuple[int, Row]]:
    """The one or two entrants of a result and what the round was to each."""
    first, second = _sides(result, history, preset)
    found = [(result.one, Row(result.round, result.kind, result.two, *first))]
    if result.two is not None:
        found.append((result.two, Row(result.round, result.kind, result.one, *second)))
    return found


_Side = tuple[Outcome, int, int, int, int]


def _sides(result: MatchResult, history: History, preset: Preset) -> tuple[_Side, _Side]:
    """Outcome, match points and games of both seats."""
    first, second, games1, games2 = judge(result, games_needed(history), preset)
    points = history.points
    return (first, _worth(first, points), *games1), (second, _worth(second, points), *games2)


def _worth(outcome: Outcome, points: PointSystem) -> int:
    if outcome is Outcome.WIN:
        return points.win
    return points.loss if outcome is Outcome.LOSS else points.draw


def judge(result: MatchResult, needed: int, preset: Preset) -> tuple[Outcome, Outcome, Games, Games]:
    """Each side's outcome and games won, lost, drawn. ``HistoryError`` where the winner is not in the match."""
    played = (result.wins1, result.wins2, result.draws)
    nil: Games = (0, 0, 0)
    won: Games = (needed, 0, 0)
    lost: Games = (0, needed, 0)
    match result.kind:
        case ResultKind.PLAYED:
            return _by_lead(result.wins1 - result.wins2, played)
        case ResultKind.BYE | ResultKind.AWARDED_BYE:
            return Outcome.WIN, Outcome.LOSS, won, nil
        case ResultKind.MISSED:
            return Outcome.LOSS, Outcome.WIN, nil, nil
        case ResultKind.DOUBLE_LOSS:
            return Outcome.LOSS, Outcome.LOSS, lost, lost
        case ResultKind.INTENTIONAL_DRAW:
            return _by_lead(0, (0, 0, preset.intentional_draw_games) if preset.intentional_draw_games else played)
        case ResultKind.NO_SHOW | ResultKind.MATCH_LOSS:
            return _by_lead(1, won) if _first_wins(result) else _by_lead(-1, lost)
        case ResultKind.JUDGE_AWARD:
            if result.winner is None:
                return _by_lead(0, played)
            if _first_wins(result):
                return _by_lead(1, played if any(played) else won)
            return _by_lead(-1, played if any(played) else lost)


def _first_wins(result: MatchResult) -> bool:
    if result.winner == result.one:
        return True
    if result.winner is not None and result.winner == result.two:
        return False
    raise HistoryError("winner_not_in_match", entrant=result.winner, round_number=result.round)


def _by_lead(lead: int, games: Games) -> tuple[Outcome, Outcome, Games, Games]:
    turned = (games[1], games[0], games[2])
    if lead == 0:
        return Outcome.DRAW, Outcome.DRAW, games, turned
    if lead > 0:
        return Outcome.WIN, Outcome.LOSS, games, turned
    return Outcome.LOSS, Outcome.WIN, games, turned


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over some rounds of one entrant. Wins include byes and losses include missed rounds."""

    points: int
    wins: int
    losses: int
    draws: int
    byes: int
    missed: int
    bye_points: int
    missed_points: int

    @property
    def rounds(self) -> int:
        """Rounds of any kind."""
        return self.wins + self.losses + self.draws


Ratio = tuple[int, int]
"""Numerator and denominator, not reduced; the denominator is positive."""


def match_ratio(record: Tally, rule: RateRule, win_points: int) -> tuple[int, int]:
    """A record's win percentage before its bounds, as points won and points possible; possible 0 without a round."""
    rounds = record.rounds
    points, wins = record.points, record.wins
    if not rule.byes:
        rounds, points, wins = rounds - record.byes, points - record.bye_points, wins - record.byes
    if not rule.missed:
        rounds, points = rounds - record.missed, points - record.missed_points
    if rule.measure is Measure.HALF_DRAWS:
        return 2 * wins + record.draws, 2 * rounds
    if rule.measure is Measure.POINTS_PER_ROUND:
        return points, rounds
    return points, win_points * rounds


def bounded(ratio: tuple[int, int], rule: RateRule, *, left_early: bool, floored: bool = True) -> Ratio:
    """A ratio within its rule's bounds; the floor (0 when not ``floored``) where nothing was possible."""
    won, possible = ratio
    floor = rule.floor if floored else rule.floor * 0
    if possible <= 0 or won * floor.denominator < floor.numerator * possible:
        return floor.numerator, floor.denominator
    cap = rule.cap_after_drop
    if left_early and cap is not None and won * cap.denominator > cap.numerator * possible:
        return cap.numerator, cap.denominator
    return won, possible
