"""Endpoints of matches: reading one, reporting games and results, correcting them."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
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


class ReportGame(MatchDoor):
    """Adding the next game of a running match, or taking the last one off."""

    permission_classes = [IsAuthenticated]
    needs = Action.RECORD_RESULTS

    @extend_schema(
        operation_id="games_report",
        tags=["matches"],
        request=ReportGameSerializer,
        responses={200: MatchDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        values = self.sent(ReportGameSerializer)
        game = GameInput(**values.pop("game"))
        results.record_game(actor=self.actor, match_id=match.pk, game=game, **values)
        return self.answer(code, match_id)


class UndoGame(MatchDoor):
    """Taking the last recorded game of a running match back."""

    permission_classes = [IsAuthenticated]
    needs = Action.RECORD_RESULTS

    @extend_schema(
        operation_id="games_undo",
        tags=["matches"],
        request=VersionSerializer,
        responses={200: MatchDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        results.undo_last_game(actor=self.actor, match_id=match.pk, **self.sent(VersionSerializer))
        return self.answer(code, match_id)


class ReportScore(MatchDoor):
    """A final score; games without details are recorded as such."""

    permission_classes = [IsAuthenticated]
    needs = Action.RECORD_RESULTS

    @extend_schema(
        operation_id="matches_score",
        tags=["matches"],
        request=ReportScoreSerializer,
        responses={200: MatchDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        results.record_score(actor=self.actor, match_id=match.pk, **self.sent(ReportScoreSerializer))
        return self.answer(code, match_id)


class EndOnTime(MatchDoor):
    """Scoring a match as it stands when time has run out."""

    permission_classes = [IsAuthenticated]
    needs = Action.RECORD_RESULTS

    @extend_schema(
        operation_id="matches_end_on_time",
        tags=["matches"],
        request=VersionSerializer,
        responses={200: MatchDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        results.end_match_on_time(actor=self.actor, match_id=match.pk, **self.sent(VersionSerializer))
        return self.answer(code, match_id)


class ReportOutcome(MatchDoor):
    """No-show, intentional draw, judge award, match loss, loss for both."""

    permission_classes = [IsAuthenticated]
    needs = Action.RECORD_RESULTS

    @extend_schema(
        operation_id="matches_outcome",
        tags=["matches"],
        request=ReportOutcomeSerializer,
        responses={200: MatchDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        results.record_outcome(actor=self.actor, match_id=match.pk, **self.sent(ReportOutcomeSerializer))
        return self.answer(code, match_id)


class Correct(MatchDoor):
    """Replacing a result that stands, with a reason; the old one is kept."""

    permission_classes = [IsAuthenticated]
    needs = Action.CORRECT_RESULTS

    @extend_schema(
        operation_id="matches_correct",
        tags=["matches"],
        request=CorrectionSerializer,
        responses={200: MatchDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        match = self.found(code, match_id)
        values = self.sent(CorrectionSerializer)
        if "games" in values:
            values["games"] = [GameInput(**game) for game in values["games"]]
        if "score" in values:
            values["score"] = ScoreInput(**values["score"])
        if "outcome" in values:
            values["outcome"] = OutcomeInput(**values["outcome"])
        corrections.correct_match(actor=self.actor, match_id=match.pk, **values)
        return self.answer(code, match_id)


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
