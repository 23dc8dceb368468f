"""Endpoints of a round's proof and repair, of pairs kept apart and of fixed seats."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from tournaments.api.finding import registration_of, round_of, tournament_of
from tournaments.api.pairing_serializers import (
    ApartSerializer,
    ApplyRepairSerializer,
    KeepApartSerializer,
    ProofQuery,
    RepairChoiceSerializer,
    RepairPlanSerializer,
    RoundProofSerializer,
    SeatSerializer,
    UndoRepairSerializer,
    render_apart,
    render_plan,
    render_proof,
)
from tournaments.api.round_serializers import RoundDetailSerializer
from tournaments.api.round_views import RoundEndpoint
from tournaments.api.search_views import SearchSerializer, search_asked
from tournaments.models import KeepApart, PairingSearch, RoundRepair
from tournaments.permissions import Action, require
from tournaments.queries.entries import kept_apart
from tournaments.queries.pairing_reasons import proof_of
from tournaments.queries.repair import newest_repair
from tournaments.queries.repair_scope import corrections_since_pairing, seen_in
from tournaments.services import entries, repairs
from tournaments.services.redraws import redraw_or_search
from tournaments.services.undone_repairs import undo_repair


class RoundRepairs(RoundEndpoint):
    """Repairing a published round after a correction: what it would do, doing it, and taking the last one back."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="rounds_repair_plan",
        summary=_("What repairing the pairings of a round would change."),
        tags=["rounds"],
        parameters=[RepairChoiceSerializer],
        responses={200: RepairPlanSerializer, **problems(400, 403, 409)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        round_ = self.own_round(code, number)
        asked = RepairChoiceSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        redraws = asked.validated_data["choice"] == RoundRepair.Choice.REDRAW
        corrections, repair = seen_in(corrections_since_pairing(round_)), newest_repair(round_)
        plan = repairs.plan_repair(actor=self.actor, round_id=round_.pk, redraws=redraws)
        return Response(RepairPlanSerializer(render_plan(plan, corrections=corrections, repair=repair)).data)

    @extend_schema(
        operation_id="rounds_repair",
        summary=_("Repair the pairings of a round as planned, pair its free tables again, or keep it as published."),
        tags=["rounds"],
        request=ApplyRepairSerializer,
        responses={200: RoundDetailSerializer, 202: SearchSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        round_ = self.own_round(code, number)
        sent = ApplyRepairSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        choice, seen = sent.validated_data["choice"], sent.validated_data.get("fingerprint", "")
        facts: dict[str, Any] = {"actor": self.actor, "round_id": round_.pk, "reason": sent.validated_data["reason"]}
        if choice == RoundRepair.Choice.KEEP:
            repairs.keep_pairings(seen=seen, **facts)
        elif choice == RoundRepair.Choice.REPAIR:
            repairs.apply_repair(fingerprint=seen, **facts)
        else:
            made = redraw_or_search(fingerprint=seen, **facts)
            if isinstance(made, PairingSearch):
                return search_asked(code, made)
        return Response(self.printed(round_of(code, number)))

    @extend_schema(
        operation_id="rounds_repair_undo",
        summary=_("Undo the last repair of a round."),
        tags=["rounds"],
        parameters=[UndoRepairSerializer],
        responses={200: RoundDetailSerializer, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str, number: int) -> Response:
        round_ = self.own_round(code, number)
        asked = UndoRepairSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        undo_repair(actor=self.actor, round_id=round_.pk, repair_id=asked.validated_data["repair"])
        return Response(self.printed(round_of(code, number)))


class RoundProof(RoundEndpoint):
    """The proof of a round as data, for anybody who wants to check it."""

    @extend_schema(
        operation_id="rounds_proof",
        summary=_("What was proved about a round's pairings, and the witness that shows it."),
        tags=["rounds"],
        parameters=[ProofQuery],
        responses={200: RoundProofSerializer, **problems(400, 403)},
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        round_ = self.visible_round(code, number)
        query = ProofQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        proof = proof_of(round_, query.validated_data.get("part", ""))
        if proof is None:
            raise Http404
        if proof.shows_kept_apart:
            require(self.actor, Action.VIEW_PRIVATE_NAMES, round_.tournament)
        return Response(RoundProofSerializer(render_proof(proof)).data)


class ApartList(Endpoint):
    """The pairs kept apart; keeping two more apart from the next pairing on."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="apart_list",
        summary=_("The pairs of players kept apart; for the staff."),
        tags=["rounds"],
        responses={200: ApartSerializer(many=True), **problems(403)},
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.MANAGE_ENTRIES, tournament)
        return Response(ApartSerializer([render_apart(kept) for kept in kept_apart(tournament)], many=True).data)

    @extend_schema(
        operation_id="apart_create",
        summary=_("Keep two players apart, from the next pairing on."),
        tags=["rounds"],
        request=KeepApartSerializer,
        responses={201: ApartSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.MANAGE_ENTRIES, tournament)
        sent = KeepApartSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        kept = entries.keep_apart(
            actor=self.actor,
            tournament_id=tournament.pk,
            registration_a=values["one"],
            registration_b=values["other"],
            is_hard=values["never"],
        )
        return Response(ApartSerializer(render_apart(kept)).data, status=201)


class ApartDetail(Endpoint):
    """Letting two meet again."""

    permission_classes: list[Any] = [IsAuthenticated]

    @extend_schema(
        operation_id="apart_destroy",
        summary=_("Let two players meet again."),
        tags=["rounds"],
        responses={204: None, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, code: str, pair_id: int) -> Response:
        tournament = tournament_of(code)
        require(self.actor, Action.MANAGE_ENTRIES, tournament)
        pair = get_object_or_404(KeepApart, tournament=tournament, pk=pair_id)
        entries.allow_pairing(actor=self.actor, tournament_id=tournament.pk, keep_apart_id=pair.pk)
        return Response(status=204)


class FixedSeat(Endpoint):
    """The table an entrant always sits at, from the next pairing on."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="registrations_seat",
        summary=_("The table an entrant always sits at; for the staff."),
        tags=["registrations"],
        responses={200: SeatSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str, registration_id: int) -> Response:
        entry = registration_of(code, registration_id)
        require(self.actor, Action.MANAGE_ENTRIES, entry.tournament)
        return Response({"table": entry.fixed_table})

    @extend_schema(
        operation_id="registrations_fix_seat",
        summary=_("Give an entrant a table to sit at always, or none, from the next pairing on."),
        tags=["registrations"],
        request=SeatSerializer,
        responses={200: SeatSerializer, **problems(400, 403, 409)},
    )
    def put(self, request: Request, code: str, registration_id: int) -> Response:
        entry = registration_of(code, registration_id)
        require(self.actor, Action.MANAGE_ENTRIES, entry.tournament)
        sent = SeatSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        seated = entries.fix_seat(actor=self.actor, registration_id=entry.pk, table=sent.validated_data["table"])
        return Response({"table": seated.fixed_table})
