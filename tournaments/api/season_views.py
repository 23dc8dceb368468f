"""Endpoints of seasons: read only."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.pages import Pages
from accounts.api.problems import problems
from tournaments.models import Season
from tournaments.permissions import may_read_season
from tournaments.queries.match_tallies import Tally
from tournaments.queries.season_history import history_of
from tournaments.queries.seasons import Board, board_of, find_season, readable_seasons, season_mark
from tournaments.seasons.leaderboard import Line, Scored


class SeasonSerializer(serializers.Serializer[Any]):
    """A season's settings. `points` is a table as the season's page explains it; `game` is null for all games."""

    code = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    organiser = serializers.CharField(source="owner.username", allow_null=True, default=None)
    game = serializers.CharField(source="game.slug", allow_null=True, default=None)
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    points = serializers.CharField()
    participation = serializers.IntegerField()
    best_of = serializers.IntegerField(allow_null=True)
    shared_place = serializers.ChoiceField(choices=Season.SharedPlace.choices)
    equal_totals = serializers.ChoiceField(choices=Season.EqualTotals.choices)
    is_published = serializers.BooleanField()


class SeasonEventSerializer(serializers.Serializer[Any]):
    """An event of the season; `players`, in an event for teams the teams, have a place, and none before it has finished
    and counts."""

    code = serializers.CharField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    is_counted = serializers.BooleanField()
    players = serializers.IntegerField()


class SeasonDetailSerializer(SeasonSerializer):
    """A season with its events in the order they are held."""

    events = SeasonEventSerializer(many=True)
    divisions = serializers.ListField(child=serializers.CharField(), help_text="The Chinese names of its divisions.")


class SeasonPointsSerializer(serializers.Serializer[Any]):
    """An exact number of points."""

    numerator = serializers.IntegerField()
    denominator = serializers.IntegerField()


class SeasonResultSerializer(serializers.Serializer[Any]):
    """One event's result. `left_out` says why it does not count: `beyond_best`, `second_entry`; empty: it counts."""

    event = serializers.CharField()
    registration = serializers.IntegerField()
    place = serializers.IntegerField()
    division = serializers.CharField(
        allow_blank=True,
        help_text="The Chinese name of the division that the place is one in; empty: the place is one among all.",
    )
    shared_by = serializers.IntegerField()
    players = serializers.IntegerField()
    points = SeasonPointsSerializer()
    left_out = serializers.CharField(allow_blank=True)


class SeasonLineSerializer(serializers.Serializer[Any]):
    """A line of the leaderboard. `person` is the key of the person's first entry."""

    rank = serializers.IntegerField()
    person = serializers.IntegerField()
    name = serializers.CharField()
    total = SeasonPointsSerializer()
    results = SeasonResultSerializer(many=True)


class SeasonTallySerializer(serializers.Serializer[Any]):
    """Matches won, lost and drawn, and byes."""

    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()
    byes = serializers.IntegerField()


class SeasonPersonEventSerializer(SeasonTallySerializer):
    """One event of a person; `result` is null where they were disqualified."""

    event = serializers.CharField()
    registration = serializers.IntegerField()
    result = SeasonResultSerializer(allow_null=True)


class SeasonOpponentSerializer(SeasonTallySerializer):
    """Somebody the person met."""

    person = serializers.IntegerField()
    name = serializers.CharField()


class SeasonPersonSerializer(serializers.Serializer[Any]):
    """A person's season; `rank` and `total` are null without a place in any event."""

    person = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    total = SeasonPointsSerializer(allow_null=True)
    events = SeasonPersonEventSerializer(many=True)
    opponents = SeasonOpponentSerializer(many=True)


class LeaderboardQuery(serializers.Serializer[Any]):
    """Which leaderboard is meant."""

    division = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=80,
        help_text="A division by its Chinese name; empty: everybody. 404 for others.",
    )


