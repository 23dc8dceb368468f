"""Judging a typed list: the one way from text to verdict, for the deck page, the API and the command line alike.

`judge_list` judges with a book (a game's rules, list form and cards, prepared once); `judge_text` finds the book of a
stored ruleset and uses that.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.utils import timezone

from accounts.languages import LANGUAGES, active_language, language_key
from accounts.process_cache import ProcessCache
from cardpool.engine_cards import KnownCard
from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry
from cardpool.legality.ruleset import Ruleset
from cardpool.legality.settled import SettledCard
from cardpool.legality.violations import LegalityReport, OpenQuestion, Verdict, Violation
from cardpool.lists.names import fold_name
from cardpool.models import Ruleset as RulesetRow
from cardpool.packs import GamePack, Identity
from cardpool.queries import current_ruleset, listed_games
from cardpool.queries.rulebooks import (
    MAX_RULEBOOKS,
    Rulebook,
    Settled,
    make_rulebook,
    rulebook_of,
)
from decks.findings import Facts, ask_facts, error_facts, ignored_facts, list_verdict, report_facts
from decks.further_cards import is_broken_anyway
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.certain import certain_cards
from decks.text.formatting import format_list
from decks.text.list_form import list_form
from decks.text.listing import ListEntry, ListForm, ReadLine, ReadList
from decks.text.reading import read_list

UNKNOWN = "?"
"""The number and name of no card. A deck with it makes the rules look at every card that it might be."""


@dataclass(frozen=True)
class JudgingBook:
    """A game's rulebook, and how its lists are read: the form of a list and the names and numbers of its cards."""

    rules: Rulebook
    form: ListForm
    catalogue: Catalogue

    @property
    def pack(self) -> GamePack:
        """The pack that declares the game."""
        return self.rules.pack

    @property
    def ruleset(self) -> Ruleset:
        """The compiled rules."""
        return self.rules.ruleset

    @property
    def cards(self) -> Mapping[str, Card]:
        """The cards as the rules see them, by number."""
        return self.rules.cards

    def pool(self, policy: PoolPolicy, format: str = "", settled: Settled = ()) -> CardPool:
        """The card pool as `Rulebook.pool` makes it."""
        return self.rules.pool(policy, format, settled)

    def form_in(self, language: str) -> ListForm:
        """The list form with its sections' titles in a language (`zh…`, else English)."""
        return self._forms[language_key(language)]

    @cached_property
    def _forms(self) -> Mapping[str, ListForm]:
        return {key: list_form(self.pack, key) for key in LANGUAGES}


@dataclass(frozen=True)
class SectionTotal:
    """Cards in a section, and how many the rules ask for (`at_most` None: no maximum)."""

    section: str
    count: int
    at_least: int
    at_most: int | None

    @property
    def fits(self) -> bool:
        """Whether the size is right."""
        return self.at_least <= self.count and (self.at_most is None or self.count <= self.at_most)


@dataclass(frozen=True)
class JudgedLine:
    """One line of the text: what it was read as, or why it was not read, and the findings that name its card."""

    read: ReadLine
    error: Facts | None
    findings: tuple[Violation | OpenQuestion, ...]


