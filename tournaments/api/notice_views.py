"""Endpoints of the actor's own notices."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from accounts.inbox import notices_of, put_away
from accounts.models import Notice
from tournaments.wording.notices import say_notice

MAX_LISTED = 100


class NoticeSerializer(serializers.Serializer[Any]):
    """Something the asker should know. `code` and `facts` are stable, `message` says them in the asked language."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()
    facts = serializers.DictField()
    path = serializers.CharField(allow_blank=True, help_text="The page it is about, inside the site.")
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)


class NoticesReadSerializer(serializers.Serializer[Any]):
    """How many notices were unread before."""

    read = serializers.IntegerField()


def render_notice(notice: Notice) -> dict[str, Any]:
    """A notice with its sentence."""
    names = ("id", "code", "facts", "path", "created_at", "read_at")
    return {**{name: getattr(notice, name) for name in names}, "message": say_notice(notice)}


class NoticeList(Endpoint):
    """The asker's notices."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="notices_list",
        summary=_("One's own notices, the newest first."),
        tags=["notices"],
        responses={200: NoticeSerializer(many=True), **problems()},
    )
    def get(self, request: Request) -> Response:
        """The last hundred, the newest first."""
        listed = [render_notice(notice) for notice in notices_of(self.actor)[:MAX_LISTED]]
        return Response(NoticeSerializer(listed, many=True).data)


class NoticesRead(Endpoint):
    """Putting all notices away."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="notices_read",
        summary=_("Mark all of one's notices as read."),
        tags=["notices"],
        request=None,
        responses={200: NoticesReadSerializer, **problems()},
    )
    def post(self, request: Request) -> Response:
        """Mark every notice as read."""
        return Response(NoticesReadSerializer({"read": put_away(actor=self.actor)}).data)


class NoticeRead(Endpoint):
    """Putting one notice away."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="notices_read_one",
        summary=_("Mark one notice as read."),
        tags=["notices"],
        request=None,
        responses={200: NoticeSerializer, **problems()},
    )
    def post(self, request: Request, notice_id: int) -> Response:
        """Mark one notice as read."""
        notice = get_object_or_404(notices_of(self.actor), pk=notice_id)
        put_away(actor=self.actor, notice_id=notice.pk)
        notice.refresh_from_db()
        return Response(NoticeSerializer(render_notice(notice)).data)
