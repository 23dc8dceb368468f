"""A deck registration sheet in words: whose list, for which event, judged by what, and every line of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.packs import GamePack
from cardpool.wording.sections import say_section
from decks.judging import JudgedList, SectionTotal
from decks.models import DecklistVersion
from decks.settled_words import say_all_settled
from decks.views.deck_page import group_cards
from decks.views.typed import Terms
from tournaments.models import Registration, Tournament
from tournaments.queries.card_rulings import deciders_of
from tournaments.sheet_layout import SheetCard, SheetPage, SheetSection, blank_rows, lay_out

DENSITIES = (("large", 21, 28), ("roomy", 27, 29), ("dense", 36, 33))
"""Sizes of a filled sheet, of which the largest that needs one page is used: class, rows per column, letters per line.

static/css/sheet.css has the heights.
"""
BY_HAND = 30
"""Rows in a column of a blank sheet."""
USUAL_ROWS = 15
"""Rows to write in for a section that may have any number of cards."""


@dataclass(frozen=True)
class EventFacts:
    """What is on every sheet of an event; `judged` is an empty list, for the sizes and restrictions of the day."""

    tournament: Tournament
    terms: Terms
    judged: JudgedList

    @property
    def pack(self) -> GamePack:
        return self.judged.book.pack

    @property
    def title(self) -> str:
        """The sheet's title, with the game's own word for a deck."""
        said = _("%(deck)s registration sheet") % {"deck": self.pack.labels["deck"].in_language(language_key())}
        return said[:1].upper() + said[1:]

    @property
    def game(self) -> str:
        return self.pack.names.in_language(language_key())

    @property
    def rules(self) -> str:
        """The rule document the list is judged by."""
        return self.pack.document.in_language(language_key())


@dataclass(frozen=True)
class Sheet:
    """One player's sheet. `entry` None: for anybody. `version` None: to fill in by hand. `density` names the row size.

    `code` is the QR code that opens the deck check, as SVG.
    """

    event: EventFacts
    entry: Registration | None
    version: DecklistVersion | None
    code: SafeString
    density: str
    pages: tuple[SheetPage, ...]
    totals: tuple[tuple[str, str], ...]

    @property
    def is_draft(self) -> bool:
        """Whether this version of the list was not submitted."""
        if self.version is None or self.entry is None or self.entry.decklist is None:
            return False
        return self.entry.decklist.submitted_id != self.version.pk

    @property
    def deck_name(self) -> str:
        """The player's name for the deck, on a filled sheet."""
        decklist = self.entry.decklist if self.entry is not None and self.version is not None else None
        return decklist.name if decklist is not None else ""

    @property
    def restrictions(self) -> str:
        """The restriction lists the version was judged by, or those of the day for an empty sheet."""
        report = self.version.report if self.version is not None else self.event.judged.report
        return " · ".join(str(one) for one in report.get("restrictions", ()))

    @property
    def settled(self) -> tuple[str, ...]:
        """What judges decided about cards of the list; who decided is only on sheets for staff."""
        report = self.version.report if self.version is not None else {}
        return say_all_settled(report, self.event.pack, self.event.terms.deciders)


def event_facts(tournament: Tournament) -> EventFacts:
    """The facts of an event's sheets for its judges and organisers, with its own terms."""
    terms = Terms(
        ruleset=tournament.ruleset,
        best_of=tournament.list_length,
        pool=tournament.pool,
        as_of=timezone.localdate(tournament.starts_at),
        format=tournament.format,
        deciders=deciders_of(tournament),
    )
    return facts_by(tournament, terms)


def facts_by(tournament: Tournament, terms: Terms) -> EventFacts:
    """The facts of sheets whose lists are judged by other terms than the event's current ones."""
    return EventFacts(tournament, terms, terms.judge(""))


def make_sheet(
    event: EventFacts, *, entry: Registration | None, version: DecklistVersion | None, code: SafeString
) -> Sheet:
    """Make a sheet in the active language."""
    if version is None:
        sections = _empty_sections(event)
        pages, density = lay_out(sections, rows=BY_HAND, letters=BY_HAND), "by-hand"
        totals = tuple((section.name, section.asked) for section in sections)
    else:
        sections = _filled_sections(version, event.judged)
        pages, density = _filled_pages(sections)
        totals = tuple((section.name, f"{section.total}") for section in sections)
    return Sheet(event, entry, version, code, density, pages, totals)


def check_path(tournament: Tournament, entry: Registration | None) -> str:
    """The path of the judge's deck check of an entry, or of the event's deck checks."""
    if entry is None:
        return reverse("desk_checks", args=[tournament.code])
    return reverse("desk_check_entry", args=[tournament.code, entry.pk])


def _filled_sections(version: DecklistVersion, judged: JudgedList) -> list[SheetSection]:
    """The list by section, group and number, the order in which a judge sorts the cards on the table."""
    asked = _asked(judged)
    sections = []
    for section in judged.book.pack.sections:
        inside = [card for card in version.cards if card["section"] == section.key]
        if inside:
            cards = [_sheet_card(card) for card in _by_number(inside)]
            name = say_section(section.key, pack=judged.book.pack)
            groups = group_cards(cards, lambda card: card.number, judged.book, section=name)
            sections.append(SheetSection(name, asked.get(section.key, ""), groups))
    return sections


def _sheet_card(card: dict[str, Any]) -> SheetCard:
    """A row of the sheet; of a card listed by its name alone the number is left to write in."""
    number = card["number"] if card["number"] != card["name"] else ""
    return SheetCard(card["count"], number, card["name"])


def _filled_pages(sections: list[SheetSection]) -> tuple[tuple[SheetPage, ...], str]:
    """The pages with rows as large as one page allows, and the name of that size."""
    tried = [(lay_out(sections, rows=rows, letters=letters), density) for density, rows, letters in DENSITIES]
    return next((found for found in tried if len(found[0]) == 1), tried[-1])


def _empty_sections(event: EventFacts) -> list[SheetSection]:
    totals = event.judged.totals
    rows = blank_rows([total.at_most for total in totals], rows=BY_HAND, usual=USUAL_ROWS)
    asked = _asked(event.judged)
    return [
        SheetSection(say_section(total.section, pack=event.pack), asked[total.section], blanks=count)
        for total, count in zip(totals, rows, strict=True)
    ]


def _asked(judged: JudgedList) -> dict[str, str]:
    """The required size of every section, in digits."""
    return {total.section: _size(total) for total in judged.totals}


def _size(total: SectionTotal) -> str:
    if total.at_most == total.at_least:
        return str(total.at_least)
    if total.at_most is None:
        return f"≥ {total.at_least}" if total.at_least else ""
    return f"{total.at_least}–{total.at_most}"


def _by_number(cards: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(cards, key=lambda card: (card["number"], card["name"]))
