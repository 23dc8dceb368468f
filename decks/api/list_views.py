"""Endpoint that turns a list into another format."""

from __future__ import annotations

import base64
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.addresses import address_to_share
from accounts.api.base_view import Endpoint
from accounts.api.json_parser import FlatEnoughJSONParser
from accounts.api.problems import problems
from accounts.languages import LANGUAGES, active_language
from accounts.refusals import Refusal
from cardpool.queries import current_ruleset, games_with_rules, pack_of
from decks.api.list_serializers import LINK, ConvertedSerializer, ConvertSerializer
from decks.exports.lists import ExportFormat, ListTerms, WrittenList, export_judged, share_payload
from decks.findings import unread_lines
from decks.judging import JudgedList, judge_text
from decks.list_words import say_export_notice
from decks.reading_words import say_error
from decks.reading_work import note_reading, require_files, require_reading


class ConvertList(Endpoint):
    """Writing a list in another format without storing it."""

    permission_classes = []  # Nothing is written, so everybody may ask; throttling still applies.
    parser_classes = [FlatEnoughJSONParser, MultiPartParser]

    @extend_schema(
        operation_id="lists_convert",
        summary=_("Write a list in another format."),
        tags=["decklists"],
        request={"application/json": ConvertSerializer, "multipart/form-data": ConvertSerializer},
        responses={200: ConvertedSerializer, **problems(400)},
    )
    def post(self, request: Request) -> Response:
        require_files(request)
        sent = ConvertSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        require_reading(request, values["text"])
        game = get_object_or_404(games_with_rules(), slug=values["game"])
        day = timezone.localdate()
        ruleset = current_ruleset(game, on=day)
        usual = pack_of(ruleset).tournament
        judged = judge_text(values["text"], ruleset=ruleset, best_of=usual.best_of, pool=usual.pool, as_of=day)
        note_reading(request, judged.read)
        if not judged.settled:
            raise _unreadable(judged)
        if values["to"] == LINK:
            terms = ListTerms(usual.best_of, usual.pool)
            payload = share_payload(judged.cards, book=judged.book, terms=terms)
            return Response(_link(judged, address_to_share(request, reverse("shared_list", args=[payload]))))
        language = LANGUAGES.get(values.get("language", ""), active_language())
        return Response(_file(judged, export_judged(judged, to=ExportFormat(values["to"]), language=language)))


def _unreadable(judged: JudgedList) -> Refusal:
    """The refusal to convert: every line that cannot be read, with its message."""
    errors = unread_lines(judged.report)
    lines = [{"line": error["line"], "text": error["text"], "message": say_error(error)} for error in errors]
    code = "list_empty" if judged.read.is_empty else "list_unreadable"
    return Refusal(code, field="text", count=len(lines), lines=lines)


def _link(judged: JudgedList, address: str) -> dict[str, Any]:
    empty = {"content": "", "file_name": "", "media_type": "", "notices": []}
    return {"read_as": str(judged.read.format), "format": LINK, "text": address, **empty}


def _file(judged: JudgedList, file: WrittenList) -> dict[str, Any]:
    return {
        "read_as": str(judged.read.format),
        "format": str(file.format),
        "text": file.text,
        "content": "" if file.text else base64.b64encode(file.data).decode("ascii"),
        "file_name": file.file_name,
        "media_type": file.media_type,
        "notices": [{**notice, "message": say_export_notice(notice)} for notice in file.notices],
    }
