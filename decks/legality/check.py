"""Judging a deck: `check_deck` is the one door to the deck rules of every game."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from decks.legality.card_pool import CardPool
from decks.legality.deck import Deck
from decks.legality.deck_view import DeckView
from decks.legality.rules import Group, Rule, SectionCards, SectionSize
from decks.legality.ruleset import Ruleset
from decks.legality.violations import (
    Finding,
    LegalityReport,
    Notice,
    NoticeCode,
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
    view = DeckView(deck, pool, identity=ruleset.identity, sections=ruleset.sections, as_of=as_of)
    in_force = ruleset.in_force(view, best_of)
    findings = [*in_force.findings, *_unknown_sections(view, ruleset.sections)]
    for rule in in_force.rules:
        if found := list(_judged(rule, view)):
            findings.extend(found)
            findings.extend(_missing_in_pool(rule, found, in_force.rules, pool))
    return LegalityReport(
        ruleset=ruleset.name,
        best_of=best_of,
        as_of=as_of,
        pool=pool.policy,
        violations=in_order((found for found in findings if isinstance(found, Violation)), ruleset.sections),
        notices=notices_in_order((found for found in findings if isinstance(found, Notice)), ruleset.sections),
        restrictions=tuple(sorted({one.source for one in pool.in_force(as_of) if one.source})),
        sizes=in_force.sizes,
    )


def _judged(rule: Rule, view: DeckView) -> Iterable[Finding]:
    """What a rule finds; for a rule printed on cards the findings name them."""
    found = rule.judge(view)
    return found if not rule.by else [replace(one, by=rule.by) for one in found]


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
    codes = {one.code for one in found}
    asking: list[Group | SectionCards] = []
    if isinstance(rule, Group) and ViolationCode.TOO_FEW_IN_GROUP in codes:
        asking.append(rule)
    elif isinstance(rule, SectionSize) and ViolationCode.SECTION_TOO_FEW in codes:
        asking.extend(one for one in rules if isinstance(one, SectionCards) and one.section == rule.section)
    for one in asking:
        if not pool.holds(one.where):
            yield Notice(NoticeCode.NONE_IN_POOL, one.clause, "+".join(one.about), label=one.label)
