"""Endpoints of exchanging two players of a draft in pods: what it costs, making it, and undoing it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.fields import Text
from accounts.api.problems import problems
from accounts.refusals import Refusal
from tournaments.api.finding import round_of
from tournaments.api.round_serializers import RoundDetailSerializer
from tournaments.api.round_views import RoundEndpoint
from tournaments.models import Round
from tournaments.permissions import Action, require
from tournaments.queries.draft_marks import MarkKind
from tournaments.services.pod_exchange import PodSwap
from tournaments.services.pod_swaps import apply_pod_swap, plan_pod_swap, undo_pod_swap

MAX_ID = 2_000_000_000


class SwapSerializer(serializers.Serializer[Any]):
    """Two entrants of a draft in pods by registration id; one of them may have the bye."""

    one = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    other = serializers.IntegerField(min_value=1, max_value=MAX_ID)


class ApplySwapSerializer(SwapSerializer):
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


class RoundSwap(RoundEndpoint):
    """Exchanging two players of a draft in pods."""

    permission_classes = [IsAuthenticated]

    def draft(self, code: str, number: int) -> Round:
        """The round, for those who run rounds. Raises Refusal `only_in_pods`."""
        round_ = round_of(code, number)
        require(self.actor, Action.RUN_ROUNDS, round_.tournament)
        if not round_.tournament.is_in_pods:
            raise Refusal("only_in_pods")
        return round_

    @extend_schema(
        operation_id="rounds_swap_plan",
        summary=_("What exchanging two players of a draft in pods would cost, and whom it would move."),
        tags=["pods"],
        parameters=[SwapSerializer],
        responses={200: SwapPlanSerializer, **problems(400, 403, 409)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        round_ = self.draft(code, number)
        plan = plan_pod_swap(actor=self.actor, round_id=round_.pk, **self.pair(request.query_params))
        return Response(SwapPlanSerializer(render_swap(plan)).data)

    @extend_schema(
        operation_id="rounds_swap",
        summary=_("Exchange two players of a draft in pods, as its plan has shown it."),
        tags=["pods"],
        request=ApplySwapSerializer,
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        round_ = self.draft(code, number)
        apply_pod_swap(actor=self.actor, round_id=round_.pk, **self.sent(ApplySwapSerializer))
        return Response(self.printed(round_of(code, number)))

    @extend_schema(
        operation_id="rounds_swap_back",
        summary=_("Undo the newest exchange of a draft: the two change places again, at once."),
        tags=["pods"],
        parameters=[SwapSerializer],
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str, number: int) -> Response:
        round_ = self.draft(code, number)
        undo_pod_swap(actor=self.actor, round_id=round_.pk, **self.pair(request.query_params))
        return Response(self.printed(round_of(code, number)))

    def pair(self, asked: Any) -> dict[str, Any]:
        """The two of an address."""
        sent = SwapSerializer(data=asked)
        sent.is_valid(raise_exception=True)
        return dict(sent.validated_data)
