"""Endpoints of restriction lists: what is restricted on a day, every list, writing and withdrawing one."""

from __future__ import annotations

import re
from datetime import date

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from cardpool.api.restriction_serializers import (
    ListInTimeSerializer,
    RestrictionListDetailSerializer,
    SavedListSerializer,
    WithdrawSerializer,
    WriteListSerializer,
    entries_sent,
    held_of,
    render_list_in_time,
    render_whole_list,
)
from cardpool.models import CardGame, RestrictionList
from cardpool.permissions import require_game_manager
from cardpool.queries.restrictions import held_lists, list_states, lists_on
from cardpool.services.restrictions import ListData, restore_list, save_list, withdraw_list

WHOLE_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class RestrictionsOnDay(Endpoint):
    """What is restricted in a game on a day."""

    @extend_schema(
        operation_id="restrictions_list",
        summary=gettext_lazy("What is banned, limited or not released yet in a game on a day."),
        tags=["games"],
        parameters=[
            OpenApiParameter("date", date, description="The day; today without."),
            OpenApiParameter("format", str, description="The format whose lists hold beside the general ones."),
        ],
        responses={200: RestrictionListDetailSerializer(many=True), **problems(400)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The lists in force, with everything they restrict."""
        game = get_object_or_404(CardGame, slug=slug)
        chosen = request.query_params.get("format", "").lower()
        held = [one for one in lists_on(game, _day(request)) if one.list.format in ("", chosen)]
        return Response(RestrictionListDetailSerializer([render_whole_list(one) for one in held], many=True).data)


class RestrictionLists(Endpoint):
    """The lists of a game."""

    @extend_schema(
        operation_id="restriction_lists_list",
        summary=gettext_lazy("The restriction lists of a game, in force, coming and past."),
        tags=["games"],
        responses={200: ListInTimeSerializer(many=True), **problems()},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Every list that applies now or later, by format, the newest first."""
        game = get_object_or_404(CardGame, slug=slug)
        groups = list_states(game, timezone.localdate())
        listed = [render_list_in_time(one) for group in groups for one in group.lists]
        return Response(ListInTimeSerializer(listed, many=True).data)

    @extend_schema(
        operation_id="restriction_lists_create",
        summary=gettext_lazy("Save a restriction list, or the next version of one; for people who manage games."),
        tags=["games"],
        request=WriteListSerializer,
        responses={201: SavedListSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Save a list, or the next version of one; open decks are judged again. For game managers."""
        require_game_manager(self.actor)
        game = get_object_or_404(CardGame, slug=slug)
        sent = WriteListSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        data = ListData(
            name=values["name"],
            effective_from=values["effective_from"],
            entries=entries_sent(values["entries"]),
            format=values["format"],
            source=values["source"],
        )
        saved = save_list(actor=self.actor, game_id=game.pk, data=data, replaces=values["replaces"])
        printed = {**render_whole_list(held_of(saved.list, held_lists(game))), "unknown": list(saved.unknown)}
        return Response(SavedListSerializer(printed).data, status=status.HTTP_201_CREATED)


class RestrictionListDetail(Endpoint):
    """One list."""

    @extend_schema(
        operation_id="restriction_lists_retrieve",
        summary=gettext_lazy("One restriction list with everything it restricts."),
        tags=["games"],
        responses={200: RestrictionListDetailSerializer, **problems()},
    )
    def get(self, request: Request, slug: str, list_id: int) -> Response:
        """The list with everything it restricts; replaced and withdrawn ones for game managers."""
        stored = _find(slug, list_id)
        held = held_lists(stored.game)
        user = self.actor.user
        if all(one.list.pk != stored.pk for one in held) and not (user is not None and user.can_manage_games):
            raise Http404
        return Response(RestrictionListDetailSerializer(render_whole_list(held_of(stored, held))).data)


class RestrictionListWithdrawal(Endpoint):
    """Withdrawing a list."""

    @extend_schema(
        operation_id="restriction_lists_withdraw",
        summary=gettext_lazy("Withdraw a restriction list; for people who manage games."),
        tags=["games"],
        request=WithdrawSerializer,
        responses={200: RestrictionListDetailSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, slug: str, list_id: int) -> Response:
        """The list no longer applies; the previous list of its format stays in force. For game managers."""
        require_game_manager(self.actor)
        stored = _find(slug, list_id)
        sent = WithdrawSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        stored = withdraw_list(actor=self.actor, list_id=stored.pk, reason=sent.validated_data["reason"])
        return _printed(stored)

    @extend_schema(
        operation_id="restriction_lists_restore",
        summary=gettext_lazy("Restore a withdrawn restriction list; for people who manage games."),
        tags=["games"],
        request=None,
        responses={200: RestrictionListDetailSerializer, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, slug: str, list_id: int) -> Response:
        """Undo a withdrawal. For game managers."""
        require_game_manager(self.actor)
        return _printed(restore_list(actor=self.actor, list_id=_find(slug, list_id).pk))


def _find(slug: str, list_id: int) -> RestrictionList:
    return get_object_or_404(RestrictionList.objects.select_related("game"), pk=list_id, game__slug=slug)


def _printed(stored: RestrictionList) -> Response:
    held = held_of(stored, held_lists(stored.game))
    return Response(RestrictionListDetailSerializer(render_whole_list(held)).data)


def _day(request: Request) -> date:
    sent = request.query_params.getlist("date")
    if not sent:
        return timezone.localdate()
    try:
        if len(sent) == 1 and WHOLE_DATE.fullmatch(sent[0]):
            return date.fromisoformat(sent[0])
    except ValueError:
        pass
    raise ValidationError({"date": _("Write a date as 2026-05-01.")})
