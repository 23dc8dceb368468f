"""Endpoints of rounds that staff settle for an entry before they are paired: awarded byes and assigned losses."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from tournaments.api.finding import registration_of
from tournaments.models import AssignedRound, Registration
from tournaments.permissions import Action, require
from tournaments.queries.assigned import assigned_to
from tournaments.services import entries


class AssignedRoundSerializer(serializers.ModelSerializer[AssignedRound]):
    """A Swiss round that is settled for an entry, and why."""

    class Meta:
        model = AssignedRound
        fields = ["number", "kind", "reason", "assigned_by", "assigned_at"]


class AssignedSerializer(AssignedRoundSerializer):
    """The same, and whether it can still be taken back."""

    is_open = serializers.BooleanField(help_text="Whether the round is not paired yet.")

    class Meta(AssignedRoundSerializer.Meta):
        fields = [*AssignedRoundSerializer.Meta.fields, "is_open"]


class AssignSerializer(serializers.Serializer[Any]):
    """Rounds to settle: `rounds` of them from `first` on. A loss needs a reason."""

    kind = serializers.ChoiceField(choices=AssignedRound.Kind.choices)
    first = serializers.IntegerField(min_value=1, max_value=30)
    rounds = serializers.IntegerField(min_value=1, max_value=3, default=1)
    reason = serializers.CharField(required=False, allow_blank=True, default="")


class UnassignSerializer(serializers.Serializer[Any]):
    """Rounds in which the entry is to be paired after all."""

    first = serializers.IntegerField(min_value=1, max_value=30)
    last = serializers.IntegerField(min_value=1, max_value=30)


class AssignedEndpoint(Endpoint):
    """Answers staff who manage entries with what is assigned to one."""

    permission_classes = [IsAuthenticated]

    def entry(self, code: str, registration_id: int) -> Registration:
        entry = registration_of(code, registration_id)
        require(self.actor, Action.MANAGE_ENTRIES, entry.tournament)
        return entry

    def answer(self, entry: Registration, status: int = 200) -> Response:
        rows = assigned_to(entry)
        listed = [{**AssignedRoundSerializer(one.row).data, "is_open": one.is_open} for one in rows]
        return Response(listed, status=status)


class AssignedRounds(AssignedEndpoint):
    """Awarded byes and assigned losses of an entry."""

    @extend_schema(
        operation_id="assigned_rounds_list",
        summary=_("The byes awarded and losses assigned to an entry; for the staff."),
        tags=["registrations"],
        responses={200: AssignedSerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str, registration_id: int) -> Response:
        return self.answer(self.entry(code, registration_id))

    @extend_schema(
        operation_id="assigned_rounds_create",
        summary=_("Award byes or assign losses in rounds that are not paired yet."),
        tags=["registrations"],
        request=AssignSerializer,
        responses={201: AssignedSerializer(many=True), **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, registration_id: int) -> Response:
        entry = self.entry(code, registration_id)
        sent = AssignSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        entries.assign_rounds(actor=self.actor, registration_id=entry.pk, **sent.validated_data)
        return self.answer(entry, status=201)


class AssignedWithdraw(AssignedEndpoint):
    """Taking awarded byes and assigned losses back."""

    @extend_schema(
        operation_id="assigned_rounds_withdraw",
        summary=_("Have an entry paired after all in rounds that are not paired yet."),
        tags=["registrations"],
        request=UnassignSerializer,
        responses={200: AssignedSerializer(many=True), **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, registration_id: int) -> Response:
        entry = self.entry(code, registration_id)
        sent = UnassignSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        entries.unassign_rounds(actor=self.actor, registration_id=entry.pk, **sent.validated_data)
        return self.answer(entry)
