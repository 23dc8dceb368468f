"""Requesting a workbook; the progress of a workbook or of deck registration sheets; downloading the file."""

from __future__ import annotations

from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from accounts.allowances import Allowance, require_allowance
from accounts.languages import active_language
from accounts.same_site import sent_from_this_site
from jobs.queries import standing
from jobs.troubles import FAILED
from jobs.wording import say_reason, show_standing
from tournaments import permissions
from tournaments.downloads import sheets_response, workbook_response
from tournaments.models import Export, Tournament
from tournaments.services import exporting

ASK_EXPORT = Allowance("ask_export", visitor=20, newcomers=60, address=400)
FRESH_FOR_SECONDS = 30
LOOK_AGAIN = ((2.0, 400), (10.0, 1_000))
"""Milliseconds between two requests for the state of a file, while it is younger than that many seconds."""
SELDOM = 3_000


@sent_from_this_site
@require_POST
def export_request(request: HttpRequest, code: str) -> HttpResponse:
    """Start a workbook of the tournament in the viewer's language and show its progress."""
    tournament = get_object_or_404(Tournament, code=code)
    require_allowance(request, ASK_EXPORT)
    export = exporting.request_export(actor=request.actor, tournament_id=tournament.pk, language=active_language())
    return redirect("export_status", key=export.key)


@never_cache
@require_safe
def export_status(request: HttpRequest, key: UUID) -> HttpResponse:
    """The progress page; for htmx, only its changing part, which starts the download when the file is ready.

    A file that is ready when the page first opens downloads by itself too, unless it is an old one.
    """
    export = _export_of(request, key)
    waiting = export.state in exporting.WAITING
    job = standing(exporting.WRITE_EXPORT, export.pk) if waiting else None
    age = (timezone.now() - export.created_at).total_seconds()
    is_workbook = export.kind == Export.Kind.WORKBOOK
    fresh = request.htmx or (export.state == Export.State.READY and age < FRESH_FOR_SECONDS)
    context = {
        "export": export,
        "tournament": export.tournament,
        "waiting": waiting,
        "look_again_after": _look_again_after(age),
        "is_running": job is not None and job.is_running,
        "job": show_standing(job),
        "reason": say_reason(export.error) or say_reason(FAILED),
        "is_workbook": is_workbook,
        "downloads_itself": is_workbook and bool(fresh),
    }
    if not request.htmx:
        return render(request, "tournaments/exports/status.html", context)
    response = render(request, "tournaments/exports/_progress.html", context)
    if is_workbook and export.state == Export.State.READY:
        trigger_client_event(response, "dueldesk:download", {"url": reverse("export_file", args=[export.key])})
    return response


@never_cache
@require_safe
def export_file(request: HttpRequest, key: UUID) -> FileResponse:
    """The finished file: a workbook to save, or sheets to print."""
    export = _export_of(request, key)
    if export.state != Export.State.READY or not export.file:
        raise Http404
    try:
        return workbook_response(export) if export.kind == Export.Kind.WORKBOOK else sheets_response(request, export)
    except FileNotFoundError:
        raise Http404 from None


def _export_of(request: HttpRequest, key: UUID) -> Export:
    """The export with this key if the visitor may download it, else 404."""
    export = get_object_or_404(Export.objects.select_related("tournament"), key=key)
    if not permissions.may_download(request.actor, export):
        raise Http404
    return export


def _look_again_after(age: float) -> int:
    """Milliseconds until a waiting page asks again: soon at first, for small events, then less often."""
    return next((pause for seconds, pause in LOOK_AGAIN if age < seconds), SELDOM)
