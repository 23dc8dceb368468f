"""Endpoints for judges: deck checks, penalties, extra time, decklist statistics."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.pages import Pages
from accounts.api.problems import problems
from tournaments.api.finding import match_of, registration_of, tournament_of
from tournaments.api.judging_serializers import (
    CheckDetailSerializer,
    CheckSerializer,
    DrawnTableSerializer,
    DrawTableSerializer,
    EndCheckSerializer,
    GivePenaltySerializer,
    GiveTimeSerializer,
    ListStatisticsSerializer,
    PenaltySerializer,
    RemindSerializer,
    SaveCountsSerializer,
    StartCheckSerializer,
    TimeExtensionSerializer,
    render_check,
    render_standing,
)
from tournaments.api.tournament_serializers import ReasonSerializer
from tournaments.models import DeckCheck, Pod, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.checks import checks_of, find_check, view_check
from tournaments.queries.deck_statistics import count_figures, deck_standings
from tournaments.queries.penalties import extensions_of, find_extension, find_penalty, penalties_of
from tournaments.queries.pods import find_pod
from tournaments.services import checks, deck_reminders, extra_time, penalties
from tournaments.services.check_counts import CountInput


class JudgeEndpoint(Endpoint):
    """For judges and organisers of the event."""

    permission_classes = [IsAuthenticated]
    needs = Action.CHECK_DECKS

    def tournament(self, code: str) -> Tournament:
        tournament = tournament_of(code)
        require(self.actor, self.needs, tournament)
        return tournament

    def check(self, code: str, check_id: int) -> DeckCheck:
        found = find_check(self.tournament(code), check_id)
        if found is None:
            raise Http404
        return found

    def shown(self, code: str, check_id: int, status: int = 200) -> Response:
        return Response(render_check(view_check(self.check(code, check_id))), status=status)

    def paged(self, request: Request, rows: Any, serializer: Any) -> Response:
        pages = Pages()
        page: list[Any] = pages.paginate_queryset(rows, request, view=self) or []
        return pages.get_paginated_response(serializer(page, many=True).data)


class CheckList(JudgeEndpoint):
    """The deck checks of an event; starting one."""

    pagination_class = Pages

    @extend_schema(
        operation_id="checks_list",
        summary=_("The deck checks of an event; for its judges."),
        tags=["judging"],
        responses={200: CheckSerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        return self.paged(request, checks_of(self.tournament(code)), CheckSerializer)

    @extend_schema(
        operation_id="checks_start",
        summary=_("Start a deck check at a table or of a player."),
        tags=["judging"],
        request=StartCheckSerializer,
        responses={201: CheckDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        self.tournament(code)
        sent = self.sent(StartCheckSerializer)
        entry = registration_of(code, sent.pop("registration"))
        started = checks.start_check(actor=self.actor, registration_id=entry.pk, **sent)
        return self.shown(code, started.pk, status=201)


class CheckDraw(JudgeEndpoint):
    """Drawing a table of the running round."""

    @extend_schema(
        operation_id="checks_draw",
        summary=_("Draw a table for a deck check: nobody twice before others once."),
        tags=["judging"],
        request=DrawTableSerializer,
        responses={200: DrawnTableSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        anyway = self.sent(DrawTableSerializer)["anyway"]
        seated, due = checks.draw_check_table(actor=self.actor, tournament_id=self.tournament(code).pk, anyway=anyway)
        keys = {"match": None, "pod": None, "pod" if isinstance(seated, Pod) else "match": seated.pk}
        return Response({**keys, "table": seated.table, "registrations": [entry.pk for entry in due]})


class CheckDetail(JudgeEndpoint):
    """One deck check with its cards and how they compare by now."""

    @extend_schema(
        operation_id="checks_retrieve",
        summary=_("One deck check with what was counted and what differs."),
        tags=["judging"],
        responses={200: CheckDetailSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str, check_id: int) -> Response:
        return self.shown(code, check_id)


class CheckCounts(JudgeEndpoint):
    """Storing what lies on the table."""

    @extend_schema(
        operation_id="checks_count",
        summary=_("Record how many copies of cards were counted."),
        tags=["judging"],
        request=SaveCountsSerializer,
        responses={200: CheckDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, check_id: int) -> Response:
        found = self.check(code, check_id)
        sent = self.sent(SaveCountsSerializer)
        counts = [CountInput(**dict(one)) for one in sent.pop("counts", [])]
        checks.save_counts(actor=self.actor, check_id=found.pk, counts=counts, **sent)
        return self.shown(code, check_id)


class CheckEnd(JudgeEndpoint):
    """Ending a check as clean or with findings."""

    @extend_schema(
        operation_id="checks_end",
        summary=_("End a deck check, clean or with findings; the table gets its time back."),
        tags=["judging"],
        request=EndCheckSerializer,
        responses={200: CheckDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, check_id: int) -> Response:
        found = self.check(code, check_id)
        checks.finish_check(actor=self.actor, check_id=found.pk, **self.sent(EndCheckSerializer))
        return self.shown(code, check_id)


class CheckAbandon(JudgeEndpoint):
    """Stopping a check without an outcome."""

    @extend_schema(
        operation_id="checks_abandon",
        summary=_("Stop a deck check without a result."),
        tags=["judging"],
        request=None,
        responses={200: CheckDetailSerializer, **problems(403, 409)},
    )
    def post(self, request: Request, code: str, check_id: int) -> Response:
        checks.abandon_check(actor=self.actor, check_id=self.check(code, check_id).pk)
        return self.shown(code, check_id)


class CheckReopen(JudgeEndpoint):
    """Going on with a check that was ended."""

    @extend_schema(
        operation_id="checks_reopen",
        summary=_("Continue a deck check that was ended."),
        tags=["judging"],
        request=None,
        responses={200: CheckDetailSerializer, **problems(403, 409)},
    )
    def post(self, request: Request, code: str, check_id: int) -> Response:
        checks.reopen_check(actor=self.actor, check_id=self.check(code, check_id).pk)
        return self.shown(code, check_id)


class PenaltyList(JudgeEndpoint):
    """The penalties of an event; giving one."""

    needs = Action.GIVE_PENALTIES
    pagination_class = Pages

    @extend_schema(
        operation_id="penalties_list",
        summary=_("The penalties of an event; for its judges."),
        tags=["judging"],
        responses={200: PenaltySerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        return self.paged(request, penalties_of(self.tournament(code)), PenaltySerializer)

    @extend_schema(
        operation_id="penalties_give",
        summary=_("Give a penalty."),
        tags=["judging"],
        request=GivePenaltySerializer,
        responses={201: PenaltySerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        self.tournament(code)
        sent = self.sent(GivePenaltySerializer)
        entry = registration_of(code, sent.pop("registration"))
        keys = {"match_id": sent.pop("match", None), "check_id": sent.pop("deck_check", None)}
        given = penalties.give_penalty(actor=self.actor, registration_id=entry.pk, **keys, **sent)
        return Response(PenaltySerializer(given).data, status=201)


class PenaltyWithdraw(JudgeEndpoint):
    """Taking a penalty back, with a reason."""

    needs = Action.GIVE_PENALTIES

    @extend_schema(
        operation_id="penalties_withdraw",
        summary=_("Withdraw a penalty, with a reason; it stays in the record."),
        tags=["judging"],
        request=ReasonSerializer,
        responses={200: PenaltySerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, penalty_id: int) -> Response:
        found = find_penalty(self.tournament(code), penalty_id)
        if found is None:
            raise Http404
        reason = self.sent(ReasonSerializer).get("reason", "")
        taken = penalties.withdraw_penalty(actor=self.actor, penalty_id=found.pk, reason=reason)
        return Response(PenaltySerializer(taken).data)


class TimeExtensionList(JudgeEndpoint):
    """The extra time of an event; giving some."""

    needs = Action.GIVE_TIME
    pagination_class = Pages

    @extend_schema(
        operation_id="time_extensions_list",
        summary=_("The extra time of tables; for the staff."),
        tags=["judging"],
        responses={200: TimeExtensionSerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        return self.paged(request, extensions_of(self.tournament(code)), TimeExtensionSerializer)

    @extend_schema(
        operation_id="time_extensions_give",
        summary=_("Give a table extra time."),
        tags=["judging"],
        request=GiveTimeSerializer,
        responses={201: TimeExtensionSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = self.tournament(code)
        sent = self.sent(GiveTimeSerializer)
        keys: dict[str, Any] = {"actor": self.actor, "check_id": sent.pop("deck_check", None)}
        match_id, pod_id = sent.pop("match", None), sent.pop("pod", None)
        if pod_id is not None:
            row = find_pod(tournament, pod_id, drafts=True)
            if row is None:
                raise Http404
            given = extra_time.give_pod_extension(pod_id=row.pod.pk, **keys, **sent)
        else:
            match = match_of(code, match_id)
            given = extra_time.give_extension(match_id=match.pk, **keys, **sent)
        return Response(TimeExtensionSerializer(given).data, status=201)


class TimeExtensionWithdraw(JudgeEndpoint):
    """Taking extra time back."""

    needs = Action.GIVE_TIME

    @extend_schema(
        operation_id="time_extensions_withdraw",
        summary=_("Withdraw extra time."),
        tags=["judging"],
        request=None,
        responses={200: TimeExtensionSerializer, **problems(403, 409)},
    )
    def post(self, request: Request, code: str, extension_id: int) -> Response:
        found = find_extension(self.tournament(code), extension_id)
        if found is None:
            raise Http404
        taken = extra_time.withdraw_extension(actor=self.actor, extension_id=found.pk)
        return Response(TimeExtensionSerializer(taken).data)


class ListStatistics(JudgeEndpoint):
    """The decklists of an event in numbers: in, missing, illegal, changed, checked."""

    @extend_schema(
        operation_id="decklists_statistics",
        summary=_("How many lists are in, missing, not legal or changed; for the staff."),
        tags=["judging"],
        responses={200: ListStatisticsSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str) -> Response:
        standings = deck_standings(self.tournament(code))
        figures = {figure.value: count for figure, count in count_figures(standings).items()}
        return Response({"figures": figures, "entries": [render_standing(one) for one in standings]})


class ListReminders(JudgeEndpoint):
    """Reminding players of a decklist that is missing or not legal; answers who was reminded."""

    @extend_schema(
        operation_id="decklists_remind",
        summary=_("Remind the players whose list is missing or not legal."),
        tags=["judging"],
        request=RemindSerializer,
        responses={200: ListStatisticsSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = self.tournament(code)
        wanted = self.sent(RemindSerializer).get("registrations")
        reminded = deck_reminders.remind_of_decklists(
            actor=self.actor, tournament_id=tournament.pk, registration_ids=wanted
        )
        figures = {figure.value: count for figure, count in count_figures(reminded).items()}
        return Response({"figures": figures, "entries": [render_standing(one) for one in reminded]})
