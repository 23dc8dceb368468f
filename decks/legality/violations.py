"""What a check finds: facts, in a fixed order, without words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from decks.legality.card_pool import PoolPolicy


class ViolationCode(StrEnum):
    """A failed rule, in the order a report lists them."""

    UNKNOWN_SECTION = "unknown_section"
    SECTION_TOO_FEW = "section_too_few"
    SECTION_TOO_MANY = "section_too_many"
    SECTION_NOT_ALLOWED = "section_not_allowed"
    TOO_MANY_COPIES = "too_many_copies"
    TOO_MANY_IN_GROUP = "too_many_in_group"
    TOO_FEW_IN_GROUP = "too_few_in_group"
    CARD_NOT_ALLOWED_IN_SECTION = "card_not_allowed_in_section"
    UNKNOWN_CARD = "unknown_card"
    NOT_A_CARD_NUMBER = "not_a_card_number"
    NOT_IN_FORMAT = "not_in_format"
    CARD_BANNED = "card_banned"
    CARD_LIMITED = "card_limited"
    CARD_UNRELEASED = "card_unreleased"
    CHOOSE_ONE = "choose_one"
    CARDS_EXCLUDE_EACH_OTHER = "cards_exclude_each_other"
    CONFLICTING_LIMITS = "conflicting_limits"
    CONFLICTING_RULES = "conflicting_rules"
    SWAP_CHANGES_SIZE = "swap_changes_size"
    SWAP_ADDS_CARD = "swap_adds_card"
    SWAP_LOSES_CARD = "swap_loses_card"


class NoticeCode(StrEnum):
    """Something the reader should know that does not make a deck illegal."""

    UNKNOWN_CARD_ACCEPTED = "unknown_card_accepted"
    UNDECIDED = "undecided"
    NONE_IN_POOL = "none_in_pool"
    PRINTED_RULE_UNREADABLE = "printed_rule_unreadable"


@dataclass(frozen=True)
class Label:
    """What a pack calls a group of cards, in the site's two languages."""

    zh: str
    en: str


@dataclass(frozen=True)
class CountedCard:
    """A card a finding concerns, with the copies counted."""

    number: str
    name: str
    count: int


@dataclass(frozen=True)
class Violation:
    """One failed rule with its facts.

    `section` is a section key, several joined by `+` where they are counted together, or empty for the whole deck.
    `limit` and `actual` are copies or cards, None where nothing is counted. `by` are the cards the rule is printed on,
    empty for a rule of the game.
    """

    code: ViolationCode
    clause: str
    section: str = ""
    cards: tuple[CountedCard, ...] = ()
    limit: int | None = None
    actual: int | None = None
    label: Label | None = None
    by: tuple[CountedCard, ...] = ()

    @property
    def sections(self) -> tuple[str, ...]:
        """The section keys it concerns."""
        return tuple(self.section.split("+")) if self.section else ()


@dataclass(frozen=True)
class Notice:
    """One fact worth saying; `section` and `cards` as in a violation."""

    code: NoticeCode
    clause: str
    section: str = ""
    cards: tuple[CountedCard, ...] = ()
    label: Label | None = None
    by: tuple[CountedCard, ...] = ()


Finding = Violation | Notice
_VIOLATIONS, _NOTICES = tuple(ViolationCode), tuple(NoticeCode)


@dataclass(frozen=True)
class LegalityReport:
    """The whole verdict on a deck: which rules, match length and day it was judged by, and everything found.

    `restrictions` names the restriction lists in force on that day. `sizes` is what each section was asked to
    hold, at least and at most (None: any number), by the rules of the game and of the cards in the deck.
    """

    ruleset: str
    best_of: int
    as_of: date
    pool: PoolPolicy
    violations: tuple[Violation, ...] = ()
    notices: tuple[Notice, ...] = ()
    restrictions: tuple[str, ...] = ()
    sizes: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)

    @property
    def legal(self) -> bool:
        """No violation; notices do not matter."""
        return not self.violations


def in_order(violations: Iterable[Violation], sections: tuple[str, ...]) -> tuple[Violation, ...]:
    """Violations by the pack's order of sections (the whole deck first), then code, clause and cards; each once."""
    return tuple(
        sorted(
            dict.fromkeys(violations),
            key=lambda found: (
                _place(found.section, sections),
                _VIOLATIONS.index(found.code),
                found.clause,
                [(card.number, card.name) for card in found.cards],
                [card.number for card in found.by],
                -1 if found.limit is None else found.limit,
            ),
        )
    )


def notices_in_order(notices: Iterable[Notice], sections: tuple[str, ...]) -> tuple[Notice, ...]:
    """Notices by code, then section, clause and cards, without repeats."""
    return tuple(
        sorted(
            dict.fromkeys(notices),
            key=lambda found: (
                _NOTICES.index(found.code),
                _place(found.section, sections),
                found.clause,
                [(card.number, card.name) for card in found.cards],
                [card.number for card in found.by],
            ),
        )
    )


def _place(section: str, sections: tuple[str, ...]) -> tuple[int, str]:
    first = section.split("+")[0]
    if not first:
        return (-1, "")
    return (sections.index(first) if first in sections else len(sections), section)
