"""Endpoints of a published round in pods after a correction: what each choice would do, choosing, and undoing it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.fields import Text
from accounts.api.problems import problems
from tournaments.api.pairing_serializers import CHOSEN, RepairChoiceSerializer, UndoRepairSerializer
from tournaments.api.pod_rounds import PodRoundEndpoint
from tournaments.api.round_serializers import RoundDetailSerializer
from tournaments.models import RoundRepair
from tournaments.queries.pod_repair import pod_corrections, seen_in_pods
from tournaments.queries.repair import newest_repair
from tournaments.services.pod_repairs import (
    PodRepairPlan,
    apply_pod_repair,
    keep_pods,
    plan_pod_repair,
    undo_pod_repair,
)

Choice = RoundRepair.Choice


class ApplyPodRepairSerializer(serializers.Serializer[Any]):
    """What becomes of the round: the plan the caller saw, by its fingerprint, or it is kept as published, with the
    plan's `corrections` as fingerprint. When anything has changed since, it is a conflict. All but `repair` need a
    reason."""

    choice = serializers.ChoiceField(choices=CHOSEN, default=Choice.REPAIR)
    fingerprint = serializers.RegexField(r"^[0-9a-f]{32}$")
    reason = Text(max_length=200, allow_blank=True, required=False, default="")


class PodMoveSerializer(serializers.Serializer[Any]):
    """A pod that changes: who sits there by registration id in the order of turns, as published and as repaired."""

    pod = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.IntegerField())
    new_players = serializers.ListField(child=serializers.IntegerField())


class PodRepairPlanSerializer(serializers.Serializer[Any]):
    """What a choice about a round in pods would do now. Send `fingerprint` back to make exactly this, `corrections` to
    keep the round as published, `repair` to undo the last choice.

    Only pods that have not begun change; of those that stay `playing` have begun, and in `decided` two sit together by
    decision of the staff.
    """

    fingerprint = serializers.CharField()
    corrections = serializers.CharField()
    repair = serializers.IntegerField(allow_null=True, help_text="The last choice that stands, if there is one.")
    needed = serializers.BooleanField(help_text="Whether anything would change.")
    moves = PodMoveSerializer(many=True)
    byes = serializers.ListField(child=serializers.IntegerField(), help_text="Who has the bye as published.")
    new_byes = serializers.ListField(child=serializers.IntegerField())
    moved = serializers.ListField(
        child=serializers.IntegerField(), help_text="Everybody who gets another table or the bye, by registration id."
    )
    staying = serializers.IntegerField(help_text="Tables that stay as they are.")
    playing = serializers.IntegerField()
    decided = serializers.IntegerField()
    published_cost = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="What the pods that have not begun cost as published, the most important first.",
    )
    cost = serializers.DictField(child=serializers.IntegerField(), help_text="What they would cost then.")


def render_pod_repair(plan: PodRepairPlan) -> dict[str, Any]:
    """The plan for PodRepairPlanSerializer."""
    was, now = plan.before.tables, plan.after.tables
    newest = newest_repair(plan.round)
    return {
        "fingerprint": plan.fingerprint,
        "corrections": seen_in_pods(pod_corrections(plan.round)),
        "repair": newest.pk if newest is not None else None,
        "needed": plan.is_needed,
        "moves": [
            {"pod": row.pod.pk, "table": row.table, "players": list(was[key]), "new_players": list(now[key])}
            for row in plan.free
            if was[key := row.table or 0] != now[key]
        ],
        "byes": list(plan.before.byes),
        "new_byes": list(plan.after.byes),
        "moved": list(plan.moved),
        "staying": plan.staying,
        "playing": len(plan.begun),
        "decided": len(plan.decided),
        "published_cost": asdict(plan.now),
        "cost": asdict(plan.then),
    }


class PodRepairs(PodRoundEndpoint):
    """What becomes of a published round in pods after a correction."""

    @extend_schema(
        operation_id="pods_repair_plan",
        summary=_("What moving few players of a round in pods, or seating all again, would change."),
        tags=["pods"],
        parameters=[RepairChoiceSerializer],
        responses={200: PodRepairPlanSerializer, **problems(400, 403, 409)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        redraws = self.asked(RepairChoiceSerializer)["choice"] == Choice.REDRAW
        plan = plan_pod_repair(actor=self.actor, round_id=round_.pk, redraws=redraws)
        return Response(PodRepairPlanSerializer(render_pod_repair(plan)).data)

    @extend_schema(
        operation_id="pods_repair",
        summary=_("Move few players of a round in pods as planned, seat all again, or keep it as published."),
        tags=["pods"],
        request=ApplyPodRepairSerializer,
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        sent = self.sent(ApplyPodRepairSerializer)
        facts: dict[str, Any] = {"actor": self.actor, "round_id": round_.pk, "reason": sent["reason"]}
        if sent["choice"] == Choice.KEEP:
            keep_pods(seen=sent["fingerprint"], **facts)
        else:
            apply_pod_repair(fingerprint=sent["fingerprint"], redraws=sent["choice"] == Choice.REDRAW, **facts)
        return self.answer(code, number)

    @extend_schema(
        operation_id="pods_repair_undo",
        summary=_("Undo the last choice about a round in pods."),
        tags=["pods"],
        parameters=[UndoRepairSerializer],
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        undo_pod_repair(actor=self.actor, round_id=round_.pk, repair_id=self.asked(UndoRepairSerializer)["repair"])
        return self.answer(code, number)
