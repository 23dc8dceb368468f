"""Seating late players with those who have the bye."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.problems import problems
from tournaments.api.round_serializers import PersonSerializer
from tournaments.api.round_views import RoundEndpoint
from tournaments.models import Registration
from tournaments.queries.late_seats import late_seats, seated_by
from tournaments.services.late_seats import seat_late

MAX_KEY = 2_000_000_000


class LateSeatSerializer(serializers.Serializer[Any]):
    """A match that a bye could become."""

    late = PersonSerializer()
    with_bye = PersonSerializer()


class SeatLateSerializer(serializers.Serializer[Any]):
    """Who came late, and whom of those with the bye they play."""

    registration = serializers.IntegerField(min_value=1, max_value=MAX_KEY)
    opponent = serializers.IntegerField(min_value=1, max_value=MAX_KEY)
    confirmed = serializers.BooleanField(
        default=False, help_text="Needed where the two have met or are to be kept apart."
    )


class LateSeatedSerializer(serializers.Serializer[Any]):
    """The match, and the number by which `DELETE …/repair/` undoes it while nothing is recorded in it."""

    repair = serializers.IntegerField()
    match = serializers.IntegerField()
    table = serializers.IntegerField()


class RoundLateSeats(RoundEndpoint):
    """The byes of a running round that can become matches of late players."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="rounds_late_seats",
        summary=_("Which late players could play whom of those with the bye."),
        tags=["rounds"],
        responses={200: LateSeatSerializer(many=True), **problems(403)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        found = late_seats(self.own_round(code, number))
        rows = [{"late": _person(one.late), "with_bye": _person(one.with_bye)} for one in found]
        return Response(LateSeatSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="rounds_seat_late",
        summary=_("Let a late player play the one who has the bye."),
        tags=["rounds"],
        request=SeatLateSerializer,
        responses={201: LateSeatedSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        round_ = self.own_round(code, number)
        sent = SeatLateSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        keys = sent.validated_data
        made = seat_late(
            actor=self.actor,
            round_id=round_.pk,
            registration_id=keys["registration"],
            opponent_id=keys["opponent"],
            confirmed=keys["confirmed"],
        )
        seated = seated_by(made)
        return Response({"repair": made.pk, "match": seated["match"], "table": seated["table"]}, status=201)


def _person(entry: Registration) -> dict[str, Any]:
    return {"registration": entry.pk, "name": entry.name}
