"""A deck laid out for its rules: entries by section and copies by identity, each counted once per check."""

from collections.abc import Callable, Iterable
from datetime import date

from decks.legality.card_filter import CardFilter
from decks.legality.card_pool import CardPool
from decks.legality.deck import Card, Deck, DeckEntry, Identity
from decks.legality.violations import CountedCard


class DeckView:
    """One deck seen with one pool on one day; rules read it and change nothing.

    Its entries are put in order first, so that no finding depends on the order they were typed in.
    """

    def __init__(
        self, deck: Deck, pool: CardPool, *, identity: Identity, sections: tuple[str, ...], as_of: date
    ) -> None:
        places = {section: place for place, section in enumerate(sections)}
        self.all_entries = sorted(
            deck.entries,
            key=lambda entry: (places.get(entry.section, len(places)), entry.section, entry.number, entry.name),
        )
        self._by_section: dict[str, list[DeckEntry]] = {}
        for entry in self.all_entries:
            self._by_section.setdefault(entry.section, []).append(entry)
        self.pool = pool
        self.identity = identity
        self.as_of = as_of
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

    def split(
        self, sections: tuple[str, ...], where: CardFilter
    ) -> tuple[list[DeckEntry], list[DeckEntry], list[DeckEntry]]:
        """The entries of those sections that a filter means, does not mean, and cannot tell."""
        known = self.pool.answers(where)
        answers = [(entry, known[entry.number]) for entry in self.entries(sections)]
        return (
            [entry for entry, answer in answers if answer is True],
            [entry for entry, answer in answers if answer is False],
            [entry for entry, answer in answers if answer is None],
        )

    def counted(self, entries: Iterable[DeckEntry]) -> tuple[CountedCard, ...]:
        """Entries as a finding lists them: one per number, sorted, with the pool's name where it has one."""
        return counted(entries, self.name)

    def name(self, entry: DeckEntry) -> str:
        """The pool's name of a card, else the one it was entered by."""
        card = self.card(entry)
        return card.name if card else entry.name


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
