"""Decklists everybody, or this visitor, may read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from accounts.languages import active_language
from cardpool.models import Ruleset
from decks.exports.lists import ListTerms
from decks.judging import book_of, format_cards
from decks.models import DecklistVersion
from decks.queries import newest_version
from decks.views.deck_page import show_deck
from decks.views.exporting import version_sharing
from tournaments.models import Registration
from tournaments.permissions import Action, is_own, lists_are_public, may, may_edit_decklist, may_view_decklist
from tournaments.queries.decks import visible_version
from tournaments.queries.finding import Listed, rows_named
from tournaments.queries.name_order import spoken_letter
from tournaments.queries.names import shown_name
from tournaments.queries.submitted_lists import lists_in_order, with_lists
from tournaments.views.event import Visit, event_page, visit
from tournaments.views.everybody import for_everybody
from tournaments.views.sections import in_sections, sectioned


def own_list(here: Visit) -> dict[str, Any]:
    """The visitor's own submitted list, while the page of everybody does not have it."""
    own = here.mine.deck_entry.decklist if here.mine is not None else None
    if own is None or lists_are_public(here.tournament):
        return {}
    return {"own_page": "decks", "own_list": own if own.submitted is not None else None}


def listed(here: Visit) -> list[Listed]:
    """The entries whose lists everybody may read."""
    public = lists_are_public(here.tournament)
    return in_sections(
        [[entry.pk] for entry in lists_in_order(here.mark, here.tournament, private=False)] if public else []
    )


@require_safe
@for_everybody(own=own_list, listed=listed)
def decks(request: HttpRequest, code: str) -> HttpResponse:
    """The submitted lists the visitor may read, by sections, or when they will be public; `?find=` filters by name."""
    here = visit(request, code)
    event, find = here.tournament, request.GET.get("find", "").strip()
    public, sees_all = lists_are_public(event), may(request.actor, Action.VIEW_ALL_DECKLISTS, event)
    entries = lists_in_order(here.mark, event, private=here.private) if public or sees_all else []
    if find:
        entries = rows_named(here.mark, "lists", entries, lambda entry: entry, find, private=here.private)
    section = sectioned(entries, request, lambda entry: spoken_letter(shown_name(entry, private=here.private)))
    facts: dict[str, Any] = own_list(here) | {
        "section": section,
        "rows": with_lists(section.rows),
        "find": find,
        "public": public,
        "sees_all": sees_all,
    }
    return event_page(here, "decks", tab="tournament_decks", **facts)


def is_own_list(here: Visit, registration_id: int) -> bool:
    """Whether a list is the visitor's, who sees it with its comments and the ways to change it."""
    return any(entry.deck_entry.pk == registration_id for entry in here.own)


@require_safe
@for_everybody(differs=is_own_list)
def deck(request: HttpRequest, code: str, registration_id: int) -> HttpResponse:
    """One submitted list by sections; 404 for a list the visitor may not read, so that it is not disclosed."""
    here = visit(request, code)
    entry = get_object_or_404(
        Registration.people.select_related("player", "tournament", "decklist__submitted", "decklist__ruleset__game"),
        pk=registration_id,
        tournament=here.tournament,
    )
    if not may_view_decklist(request.actor, entry):
        raise Http404
    version = visible_version(request.actor, entry)
    if version is None:
        raise Http404
    assert entry.decklist is not None
    request.actor = request.actor.acting_for(entry.player_id)
    may_edit = may_edit_decklist(request.actor, entry)
    book = book_of(entry.decklist.ruleset)
    terms = ListTerms(entry.decklist.best_of, entry.decklist.pool, entry.decklist.format)
    ways = version_sharing(version, book=book, terms=terms, language=active_language())
    facts: dict[str, Any] = {
        "entry": entry,
        "version": version,
        "text": version.text if may_edit else printed(version, entry.decklist.ruleset),
        "deck": show_deck(version.cards, book),
        "sharing": replace(ways, may_link=is_own(request.actor, entry) or lists_are_public(here.tournament)),
        "may_edit": may_edit,
        "newest": newest_version(entry.decklist) if may_edit else None,
    }
    return event_page(here, "deck", tab="tournament_decks", **facts)


def printed(version: DecklistVersion, ruleset: Ruleset) -> str:
    """A version's cards as text for everybody: without comments and other private text of the typed list."""
    return format_cards(version.cards, book=book_of(ruleset), language=active_language())
