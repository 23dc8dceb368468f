"""What a check finds: facts, in a fixed order, without words.

A verdict is known or it is not given: a deck is legal if it is legal however what is not known of its cards turns out,
not legal if it is illegal however that turns out, and undecided where it depends.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import TypeVar

from cardpool.legality.card_pool import PoolPolicy
from cardpool.packs.names import Names


class Verdict(StrEnum):
    """What is known of a deck's legality."""

    LEGAL = "legal"
    NOT_LEGAL = "not_legal"
    UNDECIDED = "undecided"


class ViolationCode(StrEnum):
    """The kinds of violation, in the order a report lists them."""

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
    CARD_NOT_LISTED = "card_not_listed"
    CHOOSE_ONE = "choose_one"
    CARDS_EXCLUDE_EACH_OTHER = "cards_exclude_each_other"
    CONFLICTING_LIMITS = "conflicting_limits"
    CONFLICTING_RULES = "conflicting_rules"
    PRINTED_RULE_BROKEN = "printed_rule_broken"
    NO_WAY_TO_BE_LEGAL = "no_way_to_be_legal"


class NoticeCode(StrEnum):
    """The kinds of notice: what the reader should know and does not make a deck illegal."""

    UNKNOWN_CARD_ACCEPTED = "unknown_card_accepted"
    DEMO_CARDS = "demo_cards"
    NONE_IN_POOL = "none_in_pool"
    PRINTED_RULE_UNREADABLE = "printed_rule_unreadable"


class Remedy(StrEnum):
    """What would settle an open question: writing the card's name, importing its set, stating the facts the pool lacks
    of a card it knows, or a judge's ruling."""

    NAME_CARD = "name_card"
    IMPORT_SET = "import_set"
    COMPLETE_CARD = "complete_card"
    JUDGE = "judge"


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
    label: Names | None = None
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
    label: Names | None = None
    by: tuple[CountedCard, ...] = ()


@dataclass(frozen=True)
class OpenQuestion:
    """A rule that some ways of filling in what is not known break and others keep.

    `code` is the violation it would be, `cards` are those that keep it open, `remedies` what would settle it, the
    cheapest first. `section`, `label` and `by` are as in a violation; `limit` is what the rule allows or asks for.
    """

    code: ViolationCode
    clause: str
    section: str
    cards: tuple[CountedCard, ...]
    remedies: tuple[Remedy, ...]
    limit: int | None = None
    label: Names | None = None
    by: tuple[CountedCard, ...] = ()

    @property
    def sections(self) -> tuple[str, ...]:
        """The section keys it concerns."""
        return tuple(self.section.split("+")) if self.section else ()


Finding = Violation | OpenQuestion | Notice
_VIOLATIONS, _NOTICES = tuple(ViolationCode), tuple(NoticeCode)


@dataclass(frozen=True)
class LegalityReport:
    """The whole verdict on a deck: which rules, match length and day it was judged by, and everything found.

    `questions` are the rules that what is not known keeps open; beside violations they no longer matter to the verdict.
    `restrictions` names the restriction lists in force on that day. `sizes` is what each section was asked to
    hold, at least and at most (None: any number), by the rules of the game and of the cards in the deck.
    """

    ruleset: str
    best_of: int
    as_of: date
    pool: PoolPolicy
    violations: tuple[Violation, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    notices: tuple[Notice, ...] = ()
    restrictions: tuple[str, ...] = ()
    sizes: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """Violations decide; where there are none, open questions do; notices do not."""
        return Verdict.NOT_LEGAL if self.violations else Verdict.UNDECIDED if self.questions else Verdict.LEGAL


_Found = TypeVar("_Found", Violation, OpenQuestion)


def in_order(found: Iterable[_Found], sections: tuple[str, ...]) -> tuple[_Found, ...]:
    """Violations, or open questions, by the pack's order of sections (the whole deck first), then code, clause and
    cards; each once."""
    return tuple(
        sorted(
            dict.fromkeys(found),
            key=lambda one: (
                _place(one.section, sections),
                _VIOLATIONS.index(one.code),
                one.clause,
                [(card.number, card.name) for card in one.cards],
                [card.number for card in one.by],
                -1 if one.limit is None else one.limit,
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
