"""Endpoints of the standings and of the arithmetic behind each tiebreaker."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actor import Actor
from accounts.allowances import ASK_API, require_allowance
from accounts.api.base_view import ROWS_OF_A_REQUEST, Endpoint
from accounts.api.problems import problems
from tournaments.api.entry_serializers import FINAL_PLACE
from tournaments.api.finding import registration_of, tournament_of
from tournaments.models import Tournament
from tournaments.queries.history import rounds_counted
from tournaments.queries.names import name_for, sees_private_names
from tournaments.queries.standings import StandingRow, rows_in_division
from tournaments.queries.tables import kept_explanation, kept_standings
from tournaments.queries.versions import table_mark_of


class TiebreakerSerializer(serializers.Serializer[Any]):
    """A tiebreaker's exact value as a fraction and rounded half up to twelve decimals."""

    code = serializers.CharField()
    numerator = serializers.IntegerField()
    denominator = serializers.IntegerField()
    value = serializers.CharField()


class StandingSerializer(serializers.Serializer[Any]):
    """A row of the table; ranks are shared on true ties, null for the disqualified."""

    rank = serializers.IntegerField(
        allow_null=True,
        help_text="In the division where divisions are ranked apart; each has its rows after one another then.",
    )
    registration = serializers.IntegerField()
    name = serializers.CharField()
    division = serializers.CharField(allow_blank=True, help_text="The code of a division of the event; empty: none.")
    division_rank = serializers.IntegerField(allow_null=True, help_text="The rank among the players of the division.")
    points = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()
    tiebreakers = TiebreakerSerializer(many=True)
    dropped_round = serializers.IntegerField(allow_null=True)
    final_place = serializers.IntegerField(allow_null=True, help_text=FINAL_PLACE)


class ExplanationTermSerializer(serializers.Serializer[Any]):
    """One opponent's part of a tiebreaker."""

    round = serializers.IntegerField()
    registration = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    numerator = serializers.IntegerField()
    denominator = serializers.IntegerField()


class ExplanationSerializer(serializers.Serializer[Any]):
    """How a tiebreaker came about."""

    registration = serializers.IntegerField()
    name = serializers.CharField()
    after_round = serializers.IntegerField()
    byes = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rounds without an opponent that count as won."
    )
    tiebreaker = TiebreakerSerializer()
    terms = ExplanationTermSerializer(many=True)


class StandingsQuery(serializers.Serializer[Any]):
    """Which table is meant."""

    after_round = serializers.IntegerField(
        min_value=0,
        max_value=1000,
        required=False,
        help_text="A completed round, by default the last one; 0: before the first. 404 for any other round.",
    )


EARLIER = 4
"""An earlier round's table is often worked out for the one who asks for it: times what its rows cost to write."""


class TableQuery(StandingsQuery):
    """Which table is meant, and whose rows."""

    division = serializers.CharField(max_length=20, required=False, help_text="The code of a division: its rows alone.")


def _after_round(request: Request, tournament: Tournament) -> int | None:
    """The round that the address names; 404 beyond the last completed one, after which there is no table yet.

    An earlier one counts as several requests, before anything is worked out. Raises TooMany.
    """
    query = StandingsQuery(data=request.query_params.dict())
    query.is_valid(raise_exception=True)
    found: int | None = query.validated_data.get("after_round")
    if found is None:
        return None
    last = rounds_counted(tournament)
    if found > last:
        raise Http404
    if found < last:
        require_allowance(request, ASK_API, EARLIER * tournament.registrations.count() // ROWS_OF_A_REQUEST)
    return found


def _tiebreaker(code: str, exact: Any) -> dict[str, Any]:
    scaled = (exact.numerator * 2 * 10**12 + exact.denominator) // (2 * exact.denominator)
    return {
        "code": str(code),
        "numerator": exact.numerator,
        "denominator": exact.denominator,
        "value": f"{scaled // 10**12}.{scaled % 10**12:012d}",
    }


class StandingList(Endpoint):
    """The table after any completed round."""

    @extend_schema(
        operation_id="standings_list",
        summary=_("The standings after any round."),
        tags=["standings"],
        parameters=[TableQuery],
        responses={200: StandingSerializer(many=True), **problems(400, 404)},
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        actor = self.actor
        staff = sees_private_names(actor, tournament)
        rows = kept_standings(tournament, table_mark_of(tournament), _after_round(request, tournament))
        query = TableQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        if "division" in query.validated_data:
            rows = rows_in_division(rows, query.validated_data["division"])
        return Response([self._printed(row, actor, staff) for row in rows])

    @staticmethod
    def _printed(row: StandingRow, actor: Actor, staff: bool) -> dict[str, Any]:
        return {
            "rank": row.rank,
            "registration": row.registration.pk,
            "name": name_for(actor, row.registration, staff=staff),
            "division": row.registration.division,
            "division_rank": row.division_rank,
            "points": row.points,
            "wins": row.wins,
            "losses": row.losses,
            "draws": row.draws,
            "tiebreakers": [_tiebreaker(value.code, value.exact) for value in row.values],
            "dropped_round": row.dropped_round,
            "final_place": row.final_place,
        }


class StandingExplained(Endpoint):
    """The opponents and numbers behind one value."""

    @extend_schema(
        operation_id="standings_explain",
        summary=_("The opponents and numbers behind one value."),
        tags=["standings"],
        parameters=[StandingsQuery],
        responses={200: ExplanationSerializer, **problems(400, 404)},
    )
    def get(self, request: Request, code: str, registration_id: int, value: str) -> Response:
        entry = registration_of(code, registration_id)
        tournament = tournament_of(code)
        staff = sees_private_names(self.actor, tournament)
        mark = table_mark_of(tournament)
        after = _after_round(request, tournament)
        found = kept_explanation(tournament, mark, entry, value, after_round=after, private=staff)
        body = {
            "registration": entry.pk,
            "name": name_for(self.actor, entry, staff=staff),
            "after_round": found.after_round,
            "byes": list(found.byes),
            "tiebreaker": _tiebreaker(found.value.code, found.value.exact),
            "terms": [
                {
                    "round": part.term.round,
                    "registration": part.opponent.pk if part.opponent is not None else None,
                    "name": part.name,
                    "numerator": part.term.value.numerator,
                    "denominator": part.term.value.denominator,
                }
                for part in found.terms
            ],
        }
        return Response(body)
