"""The top cut: its brackets, starting it, taking it back."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.problems import problems
from tournaments.api.cut_serializers import BracketSerializer, TopCutSerializer
from tournaments.api.finding import round_of, tournament_of
from tournaments.api.round_serializers import RoundDetailSerializer
from tournaments.api.round_views import RoundEndpoint
from tournaments.models import Tournament
from tournaments.permissions import Action, may, require
from tournaments.queries.bracket import DrawnBracket, DrawnMatch, Side, brackets_of
from tournaments.queries.names import name_for, sees_private_names
from tournaments.services import top_cut


class TopCut(RoundEndpoint):
    """The brackets of the top cut; starting it; taking it back."""

    @extend_schema(
        operation_id="top_cut_retrieve",
        summary=_("The brackets of the top cut."),
        tags=["rounds"],
        responses={200: BracketSerializer(many=True), **problems()},
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        drafts = may(self.actor, Action.RUN_ROUNDS, tournament)
        drawn = [self._bracket(tournament, one) for one in brackets_of(tournament, drafts=drafts)]
        return Response(BracketSerializer(drawn, many=True).data)

    @extend_schema(
        operation_id="top_cut_start",
        summary=_("Start the top cut: seeds by the standings, the first round as a draft."),
        tags=["rounds"],
        request=TopCutSerializer,
        responses={201: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.RUN_ROUNDS, tournament)
        sent = TopCutSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = top_cut.start_top_cut(actor=self.actor, tournament_id=tournament.pk, **sent.validated_data)
        return Response(self.printed(round_of(code, made.number)), status=201)

    @extend_schema(
        operation_id="top_cut_discard",
        summary=_("Discard the top cut."),
        tags=["rounds"],
        responses={204: None, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.RUN_ROUNDS, tournament)
        top_cut.discard_top_cut(actor=self.actor, tournament_id=tournament.pk)
        return Response(status=204)

    def _bracket(self, tournament: Tournament, bracket: DrawnBracket) -> dict[str, Any]:
        staff = sees_private_names(self.actor, tournament)
        return {
            "division": bracket.division,
            "size": bracket.size,
            "winner": None if bracket.winner is None else bracket.winner.pk,
            "rounds": [
                {
                    "number": column.number,
                    "players": column.players,
                    "matches": [self._match(drawn, staff) for drawn in column.matches],
                }
                for column in bracket.rounds
            ],
        }

    def _match(self, drawn: DrawnMatch, staff: bool) -> dict[str, Any]:
        return {
            "match": None if drawn.match is None else drawn.match.pk,
            "table": None if drawn.match is None else drawn.match.table,
            "best_of": None if drawn.match is None else drawn.match.length,
            "third_place": drawn.is_third_place,
            "outcome": drawn.match.outcome if drawn.match is not None and drawn.match.is_complete else "",
            "sides": [self._side(side, staff) for side in (drawn.top, drawn.bottom)],
        }

    def _side(self, side: Side, staff: bool) -> dict[str, Any]:
        entry = side.registration
        return {
            "registration": None if entry is None else entry.pk,
            "name": "" if entry is None else name_for(self.actor, entry, staff=staff),
            "seed": side.seed,
            "wins": side.wins,
            "is_winner": side.is_winner,
            "is_empty": side.is_empty,
        }
