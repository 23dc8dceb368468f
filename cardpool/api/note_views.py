"""Endpoints of judge notes: reading, writing, replacing and withdrawing them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.fields import PlainSerializer, Text
from accounts.api.pages import Pages
from accounts.api.problems import problems
from accounts.refusals import Refusal
from cardpool.models import Card, CardGame, CardNote
from cardpool.permissions import require_game_manager
from cardpool.queries.notes import notes_of_game
from cardpool.services.notes import MAX_LENGTHS, NoteText, replace_note, restore_note, withdraw_note, write_note


class NoteSerializer(serializers.ModelSerializer[CardNote]):
    """A judge note: a question about a card and the answer, plain texts with line breaks."""

    card = serializers.CharField(source="card.key", help_text="The key of the card.")
    replaces = serializers.IntegerField(source="replaces_id", allow_null=True, help_text="The version before.")

    class Meta:
        model = CardNote
        fields = [
            "id",
            "card",
            "question",
            "answer",
            "source",
            "answered_on",
            "written_by",
            "written_at",
            "replaces",
            "withdrawn_at",
        ]
        read_only_fields = fields


class NoteTextSerializer(PlainSerializer):
    """What a note says."""

    question = Text(max_length=MAX_LENGTHS["question"], allow_blank=True, default="")
    answer = Text(max_length=MAX_LENGTHS["answer"])
    source = Text(max_length=MAX_LENGTHS["source"], allow_blank=True, default="")
    answered_on = serializers.DateField(allow_null=True, default=None)


class WriteNoteSerializer(NoteTextSerializer):
    """A new note about a card."""

    card = Text(max_length=120, help_text="The key of the card.")


class NoteList(Endpoint, ListAPIView[CardNote]):
    """The judge notes of a game."""

    serializer_class = NoteSerializer
    pagination_class = Pages

    @extend_schema(
        operation_id="notes_list",
        summary=_("The judge notes of a game, the newest first."),
        tags=["games"],
        parameters=[OpenApiParameter("search", str, description="Words of a note, or whatever finds its card.")],
        responses={200: NoteSerializer(many=True), **problems(400)},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The notes in force, the newest first."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[CardNote]:
        if getattr(self, "swagger_fake_view", False):
            return CardNote.objects.none()
        game = get_object_or_404(CardGame, slug=self.kwargs["slug"])
        return notes_of_game(game, self.request.query_params.get("search", ""))

    @extend_schema(
        operation_id="notes_create",
        summary=_("Write a judge note about a card; for people who manage games."),
        tags=["games"],
        request=WriteNoteSerializer,
        responses={201: NoteSerializer, **problems(400, 403)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Write a note about a card. For game managers."""
        require_game_manager(self.actor)
        game = get_object_or_404(CardGame, slug=slug)
        sent = WriteNoteSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        key = sent.validated_data["card"]
        card = Card.objects.filter(game=game, key=key).first()
        if card is None:
            raise Refusal("no_such_card", field="card", card=key)
        note = write_note(actor=self.actor, card_id=card.pk, text=_text(sent.validated_data))
        return Response(NoteSerializer(note).data, status=status.HTTP_201_CREATED)


class NoteDetail(Endpoint):
    """One version of a note."""

    @extend_schema(
        operation_id="notes_retrieve",
        summary=_("One version of a judge note."),
        tags=["games"],
        responses={200: NoteSerializer, **problems()},
    )
    def get(self, request: Request, slug: str, note_id: int) -> Response:
        """The version as it was written, replaced or withdrawn ones too: a card's page shows them as well."""
        return Response(NoteSerializer(_find(slug, note_id)).data)

    @extend_schema(
        operation_id="notes_replace",
        summary=_("Replace a judge note with a new version; for people who manage games."),
        tags=["games"],
        request=NoteTextSerializer,
        responses={200: NoteSerializer, **problems(400, 403, 409)},
    )
    def put(self, request: Request, slug: str, note_id: int) -> Response:
        """Replace the note by a new version, which is the answer. For game managers."""
        require_game_manager(self.actor)
        note = _find(slug, note_id)
        sent = NoteTextSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        newer = replace_note(actor=self.actor, note_id=note.pk, text=_text(sent.validated_data))
        return Response(NoteSerializer(newer).data)


class NoteWithdrawal(Endpoint):
    """Withdrawing a note."""

    @extend_schema(
        operation_id="notes_withdraw",
        summary=_("Withdraw a judge note; for people who manage games."),
        tags=["games"],
        request=None,
        responses={200: NoteSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, slug: str, note_id: int) -> Response:
        """The note is no longer in force; the history of its card keeps it. For game managers."""
        require_game_manager(self.actor)
        return Response(NoteSerializer(withdraw_note(actor=self.actor, note_id=_find(slug, note_id).pk)).data)

    @extend_schema(
        operation_id="notes_restore",
        summary=_("Restore a withdrawn judge note; for people who manage games."),
        tags=["games"],
        request=None,
        responses={200: NoteSerializer, **problems(400, 403, 409)},
    )
    def delete(self, request: Request, slug: str, note_id: int) -> Response:
        """Restore a withdrawn note. For game managers."""
        require_game_manager(self.actor)
        return Response(NoteSerializer(restore_note(actor=self.actor, note_id=_find(slug, note_id).pk)).data)


def _find(slug: str, note_id: int) -> CardNote:
    return get_object_or_404(CardNote.objects.select_related("card"), pk=note_id, card__game__slug=slug)


def _text(values: dict[str, Any]) -> NoteText:
    return NoteText(values["question"], values["answer"], values["source"], values["answered_on"])
