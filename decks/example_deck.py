"""A small sample deck, so that an empty editor can show what a list looks like."""

from collections.abc import Iterable, Iterator
from datetime import date

from cardpool.legality.card_pool import CardPool
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Deck, DeckEntry
from cardpool.legality.rules import SectionSize
from cardpool.legality.ruleset import Ruleset
from cardpool.legality.violations import ViolationCode

MAX_TRIED = 300
_COPIES = (3, 2, 1)
_STILL_GROWING = {ViolationCode.SECTION_TOO_FEW, ViolationCode.TOO_FEW_IN_GROUP}


def example_deck(numbers: Iterable[str], ruleset: Ruleset, *, best_of: int, pool: CardPool, as_of: date) -> Deck:
    """Fill every section to the size the rules ask for with the given cards in order, breaking no rule on the way.

    Greedy: cards that do not fit are passed over. With too few fitting cards the deck stays short of a rule.
    """
    tried = tuple(numbers)[:MAX_TRIED]
    entries: list[DeckEntry] = []
    for section, wanted in _wanted(ruleset, best_of):
        for number in tried:
            missing = wanted - sum(entry.count for entry in entries if entry.section == section)
            if missing <= 0:
                break
            for copies in (count for count in _COPIES if count <= missing):
                longer = [*entries, DeckEntry(section, number, copies)]
                verdict = check_deck(Deck(tuple(longer)), ruleset, best_of=best_of, pool=pool, as_of=as_of)
                if all(found.code in _STILL_GROWING for found in verdict.violations):
                    entries = longer
                    break
    return Deck(tuple(entries))


def _wanted(ruleset: Ruleset, best_of: int) -> Iterator[tuple[str, int]]:
    """Sections with the least size asked for, the small ones first, because fewest cards fit them."""
    sizes = dict.fromkeys(ruleset.sections, 0)
    for rule in ruleset.rules_for(best_of):
        if isinstance(rule, SectionSize):
            sizes[rule.section] = max(sizes[rule.section], rule.at_least)
    yield from sorted(((section, size) for section, size in sizes.items() if size), key=lambda one: one[1])
