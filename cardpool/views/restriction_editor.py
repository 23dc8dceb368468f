"""Writing a restriction list: typed, tapped together, or read from a file; checked before it is saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts import notices
from accounts.forms import add_refusal
from accounts.refusals import NotAllowed, Refusal
from cardpool.forms.restrictions import ListForm
from cardpool.lists.editing import edit_list
from cardpool.lists.entries import Problem, UnreadableList
from cardpool.lists.file_text import MAX_BYTES, list_text
from cardpool.lists.lflist import NamedList, looks_like_lflist, read_lflist
from cardpool.lists.table import format_table, read_table
from cardpool.models import CardGame, RestrictionList
from cardpool.queries import pack_in_force, search_cards
from cardpool.queries.restriction_preview import preview_list
from cardpool.queries.restrictions import entries_of, known_formats
from cardpool.services.restrictions import ListData, SavedList, save_list
from cardpool.views.access import game_page, managers_only
from cardpool.views.restriction_entries import entries_page
from cardpool.wording import say_refusal

MAX_FOUND = 8
MAX_TAPS = 20


@dataclass(frozen=True)
class Written:
    """The text in the box after the file and the taps; `lists` are those of a file that contains several."""

    text: str
    name: str
    problems: tuple[Problem, ...] = ()
    lists: tuple[NamedList, ...] = ()


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def new(request: HttpRequest, game: CardGame) -> HttpResponse:
    """A new list, empty or with the entries of another (`?from=12`)."""
    start = request.GET.get("from", "")
    model = RestrictionList.objects.filter(game=game, pk=int(start)).first() if _is_id(start) else None
    return _editor(request, game, stored=None, model=model)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def edit(request: HttpRequest, game: CardGame, list_id: int) -> HttpResponse:
    """The next version of a list."""
    stored = get_object_or_404(RestrictionList.objects.select_related("game"), pk=list_id, game=game)
    return _editor(request, game, stored=stored, model=stored)


def _editor(
    request: HttpRequest, game: CardGame, *, stored: RestrictionList | None, model: RestrictionList | None
) -> HttpResponse:
    if request.method != "POST":
        form = ListForm(initial=_initial(stored, model))
        return _page(request, game, form, Written(form["text"].value() or "", ""), stored)
    written = _written(request)
    sent = request.POST.copy()
    sent["text"] = written.text
    sent["name"] = sent.get("name") or written.name
    form = ListForm(sent)
    if "save" not in request.POST or written.lists or written.problems:
        return _page(request, game, _unjudged(form), written, stored)
    if form.is_valid():
        saved = _save(request, game, form, written, stored)
        if saved is not None:
            return _saved(request, game, saved)
    return _page(request, game, form, written, stored, status=422)


def _initial(stored: RestrictionList | None, model: RestrictionList | None) -> dict[str, Any]:
    text = format_table(entries_of(model)) if model is not None else ""
    if stored is not None:
        facts = {name: getattr(stored, name) for name in ("name", "effective_from", "format", "source")}
        return {**facts, "text": text}
    return {"effective_from": timezone.localdate(), "format": model.format if model is not None else "", "text": text}


def _unjudged(form: ListForm) -> ListForm:
    """The form with what was typed and without errors, for requests that do not save."""
    return ListForm(initial={name: form.data.get(name, "") for name in form.fields})


def _written(request: HttpRequest) -> Written:
    text = request.POST.get("text", "").replace("\r\n", "\n").replace("\x00", "")
    name, file = "", request.FILES.get("file")
    try:
        if file:
            text = list_text(file.read(MAX_BYTES + 1))
            name = str(file.name or "").rpartition(".")[0][:80]
        if looks_like_lflist(text):
            return _of_lflist(text, request.POST)
        if file and text.strip():
            text = format_table(read_table(text))
    except UnreadableList as unreadable:
        return Written(text, name, unreadable.problems)
    for tap in request.POST.getlist("tap")[:MAX_TAPS]:
        text = edit_list(text, tap)
    return Written(text, name)


def _of_lflist(text: str, sent: QueryDict) -> Written:
    """The chosen list of an lflist.conf as a table; the text unchanged while none of several is chosen."""
    lists = read_lflist(text)
    chosen = sent.get("list", "") if len(lists) > 1 else "0"
    if not (_is_id(chosen) and int(chosen) < len(lists)):
        return Written(text, "", lists=lists)
    one = lists[int(chosen)]
    if one.problems:
        return Written(text, one.name[:80], one.problems, lists if len(lists) > 1 else ())
    return Written(format_table(one.entries) if one.entries else "", one.name[:80])


def _save(
    request: HttpRequest, game: CardGame, form: ListForm, written: Written, stored: RestrictionList | None
) -> SavedList | None:
    """What the service saved; None if it refused, with the reasons in the form."""
    values = form.cleaned_data
    try:
        entries = read_table(written.text) if written.text.strip() else ()
    except UnreadableList:
        form.add_error("text", _("Fix the marked lines first."))
        return None
    data = ListData(
        name=values["name"],
        effective_from=values["effective_from"],
        entries=entries,
        format=values["format"],
        source=values["source"],
    )
    replaces = stored.pk if stored is not None else None
    try:
        return save_list(actor=request.actor, game_id=game.pk, data=data, replaces=replaces)
    except NotAllowed:
        raise
    except Refusal as refusal:
        add_refusal(form, refusal, say_refusal)
        return None


def _saved(request: HttpRequest, game: CardGame, saved: SavedList) -> HttpResponse:
    if not saved.is_new:
        notices.done(request, _("Nothing had changed."))
    elif saved.unknown:
        facts = {"name": saved.list.name, "count": len(saved.unknown)}
        words = ngettext(
            "“%(name)s” is saved. %(count)s card of it is not in the pool yet.",
            "“%(name)s” is saved. %(count)s cards of it are not in the pool yet.",
            len(saved.unknown),
        )
        notices.done(request, words % facts)
    else:
        notices.done(request, _("“%(name)s” is saved.") % {"name": saved.list.name})
    path = reverse("restriction_list", args=[game.slug, saved.list.pk])
    return HttpResponseClientRedirect(path) if request.htmx else HttpResponseRedirect(path)


def _page(
    request: HttpRequest,
    game: CardGame,
    form: ListForm,
    written: Written,
    stored: RestrictionList | None,
    status: int = 200,
) -> HttpResponse:
    query = " ".join(request.POST.get("q", "").split())[:80]
    is_table = not written.lists and not written.problems
    day = _day(form["effective_from"].value())
    format_ = str(form["format"].value() or "").strip().lower()
    preview = preview_list(game, written.text if is_table else "", format=format_, day=day, replaces=stored)
    return game_page(
        request,
        "games/restriction_editor.html",
        game,
        tab="game_restrictions",
        editor=form,
        stored=stored,
        written=written,
        preview=preview,
        page=entries_page(preview.entries, query, request.POST.get("page")),
        problems=written.problems or preview.problems,
        query=query,
        found=search_cards(game, query, limit=MAX_FOUND),
        formats=known_formats(game),
        sample=_sample(game),
        posted=request.method == "POST",
        status=status,
    )


def _sample(game: CardGame) -> list[str]:
    """Card numbers of the game for the short help on how to write a list."""
    pack = pack_in_force(game)
    return list(pack.mapping["cards"].get("number", {}).get("examples", []))


def _day(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return parse_date(value)
    except ValueError:
        return None


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
