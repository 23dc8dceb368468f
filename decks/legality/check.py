"""Judging a deck: `check_deck` is the one door to the deck rules of every game."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, cast

from decks.legality.card_pool import CardPool
from decks.legality.deck import Deck
from decks.legality.deck_view import DeckView
from decks.legality.glance import Bringing, Glance
from decks.legality.pool_rules import Restrictions
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

MOST_REMEMBERED = 1_024
"""Glances remembered for one pool (days, match lengths), and for each of them (cards that bring rules)."""


def check_deck(deck: Deck, ruleset: Ruleset, *, best_of: int, pool: CardPool, as_of: date) -> LegalityReport:
    """Judge a deck for a match length, with a card pool, as of a day. Every violation is reported, in a fixed order.

    The same deck, rules, pool and day give the same report whatever the order of the entries. Raises `ValueError` for
    a match length the game is not played in.
    """
    if best_of not in ruleset.best_of:
        raise ValueError(f"{ruleset.name} is not played best of {best_of}")
    seen = _seen(ruleset, best_of, pool, as_of)
    if pool.bringing and (bringing := frozenset(_brought_by(deck, pool))):
        seen = seen.with_these(bringing, deck)
    if seen.glance is not None and seen.glance.sees_legal(deck):
        return seen.report
    return check_in_full(deck, ruleset, best_of=best_of, pool=pool, as_of=as_of)


def check_in_full(deck: Deck, ruleset: Ruleset, *, best_of: int, pool: CardPool, as_of: date) -> LegalityReport:
    """Judge a deck rule by rule, which `check_deck` does for every deck that is not legal at a glance."""
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
        restrictions=_sources(in_force.rules, pool, as_of),
        sizes=in_force.sizes,
    )


@dataclass(frozen=True)
class _Seen:
    """What is legal at a glance by some rules, and the report of every such deck.

    `glance` is None where cards bring rules that contradict each other or cannot be read. `others` are the glances with
    the cards that bring rules.
    """

    ruleset: Ruleset
    best_of: int
    glance: Glance | None
    report: LegalityReport
    others: "dict[Bringing, _Seen]" = field(default_factory=dict)

    def with_these(self, bringing: Bringing, deck: Deck) -> "_Seen":
        """The same with just these cards bringing rules, which they do in this deck."""
        found = self.others.get(bringing)
        if found is None:
            pool, as_of = cast(Glance, self.glance).pool, self.report.as_of
            ruleset = self.ruleset
            view = DeckView(deck, pool, identity=ruleset.identity, sections=ruleset.sections, as_of=as_of)
            held = ruleset.in_force(view, self.best_of)
            glance = None if held.findings else _glance(held.rules, ruleset, pool, as_of, bringing)
            found = _Seen(ruleset, self.best_of, glance, replace(self.report, sizes=held.sizes))
            _remember(self.others, bringing, found)
        return found


def _seen(ruleset: Ruleset, best_of: int, pool: CardPool, as_of: date) -> _Seen:
    """What is legal at a glance as long as no card brings rules; the pool remembers it.

    The ruleset is remembered with it, so that no other can have its `id` meanwhile.
    """
    key = (id(ruleset), best_of, as_of)
    found: _Seen | None = pool.remembered.get(key)
    if found is None:
        report = LegalityReport(
            ruleset=ruleset.name,
            best_of=best_of,
            as_of=as_of,
            pool=pool.policy,
            restrictions=_sources(ruleset.rules_for(best_of), pool, as_of),
            sizes=ruleset.sizes_for(best_of),
        )
        glance = _glance(ruleset.rules_for(best_of), ruleset, pool, as_of, frozenset())
        found = _Seen(ruleset, best_of, glance, report)
        _remember(pool.remembered, key, found)
    return found


def _glance(rules: tuple[Rule, ...], ruleset: Ruleset, pool: CardPool, as_of: date, bringing: Bringing) -> Glance:
    identity, sections = ruleset.identity, ruleset.sections
    return Glance(rules, sections=sections, identity=identity, pool=pool, as_of=as_of, bringing=bringing)


def _brought_by(deck: Deck, pool: CardPool) -> list[tuple[str, str]]:
    """The cards of a deck that may bring rules, with the sections they stand in."""
    bringing = pool.bringing
    return [(entry.number, entry.section) for entry in deck.entries if entry.number in bringing]


def _remember(remembered: dict[Any, Any], key: Hashable, found: _Seen) -> None:
    """Keep what was worked out; once there is very much of it, begin anew."""
    if len(remembered) >= MOST_REMEMBERED:
        remembered.clear()
    remembered[key] = found


def _sources(rules: Iterable[Rule], pool: CardPool, as_of: date) -> tuple[str, ...]:
    """The restriction lists in force, where a rule asks for them."""
    return pool.sources(as_of) if any(isinstance(rule, Restrictions) for rule in rules) else ()


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
