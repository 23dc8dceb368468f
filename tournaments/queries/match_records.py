"""What the play core needs of a match: its games as records, the game's rules, who has the game-1 choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Prefetch

from accounts.process_cache import ProcessCache
from cardpool.models import Ruleset
from cardpool.queries import pack_of
from tournaments.models import Game, JudgeCall, Match, MatchRevision, Round, Tournament
from tournaments.play.bracket import who_has_choice
from tournaments.play.first_player import GameOneKind, GameOnePolicy
from tournaments.play.match_state import Closing, MatchState, match_state, wins_needed
from tournaments.play.play_table import PlayRules, read_play
from tournaments.play.records import Choice, GameRecord, Seat
from tournaments.scoring.history import MatchResult, ResultKind
from tournaments.scoring.presets import find_preset
from tournaments.scoring.tallies import Games, judge

_rules: ProcessCache[str, PlayRules] = ProcessCache(max_size=64)


def play_rules_of(ruleset: Ruleset) -> PlayRules:
    """The play rules of a ruleset's pack."""
    return _rules.get(ruleset.digest, None, lambda: read_play(pack_of(ruleset).play))


def records_of(games: Iterable[Game]) -> tuple[GameRecord, ...]:
    """The recorded games as the play core reads them, in order of their numbers."""
    return tuple(record_of(game) for game in sorted(games, key=lambda game: game.number))


def record_of(game: Game) -> GameRecord:
    """One recorded game as the play core reads it."""
    return GameRecord(
        number=game.number,
        chooser=seat_of(game.chooser_seat),
        choice=Choice(game.choice) if game.choice else None,
        first=seat_of(game.first_seat),
        winner=seat_of(game.winner_seat),
        drawn=game.is_draw,
        ending=game.ending or None,
        conceded=game.conceded,
        stopped_by_time=game.stopped_by_time,
        known=game.details_known,
        placed=game.order_known,
        overridden=bool(game.override_reason),
        penalty=game.is_penalty,
    )


def seat_of(number: int | None) -> Seat | None:
    """The seat of a stored number, 1 or 2."""
    return None if number is None else Seat(number)


def allows_draw(stage: str) -> bool:
    """Whether a match of this stage may be drawn: elimination knows no draws."""
    return stage != Round.Stage.TOP_CUT


def closing_of(match: Match) -> Closing:
    """Why no further game is played: time, or a bare result that was declared final without one player's wins."""
    if match.stopped_by_time:
        return Closing.TIME
    return Closing.DECLARED if match.is_complete else Closing.NONE


def allows_more_games(round: Round) -> bool:
    """Whether a match may have more games than decide it: in Swiss, where the tournament's way to rank says so."""
    return round.stage == Round.Stage.SWISS and find_preset(round.tournament.preset).more_games


def state_of(match: Match, *, round: Round) -> MatchState:
    """How the match stands by its games alone; reads `match.games` (prefetch them for many matches)."""
    return state_by(records_of(match.games.all()), closing=closing_of(match), round=round, best_of=match.best_of)


def state_by(
    records: Sequence[GameRecord], *, closing: Closing, round: Round, best_of: int | None = None
) -> MatchState:
    """How a match of this round stands by these games; `best_of` is its length where it has one of its own."""
    return match_state(
        records,
        best_of=best_of or round.match_length,
        closing=closing,
        allow_draw=allows_draw(round.stage),
        more_games=allows_more_games(round),
    )


def winner_seat_of(match: Match, *, round: Round) -> Seat | None:
    """Who won the match as it stands, by games or as declared; None for a drawn, lost-by-both or open match."""
    return declared_winner(match, state_of(match, round=round))


def declared_winner(match: Match, state: MatchState) -> Seat | None:
    """Who won the match: as declared, or by how it stands by its games."""
    return state.winner if match.outcome == Match.Outcome.PLAYED else seat_of(match.winner_seat)


def counted_games(match: Match, state: MatchState, *, round: Round) -> tuple[Games, Games]:
    """Games won, lost and drawn by each of the two players, as the standings count them.

    They are the recorded ones except where a declared result counts as others: a no-show as won to nil, an intentional
    draw as its preset says, a loss for both as lost to nil by each. An open match counts as far as it is recorded.
    """
    wins1, wins2, draws = state.wins1, state.wins2, state.draws
    if match.outcome == Match.Outcome.PLAYED or not match.is_complete:
        return (wins1, wins2, draws), (wins2, wins1, draws)
    result = MatchResult(0, 1, 2, wins1, wins2, draws, result_kind(match.outcome), match.winner_seat)
    _one, _two, games1, games2 = judge(
        result, wins_needed(match.best_of or round.match_length), find_preset(round.tournament.preset)
    )
    return games1, games2


