"""Endpoints of deciding who of a draft in pods sits together, or not, or has the bye: its cost, deciding, undoing it.

What is decided is listed as that of pairs is (`RoundDecisions`).
"""

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
from tournaments.api.decided_views import DecisionPlanSerializer
from tournaments.api.pod_rounds import MAX_ID, PodRoundEndpoint, TwoOfPodsSerializer
from tournaments.api.round_serializers import RoundDetailSerializer
from tournaments.services.decisions import Decision, What
from tournaments.services.pod_decisions import (
    OF_PODS,
    PodDecisionPlan,
    apply_pod_decision,
    plan_pod_decision,
    undo_pod_decision,
)

CHOICES = [(one.value, one.value) for one in OF_PODS]


class PodDecisionSerializer(TwoOfPodsSerializer):
    """Two entrants by registration id, and what is decided: that they sit together (`meet`) or not (`apart`) in this
    round; `free` takes it back. About one alone: `bye` gives the bye, and `paired` takes one that was given back; all
    others are seated again."""

    what = serializers.ChoiceField(choices=CHOICES)
    other = serializers.IntegerField(
        min_value=1, max_value=MAX_ID, required=False, default=0, help_text="Of a decision about two."
    )


class ApplyPodDecisionSerializer(PodDecisionSerializer):
    """A decision, with the fingerprint of its plan; all but `free` and `paired` need a reason. That two sit
    together, and who is given the bye, everybody reads it."""

    fingerprint = serializers.RegexField(r"^[0-9a-f]{32}$")
    reason = Text(max_length=200, allow_blank=True, required=False, default="")


def render_pod_decision(plan: PodDecisionPlan) -> dict[str, Any]:
    """The plan for DecisionPlanSerializer."""
    return {
        "now": asdict(plan.now),
        "then": asdict(plan.then),
        "staying": plan.staying,
        "moved": list(plan.moved),
        "fingerprint": plan.fingerprint,
    }


class PodDecisions(PodRoundEndpoint):
    """Deciding who of a draft in pods sits together."""

    @extend_schema(
        operation_id="pods_decide",
        summary=_("Decide who of a draft in pods sits together, or does not, or has the bye."),
        tags=["pods"],
        request=ApplyPodDecisionSerializer,
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        sent = self.sent(ApplyPodDecisionSerializer)
        seen = {"fingerprint": sent["fingerprint"], "reason": sent["reason"]}
        apply_pod_decision(actor=self.actor, round_id=round_.pk, decision=_decision(sent), **seen)
        return self.answer(code, number)

    @extend_schema(
        operation_id="pods_decide_undo",
        summary=_("Take back what is decided about two, with its exchange while that is the newest edit."),
        tags=["pods"],
        parameters=[TwoOfPodsSerializer],
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        undo_pod_decision(actor=self.actor, round_id=round_.pk, **self.asked(TwoOfPodsSerializer))
        return self.answer(code, number)


class PodDecisionPlanOf(PodRoundEndpoint):
    """What a decision would cost, before it is made."""

    @extend_schema(
        operation_id="pods_decide_plan",
        summary=_("What a decision about a draft in pods would cost, and whom it would move."),
        tags=["pods"],
        parameters=[PodDecisionSerializer],
        responses={200: DecisionPlanSerializer, **problems(400, 403, 409)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        round_ = self.round_in_pods(code, number)
        decision = _decision(self.asked(PodDecisionSerializer))
        plan = plan_pod_decision(actor=self.actor, round_id=round_.pk, decision=decision)
        return Response(DecisionPlanSerializer(render_pod_decision(plan)).data)


def _decision(values: dict[str, Any]) -> Decision:
    return Decision(What(values["what"]), values["one"], values["other"])