@dataclass(frozen=True)
class JudgedList:
    """A list, read and judged. What could be read is judged even if other lines have errors, so that a list can be
    judged as it is typed. One with a line that cannot be read, asks, or is not yet confirmed as not a card, is
    undecided, unless `is_broken_anyway`: not legal whatever those lines mean."""

    read: ReadList
    legality: LegalityReport
    book: JudgingBook
    format: str = ""
    settled_cards: Settled = ()
    is_broken_anyway: bool = False

    @property
    def verdict(self) -> Verdict:
        """What is known of the whole list."""
        return list_verdict(self.read, self.legality, is_broken_anyway=self.is_broken_anyway)

    @property
    def readable(self) -> bool:
        """Whether the text is a list; lines of it may be open."""
        return not self.read.is_no_list

    @property
    def settled(self) -> bool:
        """Whether every line was read, none asks, and none has yet to be confirmed as not a card."""
        return self.read.is_settled

    @cached_property
    def report(self) -> Facts:
        """The verdict as plain JSON values, as `decks.findings` shapes them."""
        return report_facts(
            self.read,
            self.legality,
            self.book.catalogue,
            verdict=self.verdict,
            format=self.format,
            settled=self._settled_here(),
        )

    def _settled_here(self) -> Iterable[tuple[SettledCard, str]]:
        """The settled cards that the list names, each with the name of the card it counts as."""
        numbers = {entry.number for entry in self.read.entries}
        cards = self.book.cards
        for one in self.settled_cards:
            if one.number in numbers and (not one.counts_as or one.counts_as in cards):
                yield one, cards[one.counts_as].name if one.counts_as else one.name

    @cached_property
    def cards(self) -> list[Facts]:
        """The list as plain JSON values: `[{"section", "key", "number", "name", "count", "lines"}]`."""
        pool = self.book.pool(self.legality.pool, self.format)
        return [
            {
                "section": entry.section,
                "key": pool.identity_of(_deck_entry(entry), self.book.ruleset.identity),
                "number": entry.number,
                "name": entry.name,
                "count": entry.count,
                "lines": list(entry.lines),
            }
            for entry in self.read.entries
        ]

    @cached_property
    def totals(self) -> tuple[SectionTotal, ...]:
        """Every section with its size and the size asked for, in the pack's order; unused empty ones are left out."""
        counts = dict.fromkeys(self.book.ruleset.sections, 0)
        for entry in self.read.entries:
            counts[entry.section] += entry.count
        totals = (SectionTotal(section, count, *self.legality.sizes[section]) for section, count in counts.items())
        return tuple(total for total in totals if total.count or total.at_most != 0)

    @cached_property
    def lines(self) -> tuple[JudgedLine, ...]:
        """Every line of the text in order, with what concerns it."""
        errors = {one.line: ignored_facts(one) for one in self.read.unconfirmed}
        errors |= {question.line: ask_facts(question) for question in self.read.questions}
        errors |= {error.line: error_facts(error) for error in self.read.errors}
        named = self._findings_by_number()
        return tuple(JudgedLine(line, errors.get(line.line), tuple(_about(line, named))) for line in self.read.lines)

    def _findings_by_number(self) -> dict[str, dict[int, Violation | OpenQuestion]]:
        """For every card number the findings that name it, in their order."""
        findings: tuple[Violation | OpenQuestion, ...] = (*self.legality.violations, *self.legality.questions)
        named: dict[str, dict[int, Violation | OpenQuestion]] = {}
        for place, found in enumerate(findings):
            for card in found.cards:
                named.setdefault(card.number, {})[place] = found
        return named


def _about(line: ReadLine, named: Mapping[str, Mapping[int, Violation | OpenQuestion]]) -> Iterable[Any]:
    """The findings that name a card of the line in the line's section."""
    here: dict[int, Violation | OpenQuestion] = {}
    for card in line.cards:
        here |= named.get(card.number, {})
    return (found for _, found in sorted(here.items()) if not found.section or line.section in found.sections)


def make_book(pack: GamePack, cards: Iterable[KnownCard]) -> JudgingBook:
    """Prepare a pack and its cards for judging lists. Raises as `make_rulebook` does."""
    return judging_book(make_rulebook(pack, cards))


def judging_book(rules: Rulebook) -> JudgingBook:
    """Prepare a rulebook for judging lists."""
    listed = (_listed_card(card, rules.codes[number], rules.pack) for number, card in rules.cards.items())
    return JudgingBook(rules, list_form(rules.pack, "zh"), Catalogue(tuple(listed)))


