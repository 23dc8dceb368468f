"""The rule kinds a pack can use, each one small class.

`clause` is what a violation cites; `best_of` are the match lengths a rule holds for. `judge` yields what it finds in a
deck and never guesses: what is not known of a card is taken for the worst and for the best. Where the rule is broken
even at best it is a violation, where only at worst an open question, where not even then nothing.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from cardpool.legality.card_filter import CardFilter
from cardpool.legality.deck import DeckEntry
from cardpool.legality.deck_view import DeckView, total
from cardpool.legality.parameters import Parameters
from cardpool.legality.rule import Rule
from cardpool.legality.violations import Finding, OpenQuestion, Violation, ViolationCode
from cardpool.packs.names import Names


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
        exactly = parameters.integer("exactly", default=None)
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
    label: Names | None

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
        else:
            bounds = (ViolationCode.TOO_FEW_IN_GROUP, self.at_least), (ViolationCode.TOO_MANY_IN_GROUP, self.at_most)
            cards, remedies = view.counted(unclear), view.remedies(unclear)
            for (code, limit), is_open in zip(bounds, (actual < self.at_least, self._may_exceed(most)), strict=True):
                if is_open:
                    yield OpenQuestion(code, self.clause, section, cards, remedies, limit, self.label)

    def _may_exceed(self, most: int) -> bool:
        return self.at_most is not None and most > self.at_most


@dataclass(frozen=True)
class SectionCards(Rule):
    """Which cards a section may hold.

    `{ kind = "section_cards", section = "leader", where = { attribute = "cost", at_most = 1 } }`
    Legal: a leader of cost 1. Illegal: one of cost 2 (card_not_allowed_in_section, naming it).
    """

    kind: ClassVar[str] = "section_cards"
    section: str
    where: CardFilter
    label: Names | None

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
            code, remedies = ViolationCode.CARD_NOT_ALLOWED_IN_SECTION, view.remedies(unclear)
            yield OpenQuestion(code, self.clause, self.section, view.counted(unclear), remedies, label=self.label)


@dataclass(frozen=True)
class Exclusive(Rule):
    """Groups of cards of which a deck may use only one.

    `{ kind = "exclusive", sections = ["main"], groups = [{ attribute = "camp", is = "light" }, { … }] }`
    Legal: light cards only. Illegal: light and dark ones together (cards_exclude_each_other, naming all of them).
    """

    kind: ClassVar[str] = "exclusive"
    sections: tuple[str, ...]
    groups: tuple[CardFilter, ...]
    label: Names | None

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
            return
        unclear = list(dict.fromkeys(entry for _, _, unknown in parts for entry in unknown))
        if self._may_meet(view, {place for place, part in enumerate(parts) if part[0]}, unclear):
            code, remedies = ViolationCode.CARDS_EXCLUDE_EACH_OTHER, view.remedies(unclear)
            yield OpenQuestion(code, self.clause, section, view.counted(unclear), remedies, 1, self.label)

    def _may_meet(self, view: DeckView, sure: set[int], unclear: list[DeckEntry]) -> bool:
        """Whether two groups may be in the deck at once: by one card, by two, or beside those that surely are."""
        by_card: list[set[int]] = []
        for entry in {entry.number: entry for entry in unclear}.values():
            for answers in view.possible(entry, self.groups):
                if sum(answers) > 1:
                    return True
            may_be = {
                place for answers in view.possible(entry, self.groups) for place, is_ in enumerate(answers) if is_
            }
            by_card.append(may_be)
        if sure:
            return any(may_be - sure for may_be in by_card)
        return any(one and other and len(one | other) > 1 for one, other in combinations(by_card, 2))


@dataclass(frozen=True)
class Unread(Rule):
    """A sentence about decks that stands on a card and that no other kind says: nobody can tell here what it asks for.

    `{ kind = "unread", sections = ["main"], says = "You may have …" }`
    Undecided: every deck with the card (printed_rule_broken). Only cards bring it.
    """

    kind: ClassVar[str] = "unread"
    sections: tuple[str, ...]
    says: str

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Unread":
        return cls(clause, best_of, parameters.sections(), parameters.text("says"))

    @property
    def target(self) -> Hashable:
        return self.kind, self.sections, self.says

    def judge(self, view: DeckView) -> Iterator[Finding]:
        numbers = {card.number for card in self.by}
        bearing = [entry for entry in view.entries(self.sections) if entry.number in numbers]
        code, section = ViolationCode.PRINTED_RULE_BROKEN, "+".join(self.sections)
        yield OpenQuestion(code, self.clause, section, view.counted(bearing), view.remedies(bearing))
