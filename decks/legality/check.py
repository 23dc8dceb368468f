"""Judging a deck: `check_deck` is the one door to the deck rules of every game."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from decks.legality.card_pool import CardPool
from decks.legality.deck import Deck
from decks.legality.deck_view import DeckView
from decks.legality.glance import Bringing, Glance
from decks.legality.printed_rules import PrintedRules
from decks.legality.rules import Group, Rule, SectionCards, SectionSize
from decks.legality.ruleset import Ruleset, Size
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

MOST_REMEMBERED = 256
"""Glances one pool remembers: days, match lengths, and sets of cards that bring rules."""


def check_deck(deck: Deck, ruleset: Ruleset, *, best_of: int, pool: CardPool, as_of: date) -> LegalityReport:
    """Judge a deck for a match length, with a card pool, as of a day. Every violation is reported, in a fixed order.

    The same deck, rules, pool and day give the same report whatever the order of the entries. Raises `ValueError` for
    a match length the game is not played in.
    """
    if best_of not in ruleset.best_of:
        raise ValueError(f"{ruleset.name} is not played best of {best_of}")
    seen = _glance(ruleset, best_of, pool, as_of)
    if seen.glance.sees_legal(deck):
        return seen.report
    if pool.bringing and (bringing := seen.brought_by(deck)):
        other = _glance_with(bringing, deck, ruleset, best_of, pool, as_of)
        if other is not None and other.glance.sees_legal(deck):
            return other.report
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
        restrictions=_sources(pool, as_of),
        sizes=in_force.sizes,
    )


@dataclass(frozen=True)
class _Seen:
    """What is legal at a glance, and the report of every such deck. `printed` are the sections whose cards may bring
    rules. The ruleset is kept so that no other can have its `id` while this is remembered."""

    glance: Glance
    report: LegalityReport
    ruleset: Ruleset
    printed: frozenset[str]

    def brought_by(self, deck: Deck) -> Bringing:
        """The cards of a deck that bring rules, with the sections they stand in."""
        bringing = self.glance.pool.bringing
        found = [entry for entry in deck.entries if entry.number in bringing]
        return frozenset((entry.number, entry.section) for entry in found if entry.section in self.printed)


def _glance(ruleset: Ruleset, best_of: int, pool: CardPool, as_of: date) -> _Seen:
    """The glance at decks whose cards bring no rules."""
    key = (id(ruleset), best_of, as_of)
    found: _Seen | None = pool.remembered.get(key)
    if found is None:
        rules = ruleset.rules_for(best_of)
        found = _seen(ruleset, best_of, pool, as_of, rules, ruleset.sizes_for(best_of), frozenset())
        _remember(pool, key, found)
    return found


def _glance_with(
    bringing: Bringing, deck: Deck, ruleset: Ruleset, best_of: int, pool: CardPool, as_of: date
) -> _Seen | None:
    """The glance at decks in which just these cards bring rules, such as this one; None where the rules they bring
    contradict each other or cannot be read."""
    key = (id(ruleset), best_of, as_of, bringing)
    found: tuple[_Seen | None, Ruleset] | None = pool.remembered.get(key)
    if found is None:
        view = DeckView(deck, pool, identity=ruleset.identity, sections=ruleset.sections, as_of=as_of)
        held = ruleset.in_force(view, best_of)
        seen = None if held.findings else _seen(ruleset, best_of, pool, as_of, held.rules, held.sizes, bringing)
        found = (seen, ruleset)
        _remember(pool, key, found)
    return found[0]


def _remember(pool: CardPool, key: Hashable, found: object) -> None:
    """Keep what was worked out; once there is very much of it, anew from nothing."""
    if len(pool.remembered) >= MOST_REMEMBERED:
        pool.remembered.clear()
    pool.remembered[key] = found


def _seen(
    ruleset: Ruleset,
    best_of: int,
    pool: CardPool,
    as_of: date,
    rules: tuple[Rule, ...],
    sizes: Mapping[str, Size],
    bringing: Bringing,
) -> _Seen:
    sections = ruleset.sections
    glance = Glance(rules, sections=sections, identity=ruleset.identity, pool=pool, as_of=as_of, bringing=bringing)
    report = LegalityReport(
        ruleset=ruleset.name,
        best_of=best_of,
        as_of=as_of,
        pool=pool.policy,
        restrictions=_sources(pool, as_of),
        sizes=sizes,
    )
    printed = frozenset(section for rule in rules if isinstance(rule, PrintedRules) for section in rule.sections)
    return _Seen(glance, report, ruleset, printed)


def _sources(pool: CardPool, as_of: date) -> tuple[str, ...]:
    """Where the restrictions in force stand."""
    return tuple(sorted({one.source for one in pool.in_force(as_of) if one.source}))


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
