"""The rule kinds a pack can use, each one small class.

`clause` is what a violation cites; `best_of` are the match lengths a rule holds for. `judge` yields what it finds in a
deck and never guesses: a card whose facts the pool does not know leads to a notice where they would decide.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from decks.legality.card_filter import CardFilter
from decks.legality.deck import DeckEntry
from decks.legality.deck_view import DeckView, total
from decks.legality.parameters import Parameters
from decks.legality.violations import CountedCard, Finding, Label, Notice, NoticeCode, Violation, ViolationCode


@dataclass(frozen=True)
class Rule(ABC):
    """What every rule has. A kind reads its own parameters in `read` and judges in `judge`.

    `by` are the cards of the deck the rule is printed on, empty for a rule of the game.
    """

    kind: ClassVar[str]
    clause: str
    best_of: tuple[int, ...]
    by: tuple[CountedCard, ...] = field(default=(), kw_only=True)

    @property
    @abstractmethod
    def target(self) -> Hashable:
        """What the rule is about; a rule printed on a card takes the place of those with the same target."""

    @property
    def about(self) -> tuple[str, ...]:
        """The section keys the rule speaks of."""
        several: tuple[str, ...] = getattr(self, "sections", ())
        return several or (getattr(self, "section", ""),)

    @classmethod
    @abstractmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Rule":
        """Compile the rule from its table; mistakes are noted in the parameters' problems."""

    @abstractmethod
    def judge(self, view: DeckView) -> Iterator[Finding]:
        """Yield every violation and notice."""


@dataclass(frozen=True)
class SectionSize(Rule):
    """How many cards a section holds: `exactly`, or `at_least` and/or `at_most`.

    `{ kind = "section_size", section = "main", exactly = 40 }`
    Legal: 40 cards in main. Illegal: 39 (section_too_few, limit 40) or 41 (section_too_many). A section that must hold
    exactly 0 is not in use: any card in it is section_not_allowed.
    """

    kind: ClassVar[str] = "section_size"
    section: str
    at_least: int
    at_most: int | None

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "SectionSize":
        section = parameters.section()
        exactly = parameters.optional_whole("exactly")
        least, most = parameters.bounds()
        parameters.one_of("exactly", "at_least", "at_most")
        parameters.not_with("exactly", "at_least", "at_most")
        if exactly is not None:
            least = most = exactly
        return cls(clause, best_of, section, least, most)

    @property
    def target(self) -> Hashable:
        return self.kind, self.section

    def judge(self, view: DeckView) -> Iterator[Finding]:
        actual = view.size(self.section)
        if actual < self.at_least:
            yield Violation(
                ViolationCode.SECTION_TOO_FEW, self.clause, self.section, limit=self.at_least, actual=actual
            )
        elif self.at_most == 0 and actual:
            cards = view.counted(view.entries((self.section,)))
            yield Violation(ViolationCode.SECTION_NOT_ALLOWED, self.clause, self.section, cards, 0, actual)
        elif self.at_most is not None and actual > self.at_most:
            yield Violation(
                ViolationCode.SECTION_TOO_MANY, self.clause, self.section, limit=self.at_most, actual=actual
            )


@dataclass(frozen=True)
class Copies(Rule):
    """Copies of the same card, by the game's identity, in several sections together.

    `{ kind = "copies", sections = ["main", "side"], at_most = 3, own_limit = true, unless = { … } }`
    Legal: 2 in main and 1 in side. Illegal: 3 in main and 1 in side (too_many_copies, limit 3, actual 4).
    With `own_limit` a limit printed on the card takes the place of `at_most`. Where two limits contradict each other
    (of cards that count as the same, or of a card and a rule printed on another) and it matters which holds, the
    finding is conflicting_limits, and nothing is guessed. Cards that `unless` means do not count.
    """

    kind: ClassVar[str] = "copies"
    sections: tuple[str, ...]
    at_most: int
    own_limit: bool
    unless: CardFilter | None

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Copies":
        return cls(
            clause,
            best_of,
            parameters.sections(),
            parameters.whole("at_most"),
            parameters.flag("own_limit"),
            parameters.optional_where("unless"),
        )

    @property
    def target(self) -> Hashable:
        return self.kind, self.sections

    def judge(self, view: DeckView) -> Iterator[Finding]:
        section = "+".join(self.sections)
        limited = view.pool.limited if self.own_limit else frozenset()
        for entries in view.copies(self.sections).values():
            if total(entries) <= self.at_most and limited.isdisjoint([entry.number for entry in entries]):
                continue
            bound, unclear = self._bound(view, entries)
            least, most = self._limits(view, entries)
            actual = total(bound)
            if actual > most:
                cards = view.counted(bound)
                yield Violation(ViolationCode.TOO_MANY_COPIES, self.clause, section, cards, most, actual)
            elif actual > least:
                yield Violation(ViolationCode.CONFLICTING_LIMITS, self.clause, section, view.counted(bound))
            elif unclear and actual + total(unclear) > least:
                yield Notice(NoticeCode.UNDECIDED, self.clause, section, view.counted(unclear))

    def _limits(self, view: DeckView, entries: list[DeckEntry]) -> tuple[int, int]:
        """The strictest and the most generous limit stated for these cards; equal unless they contradict each other."""
        cards = [view.card(entry) for entry in entries] if self.own_limit else []
        limits = {card.copy_limit for card in cards if card is not None and card.copy_limit is not None}
        if not limits or self.by:
            limits.add(self.at_most)
        return min(limits), max(limits)

    def _bound(self, view: DeckView, entries: list[DeckEntry]) -> tuple[list[DeckEntry], list[DeckEntry]]:
        """The entries the limit surely holds for, and those that may be free of it."""
        if self.unless is None:
            return entries, []
        known = view.pool.answers(self.unless)
        answers = [(entry, known[entry.number]) for entry in entries]
        return (
            [entry for entry, answer in answers if answer is False],
            [entry for entry, answer in answers if answer is None],
        )


