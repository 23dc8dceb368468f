"""Whether a deck is not legal whatever further cards come to it: those of lines that ask which card they mean.

Such a line names some card, or none, and a number of copies. Rules that further cards can only break more are broken
for good, unless one of those cards brings a rule in place of the broken one or states another limit of copies.
"""

from collections.abc import Iterable

from cardpool.legality.card_pool import CardPool
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Deck, DeckEntry, Identity
from cardpool.legality.ruleset import Ruleset
from cardpool.legality.violations import LegalityReport, Violation, ViolationCode

_ANY_CARD = "?"
"""No card's number: under it stands a card of which nothing is known, not even a name."""

_BY_NUMBER = frozenset((ViolationCode.UNKNOWN_SECTION, ViolationCode.UNKNOWN_CARD, ViolationCode.NOT_A_CARD_NUMBER))
"""What is wrong with a section or number as such, whatever other names lines give that number."""

_BY_POOL = frozenset(
    (
        ViolationCode.NOT_IN_FORMAT,
        ViolationCode.CARD_BANNED,
        ViolationCode.CARD_LIMITED,
        ViolationCode.CARD_UNRELEASED,
        ViolationCode.CARD_NOT_LISTED,
        ViolationCode.CHOOSE_ONE,
        ViolationCode.CONFLICTING_RULES,
    )
)
"""Violations of rules that no card can replace."""

_BY_COUNT = frozenset(
    (
        ViolationCode.SECTION_TOO_MANY,
        ViolationCode.SECTION_NOT_ALLOWED,
        ViolationCode.TOO_MANY_COPIES,
        ViolationCode.TOO_MANY_IN_GROUP,
        ViolationCode.CARD_NOT_ALLOWED_IN_SECTION,
        ViolationCode.CARDS_EXCLUDE_EACH_OTHER,
        ViolationCode.CONFLICTING_LIMITS,
    )
)
"""Violations of rules that a card may replace by its own."""


def is_broken_anyway(
    report: LegalityReport, deck: Deck, ruleset: Ruleset, *, pool: CardPool, open_in: Iterable[str]
) -> bool:
    """Whether the deck that `report` judges stays not legal with any further cards in the sections `open_in`.

    False where that is not certain: no further card may then be known to heal what is broken.
    """
    lasting = [found for found in report.violations if _only_worsens(found, ruleset, pool)]
    if not lasting:
        return False
    entries = (DeckEntry(section, _ANY_CARD, 1) for section in dict.fromkeys(open_in))
    larger = Deck((*deck.entries, *entries))
    beside = check_deck(larger, ruleset, best_of=report.best_of, pool=pool, as_of=report.as_of).violations
    return any(_same(one, other) for one in lasting for other in beside)


def _only_worsens(found: Violation, ruleset: Ruleset, pool: CardPool) -> bool:
    """Whether further cards that are known can only break this more."""
    if found.code in _BY_NUMBER:
        return True
    by_name = ruleset.identity is Identity.NAME
    if (by_name or ruleset.named) and any(card.number not in pool.cards for card in found.cards):
        return False  # A further line may give its number a name by which it is another card.
    if by_name and found.code is ViolationCode.CARD_NOT_LISTED:
        return False  # A further printing of it may be listed.
    return found.code in _BY_POOL or (found.code in _BY_COUNT and (bool(found.by) or not _holds_replacing(pool)))


def _holds_replacing(pool: CardPool) -> bool:
    """Whether some card of the pool brings a rule in place of one of the game's."""
    return any(rule.get("replace") for number in pool.bringing for rule in pool.cards[number].deck_rules)


def _same(one: Violation, other: Violation) -> bool:
    """Whether the other is the same rule broken by the same cards, perhaps by more of them."""
    rule, also = (one.code, one.clause, one.section, one.by), (other.code, other.clause, other.section, other.by)
    return rule == also and {card.number for card in one.cards} <= {card.number for card in other.cards}