def result_kind(outcome: str) -> ResultKind:
    """What an outcome of a match is to the standings: who did not come has lost, on either side."""
    return ResultKind.DOUBLE_LOSS if outcome == Match.Outcome.DOUBLE_NO_SHOW else ResultKind(outcome)


def score_in_games(match: Match, state: MatchState, *, round: Round) -> tuple[int, int, int]:
    """The score as shown: games won by the first and the second player and drawn, as the standings count them."""
    (wins1, _losses, draws), (wins2, *_rest) = counted_games(match, state, round=round)
    return wins1, wins2, draws


def in_shown_order(games: Iterable[Game]) -> list[Game]:
    """The games in the order they were played as far as it was noted; the others between them, by their winners."""
    ordered = sorted(games, key=lambda game: game.number)
    loose = iter(sorted((game for game in ordered if not game.order_known), key=lambda game: game.winner_seat or 3))
    return [game if game.order_known else next(loose) for game in ordered]


def game_one_policy_of(match: Match, *, round: Round) -> GameOnePolicy:
    """Who has the game-1 choice: in the top cut by the tournament's policy, in Swiss by an agreed method."""
    if round.stage == Round.Stage.TOP_CUT and match.player1.seed and match.player2.seed:
        return who_has_choice(GameOneKind(round.tournament.game_one_choice), match.player1.seed, match.player2.seed)
    return GameOnePolicy()


RULINGS = ("deck_checks", "penalties", "time_extensions", "judge_calls")
"""What judges record at a match; prefetch these for many matches."""


def rulings_to_read(tournament: Tournament) -> list[str | Prefetch[Any]]:
    """What to prefetch for `is_ruled`: `RULINGS`, and where teams play by seat the penalties on their boards."""
    if not tournament.is_by_seat:
        return [*RULINGS]
    return [*RULINGS, Prefetch("boards", Match.everything.all()), "boards__penalties"]


def is_ruled(match: Match) -> bool:
    """Whether a judge checked a deck, gave a penalty or extra time at the match, withdrawn or not, or was called to it;
    of teams that play by seat also a penalty on one of its boards. Reads the match's round.

    A call that was withdrawn left nothing.
    """
    called = any(call.state != JudgeCall.State.WITHDRAWN for call in match.judge_calls.all())
    if called or match.deck_checks.all() or match.penalties.all() or match.time_extensions.all():
        return True
    if match.is_board or not match.round.tournament.is_by_seat:
        return False
    return any(board.penalties.all() for board in match.boards(manager="everything").all())


WALK_OVER = "walk_over"
"""True in what a revision kept that gave or took back a walk-over when its round was published."""


def is_recorded(match: Match) -> bool:
    """Whether somebody has recorded anything in the match: a game, a result, a ruling, or a player's own report."""
    return is_ruled(match) or is_played(match) or match.report_state != Match.ReportState.NONE


def is_played(match: Match) -> bool:
    """Whether a game or a result has been recorded in the match; a win over an opponent who had left does not count."""
    if match.games.all():
        return True
    return match.is_complete and any(
        not _has_other_players(revision) and not revision.after.get(WALK_OVER) for revision in match.revisions.all()
    )


def _has_other_players(revision: MatchRevision) -> bool:
    return bool(revision.before.get("players") != revision.after.get("players"))


def is_given(revision: MatchRevision) -> tuple[bool, bool]:
    """Whether what a revision kept before and after was a walk-over."""
    before, after = (slip.get("outcome") == Match.Outcome.NO_SHOW for slip in (revision.before, revision.after))
    by_publishing = bool(revision.after.get(WALK_OVER))
    return before and by_publishing, after and (by_publishing or _has_other_players(revision))


def is_walk_over(match: Match) -> bool:
    """Whether a match of the top cut was given to a player because the opponent had left, without anybody entering it.

    An opponent who did not come to the table is a no-show, as staff entered it, also if they leave afterwards.
    """
    is_given = match.outcome == Match.Outcome.NO_SHOW and match.bracket_slot is not None
    return is_given and match.winner_seat is not None and not is_played(match)
