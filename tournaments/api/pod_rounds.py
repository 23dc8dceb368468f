"""Finding a round of an event in pods for those who run rounds."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from accounts.refusals import Refusal
from tournaments.api.finding import round_of
from tournaments.api.round_views import RoundEndpoint
from tournaments.models import Round

MAX_ID = 2_000_000_000


class TwoOfPodsSerializer(serializers.Serializer[Any]):
    """Two entrants of a draft in pods by registration id; one of them may have the bye."""

    one = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    other = serializers.IntegerField(min_value=1, max_value=MAX_ID)


class PodRoundEndpoint(RoundEndpoint):
    """Changes a round in pods, for those who run rounds."""

    permission_classes = [IsAuthenticated]

    def round_in_pods(self, code: str, number: int) -> Round:
        """The round. Raises Refusal `only_in_pods`."""
        round_ = self.own_round(code, number)
        if not round_.tournament.is_in_pods:
            raise Refusal("only_in_pods")
        return round_

    def asked(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """What stands behind the address, checked."""
        query = serializer(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)

    def answer(self, code: str, number: int) -> Response:
        """The round as it is now."""
        return Response(self.printed(round_of(code, number)))
