"""Endpoints of results as players report them: reading how the reports stand, and reporting a score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.fields import Text
from accounts.api.problems import problems
from accounts.refusals import NotAllowed, Refusal
from tournaments.api.judging_views import JudgeEndpoint
from tournaments.api.match_views import MatchEndpoint
from tournaments.api.pod_serializers import OWN_ENTRY
from tournaments.models import Match, Pod, ResultReport
from tournaments.permissions import Action, is_own, permits
from tournaments.play.reported_games import Result, Side
from tournaments.queries.checks import running_round
from tournaments.queries.late_reports import reports_to_show
from tournaments.queries.reports import read_said
from tournaments.queries.silence import Unconfirmed, overdue_in, unconfirmed_in
from tournaments.services.reports import report_game, report_score

AGAINST = "The opponent's registration: refused with `opponent_changed` once the player is paired with somebody else."
SIDES = [(one.value, one.value) for one in Side if one]


class ReportedGameSerializer(serializers.Serializer[Any]):
    """A game as one player reported it, in the seats of the match; null or empty where it was not noted."""

    number = serializers.IntegerField()
    winner_seat = serializers.IntegerField(allow_null=True)
    is_draw = serializers.BooleanField()
    chooser_seat = serializers.IntegerField(allow_null=True)
    first_seat = serializers.IntegerField(allow_null=True)
    ending = serializers.CharField(allow_blank=True, help_text="A key of the game pack.")
    conceded = serializers.BooleanField()


class SideReportSerializer(serializers.Serializer[Any]):
    """What one player reported last: games of the first and the second seat, drawn games; each game, if reported."""

    registration = serializers.IntegerField()
    wins1 = serializers.IntegerField()
    wins2 = serializers.IntegerField()
    draws = serializers.IntegerField()
    at = serializers.DateTimeField()
    games = ReportedGameSerializer(many=True)
    is_final = serializers.BooleanField(help_text="False: these are the games so far.")


class MatchReportsSerializer(serializers.Serializer[Any]):
    """How the players' reports of a match stand; once it has a result, those that contradict it."""

    state = serializers.ChoiceField(choices=Match.ReportState.choices, help_text="Empty: nothing waits.")
    is_complete = serializers.BooleanField(help_text="Whether the match has a result.")
    reports = SideReportSerializer(many=True)


class ReportSerializer(serializers.Serializer[Any]):
    """A player's own report. Sent again, with its key and nothing else with that key since, it is not made again."""

    wins1 = serializers.IntegerField(min_value=0, max_value=99)
    wins2 = serializers.IntegerField(min_value=0, max_value=99)
    draws = serializers.IntegerField(min_value=0, max_value=99, required=False)
    registration = serializers.IntegerField(required=False, min_value=1, max_value=2_000_000_000, help_text=OWN_ENTRY)
    against = serializers.IntegerField(required=False, help_text=AGAINST)
    key = Text(max_length=64, allow_blank=True, required=False, help_text="Made by the client, new for each report.")


class GameReportSerializer(serializers.Serializer[Any]):
    """A player's own report of one game, as that player tells it. Without a result the game is taken back, with those
    that follow."""

    number = serializers.IntegerField(min_value=1, max_value=99, help_text="The next game, or one reported before.")
    result = serializers.ChoiceField(choices=[(one.value, one.value) for one in Result], required=False)
    chose = serializers.ChoiceField(choices=SIDES, required=False)
    first = serializers.ChoiceField(choices=SIDES, required=False)
    ending = Text(max_length=40, allow_blank=True, required=False, help_text="A key of the game pack.")
    conceded = serializers.BooleanField(required=False)
    registration = serializers.IntegerField(required=False, min_value=1, max_value=2_000_000_000, help_text=OWN_ENTRY)
    against = serializers.IntegerField(required=False, help_text=AGAINST)
    key = Text(max_length=64, allow_blank=True, required=False, help_text="Made by the client, new for each report.")


class ReportsEndpoint(MatchEndpoint):
    """What its two players report of a match, for them and the staff."""

    permission_classes = [IsAuthenticated]

    def table(self, code: str, match_id: int) -> Match:
        """The match, for those who may read its reports."""
        self.enter(code, match_id)
        match = self.found(code, match_id)
        is_player = any(is_own(self.actor, entry) for entry in (match.player1, match.player2))
        if not is_player and not permits(self.roles, Action.RECORD_RESULTS):
            raise NotAllowed("not_permitted", action=Action.RECORD_RESULTS.value)
        return match

    def reported(
        self,
        code: str,
        match_id: int,
        report: Callable[..., ResultReport],
        registration: int | None = None,
        **said: Any,
    ) -> Response:
        """How the reports stand after this one. Raises NotAllowed `not_your_entry`, and the codes of the service."""
        try:
            report(actor=self.actor, match_id=match_id, registration_id=registration, **said)
        except Refusal as refusal:
            # The match itself was found before.
            if refusal.code == "no_such_match":
                raise NotAllowed("not_your_entry") from None
            raise
        return self.rendered(self.found(code, match_id))

    def rendered(self, match: Match) -> Response:
        state = match.report_state if match.is_open or match.is_complete else Match.ReportState.NONE
        facts = {
            "state": state,
            "is_complete": match.is_complete,
            "reports": [one.facts() for one in reports_to_show(match)],
        }
        return Response(MatchReportsSerializer(facts).data)


