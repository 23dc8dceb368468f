"""Endpoints of entries: registering, checking in, leaving and coming back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts.api.door import Door
from accounts.api.problems import problems
from accounts.refusals import NotAllowed
from tournaments.api.finding import registration_of, tournament_of
from tournaments.api.tournament_serializers import (
    CheckInSerializer,
    EntrySerializer,
    ReasonSerializer,
    RegistrationSerializer,
    print_registration,
)
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, may, require
from tournaments.queries.names import sees_private_names
from tournaments.services import entries


class EntryDoor(Door):
    """Prints entries as the asker may see them."""

    def printed(self, tournament: Tournament, registrations: list[Registration]) -> list[dict[str, Any]]:
        staff = sees_private_names(self.actor, tournament)
        return [print_registration(entry, actor=self.actor, staff=staff) for entry in registrations]

    def answer(self, code: str, registration_id: int, status: int = 200) -> Response:
        entry = registration_of(code, registration_id)
        return Response(self.printed(entry.tournament, [entry])[0], status=status)


class RegistrationList(EntryDoor):
    """The entries of a tournament; entering it."""

    permission_classes: list[Any] = []

    @extend_schema(
        operation_id="registrations_list",
        tags=["registrations"],
        parameters=[
            OpenApiParameter("limit", int),
            OpenApiParameter("offset", int),
            OpenApiParameter("status", str, enum=Registration.Status.values),
        ],
        responses={200: RegistrationSerializer(many=True), **problems()},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        found = tournament.registrations.select_related("player", "decklist__submitted").order_by("id")
        status = request.query_params.get("status", "")
        if status in Registration.Status.values:
            found = found.filter(status=status)
        pages = LimitOffsetPagination()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(self.printed(tournament, page or []))

    @extend_schema(
        operation_id="registrations_create",
        tags=["registrations"],
        request=EntrySerializer,
        responses={201: RegistrationSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        if not request.user.is_authenticated:
            raise NotAllowed("sign_in_first")
        sent = EntrySerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = dict(sent.validated_data)
        as_staff, late_policy = values.pop("as_staff"), values.pop("late_policy", None)
        common = {"actor": self.actor, "tournament_id": tournament.pk, **values}
        if not as_staff:
            entry = entries.register_self(**common).registration
        else:
            require(self.actor, Action.MANAGE_ENTRIES, tournament)
            if late_policy is not None:
                entry = entries.late_entry(late_policy=late_policy, **common)
            else:
                entry = entries.add_entry(**common)
        return self.answer(code, entry.pk, status=201)


class RegistrationDetail(EntryDoor):
    """One entry."""

    @extend_schema(
        operation_id="registrations_retrieve",
        tags=["registrations"],
        responses={200: RegistrationSerializer, **problems()},
    )
    def get(self, request: Request, code: str, registration_id: int) -> Response:
        return self.answer(code, registration_id)


class CheckIn(EntryDoor):
    """Noting that an entrant is there."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="registrations_check_in",
        tags=["registrations"],
        request=CheckInSerializer,
        responses={200: RegistrationSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, registration_id: int) -> Response:
        entry = registration_of(code, registration_id)
        sent = CheckInSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        entries.check_in(actor=self.actor, registration_id=entry.pk, present=sent.validated_data["present"])
        return self.answer(code, registration_id)


class EntryStep(EntryDoor):
    """A change of an entry's standing: one service, with or without a reason."""

    permission_classes = [IsAuthenticated]
    step: Callable[..., Any]
    takes_reason = False

    def post(self, request: Request, code: str, registration_id: int) -> Response:
        entry = registration_of(code, registration_id)
        if not (may(self.actor, Action.MANAGE_ENTRIES, entry.tournament) or _is_own(self, entry)):
            raise NotAllowed("not_permitted", action=Action.MANAGE_ENTRIES.value)
        values: dict[str, Any] = {}
        if self.takes_reason:
            sent: Serializer[Any] = ReasonSerializer(data=request.data)
            sent.is_valid(raise_exception=True)
            values = dict(sent.validated_data)
        type(self).step(actor=self.actor, registration_id=entry.pk, **values)
        return self.answer(code, registration_id)


def _is_own(door: Door, entry: Registration) -> bool:
    return door.actor.player is not None and door.actor.player.pk == entry.player_id


def _step(name: str, service: Callable[..., Any], words: str, *, takes_reason: bool = False) -> type[EntryStep]:
    """An EntryStep for one service, described in the OpenAPI file as `registrations_<name>`."""
    described = extend_schema(
        operation_id=f"registrations_{name}",
        tags=["registrations"],
        summary=words,
        request=ReasonSerializer if takes_reason else None,
        responses={200: RegistrationSerializer, **problems(400, 403, 409)},
    )
    attributes = {
        "step": staticmethod(service),
        "takes_reason": takes_reason,
        "post": described(EntryStep.post),
        "__doc__": words,
    }
    return type("".join(part.title() for part in name.split("_")), (EntryStep,), attributes)


Withdraw = _step("withdraw", entries.withdraw, "Take an entry back before the start.")
Reinstate = _step("reinstate", entries.reinstate, "Undo a withdrawal, a no-show or a disqualification.")
Drop = _step("drop", entries.drop, "Leave the tournament after the round under way.", takes_reason=True)
Undrop = _step("undrop", entries.undrop, "Take a drop back.")
Disqualify = _step("disqualify", entries.disqualify, "Disqualify an entrant.", takes_reason=True)
