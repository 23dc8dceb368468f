"""How a match stands: who leads, whether it is decided, whether another game is needed.

A match of best of ``n`` is won by ``n // 2 + 1`` won games. A drawn game counts for neither player, so the match goes
on past it; only time, or a result declared by the players or a judge, ends a match before somebody has the wins (Magic
Tournament Rules 2.1: the winner is then the player who has won the most games, and equal wins make a drawn match). A
best of one is a single game: where drawn matches are allowed, its drawn game is the drawn match.

With ``more_games`` a match may go on after somebody has the wins (Netrunner: 4-1): every game counts, the match is won
by the player who has the wins and more of them than the other, and is drawn where both have as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.play.records import GameCount, GameRecord, Seat, count_games


class Closing(StrEnum):
    """Why no further game will be played although nobody has the wins."""

    NONE = "none"
    TIME = "time"
    DECLARED = "declared"


class MatchCode(StrEnum):
    """How the match stands, in one word."""

    UNDECIDED = "undecided"
    WON = "won"
    LEADER_WON = "leader_won"
    DRAWN = "drawn"
    DECIDER_NEEDED = "decider_needed"


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state that follows from the games.

    ``decided`` with ``winner`` empty is a drawn match. ``needs_game`` asks for game ``next_number``. ``closing``
    repeats what ended the match early; a match somebody won in full is not closed early.
    """

    wins1: int
    wins2: int
    draws: int
    decided: bool
    winner: Seat | None
    needs_game: bool
    next_number: int | None
    code: MatchCode
    closing: Closing = Closing.NONE


def wins_needed(best_of: int) -> int:
    """Won games that win the match: 1, 2, 3 for best of 1, 3, 5. ``ValueError`` for a length that is not odd."""
    if best_of < 1 or best_of % 2 == 0:
        raise ValueError(f"best of {best_of}: an odd number of games is needed")
    return best_of // 2 + 1


def match_state(
    games: Sequence[GameRecord],
    *,
    best_of: int,
    closing: Closing = Closing.NONE,
    allow_draw: bool = True,
    more_games: bool = False,
) -> MatchState:
    """Derive the state of a match from its games in order.

    ``closing`` says the match was ended early; a last game that time stopped ends it as well. With ``allow_draw`` false
    (elimination) equal wins at that point are ``DECIDER_NEEDED``: another game, or a judge's award, which is entered as
    such and is not derived here.
    """
    count = count_games(games)
    unfinished = bool(games) and not games[-1].finished
    if games and games[-1].stopped_by_time and closing is Closing.NONE:
        closing = Closing.TIME
    needed = wins_needed(best_of)
    winner = _ahead_with(needed, count) if more_games else _first_to(needed, games)
    if winner is not None:
        return _state(count, winner, MatchCode.WON, Closing.NONE)
    if closing is not Closing.NONE:
        if count.leader is not None:
            return _state(count, count.leader, MatchCode.LEADER_WON, closing)
        if allow_draw:
            return _state(count, None, MatchCode.DRAWN, closing)
        return _open(games, count, MatchCode.DECIDER_NEEDED, closing, playing=unfinished)
    if best_of == 1 and allow_draw and count.draws:
        return _state(count, None, MatchCode.DRAWN, Closing.NONE)
    return _open(games, count, MatchCode.UNDECIDED, closing, playing=unfinished)


def _first_to(needed: int, games: Sequence[GameRecord]) -> Seat | None:
    wins = {Seat.ONE: 0, Seat.TWO: 0}
    for game in games:
        if game.winner is not None:
            wins[game.winner] += 1
            if wins[game.winner] == needed:
                return Seat(game.winner)
    return None


def _ahead_with(needed: int, count: GameCount) -> Seat | None:
    return count.leader if max(count.wins1, count.wins2) >= needed else None


def _state(count: GameCount, winner: Seat | None, code: MatchCode, closing: Closing) -> MatchState:
    return MatchState(count.wins1, count.wins2, count.draws, True, winner, False, None, code, closing)


def _open(
    games: Sequence[GameRecord], count: GameCount, code: MatchCode, closing: Closing, *, playing: bool
) -> MatchState:
    number = games[-1].number if playing else len(games) + 1
    return MatchState(count.wins1, count.wins2, count.draws, False, None, True, number, code, closing)


@dataclass(frozen=True, slots=True)
class QuickScore:
    """A bare score: games won by seat one, by seat two, drawn games; and whether it ends the match early."""

    wins1: int
    wins2: int
    draws: int = 0
    closing: Closing = Closing.NONE


class ScoreFault(StrEnum):
    """Why a bare score cannot be the result of a match."""

    NEGATIVE = "negative"
    EMPTY = "empty"
    TOO_MANY_WINS = "too_many_wins"
    DRAWN_MATCH = "drawn_match"
    AFTER_DRAWN_GAME = "after_drawn_game"


def score_fault(
    wins1: int, wins2: int, draws: int, *, best_of: int, allow_draw: bool = True, more_games: bool = False
) -> ScoreFault | None:
    """What is wrong with a bare score as the final result of a match, or nothing."""
    needed = wins_needed(best_of)
    if min(wins1, wins2, draws) < 0:
        return ScoreFault.NEGATIVE
    if wins1 + wins2 + draws == 0:
        return ScoreFault.EMPTY
    if not more_games and (max(wins1, wins2) > needed or wins1 == wins2 == needed):
        return ScoreFault.TOO_MANY_WINS
    if wins1 == wins2 and not allow_draw:
        return ScoreFault.DRAWN_MATCH
    if best_of == 1 and allow_draw and draws and wins1 + wins2 + draws > 1 and not more_games:
        return ScoreFault.AFTER_DRAWN_GAME
    return None


def quick_scores(best_of: int, *, allow_draw: bool = True) -> tuple[QuickScore, ...]:
    """The scores worth a button, seat one's wins first: full results, then early ends by lead, then drawn matches.

    Best of three: 2-0 2-1 1-2 0-2, 1-0 0-1, 1-1 0-0-1 1-1-1. Scores with further drawn games are valid too
    (``score_fault``) but rare; with ``allow_draw`` false the drawn matches are left out.
    """
    needed = wins_needed(best_of)
    full = [QuickScore(needed, lost) for lost in range(needed)]
    full += [QuickScore(lost, needed) for lost in reversed(range(needed))]
    leads = [(high, low) for high in range(needed - 1, 0, -1) for low in range(high)]
    early = [QuickScore(high, low, 0, Closing.DECLARED) for high, low in leads]
    early += [QuickScore(low, high, 0, Closing.DECLARED) for high, low in reversed(leads)]
    if not allow_draw:
        return tuple(full + early)
    if best_of == 1:
        return (*full, QuickScore(0, 0, 1))
    level = [QuickScore(wins, wins, 0, Closing.DECLARED) for wins in range(needed - 1, 0, -1)]
    level += [QuickScore(wins, wins, 1, Closing.DECLARED) for wins in range(needed)]
    return tuple(full + early + level)
