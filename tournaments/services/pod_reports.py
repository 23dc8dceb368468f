"""Results of pods as the players themselves report them: kept for each, and entered once enough say the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from tournaments.models import Pod, PodReport, Registration, Round, Tournament
from tournaments.pods.agreeing import reports_needed
from tournaments.queries.pod_reports import (
    agreed,
    contradicts_pod,
    counted_places,
    is_contradicted,
    pod_reports,
    write_places,
)
from tournaments.queries.pods import PodRow, find_pod
from tournaments.services.calls import call_about_reports, end_call_about_reports, own_seat
from tournaments.services.locking import lock_tournament_of_pod
from tournaments.services.log import write_log
from tournaments.services.own_tables import MAX_REPORTS
from tournaments.services.pod_results import PodResult, enter_result, order_of, places_of
from tournaments.services.press_order import NOT_COUNTED, Press, find_sent, is_overtaken, key_to_keep, renew_press
from tournaments.services.versions import tell_pod

State = Pod.ReportState


@transaction.atomic
def report_pod(
    *,
    actor: Actor,
    pod_id: int,
    places: Mapping[int, int],
    key: str = "",
    registration_id: int | None = None,
    press: Press = NOT_COUNTED,
) -> PodReport:
    """A player reports the places of their own pod: of everybody who is there, equal ones shared. With
    `registration_id` it is that entry's, of several players of the actor in one pod.

    It counts once more than half of them have said the same and nobody anything else; a report that contradicts another
    one calls a judge, also after the result is in, which it does not change; the call ends once nobody's newest report
    contradicts any more. The same places with the `key` of the one before are that report, sent again. One that
    comes after a later `press` of the same phone is kept and counts for nothing.

    Raises Refusal `no_such_pod`, NotAllowed `not_your_pod`, `not_your_entry`, Refusal `reports_off`,
    `too_many_reports`, `pod_places_missing`, `pod_stranger`, Conflict `not_running`, `round_not_published`.
    """
    tournament = lock_tournament_of_pod(pod_id)
    row = find_pod(tournament, pod_id, drafts=True)
    if row is None:
        raise Refusal("no_such_pod")
    entry = own_seat(actor, row.pod, registration_id)
    if entry is None:
        raise NotAllowed("not_your_pod" if registration_id is None else "not_your_entry")
    own = list(PodReport.objects.filter(registration=entry, pod=row.pod).order_by("pk"))
    sent = find_sent(own, press, key, write_places(places))
    if sent is not None:
        return renew_press(sent, press)
    _require_open(tournament, row, entry)
    if len(own) >= MAX_REPORTS:
        raise Refusal("too_many_reports", limit=MAX_REPORTS)
    there = [one.registration for one in row.seats if one.is_there]
    said = {one.entrant: one.place for one in places_of(order_of(places), {}, there)}
    is_late = is_overtaken(own, press)
    key = key_to_keep(own, key, write_places(places))
    report = _keep(actor, row.pod, entry, said, key, press, is_superseded=is_late)
    if is_late:
        _log(actor, row, entry, "pod_late", said)
    elif row.pod.is_complete:
        _compare_with_result(actor, row, entry, said)
    else:
        _compare(actor, row, entry, said)
    return report


def _require_open(tournament: Tournament, row: PodRow, entry: Registration) -> None:
    if not tournament.players_report:
        raise Refusal("reports_off")
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if row.pod.round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", number=row.pod.round.number)
    if not row.seat_of(entry.pk).is_there:
        raise NotAllowed("not_your_pod")


def _keep(
    actor: Actor,
    pod: Pod,
    entry: Registration,
    said: Mapping[int, int],
    key: str,
    press: Press,
    *,
    is_superseded: bool,
) -> PodReport:
    return PodReport.objects.create(
        tournament=pod.round.tournament,
        pod=pod,
        round_number=pod.round.number,
        table=pod.table,
        registration=entry,
        version=pod.version,
        places=[list(one) for one in said.items()],
        key=key,
        phone=press.phone,
        pressed=press.number,
        is_superseded=is_superseded,
        reported_at=timezone.now(),
        reported_by_user=actor.user,
        reported_by=actor.label[:150],
    )


def _compare(actor: Actor, row: PodRow, entry: Registration, said: Mapping[int, int]) -> None:
    """What follows from a new report: the result, a judge, or waiting."""
    pod, tournament = row.pod, row.pod.round.tournament
    was = pod.report_state
    pod.report_state = State.WAITING
    reports = pod_reports(row)
    places = agreed(reports, by_place=bool(tournament.pod_places))
    if places is None:
        _turn(pod, was, State.DISPUTED)
        others = [one.said.places for one in reports if dict(one.said.places) != dict(said)]
        _log(actor, row, entry, "pod_reports_differ", said)
        call_about_reports(actor, pod, entry, _words_for_judge(row, [*others, said]))
        return
    there = sum(one.is_there for one in row.seats)
    if len(reports) >= reports_needed(there):
        gone = {one.registration.pk: one.gone_as.value for one in row.seats if not one.is_there}
        pod.report_state = was
        enter_result(actor, pod, PodResult(places=places, manners=gone), "pod_agreed", name=entry.name)
    else:
        _turn(pod, was, State.WAITING)
        _log(actor, row, entry, "pod_reported", said)
        if was == State.DISPUTED:
            end_call_about_reports(actor, pod)


def _compare_with_result(actor: Actor, row: PodRow, entry: Registration, said: Mapping[int, int]) -> None:
    """A report that comes after the result: one that contradicts it calls a judge, until nobody's newest one does."""
    pod = row.pod
    if contradicts_pod(row, said):
        _turn(pod, pod.report_state, State.DISPUTED)
        _log(actor, row, entry, "pod_reports_differ", said)
        call_about_reports(actor, pod, entry, _words_for_judge(row, [counted_places(row, said), said]))
    elif pod.report_state == State.DISPUTED and not is_contradicted(row):
        _turn(pod, pod.report_state, State.NONE)
        end_call_about_reports(actor, pod)


def _turn(pod: Pod, was: str, state: State) -> None:
    pod.report_state = state
    if was != state:
        pod.save(update_fields=["report_state", "updated_at"])


def _words_for_judge(row: PodRow, reports: list[Mapping[int, int]]) -> str:
    """Each report as the places in the order of seats, the newest last: `1-2-2-2 / 2-1-2-2`."""
    keys = [one.registration.pk for one in row.seats]
    listed = ["-".join(str(said.get(key, "×")) for key in keys) for said in reports]
    return " / ".join(dict.fromkeys(listed))


def _log(actor: Actor, row: PodRow, entry: Registration, verb: str, said: Mapping[int, int]) -> None:
    placed: list[list[Any]] = sorted(
        (
            [one.registration.name, said[one.registration.pk], "played"]
            for one in row.seats
            if one.registration.pk in said
        ),
        key=lambda one: one[1],
    )
    pod = row.pod
    facts = {"round": pod.round.number, "pod": pod.pk, "table": pod.table, "name": entry.name, "placed": placed}
    write_log(pod.round.tournament, actor, verb, **facts)
    tell_pod(pod.round.tournament.code, pod)
