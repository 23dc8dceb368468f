"""Endpoints of joining: what a code leads to, the code of an event, and requests that the desk decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.fields import ChoiceField
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.allowances import require_allowance
from accounts.api.base_view import Endpoint
from accounts.api.pages import Pages
from accounts.api.problems import problems
from tournaments.api.finding import tournament_of
from tournaments.api.joining_serializers import (
    AcceptOtherSerializer,
    AcceptSameSerializer,
    FoundByCodeSerializer,
    JoiningSerializer,
    JoinRequestSerializer,
    KeySerializer,
    RefuseJoinSerializer,
    SetJoiningSerializer,
    render_join_request,
)
from tournaments.models import JoinRequest, Tournament
from tournaments.permissions import Action, may, require
from tournaments.queries.join_requests import find_request, is_askers, requests_of
from tournaments.queries.joining import FIND_BY_CODE, event_to_join, may_join
from tournaments.services import entries, joining


class JoinCode(Endpoint):
    """The event that a join code leads to."""

    permission_classes: list[Any] = []

    @extend_schema(
        operation_id="join_codes_retrieve",
        summary=_("The event that a join code leads to, however the code is typed."),
        tags=["registrations"],
        responses={200: FoundByCodeSerializer, **problems(429)},
    )
    def get(self, request: Request, typed: str) -> Response:
        require_allowance(request, FIND_BY_CODE)
        event = event_to_join(typed[:40].replace("\x00", ""))
        if event is None:
            raise Http404
        return Response({"code": event.code, "name": event.name, "open": may_join(event)})


class Joining(Endpoint):
    """The join code of an event, and whether players may join."""

    permission_classes = [IsAuthenticated]

    def event(self, code: str, action: Action) -> Tournament:
        tournament = tournament_of(code)
        require(self.actor, action, tournament)
        return tournament

    def answer(self, tournament: Tournament) -> Response:
        return Response({"join_code": tournament.join_code, "open": tournament.registration_open})

    @extend_schema(
        operation_id="joining_retrieve",
        summary=_("The join code of an event; for the staff."),
        tags=["registrations"],
        responses={200: JoiningSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str) -> Response:
        return self.answer(self.event(code, Action.VIEW_DESK))

    @extend_schema(
        operation_id="joining_update",
        summary=_("Open or close joining by players."),
        tags=["registrations"],
        request=SetJoiningSerializer,
        responses={200: JoiningSerializer, **problems(400, 403, 409)},
    )
    def put(self, request: Request, code: str) -> Response:
        tournament = self.event(code, Action.MANAGE_ENTRIES)
        is_open = self.sent(SetJoiningSerializer)["open"]
        return self.answer(joining.set_joining(actor=self.actor, tournament_id=tournament.pk, is_open=is_open))

    @extend_schema(
        operation_id="joining_renew_code",
        summary=_("Give the event a new join code; the one before leads nowhere."),
        tags=["registrations"],
        request=None,
        responses={200: JoiningSerializer, **problems(403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = self.event(code, Action.MANAGE_ENTRIES)
        return self.answer(joining.renew_join_code(actor=self.actor, tournament_id=tournament.pk))


class JoinRequestEndpoint(Endpoint):
    """An endpoint about requests to join."""

    permission_classes = [IsAuthenticated]

    def request_for_staff(self, code: str, request_id: int) -> JoinRequest:
        tournament = tournament_of(code)
        require(self.actor, Action.MANAGE_ENTRIES, tournament)
        return self.found(tournament, request_id)

    def found(self, tournament: Tournament, request_id: int) -> JoinRequest:
        found = find_request(tournament, request_id)
        if found is None:
            raise Http404
        return found

    def own_or_staff(self, code: str, request_id: int) -> tuple[JoinRequest, bool]:
        tournament = tournament_of(code)
        staff = may(self.actor, Action.MANAGE_ENTRIES, tournament)
        found = self.found(tournament, request_id)
        if not staff and not is_askers(found, self.actor, ""):
            raise Http404
        return found, staff

    def own_to_join(self, code: str, request_id: int) -> tuple[JoinRequest, bool]:
        """As `own_or_staff`, without questions about past entries: those are the account's, on its own page."""
        found, staff = self.own_or_staff(code, request_id)
        if found.is_past:
            raise Http404
        return found, staff


