"""Endpoints of announcements: what stands, for everybody; announcing, correcting and taking down, for the staff."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.fields import Text
from accounts.api.pages import Pages
from accounts.api.problems import problems
from tournaments.api.finding import tournament_of
from tournaments.api.judging_views import JudgeEndpoint
from tournaments.api.tournament_serializers import ReasonSerializer
from tournaments.models import Announcement
from tournaments.permissions import Action, require
from tournaments.queries.announcements import announcements_of, find_announcement, standing_announcements
from tournaments.services import announcements
from tournaments.services.announcements import MAX_LENGTH, Until


class AnnouncementSerializer(serializers.ModelSerializer[Announcement]):
    """What everybody reads now, and when it ends by itself: with a round, by its number, or at a time."""

    class Meta:
        model = Announcement
        fields = ["id", "text", "until_round", "until_at", "made_at"]
        read_only_fields = fields


class KeptAnnouncementSerializer(AnnouncementSerializer):
    """An announcement with who made it, what it replaced, and who ended it, when and why."""

    replaces = serializers.IntegerField(source="replaces_id", allow_null=True)

    class Meta:
        model = Announcement
        fields = [
            *AnnouncementSerializer.Meta.fields, "made_by", "replaces", "ended_at", "ended_by", "ended_reason",
        ]  # fmt: skip
        read_only_fields = fields


class AnnounceSerializer(serializers.Serializer[Any]):
    """A text for everybody, which ends with the round under way (`round_ends`), at a time, or once taken down."""

    text = Text(max_length=MAX_LENGTH)
    round_ends = serializers.BooleanField(required=False, default=False)
    until_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class CorrectAnnouncementSerializer(AnnounceSerializer):
    """What takes the place of an announcement, and why."""

    reason = Text(max_length=200)


class AnnouncementList(Endpoint):
    """The announcements of an event that stand, for everybody; making one."""

    @extend_schema(
        operation_id="announcements_list",
        summary=_("The announcements of an event that stand now, the newest first."),
        tags=["tournaments"],
        responses={200: AnnouncementSerializer(many=True), **problems()},
    )
    def get(self, request: Request, code: str) -> Response:
        standing = standing_announcements(tournament_of(code))
        return Response(AnnouncementSerializer(standing, many=True).data)

    @extend_schema(
        operation_id="announcements_make",
        summary=_("Announce something to everybody at an event; its players get it as a notice."),
        tags=["tournaments"],
        request=AnnounceSerializer,
        responses={201: KeptAnnouncementSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.ANNOUNCE, tournament)
        sent = self.sent(AnnounceSerializer)
        made = announcements.announce(
            actor=self.actor, tournament_id=tournament.pk, text=sent["text"], until=_until(sent)
        )
        return Response(KeptAnnouncementSerializer(made).data, status=201)


class AnnouncementHistory(JudgeEndpoint):
    """Every announcement of an event."""

    needs = Action.ANNOUNCE
    pagination_class = Pages

    @extend_schema(
        operation_id="announcements_history",
        summary=_("Every announcement of an event with what became of it, the newest first; for its staff."),
        tags=["tournaments"],
        responses={200: KeptAnnouncementSerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        return self.paged(request, announcements_of(self.tournament(code)), KeptAnnouncementSerializer)


class AnnouncementDetail(JudgeEndpoint):
    """Correcting an announcement."""

    needs = Action.ANNOUNCE

    @extend_schema(
        operation_id="announcements_correct",
        summary=_("Put another text or end in the place of an announcement, with a reason; it stays in the record."),
        tags=["tournaments"],
        request=CorrectAnnouncementSerializer,
        responses={200: KeptAnnouncementSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, announcement_id: int) -> Response:
        found = find_announcement(self.tournament(code), announcement_id)
        if found is None:
            raise Http404
        sent = self.sent(CorrectAnnouncementSerializer)
        made = announcements.correct_announcement(
            actor=self.actor,
            announcement_id=found.pk,
            text=sent["text"],
            until=_until(sent),
            reason=sent["reason"],
        )
        return Response(KeptAnnouncementSerializer(made).data)


class AnnouncementTakeDown(JudgeEndpoint):
    """Taking an announcement down."""

    needs = Action.ANNOUNCE

    @extend_schema(
        operation_id="announcements_take_down",
        summary=_("Take an announcement down, with a reason; it stays in the record."),
        tags=["tournaments"],
        request=ReasonSerializer,
        responses={200: KeptAnnouncementSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, announcement_id: int) -> Response:
        found = find_announcement(self.tournament(code), announcement_id)
        if found is None:
            raise Http404
        reason = self.sent(ReasonSerializer).get("reason", "")
        ended = announcements.take_down(actor=self.actor, announcement_id=found.pk, reason=reason)
        return Response(KeptAnnouncementSerializer(ended).data)


def _until(sent: dict[str, Any]) -> Until:
    return Until(round_ends=sent["round_ends"], at=sent["until_at"])