class MatchReports(ReportsEndpoint):
    """The players' own reports of a match."""

    @extend_schema(
        operation_id="matches_reports",
        summary=_("What the players have reported of a match; for themselves and the staff."),
        tags=["matches"],
        responses={200: MatchReportsSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str, match_id: int) -> Response:
        return self.rendered(self.table(code, match_id))

    @extend_schema(
        operation_id="matches_report",
        summary=_("Report the score of one's own match; it counts once both players have reported the same."),
        tags=["matches"],
        request=ReportSerializer,
        responses={200: MatchReportsSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        self.table(code, match_id)
        return self.reported(code, match_id, report_score, **self.sent(ReportSerializer))


class MatchGameReports(ReportsEndpoint):
    """Reports of single games."""

    @extend_schema(
        operation_id="matches_report_game",
        summary=_("Report one game of one's own match; agreed games are entered with their details."),
        tags=["matches"],
        request=GameReportSerializer,
        responses={200: MatchReportsSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, match_id: int) -> Response:
        self.table(code, match_id)
        sent = self.sent(GameReportSerializer)
        game = read_said(sent) if "result" in sent else None
        about = {name: sent[name] for name in ("number", "key", "against", "registration") if name in sent}
        return self.reported(code, match_id, report_game, game=game, **about)


class UnconfirmedSerializer(serializers.Serializer[Any]):
    """A match past its time that one player has reported, in the seats of the match; `silent` has not answered."""

    match = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    registration = serializers.IntegerField(help_text="Who reported.")
    silent = serializers.IntegerField(help_text="The registration of the other player.")
    wins1 = serializers.IntegerField()
    wins2 = serializers.IntegerField()
    draws = serializers.IntegerField()
    at = serializers.DateTimeField()


def render_unconfirmed(one: Unconfirmed) -> dict[str, Any]:
    """A match whose report waits, in plain values."""
    wins1, wins2, draws = one.score
    return {
        "match": one.match.pk,
        "table": one.match.table,
        "registration": one.report.registration_id,
        "silent": one.silent.pk,
        "wins1": wins1,
        "wins2": wins2,
        "draws": draws,
        "at": one.report.reported_at,
    }


class UnconfirmedReports(JudgeEndpoint):
    """Reports of the running round that the other player has not answered past the table's time."""

    needs = Action.VIEW_DESK

    @extend_schema(
        operation_id="reports_unconfirmed",
        summary=_(
            "Matches past their time that one player has reported and the other has not confirmed; for the staff."
        ),
        tags=["matches"],
        responses={200: UnconfirmedSerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        found = unconfirmed_in(running_round(self.tournament(code)))
        return Response(UnconfirmedSerializer([render_unconfirmed(one) for one in found], many=True).data)


class OverdueTableSerializer(serializers.Serializer[Any]):
    """A table past its time, its extra time included, of which nobody has reported how it ended."""

    match = serializers.IntegerField(allow_null=True, help_text="null at a pod.")
    pod = serializers.IntegerField(allow_null=True, help_text="null at a match.")
    table = serializers.IntegerField(allow_null=True)
    registrations = serializers.ListField(child=serializers.IntegerField(), help_text="Who sits there.")
    more_minutes = serializers.IntegerField(help_text="Extra time that it had, which is over too.")


def render_overdue(seated: Match | Pod) -> dict[str, Any]:
    """A table past its time, in plain values."""
    is_match = isinstance(seated, Match)
    return {
        "match": seated.pk if is_match else None,
        "pod": None if is_match else seated.pk,
        "table": seated.table,
        "registrations": [entry.pk for entry in seated.entries],
        "more_minutes": seated.more_minutes,
    }


class OverdueTables(JudgeEndpoint):
    """Tables of the running round past their time that nobody has reported."""

    needs = Action.VIEW_DESK

    @extend_schema(
        operation_id="tables_overdue",
        summary=_("Tables past their time of which nobody has reported how they ended; for the staff."),
        tags=["matches"],
        responses={200: OverdueTableSerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        found = overdue_in(running_round(self.tournament(code)))
        return Response(OverdueTableSerializer([render_overdue(seated) for seated in found], many=True).data)
