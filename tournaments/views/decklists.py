"""The editor of one entry's decklist: the player's own, or any of the event for its judges and organisers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import notices
from accounts.languages import active_language
from accounts.refusals import NotAllowed, Refusal
from decks.exports.lists import ListTerms
from decks.models import DecklistVersion
from decks.queries import versions_of
from decks.reading_work import note_reading, require_reading
from decks.superseded_drafts import draft_room
from decks.views.deck_page import show_deck
from decks.views.exporting import Sharing, version_sharing
from decks.views.saved import SavedVersion, say_version
from decks.views.shown import ShownList, show_list
from decks.views.typed import TypedList, read_typed
from decks.views.workspace import workspace, workspace_answer
from tournaments.services.decklists import save_entry_decklist
from tournaments.views.deck_head import DeckHead, find_deck_head
from tournaments.views.entry_deck import EntryDeck, find_version, open_deck
from tournaments.wording import say_refusal

SUBMITTING = ("submit", "submit_illegal")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def editor(request: HttpRequest, registration_id: int) -> HttpResponse:
    """The editor; POST saves a draft or submits. `?version=3` starts from that version. Read-only once locked."""
    here = open_deck(request, registration_id)
    if request.method == "POST":
        return _save(here)
    loaded = find_version(here, request.GET["version"]) if "version" in request.GET else None
    start = loaded or here.newest
    return _page(here, TypedList(start.text if start is not None else ""), loaded=loaded)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def judge(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Judge what was typed, after the taps and the file are applied; nothing is saved."""
    return _judged(request, registration_id, "decks/_answer.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def search(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Cards of the pool, with how many of each the typed list has."""
    return _judged(request, registration_id, "decks/_found.html")


@never_cache
@require_safe
def lock(request: HttpRequest, registration_id: int) -> HttpResponse:
    """What an open page says once its list takes no changes any more; 204 as long as it does."""
    here = open_deck(request, registration_id)
    if here.may_edit:
        return HttpResponse(status=204)
    return render(request, "tournaments/decks/_lock.html", {"here": here})


@never_cache
@require_safe
def versions(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Every saved version: who, when, why, and what changed."""
    here = open_deck(request, registration_id)
    listed = list(versions_of(here.decklist)) if here.decklist is not None else []
    said = [
        say_version(one, here.pack, before=before, deciders=here.terms.deciders)
        for one, before in zip(listed, [*listed[1:], None], strict=False)
    ]
    room = draft_room(here.decklist) if here.decklist is not None else None
    facts = {"here": here, "versions": said, "room": room}
    return render(request, "tournaments/decks/editor_versions.html", facts)


@never_cache
@require_safe
def version(request: HttpRequest, registration_id: int, number: int) -> HttpResponse:
    """One saved version with the verdict it got then."""
    here = open_deck(request, registration_id)
    found = find_version(here, str(number))
    before = versions_of(found.decklist).filter(number__lt=found.number).first()
    facts = {
        "here": here,
        "saved": say_version(found, here.pack, before=before, deciders=here.terms.deciders),
        "deck": show_deck(found.cards, here.terms.book),
        "sharing": _sharing(here, found),
        "before": before,
    }
    return render(request, "tournaments/decks/editor_version.html", facts)


def _sharing(here: EntryDeck, version: DecklistVersion | None) -> Sharing:
    """The exports of a saved list, for those who may see it."""
    if version is None:
        return Sharing()
    terms = ListTerms(here.terms.best_of, here.terms.pool, here.terms.format)
    ways = version_sharing(version, book=here.terms.book, terms=terms, language=active_language())
    return replace(ways, may_link=here.own)


def _judged(request: HttpRequest, registration_id: int, part: str) -> HttpResponse:
    if request.method == "GET":
        return redirect("deck_editor", registration_id=registration_id)
    here = open_deck(request, registration_id)
    typed = read_typed(request, here.terms)
    if request.htmx:
        return workspace_answer(request, _workspace(here, typed), part)
    return _page(here, typed, posted=True)


def _workspace(here: EntryDeck, typed: TypedList) -> dict[str, Any]:
    facts = workspace(typed, here.terms, judge_url=here.judge_url, search_url=here.search_url)
    return facts | {"sharing": replace(facts["sharing"], may_link=here.own), "settle_url": here.settle_url}


def _page(here: EntryDeck, typed: TypedList, *, status: int = 200, **facts: Any) -> HttpResponse:
    """The editor with a text; if the list is locked for the visitor, the list that counts and what they typed."""
    posted = here.request.POST
    facts.setdefault("posted", here.request.method == "POST")
    facts |= {
        "here": here,
        "deck_name": posted.get("name", here.deck_name),
        "reason": posted.get("reason", ""),
        "base": here.base if facts.get("question") == "newer" else posted.get("base", here.base),
    }
    if not here.may_edit:
        counting = here.submitted or here.newest
        saved = say_version(counting, here.pack, deciders=here.terms.deciders) if counting is not None else None
        facts |= {
            "saved": saved,
            "state": _saved_head(here, saved),
            "deck": show_deck(counting.cards if counting is not None else [], here.terms.book),
            "sharing": _sharing(here, counting),
            "unsaved": typed.text if here.request.method == "POST" else "",
            "settle_url": here.settle_url,
        }
        return render(here.request, "tournaments/decks/editor_locked.html", facts, status=status)
    facts |= _workspace(here, typed)
    if not facts["posted"] and facts.get("loaded") is None:
        shown: ShownList = facts["shown"]
        facts["state"] = find_deck_head(here, shown.state, shown.problems, is_readable=not shown.unreadable)
    return render(here.request, "tournaments/decks/editor.html", facts, status=status)


def _saved_head(here: EntryDeck, saved: SavedVersion | None) -> DeckHead | None:
    """What the player of a locked list can do, by the verdict that the list got when it was saved."""
    if saved is None:
        return find_deck_head(here, "", (), is_readable=True)
    return find_deck_head(here, saved.version.verdict, saved.problems, is_readable=saved.is_readable)


def _save(here: EntryDeck) -> HttpResponse:
    """Save or submit. Asks first if the list is not legal, or if somebody saved another version in the meantime."""
    request = here.request
    typed = replace(read_typed(request, here.terms), is_changed=False)
    action = request.POST.get("action", "save")
    if here.may_edit and request.POST.get("base", here.base) != here.base:
        return _page(here, typed, status=409, question="newer")
    if typed.wrong:
        return _page(here, typed, status=422)
    shown = show_list(typed, here.terms.judge(typed.text), here.terms)
    if action == "submit" and shown.state == "illegal" and here.may_edit and not _reason_missing(here):
        return _page(here, typed, status=422, question="illegal")
    try:
        if action in SUBMITTING and shown.state == "empty":
            raise Refusal("decklist_empty", field="text")
        require_reading(request, typed.text)
        saved = save_entry_decklist(
            actor=request.actor,
            registration_id=here.entry.pk,
            text=typed.text,
            name=request.POST.get("name", ""),
            submit=action in SUBMITTING,
            reason=request.POST.get("reason", ""),
            on_read=partial(note_reading, request),
        )
    except NotAllowed:
        raise
    except Refusal as refusal:
        status = 422 if refusal.http_status == 400 else refusal.http_status
        here = open_deck(request, here.entry.pk)
        return _page(here, typed, status=status, refusal=refusal, refused=say_refusal(refusal))
    _tell(here, saved, shown, submitted=action in SUBMITTING)
    return redirect("deck_editor", registration_id=here.entry.pk)


def _reason_missing(here: EntryDeck) -> bool:
    return here.needs_reason and not here.request.POST.get("reason", "").strip()


def _say_removed(count: int) -> str:
    words = ngettext(
        "To make room, the oldest version that was never submitted was removed. Versions that were submitted are kept.",
        "To make room, the %(count)s oldest versions that were never submitted were removed."
        " Versions that were submitted are kept.",
        count,
    )
    return words % {"count": count}


def _tell(here: EntryDeck, saved: DecklistVersion, shown: ShownList, *, submitted: bool) -> None:
    """Say what was done with the list, what is still open, and which drafts were removed for it."""
    removed = saved.decklist.drafts_removed - (here.decklist.drafts_removed if here.decklist is not None else 0)
    if removed:
        notices.done(here.request, _say_removed(removed))
    facts = {"number": saved.number, "problem": shown.first.sentence if shown.first else ""}
    if submitted and shown.state == "undecided":
        words = _("Submitted: version %(number)s. Whether it is legal cannot be decided yet; the judges see why.")
        messages.warning(here.request, words % facts)
        return
    if submitted and shown.state != "legal":
        messages.warning(here.request, _("Submitted: version %(number)s, not legal yet. %(problem)s") % facts)
        return
    if submitted:
        words = _("Submitted: version %(number)s, legal.") % facts
    elif str(saved.number) == here.base:
        words = _("Nothing had changed since version %(number)s; it is saved.") % facts
    elif here.submitted is None:
        words = _("Saved as version %(number)s. It counts once you submit it.") % facts
    else:
        facts["counting"] = here.submitted.number
        words = _("Saved as version %(number)s. Version %(counting)s still counts until you submit this one.") % facts
    notices.done(here.request, words)
