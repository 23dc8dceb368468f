"""The actions on an import: adding files, previewing again, importing, discarding, downloading the report."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import notices
from accounts.languages import active_language
from cardpool.importing.arriving import receive_files
from cardpool.importing.jobs import discard_import, start_import, start_preview
from cardpool.importing.storing import kept_report
from cardpool.models import CardGame, CardImport
from cardpool.queries import pack_in_force
from cardpool.views.access import managers_only
from cardpool.views.imports.pages import find_import, go_on
from cardpool.views.imports.report_file import report_lines


@require_POST
@managers_only
def add_files(request: HttpRequest, game: CardGame, key: UUID) -> HttpResponse:
    """Add files to an import that has not begun."""
    card_import = find_import(game, key)
    brought = receive_files(
        actor=request.actor,
        game=game,
        files=request.FILES.getlist("card_files"),
        format=card_import.format,
        to=card_import,
    )
    return go_on(request, brought)


@require_POST
@managers_only
def preview(request: HttpRequest, game: CardGame, key: UUID) -> HttpResponse:
    """Preview again with the columns chosen before: after a fault, or because the cards have changed."""
    card_import = find_import(game, key)
    queued = start_preview(
        actor=request.actor,
        import_id=card_import.pk,
        columns=card_import.options.get("columns"),
        sheet=card_import.options.get("sheet", ""),
        include_others="include_others" in request.POST,
        names_only="names_only" in request.POST,
    )
    return _back(queued)


@require_POST
@managers_only
def run(request: HttpRequest, game: CardGame, key: UUID) -> HttpResponse:
    """Import what was previewed."""
    return _back(start_import(actor=request.actor, import_id=find_import(game, key).pk))


@require_POST
@managers_only
def discard(request: HttpRequest, game: CardGame, key: UUID) -> HttpResponse:
    """Discard the import; the pool stays as it is."""
    discard_import(actor=request.actor, import_id=find_import(game, key).pk)
    notices.done(request, _("The import was discarded. No card was changed."))
    return redirect("game_import", slug=game.slug)


@require_safe
@managers_only
def report(request: HttpRequest, game: CardGame, key: UUID) -> HttpResponse:
    """Every row of the report as CSV, in the viewer's language."""
    card_import = find_import(game, key)
    entries = kept_report(card_import)
    if entries is None:
        raise Http404
    lines = report_lines(entries, pack_in_force(game), active_language())
    response = HttpResponse("".join(lines), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="import-{game.slug}-{str(key)[:8]}.csv"'
    return response


def _back(queued: CardImport) -> HttpResponse:
    return redirect("card_import", slug=queued.game.slug, key=queued.key)
