"""Two lists side by side: two versions of one entry's list, or the submitted lists of two entries for the judges."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from decks.judging import book_of
from decks.models import DecklistVersion
from decks.queries import versions_of
from tournaments.models import Registration
from tournaments.permissions import Action, require
from tournaments.queries.decks import visible_decklists
from tournaments.queries.name_order import in_spoken_order
from tournaments.views.compared import ComparedList, compare_lists
from tournaments.views.entry_deck import EntryDeck, find_version, open_deck
from tournaments.views.event import find_tournament


@never_cache
@require_safe
def versions(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Any two versions of a list; by default the submitted one (or the previous one) and the newest."""
    here = open_deck(request, registration_id)
    listed = list(versions_of(here.decklist)) if here.decklist is not None else []
    facts: dict[str, Any] = {"here": here, "versions": listed}
    if len(listed) > 1:
        two = find_version(here, request.GET["b"]) if "b" in request.GET else listed[0]
        one = find_version(here, request.GET["a"]) if "a" in request.GET else _usual_first(here, listed, two)
        facts |= {
            "one": one,
            "two": two,
            "compared": compare_lists(_version(one, here), _version(two, here), here.terms.book),
        }
    return render(request, "tournaments/decks/compare.html", facts)


@never_cache
@require_safe
def entries(request: HttpRequest, code: str) -> HttpResponse:
    """The submitted lists of two entries, for judges and organisers of the event."""
    tournament = find_tournament(code)
    require(request.actor, Action.VIEW_ALL_DECKLISTS, tournament)
    listed = in_spoken_order(visible_decklists(request.actor, tournament))
    facts: dict[str, Any] = {"tournament": tournament, "entries": listed}
    if "a" in request.GET and "b" in request.GET:
        one, two = (_entry(listed, request.GET[key]) for key in ("a", "b"))
        assert one.decklist is not None
        book = book_of(one.decklist.ruleset)
        facts |= {"one": one, "two": two, "compared": compare_lists(_submitted(one), _submitted(two), book)}
    return render(request, "tournaments/decks/compare_entries.html", facts)


def _usual_first(here: EntryDeck, listed: list[DecklistVersion], two: DecklistVersion) -> DecklistVersion:
    """The submitted version, unless that is the second one; then the version before the second."""
    if here.submitted is not None and here.submitted.pk != two.pk:
        return here.submitted
    return next((version for version in listed if version.number < two.number), listed[0])


def _version(version: DecklistVersion, here: EntryDeck) -> ComparedList:
    name = _("Version %(number)s") % {"number": version.number}
    if here.submitted is not None and version.pk == here.submitted.pk:
        name = _("Version %(number)s (submitted)") % {"number": version.number}
    return ComparedList(name, version.cards, version.report, version.verdict)


def _submitted(entry: Registration) -> ComparedList:
    version = entry.decklist.submitted if entry.decklist is not None else None
    assert version is not None
    return ComparedList(entry.name, version.cards, version.report, version.verdict)


def _entry(listed: list[Registration], key: str) -> Registration:
    found = next((entry for entry in listed if str(entry.pk) == key), None)
    if found is None:
        raise Http404
    return found