class JoinRequestList(JoinRequestEndpoint):
    """The requests of an event."""

    pagination_class = Pages

    @extend_schema(
        operation_id="join_requests_list",
        summary=_("Requests to join that the desk decides, the newest first; for who manages entries."),
        tags=["registrations"],
        parameters=[OpenApiParameter("state", str, enum=JoinRequest.State.values)],
        responses={200: JoinRequestSerializer(many=True), **problems(400, 403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.MANAGE_ENTRIES, tournament)
        found = requests_of(tournament)
        state = request.query_params.get("state")
        if state is not None:
            found = found.filter(state=ChoiceField(choices=JoinRequest.State.choices).run_validation(state))
        pages = Pages()
        page: list[JoinRequest] = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response([render_join_request(one, staff=True) for one in page])


class JoinRequestDetail(JoinRequestEndpoint):
    """One request, for the staff and for who asked."""

    @extend_schema(
        operation_id="join_requests_retrieve",
        summary=_("A request to join and the desk's answer; for who manages entries and who asked."),
        tags=["registrations"],
        responses={200: JoinRequestSerializer, **problems()},
    )
    def get(self, request: Request, code: str, request_id: int) -> Response:
        found, staff = self.own_or_staff(code, request_id)
        return Response(render_join_request(found, staff=staff))

    @extend_schema(
        operation_id="join_requests_withdraw",
        summary=_("Withdraw one's own open request to join."),
        tags=["registrations"],
        request=None,
        responses={200: JoinRequestSerializer, **problems(400, 409)},
    )
    def delete(self, request: Request, code: str, request_id: int) -> Response:
        found, staff = self.own_to_join(code, request_id)
        entries.withdraw_join_request(actor=self.actor, request_id=found.pk)
        return Response(render_join_request(self.found(found.tournament, found.pk), staff=staff))


class JoinRequestKey(JoinRequestEndpoint):
    """The key that the desk has given."""

    @extend_schema(
        operation_id="join_requests_collect",
        summary=_("Take the key of the entry that the desk has given; the personal link is shown this once."),
        tags=["registrations"],
        request=None,
        responses={200: KeySerializer, **problems(400, 409)},
    )
    def post(self, request: Request, code: str, request_id: int) -> Response:
        found, _staff = self.own_to_join(code, request_id)
        collected = entries.collect_key(actor=self.actor, request_id=found.pk)
        return Response({"registration": collected.entry.pk, "personal_link": collected.link or ""})


def described(operation: str, summary: Promise, sent: Any = None) -> Any:
    """The OpenAPI description of an answer to a request."""
    return extend_schema_view(
        post=extend_schema(
            operation_id=operation,
            summary=summary,
            tags=["registrations"],
            request=sent,
            responses={200: JoinRequestSerializer, **problems(*((400, 403, 409) if sent else (403, 409)))},
        )
    )


class JoinAnswer(JoinRequestEndpoint):
    """One answer of the desk: one service, and the request as it left it."""

    service: Callable[..., JoinRequest]
    takes: Any = None

    def post(self, request: Request, code: str, request_id: int) -> Response:
        found = self.request_for_staff(code, request_id)
        values = self.sent(self.takes) if self.takes is not None else {}
        type(self).service(actor=self.actor, request_id=found.pk, **values)
        return Response(render_join_request(self.found(found.tournament, found.pk), staff=True))


@described("join_requests_same", _("Answer: the person in the list. Their phone gets the key."), AcceptSameSerializer)
class JoinSame(JoinAnswer):
    """The person is the one in the list."""

    service = staticmethod(entries.accept_as_same)
    takes = AcceptSameSerializer


@described("join_requests_other", _("Answer: another person, or a late entry."), AcceptOtherSerializer)
class JoinOther(JoinAnswer):
    """The person is somebody else."""

    service = staticmethod(entries.accept_as_other)
    takes = AcceptOtherSerializer


@described("join_requests_refuse", _("Answer: no, with a reason that the phone shows."), RefuseJoinSerializer)
class JoinRefuse(JoinAnswer):
    """The person cannot join."""

    service = staticmethod(entries.refuse_join_request)
    takes = RefuseJoinSerializer


@described("join_requests_reopen", _("Take an answer back: the request waits again."))
class JoinReopen(JoinAnswer):
    """An answer is taken back."""

    service = staticmethod(entries.reopen_join_request)
