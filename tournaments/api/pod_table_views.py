"""Endpoint of the tables of a draft in pods, of Swiss rounds and final pods alike."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.fields import Text
from accounts.api.problems import problems
from tournaments.api.pod_rounds import MAX_ID, PodRoundEndpoint
from tournaments.api.round_serializers import RoundDetailSerializer
from tournaments.services.pod_edits import move_pod


class PodTableSerializer(serializers.Serializer[Any]):
    """A pod of a draft and the table it gets; the pod that sits there takes the table it had."""

    pod = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    table = serializers.IntegerField(min_value=1, max_value=9999)
    reason = Text(max_length=200, allow_blank=True, required=False, default="")


class PodTables(PodRoundEndpoint):
    """Where the pods of a draft sit."""

    @extend_schema(
        operation_id="pods_set_table",
        summary=_("Give a pod of a draft another table."),
        tags=["pods"],
        request=PodTableSerializer,
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def put(self, request: Request, code: str, number: int) -> Response:
        round_, sent = self.round_in_pods(code, number), self.sent(PodTableSerializer)
        where = {"pod_id": sent["pod"], "table": sent["table"], "reason": sent["reason"]}
        move_pod(actor=self.actor, round_id=round_.pk, **where)
        return self.answer(code, number)
