"""Keeping what a player reports of a match: its row, the state it leaves the match in, its line in the log."""

from __future__ import annotations

from django.utils import timezone

from accounts.actor import Actor
from accounts.compiled import together
from tournaments.decisions import format_score
from tournaments.models import Match, Registration, ResultReport, Round
from tournaments.play.reported_games import Said, Score
from tournaments.queries.boards import is_decided_as_whole
from tournaments.queries.late_reports import contradicts_result, played_score
from tournaments.queries.reports import as_said_by, newest_reports, said_facts, said_in
from tournaments.services.board_slips import show_board_reports
from tournaments.services.calls import call_about_reports, end_call_about_reports
from tournaments.services.compiled_writes import CompiledInsert, CompiledUpdate
from tournaments.services.log import write_log
from tournaments.services.own_tables import OwnTable
from tournaments.services.press_order import Press
from tournaments.services.versions import tell_players

State = Match.ReportState
KEPT = CompiledInsert(ResultReport)
_TURNED = CompiledUpdate(Match, "report_state", "updated_at")


def made_report(table: OwnTable, said: Said, key: str, press: Press) -> ResultReport:
    """The report, still to be written."""
    actor, match = table.actor, table.match
    won, lost, drawn = said.score
    return ResultReport(
        tournament=match.round.tournament,
        match=match,
        round_number=match.round.number,
        table=match.table,
        registration=table.entry,
        version=match.version,
        won=won,
        lost=lost,
        drawn=drawn,
        games=[said_facts(game) for game in said.games],
        is_final=said.is_final,
        key=key,
        phone=press.phone,
        pressed=press.number,
        reported_at=timezone.now(),
        reported_by_user=actor.user,
        reported_by=actor.label[:150],
    )


def keep_overtaken(table: OwnTable, said: Said, key: str, press: Press, **about: int) -> ResultReport:
    """Keep a report that the same phone has replaced meanwhile; the later one goes on counting."""
    report = made_report(table, said, key, press)
    report.is_superseded = True
    with together():
        KEPT.insert([report])
        log_report(table.actor, table.match, table.entry, "game_late" if about else "score_late", said.score, **about)
    return report


def turn(match: Match, state: State) -> None:
    """Let the match say how its reports stand."""
    if match.report_state != state:
        match.report_state = state
        _TURNED.save(match)


def log_report(actor: Actor, match: Match, entry: Registration, verb: str, score: Score, **facts: object) -> None:
    """One line of the log about a report; `score` is as its player says it."""
    write_log(
        match.round.tournament,
        actor,
        verb,
        round=match.round.number,
        table=match.table,
        match=match.pk,
        name=entry.name,
        score=format_score(score),
        **facts,
    )


def keep_late(table: OwnTable, said: Said, key: str, press: Press) -> ResultReport:
    """Keep a report that comes after the result, which stands.

    While the round runs a judge is called where the two differ, until nobody's newest report contradicts the result;
    after it the log says what was reported. So it does of a board whose teams' match was decided as a whole.
    """
    actor, match, entry = table.actor, table.match, table.entry
    report = made_report(table, said, key, press)
    if is_decided_as_whole(match):
        with together():
            KEPT.insert([report])
            log_report(actor, match, entry, "report_after_whole", said.score)
        return report
    differs = contradicts_result(match, entry, said)
    result = entered_result(match, entry)
    if match.round.status != Round.Status.PUBLISHED:
        with together():
            KEPT.insert([report])
            log_report(actor, match, entry, "report_after_round", said.score, result=result)
    elif differs:
        with together():
            KEPT.insert([report])
            log_report(actor, match, entry, "report_against_result", said.score, result=result)
            turn(match, State.DISPUTED)
        call_about_reports(actor, match, entry, _words_for_judge(match, entry, said))
        _show(match)
    else:
        KEPT.insert([report])
        if match.report_state == State.DISPUTED and not _is_contradicted(match, [*table.reports, report]):
            turn(match, State.NONE)
            end_call_about_reports(actor, match)
            _show(match)
    return report


def entered_result(match: Match, entry: Registration | None = None) -> str:
    """The result of a match in short, as its seats have it or as the player of an entry says it: a score, else the name
    of its declared outcome."""
    if match.outcome != Match.Outcome.PLAYED:
        return match.outcome
    return format_score(as_said_by(entry, match, played_score(match)) if entry is not None else played_score(match))


def _is_contradicted(match: Match, reports: list[ResultReport]) -> bool:
    newest = newest_reports(match, reports)
    by_entry = [(entry, said_in(newest.get(entry.pk))) for entry in match.entries]
    return any(said is not None and contradicts_result(match, entry, said) for entry, said in by_entry)


def _words_for_judge(match: Match, entry: Registration, said: Said) -> str:
    """The result and the report, both as the match's seats have them: `=2–0 / 0–2`."""
    return f"={entered_result(match)} / {format_score(as_said_by(entry, match, said.score))}"


def _show(match: Match) -> None:
    if match.team_match is not None:
        match.team_match.round = match.round
        show_board_reports(match.team_match)
    tell_players(match.round.tournament.code, match)
