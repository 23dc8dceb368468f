"""Compiling the deck rules of a game pack."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cardpool.intake.problems import Problem
from cardpool.legality.card_filter import AttributeForm, AttributeForms, CardFilter, read_filter
from cardpool.legality.copies import Copies
from cardpool.legality.deck import Card, Identity
from cardpool.legality.deck_view import DeckView
from cardpool.legality.parameters import Parameters
from cardpool.legality.pool_rules import Pool, Restrictions
from cardpool.legality.printed_rules import PrintedRules, RuleReader, rules_in_force
from cardpool.legality.problems import LineOf, Problems, RuleFault
from cardpool.legality.rule import Rule
from cardpool.legality.rules import Exclusive, Group, SectionCards, SectionSize
from cardpool.legality.violations import Finding
from cardpool.packs.problems import PackError

RULE_KINDS: Mapping[str, type[Rule]] = {
    kind.kind: kind for kind in (SectionSize, Copies, Group, SectionCards, Exclusive, Pool, Restrictions, PrintedRules)
}


@dataclass(frozen=True)
class Exchange:
    """How cards may move between two sections from one game of a match to the next.

    `allowed` is false where a game forbids it. `restore_clause` is what sends the deck back to its registered state
    before the next match.
    """

    sections: tuple[str, ...]
    allowed: bool
    clause: str
    restore_clause: str


Size = tuple[int, int | None]
"""How many cards at least and at most; None is any number."""


@dataclass(frozen=True)
class InForce:
    """The rules one deck is judged by, the sizes they ask of its sections, and what finding them brought to light."""

    rules: tuple[Rule, ...]
    sizes: Mapping[str, Size]
    findings: list[Finding]


@dataclass(frozen=True)
class Ruleset:
    """One immutable version of a game's deck rules. `name` is how a report calls it: `ultraman-hero-duel V1.9`.

    `attributes` are the forms of the facts its cards carry, by which rules printed on cards are read; `named` the kinds
    of cards that its rules name one by one.
    """

    name: str
    identity: Identity
    sections: tuple[str, ...]
    best_of: tuple[int, ...]
    rules: tuple[Rule, ...]
    exchange: Exchange | None = None
    attributes: AttributeForms = field(default_factory=dict)
    named: tuple[CardFilter, ...] = ()

    @cached_property
    def reader(self) -> RuleReader:
        """What compiles the rules printed on cards."""
        return RuleReader(self.sections, self.attributes, self.best_of, self.rules)

    def rules_for(self, best_of: int) -> tuple[Rule, ...]:
        """The rules that hold for a match length."""
        return self._by_length[best_of].rules

    def in_force(self, view: DeckView, best_of: int) -> InForce:
        """What a deck is judged by: the game's rules for the match length, and what its own cards make of them."""
        stated = self._by_length[best_of]
        rules, findings = rules_in_force(view, stated.rules, stated.printed, self.reader, best_of)
        if rules is stated.rules:
            return InForce(rules, stated.sizes, findings)
        return InForce(rules, self._sizes(rules), findings)

    @cached_property
    def _by_length(self) -> Mapping[int, "_Stated"]:
        found = {}
        for best_of in self.best_of:
            rules = tuple(rule for rule in self.rules if best_of in rule.best_of)
            printed = tuple(rule for rule in rules if isinstance(rule, PrintedRules))
            found[best_of] = _Stated(rules, printed, self._sizes(rules))
        return found

    def _sizes(self, rules: tuple[Rule, ...]) -> Mapping[str, Size]:
        """The tightest size the rules ask of each section."""
        found: dict[str, Size] = {}
        for section in self.sections:
            asking = [rule for rule in rules if isinstance(rule, SectionSize) and rule.section == section]
            most = [rule.at_most for rule in asking if rule.at_most is not None]
            found[section] = max((rule.at_least for rule in asking), default=0), min(most, default=None)
        return found


@dataclass(frozen=True)
class _Stated:
    """The game's own rules for a match length, worked out once."""

    rules: tuple[Rule, ...]
    printed: tuple[PrintedRules, ...]
    sizes: Mapping[str, Size]


def _no_line(path: str) -> int | None:
    return None


def read_ruleset(pack: Mapping[str, Any], *, source: str = "pack", line_of: LineOf = _no_line) -> Ruleset:
    """Compile the rules of a pack from its plain form (`GamePack.mapping`), which has been read strictly before.

    Raises `PackError` with every unknown rule kind, unknown or missing parameter and bad filter, each with the file
    `source`, the dotted path and the line that `line_of` (`GamePack.line_of`) gives for it.
    """
    problems = Problems(source, line_of)
    sections = tuple(section["key"] for section in pack["sections"])
    attributes = {
        attribute["key"]: AttributeForm(attribute["type"], tuple(value["key"] for value in attribute.get("values", ())))
        for attribute in pack["cards"].get("attributes", ())
    }
    choices = tuple(pack["play"]["best_of"])
    rules: list[Rule] = []
    for position, table in enumerate(pack["rules"]):
        path = f"rules[{position}]"
        parameters = Parameters(table, path, problems, sections=sections, attributes=attributes)
        if kind := parameters.kind(RULE_KINDS):
            rules.append(kind.read(parameters.clause(), parameters.best_of(choices), parameters))
            parameters.finish()
    named = tuple(
        read_filter(where, f"cards.known_by_name[{position}]", attributes, problems)
        for position, where in enumerate(pack["cards"].get("known_by_name", ()))
    )
    if not any(table["kind"] == Pool.kind for table in pack["rules"]):
        problems.add("rules", RuleFault.NO_POOL_RULE)
    if problems.found:
        raise PackError(tuple(problems.found))
    return Ruleset(
        name=f"{pack['key']} {pack['ruleset']['version']}",
        identity=Identity(pack["cards"]["identity"]),
        sections=sections,
        best_of=choices,
        rules=tuple(rules),
        exchange=_exchange(pack["play"].get("between_games")),
        attributes=attributes,
        named=named,
    )


def printed_problems(card: Card, ruleset: Ruleset, *, source: str, line: int | None) -> tuple[Problem, ...]:
    """What is wrong with the deck rules printed on a card, before any deck brings it; each with file and line."""
    problems = Problems(source, lambda path: line)
    printed = [rule for rule in ruleset.rules if isinstance(rule, PrintedRules)]
    if card.deck_rules and not printed:
        problems.add(f"{card.number}.deck_rules", RuleFault.NOT_PRINTED)
    for rule in printed:
        ruleset.reader.read(card, rule, problems)
    return tuple(problems.found)


def _exchange(table: Mapping[str, Any] | None) -> Exchange | None:
    if table is None:
        return None
    return Exchange(
        sections=tuple(table["sections"]),
        allowed=table["exchange"] == "one_for_one",
        clause=table["clause"],
        restore_clause=table["restore_clause"],
    )
