"""Asking for a workbook, watching it being written, downloading it."""

from __future__ import annotations

from uuid import UUID

from allauth.core.ratelimit import consume, respond_429
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from tournaments import permissions
from tournaments.downloads import workbook_response
from tournaments.models import Export, Tournament
from tournaments.services import exporting
from tournaments.tasks import hand_to_worker

SLOW_AFTER_SECONDS = exporting.WAITED_FOR.total_seconds()
FRESH_FOR_SECONDS = 30


@require_POST
def export_request(request: HttpRequest, code: str) -> HttpResponse:
    """Start a workbook of the tournament in the viewer's language and show its progress."""
    tournament = get_object_or_404(Tournament, code=code)
    if not consume(request, action="ask_export"):
        return respond_429(request)
    if request.actor.is_anonymous and not request.session.session_key:
        request.session.create()
    asked = exporting.request_export(
        actor=request.actor,
        tournament_id=tournament.pk,
        language=get_language() or "zh-hans",
        session_key=request.session.session_key or "",
    )
    if asked.is_new:
        transaction.on_commit(lambda: hand_to_worker(asked.export))
    return redirect("export_status", key=asked.export.key)


@never_cache
@require_safe
def export_status(request: HttpRequest, key: UUID) -> HttpResponse:
    """The progress page; asked by htmx, only its moving part, which starts the download when the file is ready.

    A file that is ready when the page first opens downloads by itself too, unless it is an old one looked up again.
    """
    export = _own_export(request, key)
    waiting = export.state in exporting.WAITING
    age = (timezone.now() - export.created_at).total_seconds()
    fresh = request.htmx or (export.state == Export.State.READY and age < FRESH_FOR_SECONDS)
    context = {
        "export": export,
        "tournament": export.tournament,
        "waiting": waiting,
        "slow": waiting and age > SLOW_AFTER_SECONDS,
        "downloads_itself": bool(fresh),
    }
    if not request.htmx:
        return render(request, "tournaments/exports/status.html", context)
    response = render(request, "tournaments/exports/_progress.html", context)
    if export.state == Export.State.READY:
        trigger_client_event(response, "dueldesk:download", {"url": reverse("export_file", args=[export.key])})
    return response


@never_cache
@require_safe
def export_file(request: HttpRequest, key: UUID) -> FileResponse:
    """The finished workbook, for whoever asked for it."""
    export = _own_export(request, key)
    if export.state != Export.State.READY or not export.file:
        raise Http404
    try:
        return workbook_response(export)
    except FileNotFoundError:
        raise Http404 from None


def _own_export(request: HttpRequest, key: UUID) -> Export:
    """The export of this key if the visitor asked for it; to anybody else it does not exist."""
    export = get_object_or_404(Export.objects.select_related("tournament"), key=key)
    if not permissions.may_download(request.actor, export, request.session.session_key or ""):
        raise Http404
    return export
