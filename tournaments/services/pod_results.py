"""The result of a pod: entering, correcting and clearing it, each with a revision of before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import Pod, PodRevision, PodSeat, Registration, Round, Snapshot, Tournament
from tournaments.permissions import Action
from tournaments.pods.results import LAST, Manner, Place, UnreadableOrder, places_from
from tournaments.queries.final_pods import read_finals
from tournaments.queries.penalties import standing_losses
from tournaments.queries.rounds import count_open_tables, refusal_facts
from tournaments.services.calls import end_call_about_reports
from tournaments.services.final_pods import refuse_other_final
from tournaments.services.finish import give_final_places
from tournaments.services.locking import lock_tournament_of_pod
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason
from tournaments.services.snapshots.asking import ask_snapshot
from tournaments.services.versions import tell_pod

Facts = dict[str, Any]


@dataclass(frozen=True)
class PodResult:
    """How a pod ended, by entry: `places` from 1 on, equal ones shared, of those who played it to the end; `manners` of
    those who did not (`conceded` has a place all the same; the others are last)."""

    places: Mapping[int, int]
    manners: Mapping[int, str] = field(default_factory=dict)
    ended_by_time: bool = False


@transaction.atomic
def record_pod(*, actor: Actor, pod_id: int, expected_version: int, result: PodResult, reason: str = "") -> Pod:
    """Enter the result of a pod of the running round; a reason is kept in the log.

    Raises Refusal `no_such_pod`, `pod_without_first`, `pod_places_missing`, `pod_stranger`, `reason_too_long`,
    NotAllowed, Conflict `not_running`, `round_not_published`, `pod_changed` (the pod is no longer at that version),
    `pod_has_result`.
    """
    why = tidy_reason(reason, required=False)
    _require_first(result)
    tournament, pod = _open_pod(actor, pod_id, expected_version, Action.RECORD_RESULTS)
    _require_running(tournament, pod)
    if pod.is_complete:
        raise Conflict("pod_has_result", table=pod.table, version=pod.version)
    enter_result(actor, pod, result, "pod_recorded", **({"reason": why} if why else {}))
    return pod


def enter_result(actor: Actor, pod: Pod, result: PodResult, verb: str, **facts: Any) -> None:
    """Enter the result of an open pod; `verb` and `facts` say in the log where it comes from. The caller holds the
    tournament's row."""
    tournament = pod.round.tournament
    _write(actor, pod, result, why="")
    write_log(tournament, actor, verb, **_log_facts(pod), **facts)
    if not tournament.is_demo and not count_open_tables(pod.round):
        ask_snapshot(tournament, Snapshot.Step.RESULTS)


@transaction.atomic
def correct_pod(*, actor: Actor, pod_id: int, expected_version: int, result: PodResult, reason: str) -> Pod:
    """Replace the result of a pod in any published round; standings follow at once, later rounds stay as seated.

    After the event only its organisers correct, and the final places follow. Raises Conflict `final_is_seated`, Refusal
    `reason_required`, `nothing_changed` and, but for `pod_has_result`, what entering raises.
    """
    why = tidy_reason(reason)
    _require_first(result)
    tournament, pod = _open_pod(actor, pod_id, expected_version, Action.CORRECT_RESULTS)
    if tournament.phase == Tournament.Phase.FINISHED:
        permissions.require(actor, Action.EDIT_TOURNAMENT, tournament)
    if pod.round.status == Round.Status.DRAFT:
        raise Conflict("round_not_published", **refusal_facts(pod.round))
    was, finals = _placed(pod), read_finals(tournament) if pod.round.stage == Round.Stage.TOP_CUT else None
    _write(actor, pod, result, why=why)
    refuse_other_final(tournament, pod.round, finals)
    write_log(tournament, actor, "pod_corrected", **_log_facts(pod), was=was, reason=why)
    if tournament.phase == Tournament.Phase.FINISHED:
        give_final_places(tournament)
    return pod


@transaction.atomic
def clear_pod(*, actor: Actor, pod_id: int, expected_version: int) -> Pod:
    """Take the result of a pod of the running round back; what it was stays in the revision.

    Raises Refusal `nothing_changed` where there is none, and what entering raises.
    """
    tournament, pod = _open_pod(actor, pod_id, expected_version, Action.RECORD_RESULTS)
    _require_running(tournament, pod)
    if not pod.is_complete:
        raise Refusal("nothing_changed")
    open_again(actor, pod)
    return pod


def open_again(actor: Actor, pod: Pod) -> None:
    """Take the result of a pod back; who is disqualified, or lost by a penalty that stands, stays last. The caller
    holds the tournament's row."""
    was, before = _placed(pod), _facts(pod)
    losers = standing_losses(pod.round).values("registration")
    pod.seats.exclude(manner=PodSeat.Manner.MATCH_LOSS, registration__in=losers).update(manner=PodSeat.Manner.PLAYED)
    pod.seats.update(place=None)
    out = pod.seats.filter(registration__status=Registration.Status.DISQUALIFIED)
    out.update(manner=PodSeat.Manner.DISQUALIFIED)
    pod.is_complete, pod.ended_by_time, pod.completed_at, pod.reason = False, False, None, ""
    _keep(actor, pod, before, why="")
    facts = {"round": pod.round.number, "pod": pod.pk, "table": pod.table, "was": was}
    write_log(pod.round.tournament, actor, "pod_cleared", **facts)


