"""The open match or pod of somebody who is disqualified, or the pod of one who lost by a penalty or did not come: it is
lost, and open again when that is undone."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.actor import Actor
from tournaments.models import LogEntry, Match, MatchRevision, Pod, PodReport, PodSeat, Registration, Round
from tournaments.pods.results import LAST
from tournaments.queries.matches import carry_tournament, lock_match
from tournaments.queries.penalties import standing_losses
from tournaments.queries.pods import gone_as, is_there, open_pod_of
from tournaments.services.declared_results import declared_slip, log_result
from tournaments.services.log import write_log
from tournaments.services.pod_results import PodResult, enter_result, open_again
from tournaments.services.result_inputs import OutcomeInput
from tournaments.services.slip_contents import kept_slip, read_slip
from tournaments.services.slips import write_slip
from tournaments.services.versions import tell_pod

DISQUALIFIED = "entry_disqualified"
"""The verb of the log line whose facts name the match that was given away."""


def give_open_match(*, actor: Actor, registration: Registration, reason: str) -> dict[str, Any]:
    """Enter the opponent's win where the player's match is still open; games played stay on the slip.

    Returns the facts by which `open_given_match` finds it again: the match and its version, nothing without a match.
    """
    seated = Q(player1=registration) | Q(player2=registration)
    open_here = Match.objects.filter(seated, round__status=Round.Status.PUBLISHED, is_complete=False)
    match = _locked(open_here.order_by("pk").values_list("pk", flat=True).first(), registration)
    if match is None:
        return {}
    winner = 2 if match.player1_id == registration.pk else 1
    declared = OutcomeInput(outcome=Match.Outcome.MATCH_LOSS.value, winner_seat=winner)
    new = declared_slip(read_slip(match), declared, stage=match.round.stage, reason=reason)
    write_slip(actor=actor, match=match, slip=new, why=reason)
    log_result(registration.tournament, actor, "outcome_recorded", match, new)
    return {"given_match": match.pk, "given_version": match.version}


def open_given_match(*, actor: Actor, registration: Registration) -> None:
    """Restore the slip as it was before the disqualification, unless it was changed since or its round is over."""
    given = facts_of(registration)
    own = Match.objects.filter(pk=given.get("given_match", 0), round__tournament=registration.tournament_id)
    match = _locked(own.values_list("pk", flat=True).first(), registration)
    if match is None or match.version != given["given_version"] or match.round.status != Round.Status.PUBLISHED:
        return
    slip = kept_slip(MatchRevision.objects.get(match=match, version=match.version).before)
    write_slip(actor=actor, match=match, slip=slip)
    log_result(registration.tournament, actor, "result_reopened", match, slip)


def lose_open_pod(
    *, actor: Actor, registration: Registration, manner: PodSeat.Manner = PodSeat.Manner.DISQUALIFIED
) -> bool:  # fmt: skip
    """Enter the loss where the player's pod is still open: last, as the others play on. Whom that leaves alone has won.

    Whether there is such a pod, in which they had not lost.
    """
    pod = open_pod_of(registration)
    seat = pod.seats.filter(registration=registration).first() if pod is not None else None
    if pod is None or seat is None or seat.manner == manner:
        return False
    pod.round.tournament = registration.tournament
    pod.seats.filter(pk=seat.pk).update(manner=manner)
    _outdate_pages(pod)
    facts = {"round": pod.round.number, "pod": pod.pk, "table": pod.table, "name": registration.name}
    write_log(registration.tournament, actor, "pod_lost", manner=manner.value, **facts)
    tell_pod(registration.tournament.code, pod)
    _settle(actor, pod)
    return True


def leave_open_pod(*, actor: Actor, registration: Registration) -> None:
    """Of a no-show whose pod is still open: whom that leaves alone has won."""
    pod = open_pod_of(registration)
    if pod is not None:
        pod.round.tournament = registration.tournament
        tell_pod(registration.tournament.code, pod)
        _settle(actor, pod)


def undo_lost_pod(*, actor: Actor, registration: Registration, of_penalty: bool = False) -> None:
    """Take the loss of a pod back, and with it the result that followed from losses alone; what holds for those who
    have lost, or are not there, still takes its place. A result that was entered since stands, and so does one of a
    round that is over. What was lost by a penalty is taken back with the penalty alone (`of_penalty`).
    """
    under_way = PodSeat.objects.filter(registration=registration).exclude(round__status=Round.Status.COMPLETED)
    seat = under_way.select_related("pod__round").order_by("-round__number").first()
    if seat is None or (seat.pod.is_complete and not (seat.manner in LAST and _follows_from_losses(seat.pod))):
        return
    pod = seat.pod
    pod.round.tournament = registration.tournament
    is_lost = not of_penalty and (seat.manner == PodSeat.Manner.MATCH_LOSS or _is_lost_by_penalty(seat))
    # A disqualification, or a no-show, had taken the place of the loss.
    manner = PodSeat.Manner.MATCH_LOSS if is_lost else PodSeat.Manner.PLAYED
    if pod.is_complete:
        open_again(actor, pod)
    elif seat.manner != manner:
        _outdate_pages(pod)
    tell_pod(registration.tournament.code, pod)
    pod.seats.filter(pk=seat.pk).update(manner=manner)
    _settle(actor, pod)


def _is_lost_by_penalty(seat: PodSeat) -> bool:
    """Whether a penalty stands that was entered as the loss of this seat."""
    penalties = standing_losses(seat.pod.round).filter(registration=seat.registration_id)
    given = LogEntry.objects.filter(tournament=seat.pod.round.tournament, verb="penalty_given", facts__applied=True)
    return given.filter(facts__penalty__in=list(penalties.values_list("pk", flat=True))).exists()


def _outdate_pages(pod: Pod) -> None:
    """Give an open pod its next version: a page from before knows nothing of a loss. What players reported counts
    on."""
    standing = PodReport.objects.filter(pod=pod, version=pod.version)
    pod.version += 1
    pod.save(update_fields=["version", "updated_at"])
    standing.update(version=pod.version)


def _settle(actor: Actor, pod: Pod) -> None:
    """Enter the win of whom losses and no-shows have left alone at an open pod of a published round."""
    seats = list(pod.seats.select_related("registration"))
    there = [seat.registration_id for seat in seats if is_there(seat)]
    if len(there) <= 1 and pod.round.status == Round.Status.PUBLISHED:
        gone = {seat.registration_id: gone_as(seat).value for seat in seats if not is_there(seat)}
        result = PodResult(places=dict.fromkeys(there, 1), manners=gone)
        enter_result(actor, pod, result, "pod_recorded", by_losses=pod.version + 1)


def _follows_from_losses(pod: Pod) -> bool:
    """Whether the result of a pod is one that `_settle` has entered."""
    lines = LogEntry.objects.filter(tournament=pod.round.tournament, verb="pod_recorded", facts__pod=pod.pk)
    return lines.filter(facts__by_losses=pod.version).exists()


def facts_of(registration: Registration) -> dict[str, Any]:
    """What the newest disqualification of an entry has noted."""
    lines = LogEntry.objects.filter(tournament=registration.tournament, verb=DISQUALIFIED)
    return lines.filter(facts__entry=registration.pk).values_list("facts", flat=True).first() or {}


def _locked(match_id: int | None, registration: Registration) -> Match | None:
    match = lock_match(match_id) if match_id is not None else None
    if match is not None:
        carry_tournament(match, registration.tournament)
    return match