class SeasonList(ListAPIView[Season], Endpoint):
    """The seasons one may read."""

    serializer_class = SeasonSerializer
    pagination_class = Pages

    @extend_schema(
        operation_id="seasons_list",
        summary=_("Published seasons and one's own, the newest first."),
        tags=["seasons"],
        responses={200: SeasonSerializer(many=True), **problems(400)},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Season]:
        if getattr(self, "swagger_fake_view", False):
            return Season.objects.none()
        return readable_seasons(self.actor)


class SeasonEndpoint(Endpoint):
    """An endpoint of one season, which does not exist for those who may not read it."""

    def board(self, code: str) -> tuple[Season, Board]:
        season = find_season(code)
        if season is None or not may_read_season(self.actor, season):
            raise Http404
        return season, board_of(season, season_mark(season))


class SeasonDetail(SeasonEndpoint):
    """One season."""

    @extend_schema(
        operation_id="seasons_retrieve",
        summary=_("One season with its events."),
        tags=["seasons"],
        responses={200: SeasonDetailSerializer, **problems(404)},
    )
    def get(self, request: Request, season: str) -> Response:
        found, board = self.board(season)
        events = SeasonEventSerializer(board.events, many=True).data
        return Response(SeasonSerializer(found).data | {"events": events, "divisions": list(board.divisions)})


class SeasonLeaderboard(SeasonEndpoint):
    """The leaderboard with the results behind each total."""

    def rows(self, answer: Any) -> int:
        """Extends the endpoint: a line has up to as many results as the season has events, and each is a row."""
        return sum(len(line["results"]) for line in answer) if isinstance(answer, list) else super().rows(answer)

    @extend_schema(
        operation_id="seasons_leaderboard",
        summary=_("The leaderboard of a season, under public names."),
        tags=["seasons"],
        parameters=[LeaderboardQuery],
        responses={200: SeasonLineSerializer(many=True), **problems(400, 404)},
    )
    def get(self, request: Request, season: str) -> Response:
        query = LeaderboardQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        _found, board = self.board(season)
        lines = board.leaderboards.get(query.validated_data.get("division", ""))
        if lines is None:
            raise Http404
        codes = {event.pk: event.code for event in board.events}
        return Response([_line(line, board, codes) for line in lines])


class SeasonPerson(SeasonEndpoint):
    """One person's season."""

    @extend_schema(
        operation_id="seasons_person",
        summary=_("One person's events, record and opponents in a season; any entry of theirs names them."),
        tags=["seasons"],
        responses={200: SeasonPersonSerializer, **problems(404)},
    )
    def get(self, request: Request, season: str, person_id: int) -> Response:
        _season, board = self.board(season)
        if person_id not in board.person_of:
            raise Http404
        history = history_of(board, board.person_of[person_id])
        codes = {event.pk: event.code for event in board.events}
        line = history.line
        return Response(
            {
                "person": history.person.key,
                "name": history.person.name,
                "rank": line.rank if line is not None else None,
                "total": _points(line.total) if line is not None else None,
                "events": [
                    {
                        "event": row.event.code,
                        "registration": row.entry,
                        "result": _result(row.scored, codes) if row.scored is not None else None,
                        **_tally(row.tally),
                    }
                    for row in history.events
                ],
                "opponents": [
                    {"person": row.person.key, "name": row.person.name, **_tally(row.tally)}
                    for row in history.opponents
                ],
            }
        )


def _points(points: Fraction) -> dict[str, int]:
    return {"numerator": points.numerator, "denominator": points.denominator}


def _tally(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "losses": tally.losses, "draws": tally.draws, "byes": tally.byes}


def _result(scored: Scored, codes: dict[int, str]) -> dict[str, Any]:
    return {
        "event": codes[scored.result.event],
        "registration": scored.result.entry,
        "place": scored.result.place,
        "division": scored.result.field,
        "shared_by": scored.shared_by,
        "players": scored.players,
        "points": _points(scored.points),
        "left_out": scored.left_out.value if scored.left_out is not None else "",
    }


def _line(line: Line, board: Board, codes: dict[int, str]) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "person": line.person,
        "name": board.persons[line.person].name,
        "total": _points(line.total),
        "results": [_result(one, codes) for one in line.scored],
    }
