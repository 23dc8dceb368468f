"""What a ruling on a call about reports does to the result at the table: it is disputed no more, or again."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from tournaments.models import JudgeCall, Match, Pod, Tournament
from tournaments.queries.late_reports import is_contradicted
from tournaments.queries.pod_reports import is_contradicted as is_pod_contradicted
from tournaments.queries.pods import find_pod
from tournaments.services.board_slips import show_board_reports


def let_stand(call: JudgeCall) -> None:
    """Let a result that has been ruled on stand: the pod, the match, or its boards, are disputed no more."""
    if call.pod_id is not None:
        disputed = Pod.objects.filter(pk=call.pod_id, is_complete=True, report_state=Pod.ReportState.DISPUTED)
        disputed.update(report_state=Pod.ReportState.NONE, updated_at=timezone.now())
    match, state = call.match, Match.ReportState
    if match is None:
        return
    own = Match.everything.filter(Q(pk=match.pk) | Q(team_match=match), report_state=state.DISPUTED)
    own.filter(is_complete=True).update(report_state=state.NONE, updated_at=timezone.now())
    if not own.filter(team_match=match).exists() and Match.everything.filter(team_match=match).exists():
        own.update(report_state=state.PLAYING, updated_at=timezone.now())


def dispute_again(call: JudgeCall) -> None:
    """Take `let_stand` back where a player's newest report contradicts the result; the caller holds the tournament's
    row."""
    if call.match is not None:
        _dispute_match(call.match)
    if call.pod is not None:
        _dispute_pod(call.tournament, call.pod)


def _dispute_match(match: Match) -> None:
    """The match, or the boards of it, whose result is contradicted."""
    state = Match.ReportState
    ruled_on = Match.everything.filter(Q(pk=match.pk) | Q(team_match=match), is_complete=True, report_state=state.NONE)
    for one in ruled_on:
        one.report_state = state.DISPUTED  # Without it no report of a match with a result is read.
        if is_contradicted(one):
            one.save(update_fields=["report_state", "updated_at"])
    if Match.everything.filter(team_match=match).exists():
        show_board_reports(match)


def _dispute_pod(tournament: Tournament, pod: Pod) -> None:
    """The pod, if its result is contradicted."""
    row = find_pod(tournament, pod.pk)
    if row is None or not row.pod.is_complete or row.pod.report_state != Pod.ReportState.NONE:
        return
    row.pod.report_state = Pod.ReportState.DISPUTED
    if is_pod_contradicted(row):
        row.pod.save(update_fields=["report_state", "updated_at"])
