"""A small made-up game for the tests of the rules, and reports in brief."""

from datetime import date
from typing import Any

from cardpool.legality.card_pool import CardPool
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck
from cardpool.legality.ruleset import Ruleset, read_ruleset
from cardpool.legality.violations import LegalityReport

DAY = date(2026, 5, 1)
CARDS = {
    number: Card(number, name, facts, limit)
    for number, name, facts, limit in [
        ("A1", "Alpha", {"cost": 1, "camp": "light", "marks": ("legend",), "basic": False}, None),
        ("A2", "Alpha", {"cost": 2, "camp": "light", "marks": ()}, None),
        ("B1", "Beta", {"cost": 3, "camp": "dark", "marks": ("legend", "old"), "basic": True}, None),
        ("C1", "Gamma", {"cost": 1, "camp": "dark"}, 1),
        ("C2", "gamma ", {"cost": 1}, 2),
        ("D1", "Delta", {}, 5),
    ]
}
PRINTED = {"kind": "printed_rules", "sections": ["main", "leader"], "clause": "8"}


def pack(*rules: dict[str, Any], identity: str = "number", **play: Any) -> dict[str, Any]:
    """A small game in a pack's plain form."""
    return {
        "key": "small",
        "ruleset": {"version": "1"},
        "sections": [{"key": "main"}, {"key": "side"}, {"key": "leader"}],
        "cards": {
            "identity": identity,
            "attributes": [
                {"key": "cost", "type": "integer"},
                {"key": "camp", "type": "text"},
                {"key": "marks", "type": "list"},
                {"key": "basic", "type": "flag"},
            ],
        },
        "play": {"best_of": [1, 3], **play},
        "rules": [{"kind": "pool", "clause": "0"}, *({"clause": "9.9", **rule} for rule in rules)],
    }


def ruleset(*rules: dict[str, Any], identity: str = "number") -> Ruleset:
    return read_ruleset(pack(*rules, identity=identity))


def judge(
    rules: Ruleset, main: dict[str, int], *, best_of: int = 1, pool: CardPool | None = None, **more: dict[str, int]
) -> LegalityReport:
    deck = Deck.of({"main": main, **more})
    return check_deck(deck, rules, best_of=best_of, pool=pool or CardPool(CARDS), as_of=DAY)


def found(report: LegalityReport) -> list[tuple[Any, ...]]:
    return [
        (
            violation.code,
            violation.section,
            violation.limit,
            violation.actual,
            [card.number for card in violation.cards],
        )
        for violation in report.violations
    ]


def asked(report: LegalityReport) -> list[tuple[Any, ...]]:
    return [
        (question.code, question.section, [card.number for card in question.cards], list(question.remedies))
        for question in report.questions
    ]


def noticed(report: LegalityReport) -> list[tuple[Any, ...]]:
    return [(notice.code, notice.section, [card.number for card in notice.cards]) for notice in report.notices]
