"""The finished workbook as a response, for pages and API alike."""

from __future__ import annotations

import re

from django.http import FileResponse
from django.utils import timezone

from tournaments.models import Export

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_REFUSED_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')


def workbook_response(export: Export) -> FileResponse:
    """The file as a download named after the tournament."""
    return FileResponse(
        export.file.open("rb"), as_attachment=True, filename=file_name(export), content_type=CONTENT_TYPE
    )


def file_name(export: Export) -> str:
    """The tournament's name and the local time of the export, without characters any file system refuses."""
    name = _REFUSED_IN_NAMES.sub(" ", export.tournament.name).strip()[:80]
    return f"{name} {timezone.localtime(export.created_at):%Y-%m-%d %H%M}.xlsx"
