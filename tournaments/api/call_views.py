"""Endpoints of judge calls: raising one at a table, claiming it, closing it with a ruling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from accounts.api.pages import Pages
from accounts.api.problems import problems
from accounts.refusals import Conflict, NotAllowed
from tournaments.api.call_serializers import (
    CallSerializer,
    CloseCallSerializer,
    RaiseCallSerializer,
    TableCallSerializer,
    render_call,
)
from tournaments.api.judging_views import JudgeEndpoint
from tournaments.api.match_views import MatchEndpoint
from tournaments.models import JudgeCall, Match
from tournaments.permissions import Action, is_own, permits
from tournaments.queries.calls import call_at, calls_of, find_call
from tournaments.services import calls


class TableCall(MatchEndpoint):
    """The open call at a table, for its two players and the staff."""

    permission_classes = [IsAuthenticated]

    def table(self, code: str, match_id: int) -> Match:
        """The match, for those who may call a judge to it."""
        self.enter(code, match_id)
        match = self.found(code, match_id)
        self.staff = permits(self.roles, Action.CALL_JUDGE)
        if not self.staff and not any(is_own(self.actor, entry) for entry in (match.player1, match.player2)):
            raise NotAllowed("not_permitted", action=Action.CALL_JUDGE.value)
        return match

    def rendered(self, call: JudgeCall) -> dict[str, Any]:
        return render_call(call, staff=self.staff, is_own=calls.has_raised(self.actor, call))

    @extend_schema(
        operation_id="matches_call_retrieve",
        summary=_("The open judge call at a table; for its players and the staff."),
        tags=["judging"],
        responses={200: TableCallSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str, match_id: int) -> Response:
        call = call_at(self.table(code, match_id))
        return Response({"call": self.rendered(call) if call is not None else None})

    @extend_schema(
        operation_id="matches_call_raise",
        summary=_("Call a judge to a table."),
        tags=["judging"],
        request=RaiseCallSerializer,
        responses={201: CallSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        match = self.table(code, match_id)
        raised = calls.raise_call(actor=self.actor, match_id=match.pk, **self.sent(RaiseCallSerializer))
        return Response(self.rendered(raised), status=201)

    @extend_schema(
        operation_id="matches_call_withdraw",
        summary=_("Withdraw one's own open judge call."),
        tags=["judging"],
        request=None,
        responses={200: CallSerializer, **problems(403, 409)},
    )
    def delete(self, request: Request, code: str, match_id: int) -> Response:
        match = self.table(code, match_id)
        call = call_at(match)
        if call is None:
            raise Conflict("no_open_call", table=match.table)
        return Response(self.rendered(calls.withdraw_call(actor=self.actor, call_id=call.pk)))


class CallList(JudgeEndpoint):
    """The judge calls of an event."""

    needs = Action.VIEW_DESK
    pagination_class = Pages

    @extend_schema(
        operation_id="calls_list",
        summary=_("The judge calls of an event, the newest first; for the staff."),
        tags=["judging"],
        parameters=[OpenApiParameter("state", str, enum=JudgeCall.State.values)],
        responses={200: CallSerializer(many=True), **problems(400, 403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        found = calls_of(self.tournament(code))
        state = request.query_params.get("state")
        if state is not None:
            found = found.filter(state=ChoiceField(choices=JudgeCall.State.choices).run_validation(state))
        pages = Pages()
        page: list[JudgeCall] = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response([render_call(call, staff=True) for call in page])


class CallDetail(JudgeEndpoint):
    """One judge call."""

    needs = Action.VIEW_DESK

    @extend_schema(
        operation_id="calls_retrieve",
        summary=_("One judge call; for the staff."),
        tags=["judging"],
        responses={200: CallSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str, call_id: int) -> Response:
        found = find_call(self.tournament(code), call_id)
        if found is None:
            raise Http404
        return Response(render_call(found, staff=True))


def described(operation: str, summary: Promise, request: Any = None) -> Any:
    """The OpenAPI description of a step of a call."""
    codes = (403, 409) if request is None else (400, 403, 409)
    return extend_schema_view(
        post=extend_schema(
            operation_id=operation,
            summary=summary,
            tags=["judging"],
            request=request,
            responses={200: CallSerializer, **problems(*codes)},
        )
    )


class CallStep(JudgeEndpoint):
    """One step of a judge: one service, and the call as it left it."""

    needs = Action.ANSWER_CALLS
    service: Callable[..., JudgeCall]

    def post(self, request: Request, code: str, call_id: int) -> Response:
        found = find_call(self.tournament(code), call_id)
        if found is None:
            raise Http404
        call = type(self).service(actor=self.actor, call_id=found.pk, **self.values())
        return Response(render_call(call, staff=True))

    def values(self) -> dict[str, Any]:
        """The service's arguments from the request."""
        return {}


@described("calls_claim", _("Claim a judge call: this judge goes to the table."))
class CallClaim(CallStep):
    """Going to the table."""

    service = staticmethod(calls.claim_call)


@described("calls_release", _("Give a claimed judge call back to all judges."))
class CallRelease(CallStep):
    """Giving a claim back."""

    service = staticmethod(calls.release_call)


@described("calls_close", _("Close a judge call with a ruling."), CloseCallSerializer)
class CallClose(CallStep):
    """Closing with a ruling."""

    service = staticmethod(calls.close_call)

    def values(self) -> dict[str, Any]:
        return self.sent(CloseCallSerializer)


@described("calls_reopen", _("Open a closed judge call again."))
class CallReopen(CallStep):
    """Opening a closed call again."""

    service = staticmethod(calls.reopen_call)
