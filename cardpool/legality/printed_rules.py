"""Deck rules that a card brings with it: a condition printed on it, or a leader that changes a rule of the deck.

A card's `deck_rules` are tables like those of a pack's `[[rules]]`, with two keys more. `in` names the sections the
card must stand in for its rule to hold (all that the pack's `printed_rules` rule names, where it is left out).
`replace = true` puts the rule in place of the game's rule about the same thing, such as the size of the same
section; without it the rule is one more condition.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from cardpool.intake.problems import TableFault
from cardpool.legality.card_filter import AttributeForms
from cardpool.legality.copies import Copies
from cardpool.legality.deck import Card, DeckEntry
from cardpool.legality.deck_view import DeckView
from cardpool.legality.parameters import Parameters
from cardpool.legality.problems import Problems, RuleFault
from cardpool.legality.rule import Rule
from cardpool.legality.rules import Exclusive, Group, SectionCards, SectionSize, Unread
from cardpool.legality.violations import (
    CountedCard,
    Finding,
    Notice,
    NoticeCode,
    OpenQuestion,
    Violation,
    ViolationCode,
)

PRINTABLE_KINDS: Mapping[str, type[Rule]] = {
    kind.kind: kind for kind in (SectionSize, Copies, Group, SectionCards, Exclusive, Unread)
}


@dataclass(frozen=True)
class PrintedRules(Rule):
    """Deck rules printed on cards hold for the deck the card is in.

    `{ kind = "printed_rules", sections = ["main", "leader"] }`
    Legal: 60 cards in main under a leader that says so (`{ kind = "section_size", section = "main", exactly = 60,
    replace = true }`). Illegal: 50 under that leader (section_too_few, limit 60, naming the leader); two cards that put
    different rules in place of the same one (conflicting_rules, naming both; the rule itself is then not judged).

    Undecided: what a card the pool does not have would bring. `unknown_rules` are the further conditions it may set,
    each a rule's table; without it, any at all. In the sections of `unknown_replace` it may also put rules in the place
    of the game's.
    """

    kind: ClassVar[str] = "printed_rules"
    sections: tuple[str, ...]
    unknown_rules: tuple[Rule, ...] | None
    unknown_replace: tuple[str, ...]

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "PrintedRules":
        sections = parameters.sections()
        replaces = parameters.optional_sections("unknown_replace", ())
        if not parameters.has("unknown_rules"):
            return cls(clause, best_of, sections, None, replaces)
        rules = []
        for below in parameters.tables("unknown_rules", empty=True):
            if kind := below.kind(PRINTABLE_KINDS):
                rules.append(kind.read(below.clause(clause), best_of, below))
                below.finish()
        return cls(clause, best_of, sections, tuple(rules), replaces)

    @property
    def target(self) -> Hashable:
        return self.kind, self.sections

    def judge(self, view: DeckView) -> Iterator[Finding]:
        """What cards whose rules are not known may ask for; `rules_in_force` applies what the others say."""
        anything = [
            *self.unreadable(view),
            *(self.unknown(view) if self.unknown_rules is None else self._replacing(view)),
        ]
        if anything:
            code, section, cards = ViolationCode.PRINTED_RULE_BROKEN, "+".join(self.sections), view.counted(anything)
            yield OpenQuestion(code, self.clause, section, cards, view.remedies(anything))
        if bringing := self.unknown(view):
            for rule in self.unknown_rules or ():
                findings = [found for found in rule.judge(view) if not isinstance(found, Notice)]
                yield from (self._perhaps(view, found, bringing) for found in findings)

    def unknown(self, view: DeckView) -> list[DeckEntry]:
        """The cards that may bring rules that are not known: those the pool does not have."""
        return [entry for entry in view.entries(self.sections) if entry.number in view.unknown_numbers]

    def unreadable(self, view: DeckView) -> list[DeckEntry]:
        """The cards that bring rules which cannot be read."""
        return [entry for entry in view.entries(self.sections) if entry.number in view.unreadable]

    def replacing(self, view: DeckView) -> list[DeckEntry]:
        """The cards that may replace the game's rules by rules that are not known."""
        return [*self.unreadable(view), *self._replacing(view)]

    def _replacing(self, view: DeckView) -> list[DeckEntry]:
        return [entry for entry in self.unknown(view) if entry.section in self.unknown_replace]

    def _perhaps(self, view: DeckView, found: Violation | OpenQuestion, bringing: list[DeckEntry]) -> OpenQuestion:
        """A finding of a rule that one of some unknown cards may have brought."""
        numbers = {card.number for card in found.cards}
        concerned = [entry for entry in bringing if entry.number in numbers] or bringing
        remedies = view.remedies(concerned)
        return OpenQuestion(
            found.code, found.clause, found.section, view.counted(concerned), remedies, found.limit, found.label
        )


@dataclass(frozen=True)
class CardRule:
    """One compiled rule of a card, the sections in which the card brings it, and whether it replaces the game's."""

    rule: Rule
    sections: tuple[str, ...]
    replaces: bool


