"""Results as the players themselves report them: kept for each side, and entered once both say the same."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from tournaments.decisions import format_score
from tournaments.models import Match, Registration, ResultReport, Round, Tournament
from tournaments.queries.matches import carry_tournament, lock_match
from tournaments.queries.reports import as_said_by, newest_reports, said_by_the_other
from tournaments.services.calls import call_about_reports, own_seat
from tournaments.services.declared_results import log_result, scored_slip
from tournaments.services.locking import lock_tournament_of_match
from tournaments.services.log import write_log
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.slips import Slip, read_slip, write_slip

State = Match.ReportState
MAX_REPORTS = 20
"""Reports of one player about one match."""


@transaction.atomic
def report_score(*, actor: Actor, match_id: int, wins1: int, wins2: int, draws: int = 0, key: str = "") -> ResultReport:
    """A player reports the final score of their own match; the numbers are those of the match's seats.

    The first report waits for the other player's. One like it enters the result, another calls a judge; each player may
    report again until there is a result. The same score with the `key` of an earlier report is that report, sent again.

    Raises Refusal `no_such_match`, NotAllowed `not_your_match`, Refusal `reports_off`, `too_many_reports`, Conflict
    `not_running`, `round_not_published`, `match_already_decided`, and the codes of `scored_slip`.
    """
    tournament = lock_tournament_of_match(match_id)
    match = lock_match(match_id)
    if match is None:
        raise Refusal("no_such_match")
    carry_tournament(match, tournament)
    entry = own_seat(actor, match)
    if entry is None:
        raise NotAllowed("not_your_match")
    won, lost, drawn = as_said_by(entry, match, (wins1, wins2, draws))
    same = ResultReport.objects.filter(registration=entry, match=match, key=key, won=won, lost=lost, drawn=drawn)
    sent = same.first() if key else None
    if sent is not None:
        return sent
    _require_open(tournament, match)
    if ResultReport.objects.filter(match=match, registration=entry).count() >= MAX_REPORTS:
        raise Refusal("too_many_reports", limit=MAX_REPORTS)
    score = ScoreInput(wins1=wins1, wins2=wins2, draws=draws)
    slip = scored_slip(actor=actor, tournament=tournament, match=match, slip=read_slip(match), score=score)
    report = ResultReport.objects.create(
        tournament=tournament,
        match=match,
        round_number=match.round.number,
        table=match.table,
        registration=entry,
        version=match.version,
        won=won,
        lost=lost,
        drawn=drawn,
        key=key,
        reported_at=timezone.now(),
        reported_by_user=actor.user,
        reported_by=actor.label[:150],
    )
    _compare(actor, match, entry, report, slip)
    return report


def _require_open(tournament: Tournament, match: Match) -> None:
    if not tournament.players_report:
        raise Refusal("reports_off")
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if match.round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", number=match.round.number)
    if match.is_complete:
        raise Conflict("match_already_decided", table=match.table, version=match.version)


def _compare(actor: Actor, match: Match, entry: Registration, report: ResultReport, slip: Slip) -> None:
    """What follows from a new report: the result, a judge, or waiting."""
    other = newest_reports(match).get(match.opponent_of(entry.pk).pk)
    if other is None:
        _turn(match, State.WAITING)
        _log(actor, match, entry, "score_reported", report)
    elif said_by_the_other(other.score) == report.score:
        write_slip(actor=actor, match=match, slip=slip)
        log_result(match.round.tournament, actor, "score_agreed", match, slip, name=entry.name)
    else:
        _turn(match, State.DISPUTED)
        theirs = format_score(said_by_the_other(other.score))
        _log(actor, match, entry, "scores_differ", report, other=theirs)
        sides = [as_said_by(one.registration, match, one.score) for one in (other, report)]
        call_about_reports(actor, match, entry, " / ".join(map(format_score, sides)))


def _turn(match: Match, state: State) -> None:
    if match.report_state != state:
        match.report_state = state
        match.save(update_fields=["report_state", "updated_at"])


def _log(actor: Actor, match: Match, entry: Registration, verb: str, report: ResultReport, **facts: object) -> None:
    write_log(
        match.round.tournament,
        actor,
        verb,
        round=match.round.number,
        table=match.table,
        match=match.pk,
        name=entry.name,
        score=format_score(report.score),
        **facts,
    )
