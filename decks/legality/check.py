"""Judging a deck: `check_deck` is the one door to the deck rules of every game."""

from datetime import date

from decks.legality.deck import CardPool, Deck
from decks.legality.deck_view import DeckView
from decks.legality.ruleset import Ruleset
from decks.legality.violations import (
    Finding,
    LegalityReport,
    Notice,
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
    findings: list[Finding] = list(_unknown_sections(view, ruleset.sections))
    for rule in ruleset.rules_for(best_of):
        findings.extend(rule.judge(view))
    in_force = [restriction for restriction in pool.restrictions if restriction.in_force(as_of)]
    return LegalityReport(
        ruleset=ruleset.name,
        best_of=best_of,
        as_of=as_of,
        pool=pool.policy,
        violations=in_order((found for found in findings if isinstance(found, Violation)), ruleset.sections),
        notices=notices_in_order((found for found in findings if isinstance(found, Notice)), ruleset.sections),
        restrictions=tuple(sorted({restriction.source for restriction in in_force if restriction.source})),
    )


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
