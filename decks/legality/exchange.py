"""A deck during a match, compared with the registered one: exchanging cards between games, and restoring it after.

V1.9 1.0.2b lets main and side be exchanged card for card and never changes a section's size; 1.0.2c restores the
registered list before the next match.
"""

from collections import Counter
from dataclasses import dataclass

from decks.legality.deck import Deck, DeckEntry
from decks.legality.deck_view import counted
from decks.legality.ruleset import Ruleset
from decks.legality.violations import CountedCard, Violation, ViolationCode, in_order


@dataclass(frozen=True)
class Exchanged:
    """What moved between two sections: cards that came into the first one, and cards that left it."""

    into: tuple[CountedCard, ...]
    out: tuple[CountedCard, ...]


def swap_problems(registered: Deck, current: Deck, ruleset: Ruleset) -> tuple[Violation, ...]:
    """What keeps `current` from being `registered` after a one-for-one exchange; empty when it is.

    Sections that may be exchanged keep their size and together hold the same cards; every other section is unchanged.
    A game whose pack allows no exchange wants every section unchanged.
    """
    exchange = ruleset.exchange
    if exchange is None or not exchange.allowed:
        clause = exchange.clause if exchange else ""
        return _differences(registered, current, [(section,) for section in ruleset.sections], clause, ruleset)
    others = [(section,) for section in ruleset.sections if section not in exchange.sections]
    sizes = [
        Violation(ViolationCode.SWAP_CHANGES_SIZE, exchange.clause, section, limit=before, actual=after)
        for section in exchange.sections
        if (before := _size(registered, section)) != (after := _size(current, section))
    ]
    moved = _differences(registered, current, [exchange.sections, *others], exchange.clause, ruleset)
    return in_order((*sizes, *moved), ruleset.sections)


def restore_problems(registered: Deck, current: Deck, ruleset: Ruleset) -> tuple[Violation, ...]:
    """What differs from the registered list at the start of a match, section by section; empty when it is restored."""
    clause = ruleset.exchange.restore_clause if ruleset.exchange else ""
    return _differences(registered, current, [(section,) for section in ruleset.sections], clause, ruleset)


def exchanged(registered: Deck, current: Deck, section: str) -> Exchanged:
    """Which cards came into a section and which left it since registration."""
    before, after = _counts(registered, (section,)), _counts(current, (section,))
    names = _names(registered, current)
    return Exchanged(into=_cards(after - before, names), out=_cards(before - after, names))


def _differences(
    registered: Deck, current: Deck, places: list[tuple[str, ...]], clause: str, ruleset: Ruleset
) -> tuple[Violation, ...]:
    names = _names(registered, current)
    found: list[Violation] = []
    for sections in places:
        before, after = _counts(registered, sections), _counts(current, sections)
        for code, surplus in (
            (ViolationCode.SWAP_ADDS_CARD, after - before),
            (ViolationCode.SWAP_LOSES_CARD, before - after),
        ):
            found.extend(
                Violation(code, clause, "+".join(sections), (card,), before[card.number], after[card.number])
                for card in _cards(surplus, names)
            )
    return in_order(found, ruleset.sections)


def _size(deck: Deck, section: str) -> int:
    return sum(entry.count for entry in deck.entries if entry.section == section)


def _counts(deck: Deck, sections: tuple[str, ...]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for entry in deck.entries:
        if entry.section in sections:
            counts[entry.number] += entry.count
    return counts


def _names(*decks: Deck) -> dict[str, str]:
    return {entry.number: entry.name for deck in decks for entry in deck.entries if entry.name}


def _cards(counts: Counter[str], names: dict[str, str]) -> tuple[CountedCard, ...]:
    entries = (DeckEntry("", number, count) for number, count in counts.items())
    return counted(entries, lambda entry: names.get(entry.number, ""))
