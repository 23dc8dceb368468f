"""Results as the players themselves report them: kept for each side, and entered once both say the same."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from accounts.actor import Actor
from accounts.compiled import together
from accounts.refusals import Conflict, Refusal
from tournaments.decisions import format_score
from tournaments.models import Match, Registration, ResultReport
from tournaments.permissions import Action
from tournaments.play.match_state import Closing
from tournaments.play.records import GameRecord, count_games
from tournaments.play.reported_games import SCORE_DIFFERS, Said, SaidGame, Score, find_difference, merge_games
from tournaments.queries.match_records import state_by
from tournaments.queries.reports import (
    as_said_by,
    newest_reports,
    records_said,
    said_facts,
    said_in,
    seat_in,
)
from tournaments.services.board_slips import show_board_reports
from tournaments.services.calls import call_about_reports, end_call_about_reports
from tournaments.services.declared_results import log_result, scored_slip
from tournaments.services.judged_games import judged_lines
from tournaments.services.kept_reports import KEPT, State, keep_late, keep_overtaken, log_report, made_report, turn
from tournaments.services.own_tables import OwnTable, open_own_table
from tournaments.services.press_order import NOT_COUNTED, Press, find_sent, is_overtaken, key_to_keep, renew_press
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.slip_contents import EMPTY_SLIP, GameLine, Slip, line_of, read_slip, without_details
from tournaments.services.slips import open_match, require_running, settle, write_slip
from tournaments.services.versions import tell_players


@transaction.atomic
def report_score(
    *,
    actor: Actor,
    match_id: int,
    wins1: int,
    wins2: int,
    draws: int = 0,
    key: str = "",
    against: int | None = None,
    registration_id: int | None = None,
    press: Press = NOT_COUNTED,
) -> ResultReport:
    """A player reports the final score of their own match; the numbers are those of the match's seats. With
    `registration_id` it is that entry's, of two players of the actor at one table.

    The first report waits for the other player's. One like it enters the result, another calls a judge; each player may
    report again. A report that comes after the result is kept beside it: the result stands, and while the round runs
    one that contradicts it calls a judge. The same score with the `key` of the one before is that report, sent again.
    Games that the player had reported one by one belong to the report as far as the score includes them. `against`
    is the entry that the report is about: a repair of the round may have seated somebody else since. One that comes
    after a later `press` of the same phone is kept and counts for nothing.

    Raises Refusal `no_such_match`, NotAllowed `not_your_match`, Refusal `reports_off`, `too_many_reports`, Conflict
    `opponent_changed`, `not_running`, `round_not_published`, and the codes of `open_own_table` and `scored_slip`.
    """
    table = open_own_table(actor, match_id, registration_id)
    return _report_score(table, as_said_by(table.entry, table.match, (wins1, wins2, draws)), key, against, press)


@transaction.atomic
def report_own_score(
    *,
    actor: Actor,
    registration_id: int,
    match_id: int,
    score: Score,
    key: str = "",
    against: int | None = None,
    press: Press = NOT_COUNTED,
) -> ResultReport:
    """As `report_score`, for this entry of the actor's, with the score as its player says it.

    Raises the codes of `report_score`, Refusal `no_such_match` also where the entry does not play the match or is
    somebody else's; nothing is locked then.
    """
    return _report_score(open_own_table(actor, match_id, registration_id), score, key, against, press)


def _report_score(table: OwnTable, score: Score, key: str, against: int | None, press: Press) -> ResultReport:
    actor, match, entry = table.actor, table.match, table.entry
    sent = find_sent(table.own, press, key, score)
    if sent is not None:
        return renew_press(sent, press)
    key = key_to_keep(table.own, key, score)
    table.require_open(against)
    slip = EMPTY_SLIP if table.is_late else read_slip(match)
    wins1, wins2, draws = as_said_by(entry, match, score)
    scored_slip(
        actor=actor,
        tournament=match.round.tournament,
        match=match,
        slip=slip,
        score=ScoreInput(wins1=wins1, wins2=wins2, draws=draws),
    )
    if is_overtaken(table.own, press):
        return keep_overtaken(table, Said(score), key, press)
    if table.is_late:
        return keep_late(table, Said(score), key, press)
    newest = newest_reports(match, table.reports)
    before = said_in(newest.get(entry.pk))
    fits = before is not None and all(part <= whole for part, whole in zip(before.score, score, strict=True))
    said = Said(score, before.games if before is not None and fits else ())
    report = made_report(table, said, key, press)
    _compare(actor, report, entry, said, slip, _said_by_other(match, entry, newest))
    return report


@transaction.atomic
def report_game(
    *,
    actor: Actor,
    match_id: int,
    number: int,
    game: SaidGame | None,
    key: str = "",
    against: int | None = None,
    registration_id: int | None = None,
    press: Press = NOT_COUNTED,
) -> ResultReport:
    """A player reports one game of their own match, as that player tells it; the report holds all games so far.
    With `registration_id` it is that entry's, as in `report_own_score`.

    `number` is the game's place in the match: the next one, or one reported before, which the report then ends with;
    None takes it back with what follows. The report is about the whole match once its games decide it. The same game
    sent again with its `key` is that report, unless another one came with it since.

    Raises Refusal `game_not_next` (with `expected`), Conflict `match_already_decided` for a game taken back after the
    result, the codes of `judged_lines` where the games contradict the rules, and those of `report_score`.
    """
    table = open_own_table(actor, match_id, registration_id)
    actor, match, entry = table.actor, table.match, table.entry
    facts = (number, said_facts(game) if game is not None else None)
    sent = find_sent(table.own, press, key, facts)
    if sent is not None:
        return renew_press(sent, press)
    key = key_to_keep(table.own, key, facts)
    table.require_open(against)
    if is_overtaken(table.own, press):
        return keep_overtaken(table, _said_overtaken(table, number, game), key, press, number=number)
    slip = read_slip(match)
    if table.is_late:
        return keep_late(table, _said_late(table, slip, number, game), key, press)
    newest = newest_reports(match, table.reports)
    before = said_in(newest.get(entry.pk))
    games = before.games if before is not None else ()
    place = number - len(slip.games) - 1
    if not 0 <= place <= len(games) - (game is None):
        raise Refusal("game_not_next", number=number, expected=len(slip.games) + len(games) + 1)
    games = (*games[:place], *([game] if game is not None else []))
    reported = _records(match, entry, slip, games)
    _judged(actor, match, slip, reported)
    count = count_games((*slip.records, *reported))
    score = as_said_by(entry, match, (count.wins1, count.wins2, count.draws))
    state = state_by((*slip.records, *reported), closing=Closing.NONE, round=match.round, best_of=match.best_of)
    said = Said(score, games, is_final=state.decided and bool(games))
    report = made_report(table, said, key, press)
    _compare(actor, report, entry, said, slip, _said_by_other(match, entry, newest), number=number)
    return report


@transaction.atomic
def enter_report(*, actor: Actor, match_id: int, expected_version: int, registration_id: int) -> Match:
    """Staff enter what one of the players reported, with the games as far as that player reported them.

    Raises Refusal `no_such_report`, Conflict `match_already_decided`, and the codes of `open_match` and `scored_slip`.
    """
    tournament, match = open_match(
        actor=actor, match_id=match_id, expected_version=expected_version, action=Action.RECORD_RESULTS
    )
    require_running(match)
    if match.is_complete:
        raise Conflict("match_already_decided", table=match.table, version=match.version)
    entry = next((one for one in (match.player1, match.player2) if one.pk == registration_id), None)
    said = said_in(newest_reports(match).get(registration_id))
    if entry is None or said is None:
        raise Refusal("no_such_report")
    slip = read_slip(match)
    if said.is_final:
        new = _reported_slip(actor, match, entry, slip, said)
    else:
        lines = _lines(actor, match, slip, _records(match, entry, slip, said.games))
        new = settle(replace(slip, games=lines), match=match)
    write_slip(actor=actor, match=match, slip=new)
    log_result(tournament, actor, "report_entered", match, new, name=entry.name)
    return match


def _said_late(table: OwnTable, slip: Slip, number: int, game: SaidGame | None) -> Said:
    """What a player has reported of a match that has its result, with this game, which ends it for now.

    A game follows those that the player had reported before it; else the games of the result as far as they go. Notes
    that the rules contradict are left out. Raises the codes of `report_game`.
    """
    match, entry = table.match, table.entry
    if game is None:
        raise Conflict("match_already_decided", table=match.table, version=match.version)
    before = table.games_before(number)
    first = number - len(before)
    if not 1 <= first <= len(slip.games) + 1:
        raise Refusal("game_not_next", number=number, expected=len(slip.games) + 1)
    played = replace(slip, games=slip.games[: first - 1])
    games = (*before, game)
    try:
        _judged(table.actor, match, played, _records(match, entry, played, games))
    except Refusal:
        games = (*before, SaidGame(game.result))
    records = (*played.records, *_records(match, entry, played, games))
    count = count_games(records)
    is_final = state_by(records, closing=Closing.NONE, round=match.round, best_of=match.best_of).decided
    return Said(as_said_by(entry, match, (count.wins1, count.wins2, count.draws)), games, is_final=is_final)


def _said_overtaken(table: OwnTable, number: int, game: SaidGame | None) -> Said:
    """What a game says that the same phone has replaced meanwhile, without notes that the rules contradict.

    Raises Refusal `game_not_next` beyond the last game that the player can have reported.
    """
    match, entry = table.match, table.entry
    known = max((len(one.games) for one in table.own), default=0) + len(read_slip(match).games)
    if not 1 <= number <= known + 1:
        raise Refusal("game_not_next", number=number, expected=known + 1)
    if game is None:
        return Said((0, 0, 0), is_final=False)
    try:
        _judged(table.actor, match, EMPTY_SLIP, _records(match, entry, EMPTY_SLIP, (game,)))
    except Refusal:
        game = SaidGame(game.result)
    return Said((0, 0, 0), (game,), is_final=False)


def _said_by_other(match: Match, entry: Registration, newest: dict[int, ResultReport]) -> Said | None:
    """What the other player has reported so far, as the player of `entry` would say it."""
    said = said_in(newest.get(match.opponent_of(entry.pk).pk))
    return said.turned if said is not None else None


def _compare(
    actor: Actor,
    report: ResultReport,
    entry: Registration,
    mine: Said,
    slip: Slip,
    theirs: Said | None,
    *,
    number: int | None = None,
) -> None:
    """Write a new report and what follows: the result, a judge, or waiting. `number`: of the game it is about."""
    match = report.match
    assert match is not None
    differs = find_difference(mine, theirs) if theirs is not None else None
    if theirs is not None and differs is not None:
        with together():
            KEPT.insert([report])
            _log_difference(actor, match, entry, mine, theirs, slip, differs)
            turn(match, State.DISPUTED)
        call_about_reports(actor, match, entry, _words_for_judge(match, entry, mine, theirs, slip, differs))
    elif theirs is not None and mine.is_final and theirs.is_final:
        games, left_open = merge_games(mine.games, theirs.games)
        new = _reported_slip(actor, match, entry, slip, replace(mine, games=games))
        numbers = {"left_open": [len(slip.games) + place for place in left_open]} if left_open else {}

        def keep() -> None:
            KEPT.insert([report])
            log_result(match.round.tournament, actor, "score_agreed", match, new, name=entry.name, **numbers)

        write_slip(actor=actor, match=match, slip=new, beside=keep)
    else:
        is_final = mine.is_final or (theirs is not None and theirs.is_final)
        says_something = bool(mine.games) or theirs is not None
        verb = "score_reported" if number is None else "game_reported"
        more = {} if number is None else {"number": number}
        was_disputed = match.report_state == State.DISPUTED
        with together():
            KEPT.insert([report])
            log_report(actor, match, entry, verb, mine.score, **more)
            turn(match, State.WAITING if is_final else State.PLAYING if says_something else State.NONE)
        if was_disputed:
            end_call_about_reports(actor, match)
    if match.team_match is not None:
        match.team_match.round = match.round
        show_board_reports(match.team_match)
    tell_players(match.round.tournament.code, match)


def _reported_slip(actor: Actor, match: Match, entry: Registration, slip: Slip, said: Said) -> Slip:
    """The slip completed by a report about the whole match."""
    lines = _lines(actor, match, slip, _records(match, entry, slip, said.games))
    wins1, wins2, draws = as_said_by(entry, match, said.score)
    return scored_slip(
        actor=actor,
        tournament=match.round.tournament,
        match=match,
        slip=replace(slip, games=lines),
        score=ScoreInput(wins1=wins1, wins2=wins2, draws=draws),
    )


def _records(match: Match, entry: Registration, slip: Slip, games: tuple[SaidGame, ...]) -> tuple[GameRecord, ...]:
    said = Said((0, 0, 0), games, is_final=False)
    return records_said(said, before=len(slip.games), me=seat_in(match, entry))


def _judged(actor: Actor, match: Match, slip: Slip, reported: tuple[GameRecord, ...]) -> tuple[GameLine, ...]:
    lines = (*slip.games, *(line_of(record) for record in reported))
    return judged_lines(actor=actor, tournament=match.round.tournament, match=match, lines=lines)


def _lines(actor: Actor, match: Match, slip: Slip, reported: tuple[GameRecord, ...]) -> tuple[GameLine, ...]:
    """The games on the slip and those reported; only their results, where the players' notes do not go together."""
    try:
        return _judged(actor, match, slip, reported)
    except Refusal:
        return _judged(actor, match, slip, tuple(without_details(record) for record in reported))


def _log_difference(
    actor: Actor, match: Match, entry: Registration, mine: Said, theirs: Said, slip: Slip, differs: int
) -> None:
    if differs == SCORE_DIFFERS:
        log_report(actor, match, entry, "scores_differ", mine.score, other=format_score(theirs.score))
        return
    number, results = len(slip.games) + differs, (mine.games[differs - 1].result, theirs.games[differs - 1].result)
    log_report(actor, match, entry, "games_differ", mine.score, number=number, result=results[0], other=results[1])


def _words_for_judge(match: Match, entry: Registration, mine: Said, theirs: Said, slip: Slip, differs: int) -> str:
    """Both scores as the match's seats have them, the other player's first; before them the game they differ in."""
    scores = [as_said_by(entry, match, one.score) for one in (theirs, mine)]
    words = " / ".join(map(format_score, scores))
    return words if differs == SCORE_DIFFERS else f"#{len(slip.games) + differs}: {words}"
