"""Endpoints of committed seeds and of the receipts of rounds."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from tournaments.api.finding import round_of, tournament_of
from tournaments.models import SeedCommitment
from tournaments.permissions import Action, may
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.document import FORMAT, PART_FORMAT, part_of


class SeedSerializer(serializers.ModelSerializer[SeedCommitment]):
    """A seed committed to for a round: the SHA-256 of a text that the round's receipt reveals once it is published."""

    class Meta:
        model = SeedCommitment
        fields = ["number", "sequence", "digest", "before_pairing", "committed_at"]
        read_only_fields = fields


class ReceiptSerializer(serializers.Serializer[Any]):
    """The receipt of a round, players as numbers; `docs/receipts.md` describes it. Its text is what `verify_round`
    reads.

    Where it names pairs that are kept apart, the answer for everybody but the staff is its part for everybody, of the
    other `format`: `history` without inputs and outputs, and no digests.
    """

    format = serializers.ChoiceField(choices=[(one, one) for one in (FORMAT, PART_FORMAT)])
    version = serializers.IntegerField()
    event = serializers.CharField()
    round = serializers.IntegerField()
    stage = serializers.CharField()
    commitments = serializers.JSONField()
    drawn = serializers.IntegerField(help_text="How often the round was drawn.")
    published = serializers.JSONField(help_text="Tables with their two players, and who has a bye.")
    history = serializers.JSONField(
        help_text="Everything that was done to the pairing; in a whole receipt with inputs and outputs."
    )
    digests = serializers.JSONField(required=False, help_text="Of a whole receipt alone.")
    digest = serializers.CharField(required=False, help_text="Of a whole receipt alone.")


class SeedList(Endpoint):
    """The seeds committed to so far."""

    @extend_schema(
        operation_id="seeds_list",
        summary=_("The seeds that were committed to for the rounds of an event, as SHA-256."),
        tags=["rounds"],
        responses={200: SeedSerializer(many=True), **problems()},
    )
    def get(self, request: Request, code: str) -> Response:
        rows = SeedCommitment.objects.filter(tournament=tournament_of(code)).order_by("number", "sequence")
        return Response(SeedSerializer(rows, many=True).data)


class RoundReceipt(Endpoint):
    """The receipt of a published round."""

    @extend_schema(
        operation_id="rounds_receipt",
        summary=_("The receipt of a round's pairing, by which everybody can work it out again."),
        tags=["rounds"],
        responses={200: ReceiptSerializer, **problems()},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        round_ = round_of(code, number)
        kept = receipt_of(round_)
        if kept is None:
            raise Http404
        is_whole = not kept.shows_kept_apart or may(self.actor, Action.VIEW_PRIVATE_NAMES, round_.tournament)
        return Response(kept.document if is_whole else part_of(kept.document))
