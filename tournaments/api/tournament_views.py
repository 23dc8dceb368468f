"""Endpoints of tournaments: list, create, edit, duplicate, cancel, staff."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.pages import Pages
from accounts.api.problems import problems
from tournaments import permissions
from tournaments.api.finding import tournament_of
from tournaments.api.tournament_serializers import (
    DuplicateSerializer,
    ReasonSerializer,
    StaffSerializer,
    TournamentDataSerializer,
    TournamentQuery,
    TournamentSerializer,
    new_tournament_data,
    tournament_data,
)
from tournaments.models import Tournament
from tournaments.queries.settings import data_of, with_player_counts
from tournaments.services import setup, staff


class TournamentList(ListAPIView[Tournament], Endpoint):
    """Tournaments, newest first; creating one."""

    serializer_class = TournamentSerializer
    pagination_class = Pages

    @extend_schema(
        operation_id="tournaments_list",
        summary=_("Tournaments, the newest first."),
        tags=["tournaments"],
        parameters=[TournamentQuery],
        responses={200: TournamentSerializer(many=True), **problems(400)},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Tournament]:
        if getattr(self, "swagger_fake_view", False):
            return Tournament.objects.none()
        found = with_player_counts(Tournament.objects.select_related("game", "ruleset__game"))
        query = TournamentQuery(data=self.request.query_params.dict())
        query.is_valid(raise_exception=True)
        names = {"phase": "phase", "game": "game__slug"}
        return found.filter(**{names[name]: value for name, value in query.validated_data.items()})

    @extend_schema(
        operation_id="tournaments_create",
        summary=_("Make a tournament."),
        tags=["tournaments"],
        request=TournamentDataSerializer,
        responses={201: TournamentSerializer, **problems(400, 403)},
    )
    def post(self, request: Request) -> Response:
        sent = TournamentDataSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        tournament = setup.create_tournament(actor=self.actor, data=new_tournament_data(sent.validated_data))
        return Response(TournamentSerializer(tournament).data, status=201)


class TournamentDetail(Endpoint):
    """One tournament."""

    @extend_schema(
        operation_id="tournaments_retrieve",
        summary=_("One tournament."),
        tags=["tournaments"],
        responses={200: TournamentSerializer, **problems()},
    )
    def get(self, request: Request, code: str) -> Response:
        return Response(TournamentSerializer(tournament_of(code)).data)

    @extend_schema(
        operation_id="tournaments_edit",
        summary=_("Change a tournament's settings."),
        tags=["tournaments"],
        request=TournamentDataSerializer(partial=True),
        responses={200: TournamentSerializer, **problems(400, 403, 409)},
    )
    def patch(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        permissions.require(self.actor, permissions.Action.EDIT_TOURNAMENT, tournament)
        sent = TournamentDataSerializer(data=request.data, partial=True)
        sent.is_valid(raise_exception=True)
        seen = data_of(tournament)
        data = tournament_data(sent.validated_data, seen)
        return Response(
            TournamentSerializer(
                setup.edit_tournament(actor=self.actor, tournament_id=tournament.pk, data=data, seen=seen)
            ).data
        )


class TournamentDuplicate(Endpoint):
    """A new event with the settings and staff of an old one."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="tournaments_duplicate",
        summary=_("A new event with the settings and staff of an old one."),
        tags=["tournaments"],
        request=DuplicateSerializer,
        responses={201: TournamentSerializer, **problems(400, 403)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        permissions.require(self.actor, permissions.Action.EDIT_TOURNAMENT, tournament)
        sent = DuplicateSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        new = setup.duplicate_tournament(actor=self.actor, tournament_id=tournament.pk, **sent.validated_data)
        return Response(TournamentSerializer(new).data, status=201)


class TournamentCancel(Endpoint):
    """Calling an event off, and bringing it back."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="tournaments_cancel",
        summary=_("Cancel an event."),
        tags=["tournaments"],
        request=ReasonSerializer,
        responses={200: TournamentSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        permissions.require(self.actor, permissions.Action.CANCEL_TOURNAMENT, tournament)
        sent = ReasonSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        return Response(
            TournamentSerializer(
                setup.cancel_tournament(actor=self.actor, tournament_id=tournament.pk, **sent.validated_data)
            ).data
        )

    @extend_schema(
        operation_id="tournaments_reinstate",
        summary=_("Reinstate a cancelled event."),
        tags=["tournaments"],
        responses={200: TournamentSerializer, **problems(403, 409)},
    )
    def delete(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        return Response(
            TournamentSerializer(setup.reinstate_tournament(actor=self.actor, tournament_id=tournament.pk)).data
        )


class StaffList(Endpoint):
    """Who is on a tournament's staff; for the staff itself."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="staff_list",
        summary=_("Who is on the staff; for the staff alone."),
        tags=["tournaments"],
        responses={200: StaffSerializer(many=True), **problems(403)},
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        permissions.require(self.actor, permissions.Action.VIEW_DESK, tournament)
        return Response(_render_staff(tournament))

    @extend_schema(
        operation_id="staff_add",
        summary=_("Give somebody a role on the staff."),
        tags=["tournaments"],
        request=StaffSerializer,
        responses={201: StaffSerializer(many=True), **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        permissions.require(self.actor, permissions.Action.MANAGE_STAFF, tournament)
        sent = StaffSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        staff.add_staff(actor=self.actor, tournament_id=tournament.pk, **sent.validated_data)
        return Response(_render_staff(tournament), status=201)


class StaffRole(Endpoint):
    """One role of one person."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="staff_remove",
        summary=_("Remove somebody from a role."),
        tags=["tournaments"],
        responses={204: None, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str, username: str, role: str) -> Response:
        tournament = tournament_of(code)
        staff.remove_staff(actor=self.actor, tournament_id=tournament.pk, username=username, role=role)
        return Response(status=204)


def _render_staff(tournament: Tournament) -> list[dict[str, str]]:
    members = tournament.staff.select_related("user").order_by("user__username", "role")
    return [{"username": member.user.username, "role": member.role} for member in members]
