"""The open match or pod of somebody who is disqualified: it is lost, and open again when that is undone."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.actor import Actor
from tournaments.models import LogEntry, Match, MatchRevision, Pod, PodSeat, Registration, Round
from tournaments.queries.matches import carry_tournament, lock_match
from tournaments.queries.pods import is_there, open_pod_of
from tournaments.services.declared_results import declared_slip, log_result
from tournaments.services.log import write_log
from tournaments.services.pod_results import PodResult, enter_result, open_again
from tournaments.services.result_inputs import OutcomeInput
from tournaments.services.slip_contents import kept_slip, read_slip
from tournaments.services.slips import write_slip
from tournaments.services.versions import tell_pod

DISQUALIFIED = "entry_disqualified"
REINSTATED = "entry_reinstated"
"""The verbs of the log lines whose facts name the match that was given away, or the pod that was lost."""


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
    given = _facts_of(registration)
    own = Match.objects.filter(pk=given.get("given_match", 0), round__tournament=registration.tournament_id)
    match = _locked(own.values_list("pk", flat=True).first(), registration)
    if match is None or match.version != given["given_version"] or match.round.status != Round.Status.PUBLISHED:
        return
    slip = kept_slip(MatchRevision.objects.get(match=match, version=match.version).before)
    write_slip(actor=actor, match=match, slip=slip)
    log_result(registration.tournament, actor, "result_reopened", match, slip)


def lose_open_pod(*, actor: Actor, registration: Registration) -> dict[str, Any]:
    """Enter the loss where the player's pod is still open: last, as the others play on. Whom that leaves alone has won.

    Returns the facts by which a result that follows from it is known again: the pod and its version, nothing without
    a pod.
    """
    pod = open_pod_of(registration)
    if pod is None:
        return {}
    pod.round.tournament = registration.tournament
    pod.seats.filter(registration=registration).update(manner=PodSeat.Manner.DISQUALIFIED)
    facts = {"round": pod.round.number, "pod": pod.pk, "table": pod.table, "name": registration.name}
    write_log(registration.tournament, actor, "pod_lost", **facts)
    tell_pod(registration.tournament.code, pod)
    return _settle(actor, pod)


def undo_lost_pod(*, actor: Actor, registration: Registration) -> dict[str, Any]:
    """Take the loss back, and with it the result that followed from disqualifications alone; what holds for those who
    are disqualified still takes its place. A result that was entered since stands, and so does one of a round that is
    over.

    Returns facts for the log as `lose_open_pod` does: nothing where no loss was taken back.
    """
    lost = PodSeat.objects.filter(registration=registration, manner=PodSeat.Manner.DISQUALIFIED)
    seat = lost.exclude(round__status=Round.Status.COMPLETED).select_related("pod__round").first()
    if seat is None:
        return {}
    pod = seat.pod
    pod.round.tournament = registration.tournament
    if pod.is_complete and not _follows_from_losses(pod):
        return {}
    if pod.is_complete:
        open_again(actor, pod)
    else:
        pod.seats.filter(pk=seat.pk).update(manner=PodSeat.Manner.PLAYED)
        tell_pod(registration.tournament.code, pod)
    return _settle(actor, pod)


def _settle(actor: Actor, pod: Pod) -> dict[str, Any]:
    """Enter the win of whom disqualifications have left alone at an open pod of a published round; the facts by which
    it is known again."""
    people = [seat.registration for seat in pod.seats.select_related("registration")]
    there = [entry for entry in people if is_there(entry)]
    disqualified = any(entry.status == Registration.Status.DISQUALIFIED for entry in people)
    if disqualified and len(there) <= 1 and pod.round.status == Round.Status.PUBLISHED:
        gone = {entry.pk: str(entry.status) for entry in people if not is_there(entry)}
        result = PodResult(places={entry.pk: 1 for entry in there}, manners=gone)
        enter_result(actor, pod, result, "pod_recorded")
    return {"lost_pod": pod.pk, "lost_version": pod.version}


def _follows_from_losses(pod: Pod) -> bool:
    """Whether the result of a pod is one that `_settle` has entered."""
    lines = LogEntry.objects.filter(tournament=pod.round.tournament, verb__in=(DISQUALIFIED, REINSTATED))
    return lines.filter(facts__lost_pod=pod.pk, facts__lost_version=pod.version).exists()


def _facts_of(registration: Registration) -> dict[str, Any]:
    """What the newest disqualification of an entry has noted."""
    lines = LogEntry.objects.filter(tournament=registration.tournament, verb=DISQUALIFIED)
    return lines.filter(facts__entry=registration.pk).values_list("facts", flat=True).first() or {}


def _locked(match_id: int | None, registration: Registration) -> Match | None:
    match = lock_match(match_id) if match_id is not None else None
    if match is not None:
        carry_tournament(match, registration.tournament)
    return match
