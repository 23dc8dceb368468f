"""Endpoints of an entry's decklist: reading the submitted list, saving and submitting, the versions."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.fields import Text
from accounts.api.json_parser import FlatEnoughJSONParser
from accounts.api.problems import problems
from decks.api.list_serializers import ANY_FORMAT, ListSourceSerializer
from decks.api.rendering import render_version
from decks.api.serializers import DecklistVersionSerializer
from decks.queries import newest_version, versions_of
from decks.reading_work import note_reading, require_files, require_reading
from decks.text.listing import MAX_CHARACTERS
from tournaments import permissions
from tournaments.api.finding import registration_of
from tournaments.models import Registration
from tournaments.queries.decks import is_locked, visible_version
from tournaments.services.decklists import save_entry_decklist


class EntryDecklistSerializer(serializers.Serializer[Any]):
    """An entry's decklist: the version that counts and, for its editors, the newest one."""

    name = serializers.CharField(allow_blank=True)
    locked = serializers.BooleanField()
    submitted_at = serializers.DateTimeField(allow_null=True)
    submitted = DecklistVersionSerializer(allow_null=True)
    newest = DecklistVersionSerializer(allow_null=True)
    drafts_removed = serializers.IntegerField(
        help_text="Superseded drafts removed to make room; versions that were submitted are never removed."
    )


class SaveDecklistSerializer(ListSourceSerializer):
    """A list to save for an entry; with submit it becomes the one that counts."""

    text = Text(max_length=MAX_CHARACTERS, trim_whitespace=False, required=False, help_text=ANY_FORMAT)
    name = Text(max_length=80, allow_blank=True, required=False)
    submit = serializers.BooleanField()
    reason = Text(max_length=200, allow_blank=True, required=False)


class DecklistEndpoint(Endpoint):
    """Finds an entry's list; to those who may not read it there is none."""

    def printed(self, entry: Registration) -> dict[str, Any]:
        edits = permissions.may_edit_decklist(self.actor, entry)
        submitted = visible_version(self.actor, entry)
        decklist = entry.decklist
        if decklist is None or (submitted is None and not edits):
            raise Http404
        newest = newest_version(decklist) if edits else None
        return {
            "name": decklist.name,
            "locked": is_locked(entry),
            "submitted_at": decklist.submitted_at,
            "submitted": render_version(submitted, private=edits) if submitted is not None else None,
            "newest": render_version(newest, private=True) if newest is not None else None,
            "drafts_removed": decklist.drafts_removed if edits else 0,
        }


class EntryDecklist(DecklistEndpoint):
    """The decklist of one entry."""

    parser_classes = [FlatEnoughJSONParser, MultiPartParser]

    @extend_schema(
        operation_id="decklists_retrieve",
        summary=_("The decklist of one entry."),
        tags=["decklists"],
        responses={200: EntryDecklistSerializer, **problems()},
    )
    def get(self, request: Request, code: str, registration_id: int) -> Response:
        return Response(self.printed(registration_of(code, registration_id)))

    @extend_schema(
        operation_id="decklists_save",
        summary=_("Save an entry's decklist, and submit it if asked to."),
        tags=["decklists"],
        request={"application/json": SaveDecklistSerializer, "multipart/form-data": SaveDecklistSerializer},
        responses={200: EntryDecklistSerializer, **problems(400, 403, 409)},
    )
    def put(self, request: Request, code: str, registration_id: int) -> Response:
        entry = registration_of(code, registration_id)
        if not permissions.may_edit_decklist(self.actor, entry):
            raise Http404
        require_files(request)
        sent = SaveDecklistSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        require_reading(request, sent.validated_data["text"])
        noted = partial(note_reading, request)
        save_entry_decklist(actor=self.actor, registration_id=entry.pk, on_read=noted, **sent.validated_data)
        return Response(self.printed(registration_of(code, registration_id)))


class EntryDecklistVersions(DecklistEndpoint):
    """Every version of an entry's list, for its owner, judges and organisers."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="decklists_versions",
        summary=_("Every version of an entry's list; for its owner, judges and organisers."),
        tags=["decklists"],
        responses={200: DecklistVersionSerializer(many=True), **problems()},
    )
    def get(self, request: Request, code: str, registration_id: int) -> Response:
        entry = registration_of(code, registration_id)
        if entry.decklist is None or not permissions.may_edit_decklist(self.actor, entry):
            raise Http404
        return Response([render_version(version, private=True) for version in versions_of(entry.decklist)])
