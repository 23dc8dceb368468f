"""Endpoints of exchanging two players of a draft in pods: what it costs, making it, and undoing it."""

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
from tournaments.api.pod_rounds import PodRoundEndpoint, TwoOfPodsSerializer
from tournaments.api.round_serializers import RoundDetailSerializer
from tournaments.queries.draft_marks import MarkKind
from tournaments.services.pod_exchange import PodSwap
from tournaments.services.pod_swaps import apply_pod_swap, plan_pod_swap, undo_pod_swap


class ApplySwapSerializer(TwoOfPodsSerializer):
    """An exchange with the fingerprint of its plan. The reason is for the staff; that it was made everybody reads."""

    fingerprint = serializers.RegexField(r"^[0-9a-f]{32}$")
    reason = Text(max_length=200, allow_blank=True, required=False, default="")


class SwapMarkSerializer(serializers.Serializer[Any]):
    """What is unusual about one of the two after the exchange: whom they meet again or are to be kept apart from, or
    that it is their second bye."""

    kind = serializers.ChoiceField(choices=[(kind.value, kind.value) for kind in MarkKind])
    one = serializers.IntegerField()
    other = serializers.IntegerField(allow_null=True)


class SwapPlanSerializer(serializers.Serializer[Any]):
    """What an exchange would change of the draft."""

    now = serializers.DictField(child=serializers.IntegerField(), help_text="What the draft costs, level by level.")
    then = serializers.DictField(child=serializers.IntegerField(), help_text="What it would cost.")
    moved = serializers.ListField(
        child=serializers.IntegerField(), help_text="Registrations whose pod or seat becomes another."
    )
    marks = SwapMarkSerializer(many=True)
    fingerprint = serializers.CharField()


def render_swap(plan: PodSwap) -> dict[str, Any]:
    """The plan for SwapPlanSerializer."""
    return {
        "now": asdict(plan.now),
        "then": asdict(plan.then),
        "moved": list(plan.moved),
        "marks": [
            {"kind": mark.kind.value, "one": mark.one.pk, "other": mark.other.pk if mark.other is not None else None}
            for mark in plan.marks
        ],
        "fingerprint": plan.fingerprint,
    }


class RoundSwap(PodRoundEndpoint):
    """Exchanging two players of a draft in pods."""

    @extend_schema(
        operation_id="rounds_swap_plan",
        summary=_("What exchanging two players of a draft in pods would cost, and whom it would move."),
        tags=["pods"],
        parameters=[TwoOfPodsSerializer],
        responses={200: SwapPlanSerializer, **problems(400, 403, 409)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        plan = plan_pod_swap(actor=self.actor, round_id=round_.pk, **self.asked(TwoOfPodsSerializer))
        return Response(SwapPlanSerializer(render_swap(plan)).data)

    @extend_schema(
        operation_id="rounds_swap",
        summary=_("Exchange two players of a draft in pods, as its plan has shown it."),
        tags=["pods"],
        request=ApplySwapSerializer,
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        apply_pod_swap(actor=self.actor, round_id=round_.pk, **self.sent(ApplySwapSerializer))
        return self.answer(code, number)

    @extend_schema(
        operation_id="rounds_swap_back",
        summary=_("Undo the newest exchange of a draft: the two change places again, at once."),
        tags=["pods"],
        parameters=[TwoOfPodsSerializer],
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        undo_pod_swap(actor=self.actor, round_id=round_.pk, **self.asked(TwoOfPodsSerializer))
        return self.answer(code, number)