@dataclass(frozen=True)
class RuleReader:
    """What it takes to compile a card's rules: the game's sections, attributes, match lengths and own rules."""

    sections: tuple[str, ...]
    attributes: AttributeForms
    best_of: tuple[int, ...]
    rules: tuple[Rule, ...]

    def read(self, card: Card, printed: PrintedRules, problems: Problems) -> tuple[CardRule, ...]:
        """Compile a card's deck rules; every mistake is noted at `NUMBER.deck_rules[0]…`."""
        found = []
        for position, table in enumerate(card.deck_rules):
            path = f"{card.number}.deck_rules[{position}]"
            parameters = Parameters(table, path, problems, sections=self.sections, attributes=self.attributes)
            if kind := parameters.kind(PRINTABLE_KINDS):
                found.append(self._rule(kind, parameters, printed, problems))
        return tuple(found)

    def _rule(self, kind: type[Rule], parameters: Parameters, printed: PrintedRules, problems: Problems) -> CardRule:
        before = len(problems.found)
        sections = parameters.optional_sections("in", printed.sections)
        replaces = parameters.flag("replace")
        rule = kind.read(parameters.clause(printed.clause), parameters.best_of(self.best_of), parameters)
        parameters.finish()
        outside = [section for section in sections if section not in printed.sections]
        if outside:
            facts = {"known": ", ".join(printed.sections), "found": ", ".join(outside)}
            parameters.problem("in", TableFault.BAD_VALUE, **facts)
        if replaces and len(problems.found) == before and all(rule.target != own.target for own in self.rules):
            parameters.problem("replace", RuleFault.REPLACES_NOTHING)
        return CardRule(rule, sections, replaces)


def rules_in_force(
    view: DeckView, rules: tuple[Rule, ...], printed: tuple[PrintedRules, ...], reader: RuleReader, best_of: int
) -> tuple[tuple[Rule, ...], list[Finding]]:
    """The rules a deck is judged by: the game's (the same tuple where no card changes them), less those its cards
    replace, and its cards' own. `printed` are those of the game's rules that let cards bring any.

    Where cards put different rules in place of one, none of them holds and a violation names the cards. A card
    whose rules cannot be read brings none, and a notice names it.
    """
    brought: list[CardRule] = []
    findings: list[Finding] = []
    for bringing in printed:
        _collect(view, bringing, reader, best_of, brought, findings)
    if not brought:
        return rules, findings
    replacing = _by_target(one.rule for one in brought if one.replaces)
    adding = _by_target(one.rule for one in brought if not one.replaces)
    kept = [rule for rule in rules if rule.target not in replacing]
    for different in replacing.values():
        if len(different) == 1:
            kept.extend(different)
        else:
            findings.append(_conflict(different))
    kept.extend(rule for different in adding.values() for rule in different)
    return tuple(kept), findings


def _collect(
    view: DeckView,
    printed: PrintedRules,
    reader: RuleReader,
    best_of: int,
    brought: list[CardRule],
    findings: list[Finding],
) -> None:
    """Add what the cards of the sections that `printed` names bring, each card's once."""
    places: dict[str, set[str]] = {}
    bringing = view.pool.bringing
    for entry in view.entries(printed.sections) if bringing else ():
        if entry.number in bringing:
            places.setdefault(entry.number, set()).add(entry.section)
    for number, sections in places.items():
        card = view.pool.cards[number]
        by = tuple(one for one in view.counted(view.entries(printed.sections)) if one.number == number)
        problems = Problems(number, lambda path: None)
        read = reader.read(card, printed, problems)
        if problems.found:
            section = "+".join(key for key in printed.sections if key in sections)
            findings.append(Notice(NoticeCode.PRINTED_RULE_UNREADABLE, printed.clause, section, by))
            view.unreadable.add(number)
            continue
        here = (one for one in read if sections.intersection(one.sections) and best_of in one.rule.best_of)
        brought.extend(replace(one, rule=replace(one.rule, by=by)) for one in here)


def _by_target(rules: Iterable[Rule]) -> dict[Hashable, list[Rule]]:
    """Rules by what they are about; equal ones are one, brought by all the cards that say so."""
    found: dict[Hashable, dict[Rule, Rule]] = {}
    for rule in rules:
        same = found.setdefault(rule.target, {})
        plain = replace(rule, clause="", by=())
        known = same.get(plain)
        same[plain] = rule if known is None else replace(known, by=(*known.by, *rule.by))
    return {target: list(same.values()) for target, same in found.items()}


def _conflict(different: list[Rule]) -> Violation:
    cards: dict[str, CountedCard] = {card.number: card for rule in different for card in rule.by}
    by = tuple(cards[number] for number in sorted(cards))
    section = "+".join(different[0].about)
    return Violation(ViolationCode.CONFLICTING_RULES, different[0].clause, section, by)
