"""The pages of imports: all of a game, one of them, and the columns of its tables."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import add_refusal
from accounts.refusals import Refusal
from cardpool.importers.cdb import INCLUDE_OTHERS
from cardpool.importers.formats import TABLE
from cardpool.importers.pokemon import NAMES_ONLY
from cardpool.importing.arriving import READY, receive_files, unreadable
from cardpool.importing.heads import heads_of
from cardpool.importing.jobs import start_preview
from cardpool.importing.mapping import remembered
from cardpool.importing.storing import paths_of
from cardpool.intake.unreadable import UnreadableFile
from cardpool.models import CardGame, CardImport
from cardpool.queries import pack_in_force
from cardpool.views.access import game_page, managers_only
from cardpool.views.imports.forms import ColumnsForm, UploadForm
from cardpool.views.imports.shown import TAGS, show_import
from cardpool.wording import say_refusal

AT_ONCE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def imports(request: HttpRequest, game: CardGame) -> HttpResponse:
    """The imports of a game, and the upload; tables lead to their columns, other files to the preview."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if request.method == "POST" and form.is_valid():
        try:
            brought = receive_files(
                actor=request.actor,
                game=game,
                files=form.cleaned_data["card_files"],
                format=form.cleaned_data["format"],
            )
        except Refusal as refusal:
            add_refusal(form, refusal, say_refusal)
        else:
            return go_on(request, brought)
    history = CardImport.objects.filter(game=game).select_related("game")
    page = Paginator(history, AT_ONCE).get_page(request.GET.get("page"))
    shown = [(one, TAGS.get(one.state, ""), one.report.get("counts", {})) for one in page]
    return game_page(
        request, "games/imports/imports.html", game, tab="game_import", form=form, page=page, imports=shown
    )


def go_on(request: HttpRequest, brought: CardImport) -> HttpResponse:
    """Where an import goes after its files: to the choice of columns, or at once to the preview."""
    if brought.format == TABLE:
        return redirect("card_import_columns", slug=brought.game.slug, key=brought.key)
    start_preview(
        actor=request.actor,
        import_id=brought.pk,
        include_others=bool(brought.options.get(INCLUDE_OTHERS)),
        names_only=bool(brought.options.get(NAMES_ONLY)),
    )
    return redirect("card_import", slug=brought.game.slug, key=brought.key)


@require_safe
@managers_only
def one_import(request: HttpRequest, game: CardGame, key: UUID) -> HttpResponse:
    """The state of an import: its progress, its preview, its report. For htmx, only the part that changes."""
    card_import = find_import(game, key)
    if card_import.state == CardImport.State.UPLOADED and card_import.format == TABLE:
        return redirect("card_import_columns", slug=game.slug, key=key)
    context = {**show_import(card_import, pack_in_force(game)), "upload": UploadForm()}
    if request.htmx:
        return render(request, "games/imports/_import.html", {"game": game, **context})
    return game_page(request, "games/imports/import.html", game, tab="game_import", **context)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def columns(request: HttpRequest, game: CardGame, key: UUID) -> HttpResponse:
    """What each column of the tables contains, as guessed or last chosen for this header line; then the preview."""
    card_import = find_import(game, key)
    if card_import.state not in READY or card_import.format != TABLE:
        return redirect("card_import", slug=game.slug, key=key)
    pack = pack_in_force(game)
    sheet = request.POST.get("sheet", "") or request.GET.get("sheet", "") or card_import.options.get("sheet", "")
    try:
        heads = heads_of(paths_of(card_import), pack, {"sheet": sheet})
    except UnreadableFile as mistake:
        raise unreadable(mistake) from None
    kept = remembered(game, pack, heads)
    data = request.POST if request.method == "POST" else None
    chosen = card_import.options.get("columns", {})
    form = ColumnsForm(data, heads=heads, pack=pack, kept=kept, chosen=chosen)
    if data is not None and form.is_valid():
        start_preview(actor=request.actor, import_id=card_import.pk, columns=form.cleaned_data["columns"], sheet=sheet)
        return redirect("card_import", slug=game.slug, key=key)
    tables = [
        {"head": head, "rows": list(zip(form.rows(at), head.samples, strict=True)), "kept": kept.get(head.digest)}
        for at, head in enumerate(heads)
    ]
    sheets = next((head.sheets for head in heads if len(head.sheets) > 1), ())
    return game_page(
        request, "games/imports/columns.html", game, tab="game_import",
        card_import=card_import, form=form, tables=tables, sheets=sheets, sheet=sheet or heads[0].sheet,
        upload=UploadForm(),
    )  # fmt: skip


def find_import(game: CardGame, key: UUID) -> CardImport:
    """The game's import with this key; another game's is not found (404)."""
    return get_object_or_404(CardImport.objects.select_related("game"), game=game, key=key)
