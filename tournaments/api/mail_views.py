"""Endpoints of the address that a player's notices are sent to."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.allowances import MAIL_ADDRESS, require_allowance
from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from accounts.mail_addresses import MAX_ADDRESS_LENGTH, ask_address, stop_mails, use_account_address
from accounts.mail_links import mask_address, origin_of
from accounts.mail_service import is_mail_on
from accounts.models import NoticeAddress, Player
from tournaments.api.notice_views import PLAYER, chosen_player


class MailStateSerializer(serializers.Serializer[Any]):
    """Notices by e-mail: whether the site sends any, and to which addresses a player's go. Addresses are masked."""

    is_on = serializers.BooleanField()
    confirmed = serializers.CharField(allow_blank=True, help_text="Where notices go; empty for nowhere.")
    waiting = serializers.CharField(allow_blank=True, help_text="An address that waits to be confirmed by its link.")
    refused = serializers.BooleanField(
        help_text="The mail server refuses the confirmed address: nothing is sent there."
    )


class GivenAddressSerializer(serializers.Serializer[Any]):
    """The address to ask; the one that the account has confirmed where it is left out."""

    address = serializers.EmailField(max_length=MAX_ADDRESS_LENGTH, required=False)


def render_state(player: Player) -> dict[str, Any]:
    """The addresses of a player as the API shows them."""
    found: dict[bool, NoticeAddress] = {one.confirmed_at is not None: one for one in player.notice_addresses.all()}
    masked = {state: mask_address(one.address) for state, one in found.items()}
    refused = True in found and found[True].refused_at is not None
    return {
        "is_on": is_mail_on(),
        "confirmed": masked.get(True, ""),
        "waiting": masked.get(False, ""),
        "refused": refused,
    }


class NoticeMail(Endpoint):
    """The address that gets a player's notices."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="notices_mail_read",
        summary=_("Whether the site sends notices by e-mail, and where those of a player of the account go."),
        tags=["notices"],
        parameters=[PLAYER],
        responses={200: MailStateSerializer, **problems(404)},
    )
    def get(self, request: Request) -> Response:
        """The masked addresses; 404 for an account that plays nowhere."""
        return Response(MailStateSerializer(render_state(chosen_player(self.actor, request))).data)

    @extend_schema(
        operation_id="notices_mail_ask",
        summary=_("Ask an address whether a player's notices may go there, or use the account's."),
        tags=["notices"],
        parameters=[PLAYER],
        request=GivenAddressSerializer,
        responses={200: MailStateSerializer, **problems(400, 403, 404)},
    )
    def post(self, request: Request) -> Response:
        """Send the mail with the link; the account's own address needs none."""
        player = chosen_player(self.actor, request)
        require_allowance(request, MAIL_ADDRESS)
        address = self.sent(GivenAddressSerializer).get("address")
        where = {"language": get_language() or "zh-hans", "origin": origin_of(request)}
        if address is None:
            use_account_address(actor=self.actor, player_id=player.pk, **where)
        else:
            ask_address(actor=self.actor, player_id=player.pk, address=address, **where)
        return Response(MailStateSerializer(render_state(player)).data)


class NoticeMailStop(Endpoint):
    """Ending it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="notices_mail_stop",
        summary=_("Send a player's notices by e-mail no more, and forget the address."),
        tags=["notices"],
        parameters=[PLAYER],
        request=None,
        responses={200: MailStateSerializer, **problems(403, 404)},
    )
    def post(self, request: Request) -> Response:
        """Forget the confirmed address and the one that waits."""
        player = chosen_player(self.actor, request)
        stop_mails(actor=self.actor, player_id=player.pk)
        return Response(MailStateSerializer(render_state(player)).data)
