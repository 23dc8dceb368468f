"""Deck registration sheets to print: one entry's, or a whole event's at once, filled in or to fill in by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.addresses import address_to_share
from accounts.languages import active_language
from decks.models import DecklistVersion
from decks.queries import versions_of
from tournaments.permissions import Action, require
from tournaments.services.exporting import SheetOrder, request_export
from tournaments.views.entry_deck import find_version, open_deck
from tournaments.views.event import find_tournament
from tournaments.views.sheet_facts import facts_by
from tournaments.views.sheet_printing import SHOWN, Wanted, entries_shown, printed
from tournaments.views.sheet_printing import event_sheets as sheets_of_event

BLANK = "blank"
MAX_SHEETS_ON_PAGE = 100
"""More sheets than these are written to a file by a job: laying them out takes longer than a page may."""


@never_cache
@require_safe
def entry_sheet(request: HttpRequest, registration_id: int) -> HttpResponse:
    """One entry's sheet, for its player, judges and organisers.

    `?version=2` prints that version, `?version=blank` rows to fill in; otherwise the list that counts, or the newest
    draft, which is marked as one. `?language=en` prints it in another language than the page.
    """
    here = open_deck(request, registration_id)
    wanted = request.GET.get("version", "")
    version: DecklistVersion | None = here.submitted or here.newest
    if wanted:
        version = None if wanted == BLANK else find_version(here, wanted)
    facts: dict[str, Any] = {
        "here": here,
        "version": version,
        "versions": list(versions_of(here.decklist)) if here.decklist is not None else [],
        "is_blank": version is None,
    }

    def sheets() -> Iterable[str]:
        return printed([Wanted(facts_by(here.tournament, here.terms), here.entry, version)], site=_site(request))

    return _page(request, "tournaments/decks/sheet.html", sheets, facts)


@never_cache
@require_safe
def event_sheets(request: HttpRequest, code: str) -> HttpResponse:
    """The sheets of an event by name, for judges and organisers; `?show=` is one of SHOWN.

    A page has at most MAX_SHEETS_ON_PAGE; for more it offers to write them to a file.
    """
    tournament = find_tournament(code)
    require(request.actor, Action.VIEW_ALL_DECKLISTS, tournament)
    shown = _shown(request.GET.get("show", ""))
    count = entries_shown(tournament, shown).count()

    def sheets() -> Iterable[str]:
        return [] if count > MAX_SHEETS_ON_PAGE else sheets_of_event(tournament, shown, site=_site(request))

    facts = {
        "tournament": tournament,
        "show": shown,
        "shown": SHOWN,
        "count": count,
        "is_long": count > MAX_SHEETS_ON_PAGE,
    }
    return _page(request, "tournaments/decks/sheets.html", sheets, facts)


@require_POST
def order_sheets(request: HttpRequest, code: str) -> HttpResponse:
    """Have the sheets of an event written to a file, and show its progress."""
    tournament = find_tournament(code)
    export = request_export(
        actor=request.actor,
        tournament_id=tournament.pk,
        language=_language(request.POST.get("language", "")),
        sheets=SheetOrder(shown=_shown(request.POST.get("show", "")), site=_site(request)),
    )
    return redirect("export_status", key=export.key)


def _shown(asked: str) -> str:
    return asked if asked in SHOWN else SHOWN[0]


def _language(asked: str) -> str:
    return asked if asked in dict(settings.LANGUAGES) else active_language()


def _site(request: HttpRequest) -> str:
    """Scheme and host of this site for a phone in the hall."""
    return address_to_share(request, "/").removesuffix("/")


def _page(
    request: HttpRequest, template: str, make: Callable[[], Iterable[str]], facts: dict[str, Any]
) -> HttpResponse:
    """The page around the sheets, which are made and written in the requested language."""
    language = _language(request.GET.get("language", ""))
    with translation.override(language):
        sheets = mark_safe("\n".join(make()))
    facts |= {"sheets": sheets, "sheet_language": language, "languages": settings.LANGUAGES}
    return render(request, template, facts)
