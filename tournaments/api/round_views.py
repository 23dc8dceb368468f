"""Endpoints of rounds: starting, pairing, publishing, completing, and undoing each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actor import Actor
from accounts.api.base_view import Endpoint
from accounts.api.pages import whole_number
from accounts.api.problems import problems
from accounts.languages import active_language
from tournaments.api.finding import round_of, tournament_of
from tournaments.api.match_rendering import render_byes, render_match, with_own_name
from tournaments.api.pod_views import render_pod
from tournaments.api.round_serializers import (
    PairSerializer,
    RoundDetailSerializer,
    RoundSerializer,
    StartSerializer,
    StepSerializer,
)
from tournaments.api.search_views import SearchSerializer, search_asked
from tournaments.api.tournament_serializers import TournamentSerializer
from tournaments.models import PairingSearch, Round, Tournament
from tournaments.permissions import Action, may, require
from tournaments.queries.entries import own_entries
from tournaments.queries.kept import kept_for
from tournaments.queries.names import sees_private_names
from tournaments.queries.pods import pods_of
from tournaments.queries.rounds import matches_of, rounds_of, seating_of
from tournaments.queries.versions import mark_of
from tournaments.services import clock, finish, rounds
from tournaments.services.drafts import discard_draft
from tournaments.services.pairing_search import pair_or_search
from tournaments.services.publishing import publish_confirmed
from tournaments.services.start import start_tournament, unstart_tournament
from tournaments.services.tables_follow import use_settings_tables

TABLES_A_PAGE = 500
"""Tables of a round in one answer."""
MAX_PAGES = 1_000


class RoundEndpoint(Endpoint):
    """Prints a round for the asker; a draft does not exist for those who may not run rounds."""

    def visible_round(self, code: str, number: int) -> Round:
        round_ = round_of(code, number)
        if round_.status == Round.Status.DRAFT and not may(self.actor, Action.RUN_ROUNDS, round_.tournament):
            raise Http404
        return round_

    def own_round(self, code: str, number: int) -> Round:
        """The round, for those who may run rounds."""
        round_ = round_of(code, number)
        require(self.actor, Action.RUN_ROUNDS, round_.tournament)
        return round_

    def printed(self, round_: Round, page: int = 1) -> dict[str, Any]:
        """The round with one page of its tables; 404 beyond the last."""
        actor = self.actor
        staff = sees_private_names(actor, round_.tournament)
        keys = [key for key, _table in seating_of(round_)]
        pages = max(1, -(-len(keys) // TABLES_A_PAGE))
        if page > pages:
            raise Http404
        shown = keys[(page - 1) * TABLES_A_PAGE : page * TABLES_A_PAGE]

        def render_matches(found: Round) -> list[dict[str, Any]]:
            if staff:
                return [render_match(row, actor=actor, staff=True) for row in matches_of(found, only=shown)]
            return with_own_name(_matches_for_everybody(found, page, shown), own_entries(actor, found.tournament))

        context = {
            "render_matches": render_matches,
            "render_byes": lambda found: render_byes(found, actor=actor, staff=staff),
            "render_pods": lambda found: (
                [render_pod(row, actor=actor, staff=staff) for row in pods_of(found, only=shown)]
                if found.tournament.is_in_pods
                else []
            ),
            "page": page,
            "pages": pages,
            "staff": staff,
        }
        return dict(RoundDetailSerializer(round_, context=context).data)


def _matches_for_everybody(round_: Round, page: int, keys: list[int]) -> list[dict[str, Any]]:
    """The tables of a page as everybody reads them, rendered once for a version; a name may be masked until a day."""

    def render() -> list[dict[str, Any]]:
        return [render_match(row, actor=Actor(), staff=False) for row in matches_of(round_, only=keys)]

    mark = mark_of(round_.tournament.code)
    what = ("api matches", round_.number, page, active_language(), timezone.localdate())
    return kept_for(mark, what, render) if mark is not None else render()


class RoundList(RoundEndpoint):
    """The rounds of a tournament; pairing the next one."""

    @extend_schema(
        operation_id="rounds_list",
        summary=_("The rounds of a tournament."),
        tags=["rounds"],
        responses={200: RoundSerializer(many=True), **problems()},
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        drafts = may(self.actor, Action.RUN_ROUNDS, tournament)
        return Response(RoundSerializer(rounds_of(tournament, drafts=drafts), many=True).data)

    @extend_schema(
        operation_id="rounds_pair",
        summary=_("Pair the next round, as a draft."),
        tags=["rounds"],
        request=PairSerializer,
        responses={201: RoundDetailSerializer, 202: SearchSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.RUN_ROUNDS, tournament)
        sent = PairSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = pair_or_search(actor=self.actor, tournament_id=tournament.pk, **sent.validated_data)
        if isinstance(made, PairingSearch):
            return search_asked(code, made)
        return Response(self.printed(round_of(code, made.number)), status=201)


class RoundDetail(RoundEndpoint):
    """One round with its tables and byes; discarding a draft."""

    @extend_schema(
        operation_id="rounds_retrieve",
        summary=_("One round with its tables and byes."),
        tags=["rounds"],
        parameters=[
            OpenApiParameter("page", int, description=_("Which page of the tables; pages says how many there are."))
        ],
        responses={200: RoundDetailSerializer, **problems(400)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        page = whole_number(request, "page", at_least=1, at_most=MAX_PAGES, default=1)
        return Response(self.printed(self.visible_round(code, number), page))

    @extend_schema(
        operation_id="rounds_discard",
        summary=_("Discard a draft."),
        tags=["rounds"],
        responses={204: None, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str, number: int) -> Response:
        round_ = self.visible_round(code, number)
        require(self.actor, Action.RUN_ROUNDS, round_.tournament)
        discard_draft(actor=self.actor, round_id=round_.pk)
        return Response(status=204)


ROUND_STEPS: dict[str, Callable[..., Any]] = {
    "publish": publish_confirmed,
    "unpublish": rounds.unpublish_round,
    "use-settings-tables": use_settings_tables,
    "start-clock": clock.start_clock,
    "pause-clock": clock.pause_clock,
    "resume-clock": clock.resume_clock,
    "extra-turns": clock.call_extra_turns,
    "reset-clock": clock.reset_clock,
    "complete": rounds.complete_round,
    "reopen": rounds.reopen_round,
}


class RoundStep(RoundEndpoint):
    """Moving a round on, or back: publish, unpublish, complete, reopen; a draft to the tables that the settings have;
    and the steps of its clock.

    A draft with a rematch, a second bye, players of one team or whom staff keep apart is published where the body says
    that this is `confirmed`; otherwise the answer is 409, `marks_unconfirmed`, and names them. So is one at whose
    tables another event of the same organisers is playing: `tables_in_use`. Without `seen` a confirmation covers also
    what came up since that answer.
    """

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="rounds_step",
        summary=_("Change the state of a round: publish, unpublish, complete, reopen, or a step of its clock."),
        tags=["rounds"],
        parameters=[OpenApiParameter("step", str, OpenApiParameter.PATH, enum=list(ROUND_STEPS))],
        request=StepSerializer,
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int, step: str) -> Response:
        round_ = self.visible_round(code, number)
        require(self.actor, Action.RUN_ROUNDS, round_.tournament)
        service = ROUND_STEPS.get(step)
        if service is None:
            raise Http404
        sent = StepSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked = sent.validated_data if step == "publish" else {}
        service(actor=self.actor, round_id=round_.pk, **asked)
        return Response(self.printed(round_of(code, number)))


class TournamentStart(Endpoint):
    """Starting the Swiss rounds: the number of rounds is fixed and decklists are locked."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="tournaments_start",
        summary=_("Start the Swiss rounds: their number is fixed and the decklists are locked."),
        tags=["rounds"],
        request=StartSerializer,
        responses={200: TournamentSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.RUN_ROUNDS, tournament)
        sent = StartSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        start_tournament(actor=self.actor, tournament_id=tournament.pk, **sent.validated_data)
        return Response(TournamentSerializer(tournament_of(code)).data)


TOURNAMENT_STEPS: dict[str, Callable[..., Any]] = {
    "unstart": unstart_tournament,
    "finish": finish.finish_tournament,
    "reopen": finish.reopen_tournament,
}


class TournamentStep(Endpoint):
    """Moving a tournament on, or back: unstart (while no round exists), finish, reopen."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="tournaments_step",
        summary=_("Finish or reopen a tournament, or undo its start while no round exists."),
        tags=["rounds"],
        parameters=[OpenApiParameter("step", str, OpenApiParameter.PATH, enum=list(TOURNAMENT_STEPS))],
        request=None,
        responses={200: TournamentSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, step: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.RUN_ROUNDS, tournament)
        service = TOURNAMENT_STEPS.get(step)
        if service is None:
            raise Http404
        service(actor=self.actor, tournament_id=tournament.pk)
        return Response(TournamentSerializer(_reread(tournament)).data)


def _reread(tournament: Tournament) -> Tournament:
    return tournament_of(tournament.code)
