"""Endpoints of the search for the best pairing of a round: requesting it, its progress, stopping it."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from tournaments.api.finding import tournament_of
from tournaments.models import PairingSearch
from tournaments.permissions import Action, require
from tournaments.queries.searches import can_be_searched, search_of
from tournaments.services.pairing_search import ask_search, stop_search
from tournaments.wording.searching import say_outcome


class SearchSerializer(serializers.ModelSerializer[PairingSearch]):
    """A search for the best pairing of a round, which a job does: how far it is and what came of it."""

    words = serializers.SerializerMethodField(help_text="What came of it, as a sentence; empty while it goes on.")

    class Meta:
        model = PairingSearch
        fields = [
            "number", "state", "step", "done", "most", "began_again", "outcome", "words", "created_at", "started_at",
            "finished_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_words(self, search: PairingSearch) -> str:
        return say_outcome(search)


def search_asked(code: str, search: PairingSearch) -> Response:
    """202 with the search, and the address of its progress."""
    search.refresh_from_db()
    address = reverse("api_round_search", args=[code, search.number])
    return Response(SearchSerializer(search).data, status=202, headers={"Location": address})


class RoundSearch(Endpoint):
    """The search for the best pairing of a round."""

    permission_classes = [IsAuthenticated]

    def search_of(self, code: str, number: int) -> PairingSearch:
        tournament = tournament_of(code)
        require(self.actor, Action.RUN_ROUNDS, tournament)
        found = search_of(tournament, number)
        if found is None:
            raise Http404
        return found

    @extend_schema(
        operation_id="rounds_search_retrieve",
        summary=_("How far the search for the best pairing of a round is."),
        tags=["rounds"],
        responses={200: SearchSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        return Response(SearchSerializer(self.search_of(code, number)).data)

    @extend_schema(
        operation_id="rounds_search",
        summary=_("Have the best pairing of a round, the next one or a draft, searched for in the background."),
        tags=["rounds"],
        request=None,
        responses={202: SearchSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.RUN_ROUNDS, tournament)
        if not can_be_searched(tournament, number):
            raise Http404
        return search_asked(code, ask_search(actor=self.actor, tournament_id=tournament.pk, number=number))

    @extend_schema(
        operation_id="rounds_search_stop",
        summary=_("Stop the search for the best pairing of a round."),
        tags=["rounds"],
        responses={204: None, **problems(403, 409)},
    )
    def delete(self, request: Request, code: str, number: int) -> Response:
        stop_search(actor=self.actor, search_id=self.search_of(code, number).pk)
        return Response(status=204)
