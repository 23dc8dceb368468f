"""The endpoint that erases a player's data, for the player and for staff who may."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.fields import Text
from accounts.api.problems import problems
from accounts.proving import proved_recently
from accounts.refusals import NotAllowed
from tournaments.api.finding import registration_of
from tournaments.models import Registration
from tournaments.permissions import may_handle_data
from tournaments.services.erasing import erase_player


class EraseSerializer(serializers.Serializer[Any]):
    """The second answer."""

    typed_name = Text(max_length=80, help_text="The player's name, typed: what is erased does not come back.")


class ErasedSerializer(serializers.Serializer[Any]):
    """What is left of a player whose data was erased."""

    registrations = serializers.ListField(
        child=serializers.IntegerField(), help_text="The player's entries, of all events; they stay, as nobody's."
    )


class PlayerErasure(Endpoint):
    """Erasing the player of an entry, in every event they were in."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="registrations_erase_player",
        summary=_("Erase the data of an entry's player in every event: for the player, and who organises all of them."),
        tags=["registrations"],
        request=EraseSerializer,
        responses={200: ErasedSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, registration_id: int) -> Response:
        entry = registration_of(code, registration_id)
        if entry.is_team:  # Its members are the people.
            raise Http404
        if not may_handle_data(self.actor, entry.player):
            raise NotAllowed("data_of_others")
        # A session may have been left open, or stolen; a token was made after a proof.
        if request.auth is None and self.actor.keeps(entry.player) and not proved_recently(request._request):
            raise NotAllowed("prove_first")
        typed = self.sent(EraseSerializer)["typed_name"]
        # A program ends no account: that takes a proof of who asks, on the account's own page.
        erase_player(actor=self.actor, player_id=entry.player_id, typed_name=typed, closes_account=False)
        kept = Registration.everybody.filter(player=entry.player_id).order_by("pk")
        return Response({"registrations": list(kept.values_list("pk", flat=True))})