def _require_first(result: PodResult) -> None:
    """Places without a first one are a slip of the pen. It may be that of somebody who lost it: the others move up."""
    if result.places and 1 not in result.places.values():
        raise Refusal("pod_without_first")


def _open_pod(actor: Actor, pod_id: int, expected_version: int, action: Action) -> tuple[Tournament, Pod]:
    tournament = lock_tournament_of_pod(pod_id)
    permissions.require(actor, action, tournament)
    pod = Pod.objects.select_for_update(of=("self",)).select_related("round").filter(pk=pod_id).first()
    if pod is None:
        raise Refusal("no_such_pod")
    pod.round.tournament = tournament
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if pod.version != expected_version:
        last = pod.revisions.order_by("-version").first()
        raise Conflict("pod_changed", by=last.changed_by if last is not None else "", version=pod.version)
    return tournament, pod


def _require_running(tournament: Tournament, pod: Pod) -> None:
    if tournament.phase not in (Tournament.Phase.SWISS, Tournament.Phase.TOP_CUT):
        raise Conflict("not_running", phase=tournament.phase)
    if pod.round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", **refusal_facts(pod.round))


def _write(actor: Actor, pod: Pod, result: PodResult, *, why: str) -> None:
    """Store the result with a revision; whose loss is at an open pod already is last without being named. Raises
    Refusal `nothing_changed` where it is what stands."""
    seats = list(pod.seats.select_related("registration").order_by("seat"))
    manners = {**_lost_before(pod, seats, result), **result.manners}
    absent = {key: Manner(one) for key, one in manners.items() if Manner(one) in LAST}
    order = order_of({key: place for key, place in result.places.items() if key not in absent})
    places = places_of(order, absent, [seat.registration for seat in seats])
    before = _facts(pod)
    for seat, place in zip(seats, places, strict=True):
        seat.place = place.place
        seat.manner = manners.get(seat.registration_id, PodSeat.Manner.PLAYED)
    PodSeat.objects.bulk_update(seats, ["place", "manner"])
    pod.ended_by_time, pod.reason = result.ended_by_time, why
    if not pod.is_complete:
        pod.is_complete, pod.completed_at = True, timezone.now()
    after = _facts(pod)
    if {**after, "reason": ""} == {**before, "reason": ""}:
        raise Refusal("nothing_changed")
    _keep(actor, pod, before, why=why)


def _lost_before(pod: Pod, seats: Sequence[PodSeat], result: PodResult) -> dict[int, str]:
    """Whose loss was entered at an open pod before its result, which gives them no place."""
    if pod.is_complete:
        return {}
    lost = (one for one in seats if one.manner in LAST and one.registration_id not in result.places)
    return {one.registration_id: one.manner for one in lost}


def order_of(places: Mapping[int, int]) -> list[list[int]]:
    """Entries from the first place on, those who share one together."""
    given = sorted((place, key) for key, place in places.items())
    return [[key for _place, key in level] for _place, level in groupby(given, key=lambda one: one[0])]


def places_of(
    order: Sequence[Sequence[int]], absent: dict[int, Manner], players: Sequence[Registration]
) -> tuple[Place, ...]:
    """The places of these players. Raises Refusal `pod_stranger`, `pod_places_missing` with the names."""
    try:
        return places_from(order, absent, [entry.pk for entry in players])
    except UnreadableOrder as unreadable:
        if unreadable.code != "missing":
            raise Refusal("pod_stranger") from unreadable
        known = {key for level in order for key in level} | absent.keys()
        missing = [entry.name for entry in players if entry.pk not in known]
        raise Refusal("pod_places_missing", names=missing) from unreadable


def _keep(actor: Actor, pod: Pod, before: Facts, *, why: str) -> None:
    """Save the pod under its next version, with a revision: what players reported is settled, or out of date."""
    was_disputed = pod.report_state == Pod.ReportState.DISPUTED
    pod.version, pod.report_state = pod.version + 1, Pod.ReportState.NONE
    pod.save()
    PodRevision.objects.create(
        pod=pod,
        version=pod.version,
        before=before,
        after=_facts(pod),
        reason=why,
        changed_by_user=actor.user,
        changed_by=actor.label[:150],
    )
    if was_disputed:
        end_call_about_reports(actor, pod)
    tell_pod(pod.round.tournament.code, pod)


def _facts(pod: Pod) -> Facts:
    """The result of a pod as JSON, as revisions keep it."""
    seats = pod.seats.order_by("seat").values("seat", "registration", "place", "manner")
    return {
        "is_complete": pod.is_complete,
        "ended_by_time": pod.ended_by_time,
        "reason": pod.reason,
        "seats": list(seats),
    }


def _placed(pod: Pod) -> list[list[Any]]:
    """The names in the order of places, with place and manner, as the log keeps them."""
    rows = pod.seats.order_by("place", "seat").values_list("registration__name", "place", "manner")
    return [list(row) for row in rows]


def _log_facts(pod: Pod) -> Facts:
    return {"round": pod.round.number, "pod": pod.pk, "table": pod.table, "placed": _placed(pod)}
