"""The deck workspace, shared by the editor of an entry's list and the stand-alone judge."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from accounts.languages import active_language, language_key
from decks.exports.lists import ExportFormat, ListTerms, formats_of
from decks.list_words import say_format
from decks.views.deck_page import show_deck
from decks.views.exporting import judged_sharing
from decks.views.found import find_cards
from decks.views.shown import show_list
from decks.views.typed import Terms, TypedList

PROGRAMS = (ExportFormat.PTCG, ExportFormat.YDK, ExportFormat.YDKE)
"""Formats of other programs."""


def workspace(typed: TypedList, terms: Terms, *, judge_url: str, search_url: str) -> dict[str, Any]:
    """What the workspace's templates show; `editable` may be set to False by the page."""
    judged = terms.judge(typed.text)
    return {
        "typed": typed,
        "terms": terms,
        "shown": show_list(typed, judged, terms),
        "deck": show_deck(judged.cards, judged.book),
        "found": find_cards(typed.query, judged, terms),
        "judge_url": judge_url,
        "search_url": search_url,
        "writing": writing_help(terms),
        "sharing": judged_sharing(
            judged,
            terms=ListTerms(terms.best_of, terms.pool, terms.format),
            language=active_language(),
        ),
    }


def writing_help(terms: Terms) -> dict[str, Any]:
    """Samples for the short help on the format: a card number, a card name if the pool has one, section words."""
    pack, catalogue = terms.book.pack, terms.book.catalogue
    language = language_key()
    examples = pack.mapping["cards"].get("number", {}).get("examples", [])
    named = next((card for card in catalogue.cards if card.name), None)
    return {
        "number": examples[0] if examples else (named.number if named else ""),
        "name": named.name if named else "",
        "formats": ", ".join(say_format(to) for to in formats_of(terms.book) if to in PROGRAMS),
        "sections": [section.names.in_language(language) for section in pack.sections],
    }


def workspace_answer(request: HttpRequest, facts: dict[str, Any], template: str = "decks/_answer.html") -> HttpResponse:
    """The parts of the page that follow the text, for htmx; never cached."""
    answer = render(request, template, facts)
    patch_cache_control(answer, private=True, no_store=True)
    return answer
