"""A typed line of the desk about a pod carried out: finding it, entering its result, and saying what was taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.forms.desk.typed_pod import WITHOUT_PLACE, PodKind, TypedPod
from tournaments.forms.desk.typed_result import TypedProblem
from tournaments.models import Pod, PodSeat, Registration, Round, Tournament
from tournaments.permissions import Action, may
from tournaments.pods.results import LAST
from tournaments.queries.pods import PodRow, SeatRow, find_pod
from tournaments.services.pod_results import PodResult, correct_pod, order_of, record_pod
from tournaments.services.slip_drops import enter_slip
from tournaments.views.desk.typed_lines import version_shown
from tournaments.wording.pods import say_places

Manner = PodSeat.Manner


def pod_at_table(running: Round, number: int) -> PodRow:
    """The pod at a table of a round. Raises TypedProblem `no_such_table`."""
    pod = running.pods.filter(table=number).first()
    row = find_pod(running.tournament, pod.pk) if pod is not None else None
    if row is None:
        raise TypedProblem("no_such_table", str(number))
    return row


def record_typed_pod(request: HttpRequest, row: PodRow, read: TypedPod) -> Pod:
    """Call the service that the line means, with the version the desk showed; the pod as it is then.

    A line with a reason corrects a result; without one it is TypedProblem `decided`. Who drops by the slip is dropped
    with it, also where the same result stands; TypedProblem `no_drops` for staff who may not. Raises TypedProblem
    `pod_count`, `pod_first`, `every_place`, `no_such_seat` for what does not fit the pod.
    """
    result, table = _result(row, read), str(read.table)
    if any(seat > len(row.seats) for seat in read.drops):
        raise TypedProblem("no_such_seat", table)
    if read.drops and not may(request.actor, Action.MANAGE_ENTRIES, row.pod.round.tournament):
        raise TypedProblem("no_drops", table)
    stands = bool(read.drops) and _stands(row, result, read)
    return enter_slip(
        actor=request.actor,
        enter=lambda: row.pod if stands else _record(request, row, result, read.reason),
        leaving=lambda _pod: _leaving(row, read),
    )


def say_pod_taken(tournament: Tournament, pod: Pod, read: TypedPod) -> str:
    """What was entered at a table, in a line: everybody from the first place on; time, and who drops."""
    row = find_pod(tournament, pod.pk)
    if row is None:
        return ""
    placed = [(one.registration.entered_name, one.seat.place, one.seat.manner) for one in row.placed]
    words = {"table": pod.table or "–", "placed": say_places(placed), "remark": _("Time")}
    said = _("Table %(table)s: %(placed)s") % words
    if row.pod.ended_by_time:
        said = _("Table %(table)s: %(placed)s (%(remark)s)") % words
    names = [entry.entered_name for entry in _leaving(row, read)]
    return _("%(said)s · dropped: %(names)s") % {"said": said, "names": _(", ").join(names)} if names else said


def _leaving(row: PodRow, read: TypedPod) -> list[Registration]:
    return [row.seats[seat - 1].registration for seat in read.drops]


def _record(request: HttpRequest, row: PodRow, result: PodResult, reason: str) -> Pod:
    pod = row.pod
    version = version_shown(request, pod.pk) or pod.version
    if pod.is_complete and not reason and version == pod.version:
        raise TypedProblem("decided", str(pod.table))
    keys: dict[str, Any] = {"actor": request.actor, "pod_id": pod.pk, "expected_version": version, "result": result}
    corrects = pod.is_complete and bool(reason)
    return correct_pod(reason=reason, **keys) if corrects else record_pod(reason=reason, **keys)


def _result(row: PodRow, read: TypedPod) -> PodResult:
    """The result that a line means for the players of a pod; who has gone has no place."""
    manners = _away(row)
    there = [seat for seat in row.seats if seat.registration.pk not in manners]
    if read.kind is PodKind.DRAWN:
        places = {seat.registration.pk: 1 for seat in there}
    elif read.kind is PodKind.WON:
        places = _won(row, there, read)
    else:
        places, typed = _placed(row, there, read)
        manners |= typed
    return PodResult(places=places, manners=manners, ended_by_time=read.ended_by_time)


def _away(row: PodRow) -> dict[int, str]:
    """Who has gone from an open pod, or has no place in the result that is to be corrected, and how."""
    if row.is_open:
        return {seat.registration.pk: seat.gone_as.value for seat in row.gone}
    return {seat.registration.pk: str(seat.seat.manner) for seat in row.seats if seat.is_last}


def _won(row: PodRow, there: list[SeatRow], read: TypedPod) -> dict[int, int]:
    if row.pod.round.tournament.pod_places:
        raise TypedProblem("every_place", str(read.table))
    if read.winner not in [seat.seat.seat for seat in there]:
        raise TypedProblem("no_such_seat", str(read.table))
    return {seat.registration.pk: 1 if seat.seat.seat == read.winner else 2 for seat in there}


def _placed(row: PodRow, there: list[SeatRow], read: TypedPod) -> tuple[dict[int, int], dict[int, str]]:
    """The places typed, and how those without one ended: of everybody, or only of those who are there."""
    if len(read.marks) not in (len(row.seats), len(there)):
        raise TypedProblem("pod_count", str(read.table))
    seats = row.seats if len(read.marks) == len(row.seats) else there
    typed = {seat.registration.pk: mark for seat, mark in zip(seats, read.marks, strict=True)}
    places = {key: int(mark) for key, mark in typed.items() if mark.isdigit()}
    if places and 1 not in places.values():
        raise TypedProblem("pod_first", str(read.table))
    away = {key: WITHOUT_PLACE[mark].value for key, mark in typed.items() if not mark.isdigit()}
    return places, {**away, **dict.fromkeys(places, Manner.PLAYED.value)}


def _stands(row: PodRow, result: PodResult, read: TypedPod) -> bool:
    """Whether all that the slip says of the result stands already: what is left is who drops."""
    if not row.pod.is_complete or (read.ended_by_time and not row.pod.ended_by_time):
        return False
    known = {one.registration.pk: one.seat.place or 0 for one in row.seats if not one.is_last}
    return order_of(known) == order_of(result.places) and _last(_away(row)) == _last(result.manners)


def _last(manners: Mapping[int, str]) -> dict[int, str]:
    """Who is last without a place, and how."""
    return {key: manner for key, manner in manners.items() if manner in LAST}