@dataclass(frozen=True)
class Group(Rule):
    """How many cards of a described group the named sections hold together: `at_least` and/or `at_most`.

    `{ kind = "group", sections = ["main"], where = { attribute = "legend", is = true }, at_most = 1 }`
    Legal: one LEGEND card. Illegal: two (too_many_in_group, limit 1, actual 2).
    `at_least = 1` makes a card of the group mandatory: none at all is too_few_in_group.
    """

    kind: ClassVar[str] = "group"
    sections: tuple[str, ...]
    where: CardFilter
    at_least: int
    at_most: int | None
    label: Label | None

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Group":
        parameters.one_of("at_least", "at_most")
        return cls(
            clause,
            best_of,
            parameters.sections(),
            parameters.where(),
            *parameters.bounds(),
            parameters.label(),
        )

    @property
    def target(self) -> Hashable:
        return self.kind, self.sections, self.where

    def judge(self, view: DeckView) -> Iterator[Finding]:
        section = "+".join(self.sections)
        meant, _, unclear = view.split(self.sections, self.where)
        actual, most = total(meant), total(meant) + total(unclear)
        if self.at_most is not None and actual > self.at_most:
            cards = view.counted(meant)
            yield Violation(
                ViolationCode.TOO_MANY_IN_GROUP, self.clause, section, cards, self.at_most, actual, self.label
            )
        elif most < self.at_least:
            cards = view.counted(meant)
            yield Violation(
                ViolationCode.TOO_FEW_IN_GROUP, self.clause, section, cards, self.at_least, actual, self.label
            )
        elif actual < self.at_least or (self.at_most is not None and most > self.at_most):
            yield Notice(NoticeCode.UNDECIDED, self.clause, section, view.counted(unclear), self.label)


@dataclass(frozen=True)
class SectionCards(Rule):
    """Which cards a section may hold.

    `{ kind = "section_cards", section = "leader", where = { attribute = "cost", at_most = 1 } }`
    Legal: a leader of cost 1. Illegal: one of cost 2 (card_not_allowed_in_section, naming it).
    """

    kind: ClassVar[str] = "section_cards"
    section: str
    where: CardFilter
    label: Label | None

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "SectionCards":
        return cls(clause, best_of, parameters.section(), parameters.where(), parameters.label())

    @property
    def target(self) -> Hashable:
        return self.kind, self.section

    def judge(self, view: DeckView) -> Iterator[Finding]:
        _, other, unclear = view.split((self.section,), self.where)
        if other:
            yield Violation(
                ViolationCode.CARD_NOT_ALLOWED_IN_SECTION,
                self.clause,
                self.section,
                view.counted(other),
                actual=total(other),
                label=self.label,
            )
        if unclear:
            yield Notice(NoticeCode.UNDECIDED, self.clause, self.section, view.counted(unclear), self.label)


@dataclass(frozen=True)
class Exclusive(Rule):
    """Groups of cards of which a deck may use only one.

    `{ kind = "exclusive", sections = ["main"], groups = [{ attribute = "camp", is = "light" }, { … }] }`
    Legal: light cards only. Illegal: light and dark ones together (cards_exclude_each_other, naming all of them).
    """

    kind: ClassVar[str] = "exclusive"
    sections: tuple[str, ...]
    groups: tuple[CardFilter, ...]
    label: Label | None

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Exclusive":
        return cls(clause, best_of, parameters.sections(), parameters.filters("groups"), parameters.label())

    @property
    def target(self) -> Hashable:
        return self.kind, self.sections, self.groups

    def judge(self, view: DeckView) -> Iterator[Finding]:
        section = "+".join(self.sections)
        parts = [view.split(self.sections, group) for group in self.groups]
        present = [meant for meant, _, _ in parts if meant]
        if len(present) > 1:
            cards = view.counted(dict.fromkeys(entry for meant in present for entry in meant))
            yield Violation(
                ViolationCode.CARDS_EXCLUDE_EACH_OTHER, self.clause, section, cards, 1, len(present), self.label
            )
        elif unclear := dict.fromkeys(entry for _, _, unknown in parts for entry in unknown):
            yield Notice(NoticeCode.UNDECIDED, self.clause, section, view.counted(unclear), self.label)
