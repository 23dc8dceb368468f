"""Deck registration sheets as markup: on a page, or written to a file for a large event."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import IO

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.actor import Actor
from accounts.languages import html_language
from accounts.templatetags.page import qr
from decks.models import DecklistVersion
from decks.views.typed import Terms
from jobs.progress import moved
from tournaments.models import Export, Registration, Tournament
from tournaments.permissions import NOT_PLAYING
from tournaments.queries.decks import with_decks
from tournaments.queries.name_order import spoken_key
from tournaments.views.sheet_facts import EventFacts, check_path, event_facts, facts_by, make_sheet

SHOWN = ("all", "filled", "missing", "nobody")
"""Which sheets of an event: everybody's, those with a list, empty ones for those without, one without a name."""
MASK = 3
"""The mask of codes that are drawn by the hundred."""
SHEETS_AT_ONCE = 100
"""How many entries are read, and sheets are made, before they are written: this bounds the memory."""


@dataclass(frozen=True)
class Wanted:
    """A sheet to be made: its facts, whose (None: for anybody), with which version (None: empty)."""

    event: EventFacts
    entry: Registration | None
    version: DecklistVersion | None


def entries_shown(tournament: Tournament, shown: str) -> QuerySet[Registration]:
    """The entries that have a seat and get one of these sheets."""
    entries = tournament.registrations.exclude(status__in=NOT_PLAYING)
    if shown in ("filled", "missing"):
        return entries.filter(decklist__submitted__isnull=shown == "missing")
    return entries.none() if shown == "nobody" else entries


def event_sheets(tournament: Tournament, shown: str, *, site: str) -> Iterator[str]:
    """The markup of each sheet of an event in the active language, sorted by name."""
    event = event_facts(tournament)
    if shown == "nobody":
        yield from printed([Wanted(event, None, None)], site=site)
        return
    known = {(event.terms.ruleset.pk, event.terms.best_of): event}
    keys = sorted(
        entries_shown(tournament, shown).values_list("name", "pk"), key=lambda one: (spoken_key(one[0]), one[1])
    )
    found = with_decks(tournament.registrations.all()).select_related("decklist__ruleset__game")
    rest = iter([key for _name, key in keys])
    while some := list(islice(rest, SHEETS_AT_ONCE)):
        entries = [entry for entry in map(found.in_bulk(some).get, some) if entry is not None]
        wanted = [Wanted(_terms_of(entry, event, known), entry, _submitted(entry)) for entry in entries]
        yield from printed(wanted, site=site)


def printed(wanted: Sequence[Wanted], *, site: str) -> Iterator[str]:
    """The markup of the sheets in the active language, each with the code that opens its deck check on `site`."""
    paths = [check_path(one.event.tournament, one.entry) for one in wanted]
    codes = draw_codes([site + path for path in paths], label=_("QR code for the judge"))
    for one, code in zip(wanted, codes, strict=True):
        sheet = make_sheet(one.event, entry=one.entry, version=one.version, code=code)
        yield render_to_string("tournaments/decks/_sheet.html", {"sheet": sheet, "language": html_language()})


def write_event_sheets(export: Export, actor: Actor, target: IO[bytes], progress: Callable[[int], None]) -> None:
    """The sheets as a separate page to print from, compressed; a few at a time are in memory."""
    tournament = export.tournament
    total = entries_shown(tournament, export.shown).count() or 1
    facts = {"tournament": tournament, "language": get_language()}
    document = render_to_string("tournaments/decks/sheets_file.html", facts)
    head, _mark, foot = document.partition("<!-- sheets -->")
    with gzip.GzipFile(fileobj=target, mode="wb", mtime=0) as packed:
        packed.write(head.encode())
        for number, sheet in enumerate(event_sheets(tournament, export.shown, site=export.site), start=1):
            packed.write(sheet.encode())
            if number % SHEETS_AT_ONCE == 0:
                progress(number * 100 // total)
        packed.write(foot.encode())


def draw_codes(addresses: list[str], *, label: str) -> list[SafeString]:
    """QR codes of the addresses, all under one mask, drawn in a separate thread.

    CPython 3.11 allocates and frees memory at every call that crosses the end of a chunk of its stack. Under a deep
    stack the many small calls that evaluate a code's patterns can hit exactly that place, and a code then takes a
    hundred times as long. A new thread starts with an almost empty stack.
    """
    drawn = []
    with ThreadPoolExecutor(max_workers=1) as thread:
        for code in thread.map(lambda address: qr(address, label, mask=MASK), addresses):
            drawn.append(code)
            moved()
    return drawn


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
            deciders=event.terms.deciders,
        )
        known[key] = facts_by(event.tournament, terms)
    return known[key]
