"""Endpoints of a pod for its players: reporting its places, and calling a judge to it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.problems import problems
from accounts.refusals import Conflict, NotAllowed
from tournaments.api.call_serializers import CallSerializer, RaiseCallSerializer, TableCallSerializer, render_call
from tournaments.api.judging_views import JudgeEndpoint
from tournaments.api.pod_serializers import PodReportsSerializer, ReportPodSerializer, UnconfirmedPodSerializer
from tournaments.api.pod_views import PodEndpoint
from tournaments.models import JudgeCall, Pod
from tournaments.permissions import Action, is_own, permits, roles_of
from tournaments.pods.agreeing import reports_needed
from tournaments.queries.calls import call_at
from tournaments.queries.checks import running_round
from tournaments.queries.pod_reports import pod_reports
from tournaments.queries.pods import PodRow
from tournaments.queries.silence import UnconfirmedPod, unconfirmed_pods_in
from tournaments.services import calls
from tournaments.services.pod_reports import report_pod


class OwnPodEndpoint(PodEndpoint):
    """A pod for its players and the staff who may do what `needs` says."""

    permission_classes = [IsAuthenticated]
    needs: Action

    def table(self, code: str, pod_id: int) -> PodRow:
        """The pod, for those who may ask for it."""
        tournament = self.event(code, Action.VIEW)
        row = self.row(tournament, pod_id)
        self.staff = permits(roles_of(self.actor, tournament), self.needs)
        if not self.staff and not any(is_own(self.actor, one.registration) for one in row.seats):
            raise NotAllowed("not_permitted", action=self.needs.value)
        return row


class PodReports(OwnPodEndpoint):
    """The players' own reports of a pod."""

    needs = Action.RECORD_RESULTS

    @extend_schema(
        operation_id="pods_reports",
        summary=_("What the players have reported of a pod; for themselves and the staff."),
        tags=["pods"],
        responses={200: PodReportsSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str, pod_id: int) -> Response:
        return self.rendered(self.table(code, pod_id))

    @extend_schema(
        operation_id="pods_report",
        summary=_("Report the places of one's own pod; they count once more than half of it have reported the same."),
        tags=["pods"],
        request=ReportPodSerializer,
        responses={200: PodReportsSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, pod_id: int) -> Response:
        row = self.table(code, pod_id)
        sent = self.sent(ReportPodSerializer)
        places = {one["registration"]: one["place"] for one in sent["places"]}
        report_pod(
            actor=self.actor,
            pod_id=row.pod.pk,
            places=places,
            key=sent.get("key", ""),
            registration_id=sent.get("registration"),
        )
        return self.rendered(self.table(code, pod_id))

    def rendered(self, row: PodRow) -> Response:
        facts = {
            "state": row.pod.report_state,
            "is_complete": row.pod.is_complete,
            "needed": reports_needed(sum(one.is_there for one in row.seats)),
            "reports": [
                {"registration": one.entry.pk, "places": _places(one.said.places.items()), "at": one.at}
                for one in pod_reports(row)
            ],
        }
        return Response(PodReportsSerializer(facts).data)


class PodCall(OwnPodEndpoint):
    """The open call at a pod, for its players and the staff."""

    needs = Action.CALL_JUDGE

    @extend_schema(
        operation_id="pods_call_retrieve",
        summary=_("The open judge call at a pod; for its players and the staff."),
        tags=["judging"],
        responses={200: TableCallSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str, pod_id: int) -> Response:
        call = call_at(self.table(code, pod_id).pod)
        return Response({"call": self.rendered(call) if call is not None else None})

    @extend_schema(
        operation_id="pods_call_raise",
        summary=_("Call a judge to a pod."),
        tags=["judging"],
        request=RaiseCallSerializer,
        responses={201: CallSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, pod_id: int) -> Response:
        pod = self.table(code, pod_id).pod
        raised = calls.raise_pod_call(actor=self.actor, pod_id=pod.pk, **self.sent(RaiseCallSerializer))
        return Response(self.rendered(raised), status=201)

    @extend_schema(
        operation_id="pods_call_withdraw",
        summary=_("Withdraw one's own open judge call at a pod."),
        tags=["judging"],
        request=None,
        responses={200: CallSerializer, **problems(403, 409)},
    )
    def delete(self, request: Request, code: str, pod_id: int) -> Response:
        pod: Pod = self.table(code, pod_id).pod
        call = call_at(pod)
        if call is None:
            raise Conflict("no_open_call", table=pod.table)
        return Response(self.rendered(calls.withdraw_call(actor=self.actor, call_id=call.pk)))

    def rendered(self, call: JudgeCall) -> dict[str, Any]:
        return render_call(call, staff=self.staff, is_own=calls.has_raised(self.actor, call))


def _places(pairs: Any) -> list[dict[str, int]]:
    return [{"registration": entry, "place": place} for entry, place in pairs]


def render_unconfirmed_pod(one: UnconfirmedPod) -> dict[str, Any]:
    """A pod whose reports wait, in plain values."""
    return {
        "pod": one.pod.pk,
        "table": one.pod.table,
        "reported": [entry.pk for entry in one.reported],
        "silent": [entry.pk for entry in one.silent],
        "places": _places(one.report.places),
        "at": one.report.reported_at,
    }


class UnconfirmedPods(JudgeEndpoint):
    """Pods of the running round that too few players have reported past the table's time."""

    needs = Action.VIEW_DESK

    @extend_schema(
        operation_id="pods_unconfirmed",
        summary=_("Pods past their time that too few of their players have reported; for the staff."),
        tags=["pods"],
        responses={200: UnconfirmedPodSerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        found = unconfirmed_pods_in(running_round(self.tournament(code)))
        return Response(UnconfirmedPodSerializer([render_unconfirmed_pod(one) for one in found], many=True).data)
