"""Finished files as responses, for pages and API alike."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import FileResponse, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header

from tournaments.models import Export, Tournament

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SHEETS_TYPE = "text/html; charset=utf-8"
_REFUSED_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')


def workbook_response(export: Export) -> FileResponse:
    """The file as a download named after the tournament."""
    return FileResponse(
        export.file.open("rb"), as_attachment=True, filename=file_name(export), content_type=CONTENT_TYPE
    )


def data_response(data: dict[str, Any], *, player_id: int) -> HttpResponse:
    """What is stored of a player, as a JSON file to save."""
    written = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    response = HttpResponse(written, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="dueldesk-player-{player_id}.json"'
    return response


def archive_response(tournament: Tournament, text: str) -> HttpResponse:
    """An archive file to save, named after the event."""
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    disposition = content_disposition_header(True, f"{_in_names(tournament)} {tournament.code}.json")
    response["Content-Disposition"] = disposition or "attachment"
    return response


def sheets_response(request: HttpRequest, export: Export) -> FileResponse:
    """The registration sheets as a page to print from, sent as they are stored: compressed."""
    file = export.file.open("rb")
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        response = FileResponse(gzip.GzipFile(fileobj=file), content_type=SHEETS_TYPE)
    else:
        response = FileResponse(file, content_type=SHEETS_TYPE, headers={"Content-Encoding": "gzip"})
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def file_name(export: Export) -> str:
    """The tournament's name and the local time of the export, without characters any file system refuses."""
    return f"{_in_names(export.tournament)} {timezone.localtime(export.created_at):%Y-%m-%d %H%M}.xlsx"


def _in_names(tournament: Tournament) -> str:
    """The event's name as a part of the name of a file."""
    return _REFUSED_IN_NAMES.sub(" ", tournament.name).strip()[:80]
