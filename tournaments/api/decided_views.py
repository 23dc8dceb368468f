"""Endpoints of what is decided by hand about a draft: pairs, and the bye."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.fields import Text
from accounts.api.problems import problems
from tournaments.api.finding import round_of
from tournaments.api.round_serializers import PersonSerializer, RoundDetailSerializer
from tournaments.api.round_views import RoundEndpoint
from tournaments.models import DecidedPair
from tournaments.queries.decided_pairs import decided_pairs
from tournaments.services.decided_pairs import DraftPlan, apply_decision, plan_decision
from tournaments.services.decisions import Decision, What

DECISIONS = [(one.value, one.value) for one in What]


class DecisionSerializer(serializers.Serializer[Any]):
    """Two entrants by registration id, and what is decided: that they `meet`, stay `apart` in this round, or `never`
    meet in the event; `free` takes it back. About one alone: `bye` gives the bye, and `paired` takes one that was given
    back. `again` draws the whole draft again, else as many tables stay as can."""

    what = serializers.ChoiceField(choices=DECISIONS)
    one = serializers.IntegerField(min_value=1, max_value=2_000_000_000)
    other = serializers.IntegerField(
        min_value=1, max_value=2_000_000_000, required=False, default=0, help_text="Of a decision about two."
    )
    again = serializers.BooleanField(required=False, default=False)


class ApplyDecisionSerializer(DecisionSerializer):
    """A decision, with the fingerprint of its plan; all but `free` and `paired` need a reason. That two meet, and who
    is given the bye, everybody reads it."""

    fingerprint = serializers.RegexField(r"^[0-9a-f]{32}$")
    reason = Text(max_length=200, allow_blank=True, required=False, default="")


class DecisionPlanSerializer(serializers.Serializer[Any]):
    """What a decision would change of the draft."""

    now = serializers.DictField(child=serializers.IntegerField(), help_text="What the draft costs, level by level.")
    then = serializers.DictField(child=serializers.IntegerField(), help_text="What it would cost.")
    staying = serializers.IntegerField(help_text="Tables that stay as they are.")
    moved = serializers.ListField(
        child=serializers.IntegerField(), help_text="Registrations whose table or opponent becomes another."
    )
    fingerprint = serializers.CharField()


class DecidedPairSerializer(serializers.Serializer[Any]):
    """What is decided about two entrants for this round."""

    one = PersonSerializer()
    other = PersonSerializer()
    meets = serializers.BooleanField()
    reason = serializers.CharField()


def render_decided(pair: DecidedPair) -> dict[str, Any]:
    """The pair for DecidedPairSerializer."""
    one, other = pair.registration_a, pair.registration_b
    return {
        "one": {"registration": one.pk, "name": one.name},
        "other": {"registration": other.pk, "name": other.name},
        "meets": pair.meets,
        "reason": pair.reason,
    }


def render_plan(plan: DraftPlan) -> dict[str, Any]:
    """The plan for DecisionPlanSerializer."""
    return {
        "now": plan.now._asdict(),
        "then": plan.then._asdict(),
        "staying": plan.staying,
        "moved": list(plan.moved),
        "fingerprint": plan.fingerprint,
    }


class _OfDraft(RoundEndpoint):
    permission_classes = [IsAuthenticated]


class RoundDecisions(_OfDraft):
    """What is decided by hand about pairs of a round; deciding it of a draft."""

    @extend_schema(
        operation_id="rounds_decisions",
        summary=_("What is decided by hand about pairs of a round; for the staff."),
        tags=["rounds"],
        responses={200: DecidedPairSerializer(many=True), **problems(403)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        found = decided_pairs(self.own_round(code, number))
        return Response(DecidedPairSerializer([render_decided(pair) for pair in found], many=True).data)

    @extend_schema(
        operation_id="rounds_decide",
        summary=_("Decide who of a draft meets, or does not, or has the bye; the others are paired around that."),
        tags=["rounds"],
        request=ApplyDecisionSerializer,
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        round_ = self.own_round(code, number)
        sent = ApplyDecisionSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = dict(sent.validated_data)
        fingerprint, reason = values.pop("fingerprint"), values.pop("reason")
        apply_decision(
            actor=self.actor,
            round_id=round_.pk,
            decision=_decision(values),
            fingerprint=fingerprint,
            reason=reason,
        )
        return Response(self.printed(round_of(code, number)))


class RoundDecisionPlan(_OfDraft):
    """What a decision would cost, before it is made."""

    @extend_schema(
        operation_id="rounds_decide_plan",
        summary=_("What deciding about two players of a draft would cost, and whom it would move."),
        tags=["rounds"],
        parameters=[DecisionSerializer],
        responses={200: DecisionPlanSerializer, **problems(400, 403, 409)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        round_ = self.own_round(code, number)
        asked = DecisionSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        plan = plan_decision(actor=self.actor, round_id=round_.pk, decision=_decision(asked.validated_data))
        return Response(DecisionPlanSerializer(render_plan(plan)).data)


def _decision(values: dict[str, Any]) -> Decision:
    return Decision(What(values["what"]), values["one"], values["other"], values["again"])
