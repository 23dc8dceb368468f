"""Endpoints of entries: registering, checking in, leaving and coming back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.pages import Pages
from accounts.api.problems import problems
from accounts.consents import Consent
from accounts.refusals import NotAllowed
from tournaments.api.entry_serializers import (
    AgesSetSerializer,
    CheckInSerializer,
    EntryQuery,
    EntrySerializer,
    PutIntoDivisionSerializer,
    RegistrationSerializer,
    SetAgesSerializer,
    render_registration,
)
from tournaments.api.finding import registration_of, tournament_of
from tournaments.api.joining_serializers import JoinRequestSerializer, render_join_request
from tournaments.api.tournament_serializers import ReasonSerializer
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, is_own, may, require
from tournaments.queries.decks import with_decks
from tournaments.queries.names import sees_private_names
from tournaments.queries.teams import with_members
from tournaments.services import entries


class EntryEndpoint(Endpoint):
    """Prints entries as the asker may see them."""

    def printed(self, tournament: Tournament, registrations: list[Registration]) -> list[dict[str, Any]]:
        actor = self.actor
        staff = sees_private_names(actor, tournament)
        return [render_registration(entry, actor=actor, staff=staff) for entry in registrations]

    def answer(self, code: str, registration_id: int, status: int = 200) -> Response:
        entry = registration_of(code, registration_id)
        return Response(self.printed(entry.tournament, [entry])[0], status=status)


class RegistrationList(EntryEndpoint):
    """The entries of a tournament; entering it."""

    pagination_class = Pages

    permission_classes: list[Any] = []

    @extend_schema(
        operation_id="registrations_list",
        summary=_("The entries of a tournament."),
        tags=["registrations"],
        parameters=[
            EntryQuery,
        ],
        responses={200: RegistrationSerializer(many=True), **problems(400)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        found = with_members(with_decks(tournament.registrations.all())).order_by("id")
        query = EntryQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        found = found.filter(**query.validated_data)
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(self.printed(tournament, page or []))

    @extend_schema(
        operation_id="registrations_create",
        summary=_("Join by yourself, or enter another player as staff; 202: the desk decides about the name."),
        tags=["registrations"],
        request=EntrySerializer,
        responses={201: RegistrationSerializer, 202: JoinRequestSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        if not request.user.is_authenticated:
            raise NotAuthenticated
        sent = EntrySerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = dict(sent.validated_data)
        as_staff, late_policy = values.pop("as_staff"), values.pop("late_policy", None)
        members = values.pop("members", None)
        consent = Consent(**values.pop("consent")) if "consent" in values else None
        common = {"actor": self.actor, "tournament_id": tournament.pk, "consent": consent, **values}
        if members is not None:
            entry = self._team(tournament, members, as_staff=as_staff, late_policy=late_policy, common=common)
        elif not as_staff:
            common.pop("allow_same_name", None)
            joined = entries.register_self(**common)
            del self.actor  # A first entry makes the account a player: read the actor again.
            if joined.request is not None:
                return Response(render_join_request(joined.request, staff=False), status=202)
            entry = joined.registration
        else:
            require(self.actor, Action.MANAGE_ENTRIES, tournament)
            common.pop("same_person", None)
            if late_policy is not None:
                entry = entries.late_entry(late_policy=late_policy, **common)
            else:
                entry = entries.add_entry(**common)
        return self.answer(code, entry.pk, status=201)

    def _team(
        self,
        tournament: Tournament,
        members: list[dict[str, Any]],
        *,
        as_staff: bool,
        late_policy: str | None,
        common: dict[str, Any],
    ) -> Registration:
        """A team of two entered by staff, or by the account as its first member. What says who a person is says nothing
        of a team."""
        facts = {
            name: value
            for name, value in common.items()
            if name not in ("birth_year", "age_group", "public_name", "membership_id")
        }
        facts["members"] = [entries.MemberData(**one) for one in members]
        if as_staff:
            require(self.actor, Action.MANAGE_ENTRIES, tournament)
            facts.pop("same_person", None)
            return entries.add_team(late_policy=late_policy, **facts)
        facts.pop("allow_same_name", None)
        team = entries.register_team(**facts).team
        del self.actor  # A first entry makes the account a player: read the actor again.
        return team


class RegistrationDetail(EntryEndpoint):
    """One entry."""

    @extend_schema(
        operation_id="registrations_retrieve",
        summary=_("One entry."),
        tags=["registrations"],
        responses={200: RegistrationSerializer, **problems()},
    )
    def get(self, request: Request, code: str, registration_id: int) -> Response:
        return self.answer(code, registration_id)


class CheckIn(EntryEndpoint):
    """Noting that an entrant is there."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="registrations_check_in",
        summary=_("Record whether an entrant is present."),
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


class UnknownAges(EntryEndpoint):
    """How old those are of whom nobody has said it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="registrations_set_unknown_ages",
        summary=_("Say how old all players are of whom nobody has said it: until then their names are masked."),
        tags=["registrations"],
        request=SetAgesSerializer,
        responses={200: AgesSetSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.MANAGE_ENTRIES, tournament)
        sent = self.sent(SetAgesSerializer)
        players = entries.set_unknown_ages(actor=self.actor, tournament_id=tournament.pk, **sent)
        return Response({"players": players})


class EntryDivision(EntryEndpoint):
    """The division of an entry."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="registrations_put_into_division",
        summary=_("Put an entrant into a division."),
        tags=["registrations"],
        request=PutIntoDivisionSerializer,
        responses={200: RegistrationSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, registration_id: int) -> Response:
        entry = registration_of(code, registration_id)
        sent = PutIntoDivisionSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        entries.set_division(actor=self.actor, registration_id=entry.pk, **sent.validated_data)
        return self.answer(code, registration_id)


@dataclass(frozen=True)
class Step:
    """A service that changes an entry's status, and whether it stores a reason."""

    service: Callable[..., Any]
    takes_reason: bool = False


STEPS = {
    "withdraw": Step(entries.withdraw),
    "reinstate": Step(entries.reinstate),
    "drop": Step(entries.drop, takes_reason=True),
    "undrop": Step(entries.undrop),
    "disqualify": Step(entries.disqualify, takes_reason=True),
    "no-show": Step(entries.mark_no_show),
    "stay": Step(entries.stay),
    "part": Step(entries.part_entry, takes_reason=True),
    "unpart": Step(entries.undo_parting),
}


class EntryStep(EntryEndpoint):
    """Leaving and coming back: withdraw, reinstate, drop, undrop; disqualify, no-show and stay by staff; part by those
    who issue links, which takes the entry alone from a player who has others, and unpart, which gives it back."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="registrations_step",
        summary=_(
            "Leave and come back: withdraw, reinstate, drop, undrop; for staff disqualify, no-show, stay, part, unpart."
        ),
        tags=["registrations"],
        parameters=[OpenApiParameter("step", str, OpenApiParameter.PATH, enum=list(STEPS))],
        request=ReasonSerializer,
        responses={200: RegistrationSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, registration_id: int, step: str) -> Response:
        entry = registration_of(code, registration_id)
        if not (may(self.actor, Action.MANAGE_ENTRIES, entry.tournament) or is_own(self.actor, entry)):
            raise NotAllowed("not_permitted", action=Action.MANAGE_ENTRIES.value)
        chosen = STEPS.get(step)
        if chosen is None:
            raise Http404
        sent = ReasonSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = dict(sent.validated_data) if chosen.takes_reason else {}
        chosen.service(actor=self.actor, registration_id=entry.pk, **values)
        return self.answer(code, registration_id)
