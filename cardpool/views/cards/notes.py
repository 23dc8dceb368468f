"""Judge notes: all of a game, and writing, changing, withdrawing and restoring one."""

from __future__ import annotations

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.refusals import NotAllowed, Refusal
from cardpool.forms.notes import NoteForm
from cardpool.models import Card, CardGame, CardNote
from cardpool.queries import games_with_rules
from cardpool.queries.notes import notes_of_game
from cardpool.services.notes import NoteText, replace_note, restore_note, withdraw_note, write_note
from cardpool.views.access import managers_only
from cardpool.views.cards.page import notes_clause
from cardpool.views.cards.refused import take_refusal

PAGE_SIZE = 40
MAX_QUERY_LENGTH = 100


@require_safe
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """Every note of a game in force, the newest first; `all` puts them on one page to print."""
    game = get_object_or_404(games_with_rules(), slug=slug)
    query = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:MAX_QUERY_LENGTH]
    found = notes_of_game(game, query)
    size = max(1, found.count()) if "all" in request.GET else PAGE_SIZE
    page = Paginator(found, size).get_page(request.GET.get("page"))
    pack, clause = notes_clause(game)
    facts = {"game": game, "pack": pack, "clause": clause, "query": query, "page": page, "all": "all" in request.GET}
    answer = render(request, "cards/_notes_found.html" if request.htmx else "cards/notes.html", facts)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


@require_POST
@managers_only
def add(request: HttpRequest, game: CardGame, card_id: int) -> HttpResponse:
    """Write a note about a card."""
    card = get_object_or_404(Card, game=game, pk=card_id)
    form = NoteForm(request.POST)
    note = _saved(form, lambda text: write_note(actor=request.actor, card_id=card.pk, text=text))
    if note is None:
        return _asked(request, card, form, None)
    notices.done(request, _("The note is written."), undo=_address("card_note_withdraw", note))
    return _to(note)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def change(request: HttpRequest, game: CardGame, note_id: int) -> HttpResponse:
    """Put another version in place of a note."""
    note = get_object_or_404(CardNote.objects.select_related("card__game"), card__game=game, pk=note_id)
    if request.method != "POST":
        return _asked(request, note.card, NoteForm.about(_newest(note)), _newest(note))
    form = NoteForm(request.POST)
    newer = _saved(form, lambda text: replace_note(actor=request.actor, note_id=note.pk, text=text))
    if newer is None:
        return _asked(request, note.card, form, note)
    if newer.pk != note.pk:
        notices.done(request, _("The note is changed. The version before stays in its history."))
    return _to(newer)


@require_POST
@managers_only
def withdraw(request: HttpRequest, game: CardGame, note_id: int) -> HttpResponse:
    """Withdraw a note."""
    note = get_object_or_404(CardNote, card__game=game, pk=note_id)
    note = withdraw_note(actor=request.actor, note_id=note.pk)
    notices.done(request, _("The note is withdrawn."), undo=_address("card_note_restore", note))
    return _to(note)


@require_POST
@managers_only
def restore(request: HttpRequest, game: CardGame, note_id: int) -> HttpResponse:
    """Restore a withdrawn note."""
    note = get_object_or_404(CardNote, card__game=game, pk=note_id)
    note = restore_note(actor=request.actor, note_id=note.pk)
    notices.done(request, _("The note is in force again."))
    return _to(note)


def _saved(form: NoteForm, save: Callable[[NoteText], CardNote]) -> CardNote | None:
    """The note as the service saved it; None if the form or the service refuses, with each problem at its field."""
    if not form.is_valid():
        return None
    try:
        return save(form.text())
    except NotAllowed:
        raise
    except Refusal as refusal:
        take_refusal(form, refusal)
        return None


def _asked(request: HttpRequest, card: Card, form: NoteForm, note: CardNote | None) -> HttpResponse:
    """The form on its own page; if the note was changed in the meantime, with its newest version, which the form then
    replaces."""
    newest = _newest(note) if note is not None else None
    shown = newest if newest != note else None
    facts = {"card": card, "game": card.game, "form": form, "note": newest, "newest": shown}
    return render(request, "cards/note_form.html", facts, status=422 if form.errors else 200)


def _newest(note: CardNote) -> CardNote:
    """The newest version of the note."""
    newer: CardNote | None = note
    while newer is not None:
        note, newer = newer, CardNote.objects.filter(replaces=newer).first()
    return note


def _address(name: str, note: CardNote) -> str:
    return reverse(name, args=[note.card.game.slug, note.pk])


def _to(note: CardNote) -> HttpResponse:
    page = reverse("card", args=[note.card.game.slug, note.card.key])
    return HttpResponseRedirect(f"{page}#note-{note.pk}")