def judge_list(
    text: str,
    *,
    book: JudgingBook,
    best_of: int,
    pool: str,
    as_of: date,
    format: str = "",
    settled: Settled = (),
) -> JudgedList:
    """Read and judge a typed list for a match length, with an `open` or `closed` pool, as of a day, in a format, with
    the cards that judges of the event settled. What its questions offer names sections in the active language.

    Raises `ValueError` for a match length the game is not played in or a pool policy that does not exist.
    """
    read = read_list(text, form=book.form_in(active_language()), catalogue=book.catalogue)
    deck = Deck(tuple(_deck_entry(entry) for entry in read.entries))
    cards = book.pool(PoolPolicy(pool), format, settled)
    legality = check_deck(deck, book.ruleset, best_of=best_of, pool=cards, as_of=as_of)
    is_broken = not read.is_settled and _is_broken_anyway(read, book, cards, legality)
    return JudgedList(read, legality, book, format, settled, is_broken)


def _is_broken_anyway(read: ReadList, book: JudgingBook, pool: CardPool, report: LegalityReport) -> bool:
    """Whether a list with open lines is not legal whatever these mean: the cards that are certain break a rule."""
    certain = certain_cards(read)
    deck = Deck(tuple(map(_deck_entry, certain.entries)))
    if certain.entries != read.entries:
        report = check_deck(deck, book.ruleset, best_of=report.best_of, pool=pool, as_of=report.as_of)
    open_in = certain.open_in or book.ruleset.sections
    return is_broken_anyway(report, deck, book.ruleset, pool=pool, open_in=open_in)


def judge_text(
    text: str,
    *,
    ruleset: RulesetRow,
    best_of: int,
    pool: str,
    as_of: date,
    format: str = "",
    settled: Settled = (),
) -> JudgedList:
    """Judge a typed list by a stored ruleset with the game's current card pool and restriction lists.

    Raises as `judge_list` does.
    """
    book = book_of(ruleset)
    return judge_list(text, book=book, best_of=best_of, pool=pool, as_of=as_of, format=format, settled=settled)


def format_cards(cards: Iterable[Mapping[str, Any]], *, book: JudgingBook, language: str) -> str:
    """A saved list (`JudgedList.cards`) in the site's text format, headed in a language (`zh…`, else English)."""
    entries = [ListEntry(card["section"], card["number"], card["name"], card["count"], ()) for card in cards]
    return format_list(entries, form=list_form(book.pack, language_key(language)), catalogue=book.catalogue)


def book_of(ruleset: RulesetRow) -> JudgingBook:
    """The book of a stored ruleset, the same object as long as its rulebook is the same."""
    rules = rulebook_of(ruleset)
    return _books.get((ruleset.digest, ruleset.game_id), rules, lambda: judging_book(rules))


def prepare_books() -> None:
    """Make every game ready for lists to be read and judged by this process, so that nobody's first list waits for it.

    Where nothing has changed since the last time, this costs a small query per game.
    """
    today = timezone.localdate()
    for game in listed_games():
        book = book_of(current_ruleset(game, on=today))
        book.catalogue.prepare()
        unknown = Deck((DeckEntry(book.pack.sections[0].key, UNKNOWN, 1, UNKNOWN),))
        for policy in PoolPolicy:
            check_deck(unknown, book.ruleset, best_of=book.pack.tournament.best_of, pool=book.pool(policy), as_of=today)


_books: ProcessCache[tuple[str, int], JudgingBook] = ProcessCache(max_size=MAX_RULEBOOKS, holds=operator.is_)


def _listed_card(card: Card, codes: tuple[str, ...], pack: GamePack) -> ListedCard:
    """A card as lists name it. Printings of a game that counts by name are alike if only facts of printings differ."""
    alike = ""
    if pack.identity is Identity.NAME:
        facts = {item.key: card.attributes.get(item.key) for item in pack.attributes if not item.of_printing}
        alike = repr((fold_name(card.name), card.copy_limit, card.deck_rules, sorted(facts.items())))
    return ListedCard(card.number, card.name, card.other_names, alike, codes)


def _deck_entry(entry: ListEntry) -> DeckEntry:
    return DeckEntry(entry.section, entry.number, entry.count, entry.name)
