"""Asking for a workbook, watching it being written, downloading it."""

from __future__ import annotations

import logging
import re
from uuid import UUID

from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event
from kombu.exceptions import OperationalError

from tournaments import permissions
from tournaments.models import Export, Tournament
from tournaments.services import exporting
from tournaments.tasks import write_export_job

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SLOW_AFTER_SECONDS = 120


@require_POST
def export_request(request: HttpRequest, code: str) -> HttpResponse:
    """Start a workbook of the tournament in the viewer's language and show its progress."""
    tournament = get_object_or_404(Tournament, code=code)
    if request.actor.is_anonymous and not request.session.session_key:
        request.session.create()
    export = exporting.request_export(
        actor=request.actor,
        tournament_id=tournament.pk,
        language=get_language() or "zh-hans",
        session_key=request.session.session_key or "",
    )
    transaction.on_commit(lambda: start_job(export))
    return redirect("export_status", key=export.key)


def start_job(export: Export) -> None:
    """Hand the export to the worker; when no queue can be reached the export says so instead of waiting for ever."""
    try:
        write_export_job.delay(export.pk)
    except OperationalError:
        logger.exception("export_not_queued")
        exporting.fail_export(export_id=export.pk, error=exporting.QUEUE_UNREACHABLE)


@never_cache
@require_GET
def export_status(request: HttpRequest, key: UUID) -> HttpResponse:
    """The progress page; asked by htmx, only its moving part, which starts the download when the file is ready."""
    export = _own_export(request, key)
    waiting = export.state in (Export.State.QUEUED, Export.State.RUNNING)
    slow = waiting and (timezone.now() - export.created_at).total_seconds() > SLOW_AFTER_SECONDS
    context = {"export": export, "tournament": export.tournament, "waiting": waiting, "slow": slow}
    if not request.htmx:
        return render(request, "tournaments/exports/status.html", context)
    response = render(request, "tournaments/exports/_progress.html", context)
    if export.state == Export.State.READY:
        trigger_client_event(response, "dueldesk:download", {"url": reverse("export_file", args=[export.key])})
    return response


@never_cache
@require_GET
def export_file(request: HttpRequest, key: UUID) -> FileResponse:
    """The finished workbook, for whoever asked for it."""
    export = _own_export(request, key)
    if export.state != Export.State.READY or not export.file:
        raise Http404
    return FileResponse(
        export.file.open("rb"), as_attachment=True, filename=file_name(export), content_type=CONTENT_TYPE
    )


def file_name(export: Export) -> str:
    """The tournament's name and the local time of the export, without characters any file system refuses."""
    name = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", export.tournament.name).strip()[:80]
    return f"{name} {timezone.localtime(export.created_at):%Y-%m-%d %H%M}.xlsx"


def _own_export(request: HttpRequest, key: UUID) -> Export:
    """The export of this key if the visitor asked for it; to anybody else it does not exist."""
    export = get_object_or_404(Export.objects.select_related("tournament"), key=key)
    if not permissions.may_download(request.actor, export, request.session.session_key or ""):
        raise Http404
    return export
