"""Endpoints of the actor's own notices."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actor import Actor
from accounts.allowances import SUBSCRIBE, require_allowance
from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from accounts.inbox import notices_of, put_away, switch_notices
from accounts.models import Notice, Player
from accounts.push_service import public_key
from accounts.subscribing import subscribe, unsubscribe
from tournaments.queries.notice_choice import KINDS, codes_of, kinds_off
from tournaments.wording.notices import kind_names, say_notice

MAX_LISTED = 100
KIND_CHOICES = [(kind, kind) for kind in KINDS]
PLAYER = OpenApiParameter("player", int, description=_("Which player of the account; the first where it is left out."))


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


class NoticeKindSerializer(serializers.Serializer[Any]):
    """A kind of notices that can be switched off."""

    kind = serializers.ChoiceField(choices=KIND_CHOICES)
    name = serializers.CharField(help_text="In the asked language.")


class NoticeChoiceSerializer(serializers.Serializer[Any]):
    """The kinds there are, and those switched off by channel."""

    kinds = NoticeKindSerializer(many=True)
    off = serializers.DictField(
        child=serializers.ListField(child=serializers.ChoiceField(choices=KIND_CHOICES)),
        help_text="By channel. Off on `page`: such a notice comes as read.",
    )


class NoticesOffSerializer(serializers.Serializer[Any]):
    """The kinds to be off on each channel; a channel that is left out stays as it is."""

    page = serializers.ListField(
        child=serializers.ChoiceField(choices=KIND_CHOICES), required=False, max_length=len(KINDS)
    )
    push = serializers.ListField(
        child=serializers.ChoiceField(choices=KIND_CHOICES), required=False, max_length=len(KINDS)
    )
    mail = serializers.ListField(
        child=serializers.ChoiceField(choices=KIND_CHOICES), required=False, max_length=len(KINDS)
    )


def chosen_player(actor: Actor, request: Request) -> Player:
    """The account's player that `player` names, the first where it is left out; 404 for anybody else."""
    asked = request.query_params.get("player")
    for player in actor.players:
        if asked in (None, str(player.pk)):
            return player
    raise Http404


class NoticeChoice(Endpoint):
    """Which notices alert one of the account's own players."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="notices_choice_read",
        summary=_("Which kinds of notices a player of the account has switched off."),
        tags=["notices"],
        parameters=[PLAYER],
        responses={200: NoticeChoiceSerializer, **problems(404)},
    )
    def get(self, request: Request) -> Response:
        """The kinds, and those that are off; 404 for an account that plays nowhere."""
        return self._answer(chosen_player(self.actor, request))

    @extend_schema(
        operation_id="notices_choice_write",
        summary=_("Switch kinds of notices off, and all others on."),
        tags=["notices"],
        parameters=[PLAYER],
        request=NoticesOffSerializer,
        responses={200: NoticeChoiceSerializer, **problems(400, 404)},
    )
    def put(self, request: Request) -> Response:
        """Switch exactly these kinds off on the channels that are sent; 404 for an account that plays nowhere."""
        player = chosen_player(self.actor, request)
        off = {channel: codes_of(kinds) for channel, kinds in self.sent(NoticesOffSerializer).items()}
        switch_notices(actor=self.actor, player_id=player.pk, off=off)
        return self._answer(player)

    def _answer(self, player: Player) -> Response:
        kinds = [{"kind": kind, "name": name} for kind, name in kind_names().items()]
        return Response(NoticeChoiceSerializer({"kinds": kinds, "off": kinds_off(player)}).data)


class PushStateSerializer(serializers.Serializer[Any]):
    """Notices by push: the site's key to subscribe with, empty where push is off, and how many phones have them."""

    public_key = serializers.CharField(allow_blank=True)
    phones = serializers.IntegerField()


class SubscriptionSerializer(serializers.Serializer[Any]):
    """A browser's push subscription, as its `toJSON()` has it."""

    endpoint = serializers.URLField(max_length=500)
    p256dh = serializers.CharField(max_length=90)
    auth = serializers.CharField(max_length=24)


class EndedSubscriptionSerializer(serializers.Serializer[Any]):
    """Which subscription ends; all of the player's where the endpoint is left out."""

    endpoint = serializers.URLField(max_length=500, required=False)


class NoticePush(Endpoint):
    """The phones that show a player's notices while the site is closed."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="notices_push_read",
        summary=_("Whether the site sends notices to phones, and to how many of a player of the account."),
        tags=["notices"],
        parameters=[PLAYER],
        responses={200: PushStateSerializer, **problems(404)},
    )
    def get(self, request: Request) -> Response:
        """The key and the number of phones; 404 for an account that plays nowhere."""
        return self._answer(chosen_player(self.actor, request))

    @extend_schema(
        operation_id="notices_push_start",
        summary=_("Show a player's notices on a phone."),
        tags=["notices"],
        parameters=[PLAYER],
        request=SubscriptionSerializer,
        responses={200: PushStateSerializer, **problems(400, 404)},
    )
    def post(self, request: Request) -> Response:
        """Subscribe a browser; the same again only gets its new keys."""
        player = chosen_player(self.actor, request)
        require_allowance(request, SUBSCRIBE)
        sent = self.sent(SubscriptionSerializer)
        subscribe(actor=self.actor, player_id=player.pk, language=get_language() or "zh-hans", **sent)
        return self._answer(player)

    @staticmethod
    def _answer(player: Player) -> Response:
        state = {"public_key": public_key(), "phones": player.push_subscriptions.count()}
        return Response(PushStateSerializer(state).data)


class NoticePushStop(Endpoint):
    """Ending it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="notices_push_stop",
        summary=_("Show a player's notices on a phone no more, or on none."),
        tags=["notices"],
        parameters=[PLAYER],
        request=EndedSubscriptionSerializer,
        responses={200: PushStateSerializer, **problems(400, 404)},
    )
    def post(self, request: Request) -> Response:
        """End the subscription of this endpoint, or all of the player's."""
        player = chosen_player(self.actor, request)
        unsubscribe(actor=self.actor, player_id=player.pk, **self.sent(EndedSubscriptionSerializer))
        state = {"public_key": public_key(), "phones": player.push_subscriptions.count()}
        return Response(PushStateSerializer(state).data)


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
