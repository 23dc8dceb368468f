"""Endpoints of matches: reading one, reporting games and results, correcting them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from accounts.refusals import NotAllowed
from tournaments.api.finding import tournament_of
from tournaments.api.match_rendering import render_match_view
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
from tournaments.permissions import Action, permits
from tournaments.queries.matches import find_match, find_place, match_view
from tournaments.services import corrections, results
from tournaments.services.result_inputs import GameInput, OutcomeInput, ScoreInput


class MatchEndpoint(Endpoint):
    """Finds a match through its tournament and prints it."""

    needs: Action | None = None

    def enter(self, code: str, match_id: int) -> None:
        """Find the event and what the actor may do there; 404 for a match the actor cannot see, 403 without `needs`."""
        place = find_place(self.actor, code, match_id)
        if place is None:
            raise Http404
        self.roles = place.roles
        self.drafts = permits(self.roles, Action.RUN_ROUNDS)
        if place.is_draft and not self.drafts:
            raise Http404
        if self.needs is not None and not permits(self.roles, self.needs):
            raise NotAllowed("not_permitted", action=self.needs.value)

    def found(self, code: str, match_id: int) -> Match:
        """The match as it is now, after `enter`."""
        match = find_match(tournament_of(code), match_id, drafts=self.drafts)
        if match is None:
            raise Http404
        return match

    def answer(self, match: Match) -> Response:
        """The match rendered for the actor, after `enter`."""
        staff = permits(self.roles, Action.VIEW_PRIVATE_NAMES)
        return Response(render_match_view(match_view(match), actor=self.actor, staff=staff))


class MatchDetail(MatchEndpoint):
    "One match: its score and who chooses next."

    @extend_schema(
        operation_id="matches_retrieve",
        summary=_("One match: its score and who chooses next."),
        tags=["matches"],
        responses={200: MatchDetailSerializer, **problems()},
    )
    def get(self, request: Request, code: str, match_id: int) -> Response:
        self.enter(code, match_id)
        return self.answer(self.found(code, match_id))


def described(operation: str, summary: Promise, request: type[Serializer[Any]]) -> Any:
    """The OpenAPI description of a change of a match."""
    return extend_schema_view(
        post=extend_schema(
            operation_id=operation,
            summary=summary,
            tags=["matches"],
            request=request,
            responses={200: MatchDetailSerializer, **problems(400, 403, 409)},
        )
    )


class Change(MatchEndpoint):
    """A change of a running match: one request shape, one service, and the match as the service left it."""

    permission_classes = [IsAuthenticated]
    needs = Action.RECORD_RESULTS
    serializer: type[Serializer[Any]] = VersionSerializer
    service: Callable[..., Match]

    def post(self, request: Request, code: str, match_id: int) -> Response:
        self.enter(code, match_id)
        return self.answer(type(self).service(actor=self.actor, match_id=match_id, **self.values()))

    def values(self) -> dict[str, Any]:
        """The service's arguments from the request."""
        return self.sent(self.serializer)


@described("games_report", _("Add the next game of a running match."), ReportGameSerializer)
class ReportGame(Change):
    """Adding the next game of a running match."""

    serializer = ReportGameSerializer
    service = staticmethod(results.record_game)

    def values(self) -> dict[str, Any]:
        values = super().values()
        return {**values, "game": GameInput(**values["game"])}


@described("games_undo", _("Undo the last game of a running match."), VersionSerializer)
class UndoGame(Change):
    """Taking the last recorded game of a running match back."""

    service = staticmethod(results.undo_last_game)


@described(
    "matches_score", _("Report a final score; games without details are recorded as such."), ReportScoreSerializer
)
class ReportScore(Change):
    """A final score; games without details are recorded as such."""

    serializer = ReportScoreSerializer
    service = staticmethod(results.record_score)


@described("matches_end_on_time", _("Score a match by its current games when time has run out."), VersionSerializer)
class EndOnTime(Change):
    """Scoring a match as it stands when time has run out."""

    service = staticmethod(results.end_match_on_time)


@described(
    "matches_outcome",
    _("Report a no-show, an intentional draw, a judge's award, a match loss or a loss for both."),
    ReportOutcomeSerializer,
)
class ReportOutcome(Change):
    """No-show, intentional draw, judge award, match loss, loss for both."""

    serializer = ReportOutcomeSerializer
    service = staticmethod(results.record_outcome)


@described("matches_correct", _("Correct a recorded result, with a reason; the old one is kept."), CorrectionSerializer)
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


class RevisionList(MatchEndpoint):
    """Every change of a match, newest first; for the staff."""

    permission_classes = [IsAuthenticated]
    needs = Action.VIEW_LOG

    @extend_schema(
        operation_id="matches_revisions",
        summary=_("Every change of a match, the newest first; for the staff."),
        tags=["matches"],
        responses={200: RevisionSerializer(many=True), **problems(403)},
    )
    def get(self, request: Request, code: str, match_id: int) -> Response:
        self.enter(code, match_id)
        match = self.found(code, match_id)
        return Response(RevisionSerializer(match.revisions.order_by("-version"), many=True).data)
