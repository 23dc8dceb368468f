"""Endpoints of pods: reading one, entering, correcting and clearing its result."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actor import Actor
from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from tournaments.api.finding import tournament_of
from tournaments.api.pod_serializers import (
    PodResultSerializer,
    PodRevisionSerializer,
    PodSerializer,
    PodVersionSerializer,
)
from tournaments.models import Pod, PodSeat, Tournament
from tournaments.permissions import Action, may, require
from tournaments.queries.names import name_for, sees_private_names
from tournaments.queries.pods import PodRow, find_pod, revisions_of_pod
from tournaments.services.pod_results import PodResult, clear_pod, correct_pod, record_pod


def render_pod(row: PodRow, *, actor: Actor, staff: bool) -> dict[str, Any]:
    """A pod as PodSerializer has it."""
    pod = row.pod
    return {
        "id": pod.pk,
        "round": pod.round.number,
        "table": pod.table,
        "version": pod.version,
        "is_complete": pod.is_complete,
        "ended_by_time": pod.ended_by_time,
        "reason": pod.reason if staff else "",
        "more_minutes": pod.more_minutes,
        "report_state": pod.report_state,
        "leaving": [entry.pk for entry in row.leaving],
        "seats": [
            {
                "seat": one.seat.seat,
                "registration": one.registration.pk,
                "name": name_for(actor, one.registration, staff=staff),
                "place": one.seat.place,
                "manner": one.seat.manner,
            }
            for one in row.seats
        ],
    }


class PodEndpoint(Endpoint):
    """Finds a pod through its tournament and prints it."""

    def event(self, code: str, needs: Action) -> Tournament:
        """The tournament, where the actor may do this."""
        tournament = tournament_of(code)
        require(self.actor, needs, tournament)
        return tournament

    def row(self, tournament: Tournament, pod_id: int) -> PodRow:
        """The pod; 404 for one the actor cannot see."""
        found = find_pod(tournament, pod_id, drafts=may(self.actor, Action.RUN_ROUNDS, tournament))
        if found is None:
            raise Http404
        return found

    def answer(self, tournament: Tournament, pod_id: int) -> Response:
        """The pod as it is now."""
        staff = sees_private_names(self.actor, tournament)
        return Response(render_pod(self.row(tournament, pod_id), actor=self.actor, staff=staff))


class PodDetail(PodEndpoint):
    """One pod with its seats."""

    @extend_schema(
        operation_id="pods_retrieve",
        summary=_("One pod: who sits where, and the places once it is over."),
        tags=["pods"],
        responses={200: PodSerializer, **problems()},
    )
    def get(self, request: Request, code: str, pod_id: int) -> Response:
        return self.answer(self.event(code, Action.VIEW), pod_id)


class PodResultOf(PodEndpoint):
    """Entering the result of a pod; with a reason, correcting it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="pods_result",
        summary=_("Enter the result of a pod, or with a reason correct it."),
        tags=["pods"],
        request=PodResultSerializer,
        responses={200: PodSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, pod_id: int) -> Response:
        tournament = self.event(code, Action.RECORD_RESULTS)
        row = self.row(tournament, pod_id)
        sent = self.sent(PodResultSerializer)
        lines = sent["places"]
        keys: dict[str, Any] = {
            "actor": self.actor,
            "pod_id": row.pod.pk,
            "expected_version": sent["expected_version"],
            "result": PodResult(
                places={one["registration"]: one["place"] for one in lines if one.get("place")},
                manners={one["registration"]: one.get("manner", PodSeat.Manner.PLAYED.value) for one in lines},
                ended_by_time=sent.get("ended_by_time", False),
            ),
        }
        if sent.get("reason"):
            correct_pod(**keys, reason=sent["reason"])
        else:
            record_pod(**keys)
        return self.answer(tournament, pod_id)


class PodClear(PodEndpoint):
    """Taking the result of a pod of the running round back."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="pods_clear",
        summary=_("Take the result of a pod of the running round back."),
        tags=["pods"],
        request=PodVersionSerializer,
        responses={200: PodSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, pod_id: int) -> Response:
        tournament = self.event(code, Action.RECORD_RESULTS)
        row = self.row(tournament, pod_id)
        sent = self.sent(PodVersionSerializer)
        clear_pod(actor=self.actor, pod_id=row.pod.pk, expected_version=sent["expected_version"])
        return self.answer(tournament, pod_id)


class PodRevisionList(PodEndpoint):
    """Every change of the result of a pod."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="pods_revisions",
        summary=_("Every change of the result of a pod, the newest first."),
        tags=["pods"],
        responses={200: PodRevisionSerializer(many=True), **problems(403)},
    )
    def get(self, request: Request, code: str, pod_id: int) -> Response:
        pod: Pod = self.row(self.event(code, Action.VIEW_LOG), pod_id).pod
        return Response(PodRevisionSerializer(revisions_of_pod(pod), many=True).data)
