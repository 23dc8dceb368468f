"""Deck registration sheets to print: one entry's, or a whole event's in one go, filled in or to fill in by hand."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.addresses import address_to_share
from accounts.templatetags.page import qr
from cardpool.searching.pinyin import readings
from decks.models import DecklistVersion
from decks.queries import versions_of
from decks.views.typed import Terms
from tournaments.models import Registration, Tournament
from tournaments.permissions import NOT_PLAYING, Action, require
from tournaments.queries.decks import with_decks
from tournaments.views.entry_deck import find_version, open_deck
from tournaments.views.event import find_tournament
from tournaments.views.sheet_facts import EventFacts, Sheet, check_path, event_facts, facts_by, make_sheet

BLANK = "blank"
SHOWN = ("all", "filled", "missing", "nobody")
"""Which sheets of an event: everybody's, those with a list, empty ones for those without, one that bears no name."""


@dataclass(frozen=True)
class Wanted:
    """A sheet to be made: by which facts, whose (None: for anybody), with which version (None: empty)."""

    event: EventFacts
    entry: Registration | None
    version: DecklistVersion | None


@never_cache
@require_safe
def entry_sheet(request: HttpRequest, registration_id: int) -> HttpResponse:
    """One entry's sheet, for its player, judges and organisers.

    `?version=2` prints that version, `?version=blank` rows to fill in; otherwise the list that counts, or the newest
    draft, which the sheet calls one. `?language=en` prints it in another language than the page.
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

    def sheets() -> list[Sheet]:
        return _sheets(request, [Wanted(facts_by(here.tournament, here.terms), here.entry, version)])

    return _page(request, "tournaments/decks/sheet.html", sheets, facts)


@never_cache
@require_safe
def event_sheets(request: HttpRequest, code: str) -> HttpResponse:
    """The sheets of an event by name, for judges and organisers; `?show=` is one of SHOWN."""
    tournament = find_tournament(code)
    require(request.actor, Action.VIEW_ALL_DECKLISTS, tournament)
    show = request.GET.get("show", "all")
    show = show if show in SHOWN else "all"
    entries = [] if show == "nobody" else _entries(tournament, show)

    def sheets() -> list[Sheet]:
        event = event_facts(tournament)
        if show == "nobody":
            return _sheets(request, [Wanted(event, None, None)])
        known = {(event.terms.ruleset.pk, event.terms.best_of): event}
        wanted = [Wanted(_terms_of(entry, event, known), entry, _submitted(entry)) for entry in entries]
        return _sheets(request, wanted)

    facts = {"tournament": tournament, "show": show, "shown": SHOWN, "count": len(entries)}
    return _page(request, "tournaments/decks/sheets.html", sheets, facts)


def _page(request: HttpRequest, template: str, make: Any, facts: dict[str, Any]) -> HttpResponse:
    """The page around the sheets, which are made and written in the language asked for."""
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE
    with translation.override(language):
        printed = _printed(make())
    facts |= {"sheets": printed, "sheet_language": language, "languages": settings.LANGUAGES}
    return render(request, template, facts)


def _printed(sheets: Iterable[Sheet]) -> SafeString:
    """The sheets' markup in the active language."""
    shared = {"language": "zh-Hans" if (get_language() or "zh").startswith("zh") else "en"}
    return mark_safe(
        "\n".join(render_to_string("tournaments/decks/_sheet.html", {"sheet": one, **shared}) for one in sheets)
    )


def _sheets(request: HttpRequest, wanted: list[Wanted]) -> list[Sheet]:
    """The sheets with their codes."""
    paths = [check_path(one.event.tournament, one.entry) for one in wanted]
    codes = _codes([address_to_share(request, path) for path in paths], label=_("QR code for the judge"))
    return [
        make_sheet(one.event, entry=one.entry, version=one.version, code=code)
        for one, code in zip(wanted, codes, strict=True)
    ]


def _codes(addresses: list[str], *, label: str) -> list[SafeString]:
    """QR codes of the addresses, drawn in a thread of their own.

    CPython 3.11 takes and gives back memory at every call that crosses the end of a piece of its stack. Under a deep
    stack the many small calls that weigh a code's patterns can hit just that place, and a code then takes a hundred
    times as long. A new thread starts with a stack that is almost empty.
    """
    with ThreadPoolExecutor(max_workers=1) as thread:
        return list(thread.map(lambda address: qr(address, label), addresses))


def _entries(tournament: Tournament, show: str) -> list[Registration]:
    """The entries that have a seat, by name, with list and version."""
    entries = with_decks(tournament.registrations.exclude(status__in=NOT_PLAYING))
    entries = entries.select_related("player", "decklist__submitted", "decklist__ruleset__game")
    if show in ("filled", "missing"):
        entries = entries.filter(decklist__submitted__isnull=show == "missing")
    return sorted(entries.order_by("id"), key=lambda entry: _spoken(entry.name))


def _spoken(name: str) -> str:
    """A name as it is looked up in a pile: Chinese by pinyin, letters whatever their case."""
    return "".join(next(iter(readings(sign)), sign.casefold()) for sign in name)


def _submitted(entry: Registration) -> DecklistVersion | None:
    return entry.decklist.submitted if entry.decklist is not None else None


def _terms_of(entry: Registration, event: EventFacts, known: dict[tuple[int, int], EventFacts]) -> EventFacts:
    """The terms of the entry's own list, prepared once for all lists that share them."""
    decklist = entry.decklist
    if decklist is None or decklist.submitted is None:
        return event
    key = (decklist.ruleset_id, decklist.best_of)
    if key not in known:
        terms = Terms(
            ruleset=decklist.ruleset,
            best_of=decklist.best_of,
            pool=decklist.pool,
            as_of=event.terms.as_of,
            format=decklist.format,
        )
        known[key] = facts_by(event.tournament, terms)
    return known[key]
