"""Checking a whole game pack: its shape, its deck rules, its cards and the rules printed on them. Needs no database."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from cardpool.engine_cards import KnownCard, engine_card
from cardpool.intake.problems import Problem
from cardpool.legality.deck import Card
from cardpool.legality.ruleset import Ruleset, printed_problems, read_ruleset
from cardpool.packs import GamePack, PackCard, read_card_rows, read_pack
from cardpool.packs.problems import PackError
from cardpool.packs.toml_lines import line_numbers, nearest_line

_NEEDED_FOR_RULES = ("sections", "cards", "play", "rules", "key", "ruleset")


@dataclass(frozen=True)
class PackCheck:
    """What a check found: the pack and its cards as far as they could be read, and every problem in file order."""

    pack: GamePack | None
    cards: tuple[PackCard, ...]
    problems: tuple[Problem, ...]


def compile_rules(pack: GamePack, cards: tuple[PackCard, ...], cards_source: str) -> Ruleset:
    """Compile the deck rules of a pack, those it gives to imported cards, and those printed on its own cards.

    Raises `PackError` with every mistake.
    """
    ruleset = read_ruleset(pack.mapping, source=pack.source, line_of=pack.line_of)
    found = _given_problems(pack, ruleset) + tuple(
        problem
        for card in cards
        for problem in printed_problems(engine_card(card, pack), ruleset, source=cards_source, line=card.line)
    )
    if found:
        raise PackError(found)
    return ruleset


def _given_problems(pack: GamePack, ruleset: Ruleset) -> tuple[Problem, ...]:
    """What is wrong with the deck rules that imported cards get by `[import.sets]`, at their place in the pack."""
    brings = pack.set_files.brings if pack.set_files else ()
    given = [Card(f"import.sets.brings[{place}]", "", deck_rules=one.deck_rules) for place, one in enumerate(brings)]
    return tuple(
        problem
        for card in given
        for problem in printed_problems(card, ruleset, source=pack.source, line=pack.line_of(card.number))
    )


def rules_of_cards(pack: GamePack) -> Callable[[KnownCard], tuple[dict[str, Any], ...]]:
    """What is wrong with the deck rules printed on a card of this pack: every mistake as `{"path", "code", "facts"}`.

    Raises `PackError` when the pack's own rules cannot be compiled.
    """
    ruleset = read_ruleset(pack.mapping, source=pack.source, line_of=pack.line_of)

    def problems(card: KnownCard) -> tuple[dict[str, Any], ...]:
        found = printed_problems(engine_card(card, pack), ruleset, source="", line=None)
        return tuple({"path": one.path, "code": str(one.code), "facts": dict(one.facts)} for one in found)

    return problems


def check_pack(text: str, *, source: str, cards_text: str = "", cards_source: str = "") -> PackCheck:
    """Read a pack and the card pool beside it, and report every mistake of both with its file, path and line."""
    problems: list[Problem] = []
    pack = None
    try:
        pack = read_pack(text, source=source)
    except PackError as mistake:
        problems.extend(mistake.problems)
        problems.extend(_rule_problems(text, source, mistake.problems))
    if pack is None:
        return PackCheck(None, (), tuple(sorted(problems, key=_place)))
    cards: tuple[PackCard, ...] = ()
    try:
        read_ruleset(pack.mapping, source=source, line_of=pack.line_of)
    except PackError as mistake:
        problems.extend(mistake.problems)
    try:
        cards = read_card_rows(cards_text, pack, source=cards_source) if cards_text else ()
        if not problems:
            compile_rules(pack, cards, cards_source)
    except PackError as mistake:
        problems.extend(mistake.problems)
    return PackCheck(pack, cards, tuple(sorted(problems, key=_place)))


def _rule_problems(text: str, source: str, found: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The mistakes in the deck rules of a pack that could not be read; none where they depend on the parts at fault."""
    parts = {problem.path.split(".")[0].split("[")[0] for problem in found}
    if parts.intersection(("", *_NEEDED_FOR_RULES)):
        return ()
    try:
        read_ruleset(tomllib.loads(text), source=source, line_of=partial(nearest_line, line_numbers(text)))
    except PackError as mistake:
        return mistake.problems
    return ()


def _place(problem: Problem) -> tuple[str, int, str]:
    return problem.source, problem.line or 0, problem.path
