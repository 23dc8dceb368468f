"""A deck laid out for its rules: entries by section and copies by identity, each counted once per check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date

from cardpool.legality.card_filter import CardFilter
from cardpool.legality.card_pool import CardPool
from cardpool.legality.deck import Card, Deck, DeckEntry, Identity
from cardpool.legality.gaps import Answers
from cardpool.legality.violations import CountedCard, Remedy

Loose = dict[str, dict[str, list[DeckEntry]]]


class DeckView:
    """One deck seen with one pool on one day; rules read it and change nothing.

    Its entries are put in order first, so that no finding depends on the order they were typed in. One number is one
    card, with leading zeros or without: where the pool does not know it and it stands there by several names, one of
    them serves for all. `named` are the kinds of cards that the game's rules name one by one. `unreadable` are the
    numbers of cards whose printed rules cannot be read, as they come to light.
    """

    def __init__(
        self,
        deck: Deck,
        pool: CardPool,
        *,
        identity: Identity,
        sections: tuple[str, ...],
        as_of: date,
        named: tuple[CardFilter, ...] = (),
    ) -> None:
        places = {section: place for place, section in enumerate(sections)}
        self.all_entries = sorted(
            _of_one_card(deck.entries, pool),
            key=lambda entry: (places.get(entry.section, len(places)), entry.section, entry.number, entry.name),
        )
        self._by_section: dict[str, list[DeckEntry]] = {}
        for entry in self.all_entries:
            self._by_section.setdefault(entry.section, []).append(entry)
        self.pool = pool
        self.identity = identity
        self.as_of = as_of
        self.named = named
        self.unknown = [entry for entry in self.all_entries if entry.number not in pool.cards]
        self.unknown_numbers = frozenset(entry.number for entry in self.unknown)
        self.unreadable: set[str] = set()
        self._copies: dict[tuple[str, ...], dict[str, list[DeckEntry]]] = {}

    def card(self, entry: DeckEntry) -> Card | None:
        """What the pool knows of an entry's card."""
        return self.pool.cards.get(entry.number)

    def entries(self, sections: tuple[str, ...]) -> list[DeckEntry]:
        """The entries of those sections, in the pack's order of sections and by number."""
        if len(sections) == 1:
            return self._by_section.get(sections[0], [])
        return [entry for section, held in self._by_section.items() if section in sections for entry in held]

    def size(self, section: str) -> int:
        """Cards in one section."""
        return total(self._by_section.get(section, []))

    def copies(self, sections: tuple[str, ...]) -> dict[str, list[DeckEntry]]:
        """The entries of those sections by identity."""
        if sections not in self._copies:
            grouped: dict[str, list[DeckEntry]] = {}
            identity_of = self.pool.identity_of
            for entry in self.entries(sections):
                grouped.setdefault(identity_of(entry, self.identity), []).append(entry)
            self._copies[sections] = grouped
        return self._copies[sections]

    def possible(self, entry: DeckEntry, filters: tuple[CardFilter, ...]) -> frozenset[Answers]:
        """Every combination of answers that filters can give about an entry's card."""
        return self.pool.filters.possible(entry.number, entry.name, filters, self.named)

    def answer(self, entry: DeckEntry, where: CardFilter) -> bool | None:
        """What a filter answers about an entry's card; None where it could be either."""
        if entry.number in self.pool.cards:
            return self.pool.filters.about_known(where)[entry.number]
        possible = self.possible(entry, (where,))
        return next(iter(possible))[0] if len(possible) == 1 else None

    def split(
        self, sections: tuple[str, ...], where: CardFilter
    ) -> tuple[list[DeckEntry], list[DeckEntry], list[DeckEntry]]:
        """The entries of those sections that a filter means, does not mean, and may or may not mean."""
        found: dict[bool | None, list[DeckEntry]] = {True: [], False: [], None: []}
        for entry in self.entries(sections):
            found[self.answer(entry, where)].append(entry)
        return found[True], found[False], found[None]

    def loose(self, sections: tuple[str, ...]) -> Loose:
        """The entries of those sections of which it is not known which card they are, by script and identity.

        Those under no script have no name: each of them may be any card. Of the others each may be a card whose name in
        that script is not known, or one with those of other scripts.
        """
        found: Loose = {}
        if self.unknown or self.pool.has_nameless:
            for identity, entries in self.copies(sections).items():
                script = self.pool.loosely_named(entries[0], self.identity)
                if script is not None:
                    found.setdefault(script, {})[identity] = entries
        return found

    def remedies(self, entries: Iterable[DeckEntry]) -> tuple[Remedy, ...]:
        """What would settle a question that these entries keep open, the cheapest first."""
        found = {Remedy.JUDGE}
        for entry in entries:
            if entry.number in self.pool.cards:
                found.add(Remedy.COMPLETE_CARD)
            else:
                found.add(Remedy.IMPORT_SET)
                if self.pool.loosely_named(entry, self.identity) == "":
                    found.add(Remedy.NAME_CARD)
        return tuple(one for one in Remedy if one in found)

    def counted(self, entries: Iterable[DeckEntry]) -> tuple[CountedCard, ...]:
        """Entries as a finding lists them: one per number, sorted, with the pool's name where it has one."""
        return counted(entries, self.name)

    def name(self, entry: DeckEntry) -> str:
        """The pool's name of a card, else the one it was entered by."""
        card = self.card(entry)
        return card.name if card else entry.name


def _of_one_card(entries: Iterable[DeckEntry], pool: CardPool) -> list[DeckEntry]:
    """Entries with the pool's number where theirs differs from it in leading zeros alone, and with one name for every
    number that the pool does not know: one that it has elsewhere, if any."""
    found, names = [], dict[str, list[str]]()
    for entry in entries:
        if entry.number not in pool.cards and (number := pool.one_number(entry.number)) in pool.cards:
            entry = replace(entry, number=number)
        if entry.name and entry.number not in pool.cards:
            names.setdefault(pool.one_number(entry.number), []).append(entry.name)
        found.append(entry)
    if not names:
        return found
    first = {number: min(typed, key=lambda name: (not pool.has_name(name), name)) for number, typed in names.items()}
    return [replace(entry, name=first.get(pool.one_number(entry.number), entry.name)) for entry in found]


def counted(entries: Iterable[DeckEntry], name: Callable[[DeckEntry], str]) -> tuple[CountedCard, ...]:
    """Add up entries by number, sorted by number."""
    counts: dict[str, int] = {}
    names: dict[str, str] = {}
    for entry in entries:
        counts[entry.number] = counts.get(entry.number, 0) + entry.count
        names[entry.number] = names.get(entry.number) or name(entry)
    return tuple(CountedCard(number, names[number], count) for number, count in sorted(counts.items()))


def total(entries: Iterable[DeckEntry]) -> int:
    """Copies in all."""
    return sum([entry.count for entry in entries])
