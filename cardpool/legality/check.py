"""Judging a deck: `check_deck` is the one entry point to the deck rules of every game."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from cardpool.legality.card_pool import CardPool
from cardpool.legality.deck import Deck
from cardpool.legality.deck_view import DeckView
from cardpool.legality.pool_rules import Restrictions
from cardpool.legality.printed_rules import PRINTABLE_KINDS, PrintedRules
from cardpool.legality.rule import Rule
from cardpool.legality.rules import Group, SectionCards, SectionSize
from cardpool.legality.ruleset import InForce, Ruleset
from cardpool.legality.together import can_be_legal
from cardpool.legality.violations import (
    Finding,
    LegalityReport,
    Notice,
    NoticeCode,
    OpenQuestion,
    Violation,
    ViolationCode,
    in_order,
    notices_in_order,
)


def check_deck(deck: Deck, ruleset: Ruleset, *, best_of: int, pool: CardPool, as_of: date) -> LegalityReport:
    """Judge a deck for a match length, with a card pool, as of a day. Every violation is reported, in a fixed order.

    The same deck, rules, pool and day give the same report whatever the order of the entries. Raises `ValueError` for
    a match length the game is not played in.
    """
    if best_of not in ruleset.best_of:
        raise ValueError(f"{ruleset.name} is not played best of {best_of}")
    view = DeckView(deck, pool, identity=ruleset.identity, sections=ruleset.sections, as_of=as_of, named=ruleset.named)
    in_force = ruleset.in_force(view, best_of)
    findings = [*in_force.findings, *_unknown_sections(view, ruleset.sections)]
    holding = _surely_holding(in_force.rules, view)
    for rule in in_force.rules:
        if found := list(_judged(rule, view)):
            findings.extend(found if rule in holding else (_unless_replaced(one, in_force, view) for one in found))
            findings.extend(_missing_in_pool(rule, found, in_force.rules, pool))
    violations = [found for found in findings if isinstance(found, Violation)]
    questions = [found for found in findings if isinstance(found, OpenQuestion)]
    if questions and not violations and not can_be_legal(view, holding):
        violations.append(_no_way(questions))
    return LegalityReport(
        ruleset=ruleset.name,
        best_of=best_of,
        as_of=as_of,
        pool=pool.policy,
        violations=in_order(violations, ruleset.sections),
        questions=in_order(questions, ruleset.sections),
        notices=notices_in_order((found for found in findings if isinstance(found, Notice)), ruleset.sections),
        restrictions=pool.sources(as_of) if any(isinstance(rule, Restrictions) for rule in in_force.rules) else (),
        sizes=in_force.sizes,
    )


def _judged(rule: Rule, view: DeckView) -> Iterable[Finding]:
    """What a rule finds; for a rule printed on cards the findings name them."""
    found = rule.judge(view)
    return found if not rule.by else [replace(one, by=rule.by) for one in found]


def _printed(rules: Iterable[Rule]) -> list[PrintedRules]:
    return [rule for rule in rules if isinstance(rule, PrintedRules)]


def _surely_holding(rules: tuple[Rule, ...], view: DeckView) -> list[Rule]:
    """The rules that hold whatever unknown cards bring: all, unless one may put its own in place of the game's."""
    if not any(printed.replacing(view) for printed in _printed(rules)):
        return list(rules)
    return [rule for rule in rules if rule.by or rule.kind not in PRINTABLE_KINDS]


def _unless_replaced(found: Finding, in_force: InForce, view: DeckView) -> Finding:
    """A violation of a rule in whose place an unknown card may have put its own: an open question."""
    if not isinstance(found, Violation):
        return found
    replacing = [entry for printed in _printed(in_force.rules) for entry in printed.replacing(view)]
    cards, remedies = view.counted(replacing), view.remedies(replacing)
    return OpenQuestion(found.code, found.clause, found.section, cards, remedies, found.limit, found.label)


def _no_way(questions: list[OpenQuestion]) -> Violation:
    """Rules of which each can be kept, and not all of them at once."""
    cards = {card.number: card for question in questions for card in question.cards}
    clauses = ", ".join(dict.fromkeys(question.clause for question in questions if question.clause))
    return Violation(ViolationCode.NO_WAY_TO_BE_LEGAL, clauses, "", tuple(cards[number] for number in sorted(cards)))


def _unknown_sections(view: DeckView, sections: tuple[str, ...]) -> list[Violation]:
    """Cards in a section the game does not have; no other rule would see them."""
    strange = sorted({entry.section for entry in view.all_entries} - set(sections))
    return [
        Violation(
            ViolationCode.UNKNOWN_SECTION,
            "",
            section,
            view.counted(view.entries((section,))),
            limit=0,
            actual=view.size(section),
        )
        for section in strange
    ]


def _missing_in_pool(rule: Rule, found: list[Finding], rules: tuple[Rule, ...], pool: CardPool) -> Iterator[Notice]:
    """Cards are asked for and the pool knows none that would do: the pool may be at fault rather than the player."""
    codes = {one.code for one in found if isinstance(one, Violation)}
    asking: list[Group | SectionCards] = []
    if isinstance(rule, Group) and ViolationCode.TOO_FEW_IN_GROUP in codes:
        asking.append(rule)
    elif isinstance(rule, SectionSize) and ViolationCode.SECTION_TOO_FEW in codes:
        asking.extend(one for one in rules if isinstance(one, SectionCards) and one.section == rule.section)
    for one in asking:
        if not pool.filters.holds(one.where):
            yield Notice(NoticeCode.NONE_IN_POOL, one.clause, "+".join(one.about), label=one.label)
