"""Endpoints of matches: reading one, reporting games and results, correcting them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts.api.door import Door
from accounts.api.problems import problems
from tournaments.api.finding import tournament_of
from tournaments.api.match_printing import print_match_view
from tournaments.api.round_serializers import (
    CorrectionSerializer,
    MatchDetailSerializer,
    ReportGameSerializer,
    ReportOutcomeSerializer,
    ReportScoreSerializer,
    RevisionSerializer,
    VersionSerializer,
)
from tournaments.models import Match
from tournaments.permissions import Action, may, require
from tournaments.queries.matches import find_match, match_view
from tournaments.queries.names import sees_private_names
from tournaments.services import corrections, results
from tournaments.services.result_inputs import GameInput, OutcomeInput, ScoreInput


class MatchDoor(Door):
    """Finds a match through its tournament and prints it."""

    needs: Action | None = None

    def found(self, code: str, match_id: int) -> Match:
        tournament = tournament_of(code)
        drafts = may(self.actor, Action.RUN_ROUNDS, tournament)
        match = find_match(tournament, match_id, drafts=drafts)
        if match is None:
            raise Http404
        if self.needs is not None:
            require(self.actor, self.needs, tournament)
        return match

    def answer(self, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        staff = sees_private_names(self.actor, match.round.tournament)
        return Response(print_match_view(match_view(match), actor=self.actor, staff=staff))

    def sent(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        reading = serializer(data=self.request.data)
        reading.is_valid(raise_exception=True)
        return dict(reading.validated_data)


class MatchDetail(MatchDoor):
    """One match: how it stands and who chooses next."""

    @extend_schema(
        operation_id="matches_retrieve", tags=["matches"], responses={200: MatchDetailSerializer, **problems()}
    )
    def get(self, request: Request, code: str, match_id: int) -> Response:
        return self.answer(code, match_id)


def described(operation: str, request: type[Serializer[Any]]) -> Any:
    """The OpenAPI description of a change of a match."""
    return extend_schema_view(
        post=extend_schema(
            operation_id=operation,
            tags=["matches"],
            request=request,
            responses={200: MatchDetailSerializer, **problems(400, 403, 409)},
        )
    )


class Change(MatchDoor):
    """A change of a running match: one request shape, one service, and the match as it stands then."""

    permission_classes = [IsAuthenticated]
    needs = Action.RECORD_RESULTS
    serializer: type[Serializer[Any]] = VersionSerializer
    service: Callable[..., Any]

    def post(self, request: Request, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        type(self).service(actor=self.actor, match_id=match.pk, **self.values())
        return self.answer(code, match_id)

    def values(self) -> dict[str, Any]:
        """The service's arguments from the request."""
        return self.sent(self.serializer)


@described("games_report", ReportGameSerializer)
class ReportGame(Change):
    """Adding the next game of a running match."""

    serializer = ReportGameSerializer
    service = staticmethod(results.record_game)

    def values(self) -> dict[str, Any]:
        values = super().values()
        return {**values, "game": GameInput(**values["game"])}


@described("games_undo", VersionSerializer)
class UndoGame(Change):
    """Taking the last recorded game of a running match back."""

    service = staticmethod(results.undo_last_game)


@described("matches_score", ReportScoreSerializer)
class ReportScore(Change):
    """A final score; games without details are recorded as such."""

    serializer = ReportScoreSerializer
    service = staticmethod(results.record_score)


@described("matches_end_on_time", VersionSerializer)
class EndOnTime(Change):
    """Scoring a match as it stands when time has run out."""

    service = staticmethod(results.end_match_on_time)


@described("matches_outcome", ReportOutcomeSerializer)
class ReportOutcome(Change):
    """No-show, intentional draw, judge award, match loss, loss for both."""

    serializer = ReportOutcomeSerializer
    service = staticmethod(results.record_outcome)


@described("matches_correct", CorrectionSerializer)
class Correct(Change):
    """Replacing a result that stands, with a reason; the old one is kept."""

    needs = Action.CORRECT_RESULTS
    serializer = CorrectionSerializer
    service = staticmethod(corrections.correct_match)

    def values(self) -> dict[str, Any]:
        values = super().values()
        if "games" in values:
            values["games"] = [GameInput(**game) for game in values["games"]]
        if "score" in values:
            values["score"] = ScoreInput(**values["score"])
        if "outcome" in values:
            values["outcome"] = OutcomeInput(**values["outcome"])
        return values


class RevisionList(MatchDoor):
    """Every change of a match, newest first; for the staff."""

    permission_classes = [IsAuthenticated]
    needs = Action.VIEW_LOG

    @extend_schema(
        operation_id="matches_revisions",
        tags=["matches"],
        responses={200: RevisionSerializer(many=True), **problems(403)},
    )
    def get(self, request: Request, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        return Response(RevisionSerializer(match.revisions.order_by("-version"), many=True).data)
