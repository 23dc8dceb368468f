"""What is not known of a card, case by case: what its name implies, what other printings may state, and the bounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardpool.legality import filter_answers, gaps, together
from cardpool.legality.card_filter import AttributeForm, read_filter
from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry
from cardpool.legality.pairing_off import most_pairs
from cardpool.legality.problems import Problems
from cardpool.legality.restriction import Restriction
from cardpool.legality.ruleset import read_ruleset
from cardpool.legality.violations import LegalityReport, Violation, ViolationCode
from cardpool.lists.entries import RestrictionKind
from cardpool.packs.problems import PackError
from tests.cardpool.legality.small_game import CARDS, DAY, PRINTED, asked, found, noticed, pack, ruleset

COPIES = {"kind": "copies", "sections": ["main"], "at_most": 3}
LEGENDS = {"kind": "group", "sections": ["main"], "where": {"attribute": "marks", "has": "legend"}, "at_most": 1}
LIGHT = {"attribute": "camp", "is": "light"}


def judged(
    *entries: tuple[str, int, str],
    rules: list[dict[str, Any]],
    cards: dict[str, Card] = CARDS,
    identity: str = "name",
    known_by_name: list[dict[str, Any]] | None = None,
    **pool: Any,
) -> LegalityReport:
    game = pack(*rules, identity=identity)
    game["cards"]["known_by_name"] = known_by_name or []
    deck = Deck(tuple(DeckEntry("main", number, count, name) for number, count, name in entries))
    return check_deck(deck, read_ruleset(game), best_of=1, pool=CardPool(cards, **pool), as_of=DAY)


def restricted(kind: RestrictionKind, *cards: str, **more: Any) -> dict[str, Any]:
    return {"restrictions": (Restriction(kind, cards, **more),)}


def test_a_kind_that_the_pool_has_no_card_of_is_known_by_no_name() -> None:
    free = {**COPIES, "unless": {"attribute": "camp", "is": "energy"}}
    named = [{"attribute": "camp", "is": "energy"}]
    assert judged(("X1", 4, "Zeta"), rules=[free], known_by_name=named).verdict == "undecided"
    energy = {**CARDS, "E1": Card("E1", "Fire", {"camp": "energy"})}
    assert judged(("X1", 4, "Zeta"), rules=[free], cards=energy, known_by_name=named).verdict == "not_legal"
    assert judged(("X1", 4, "fire"), rules=[free], cards=energy, known_by_name=named).verdict == "legal"


def test_a_name_of_cards_in_and_out_of_a_kind_tells_nothing() -> None:
    free = {**COPIES, "unless": {"attribute": "camp", "is": "energy"}}
    named = [{"attribute": "camp", "is": "energy"}]
    both = {"E1": Card("E1", "Fire", {"camp": "energy"}), "E2": Card("E2", "Fire", {"camp": "other"})}
    assert judged(("X1", 4, "Fire"), rules=[free], cards=both, known_by_name=named).verdict == "undecided"


def test_a_nameless_card_states_its_limit_for_no_other() -> None:
    rule = {**COPIES, "own_limit": True, "unknown_limits": []}
    cards = {**CARDS, "N1": Card("N1", "", {}, 1)}
    assert judged(("X1", 2, "Zeta"), rules=[rule], cards=cards).verdict == "legal"


def test_another_printing_may_state_a_more_generous_limit() -> None:
    rule = {**COPIES, "at_most": 2, "own_limit": True}
    assert judged(("A1", 3, ""), rules=[rule]).verdict == "not_legal"
    report = judged(("A1", 3, ""), ("X1", 1, ""), rules=[rule])
    assert (report.verdict, asked(report)[0][2]) == ("undecided", ["X1"])
    other_script = judged(("A1", 3, ""), ("X1", 1, "甲"), rules=[rule])
    assert other_script.verdict == "undecided"
    assert judged(("A1", 3, ""), ("X1", 1, "Zeta"), rules=[rule]).verdict == "not_legal"


def test_the_generous_limit_of_another_card_is_no_help() -> None:
    rule = {**COPIES, "at_most": 2, "own_limit": True, "unknown_limits": []}
    assert judged(("A1", 3, ""), ("X1", 1, ""), rules=[rule]).verdict == "not_legal"
    generous = {"Z1": Card("Z1", "", {}), **CARDS}
    any_limit = {**COPIES, "at_most": 2, "own_limit": True}
    assert judged(("A1", 3, ""), ("Z1", 1, ""), rules=[any_limit], cards=generous).verdict == "not_legal"


def test_an_unknown_printing_may_state_what_another_printing_of_the_card_states() -> None:
    rule = {**COPIES, "at_most": 2, "own_limit": True, "unknown_limits": []}
    cards = {"A1": CARDS["A1"], "A9": Card("A9", "Alpha", {}, 4)}
    assert judged(("A1", 3, ""), rules=[rule], cards=cards).verdict == "not_legal"
    assert judged(("A1", 3, ""), ("X1", 1, "甲"), rules=[rule], cards=cards).verdict == "undecided"


def test_one_unknown_card_is_no_printing_of_two() -> None:
    rule = {**COPIES, "at_most": 2, "own_limit": True}
    over = [("A1", 3, ""), ("B1", 3, "")]
    assert judged(*over, ("X1", 1, ""), rules=[rule]).verdict == "not_legal"
    assert judged(*over, ("X1", 1, ""), ("X2", 1, ""), rules=[rule]).verdict == "undecided"


def test_a_card_that_may_break_the_rules_keeps_what_is_broken_open() -> None:
    replacing = {**PRINTED, "unknown_rules": [], "unknown_replace": ["main"]}
    entries = ("A1", 4, ""), ("X1", 1, "Zeta")
    report = judged(*entries, rules=[COPIES, replacing])
    assert (report.verdict, asked(report)[0][:3]) == ("undecided", ("too_many_copies", "main", ["X1"]))
    adding = {**PRINTED, "unknown_rules": []}
    assert judged(*entries, rules=[COPIES, adding]).verdict == "not_legal"


def test_a_card_that_may_break_the_rules_leaves_what_is_open_as_it_is() -> None:
    replacing = {**PRINTED, "unknown_rules": [], "unknown_replace": ["main"]}
    report = judged(("A1", 1, ""), ("X1", 1, "Zeta"), rules=[LEGENDS, replacing])
    assert (report.verdict, asked(report)[0][:3]) == ("undecided", ("too_many_in_group", "main", ["X1"]))


@pytest.mark.parametrize(
    "broken",
    [
        {**COPIES, "at_most": 0},
        {"kind": "section_size", "section": "main", "exactly": 9},
        {"kind": "group", "sections": ["main"], "where": LIGHT, "at_least": 5},
        {"kind": "section_cards", "section": "main", "where": {"attribute": "camp", "is": "dark"}},
        {"kind": "exclusive", "sections": ["main"], "groups": [LIGHT, {"attribute": "cost", "is": 1}]},
        {"kind": "restrictions", "sections": ["main"]},
    ],
    ids=lambda rule: rule["kind"],
)
def test_an_open_question_beside_a_surely_broken_rule_is_not_legal(broken: dict[str, Any]) -> None:
    entries = ("A1", 1, ""), ("X1", 1, "Zeta")
    banned = restricted(RestrictionKind.BANNED, "Alpha")
    assert judged(*entries, rules=[LEGENDS]).verdict == "undecided"
    report = judged(*entries, rules=[LEGENDS, broken], **banned)
    assert report.verdict == "not_legal"
    assert report.questions


def test_an_unreleased_number_means_that_printing_alone() -> None:
    rules = [{"kind": "restrictions", "sections": ["main"]}]

    def verdict(key: str) -> str:
        more = restricted(RestrictionKind.UNRELEASED, key)
        return judged(("X1", 1, ""), rules=rules, is_number=lambda number: number[-1].isdigit(), **more).verdict

    assert (verdict("A1"), verdict("X9"), verdict("Alpha")) == ("legal", "legal", "undecided")


def test_demonstration_cards_are_said_to_be_none() -> None:
    demo = {"A1": replace(CARDS["A1"], is_demo=True)}
    report = judged(("A1", 1, ""), rules=[], cards=demo, policy=PoolPolicy.CLOSED)
    assert (report.verdict, noticed(report)) == ("legal", [("demo_cards", "main", ["A1"])])


def test_too_many_values_of_a_list_are_taken_as_independent(monkeypatch: pytest.MonkeyPatch) -> None:
    contrary = [
        {**LEGENDS, "at_most": 0},
        {"kind": "section_cards", "section": "main", "where": {"attribute": "marks", "has": "legend"}},
    ]
    assert judged(("X1", 1, "Zeta"), rules=contrary).verdict == "not_legal"
    monkeypatch.setattr(gaps, "MAX_LISTED", 0)
    named = [{"attribute": "marks", "has": "old"}]
    assert judged(("X1", 1, "Zeta"), rules=[LEGENDS], known_by_name=named).verdict == "legal"
    assert judged(("X1", 2, "Zeta"), rules=[LEGENDS], known_by_name=named).verdict == "undecided"


BASIC = {"attribute": "basic", "is": True}
EITHER_AND_NEITHER = [
    {"kind": "section_cards", "section": "main", "where": {"any": [LIGHT, BASIC]}},
    {"kind": "group", "sections": ["main"], "where": {"all": [LIGHT]}, "at_most": 0},
    {"kind": "group", "sections": ["main"], "where": {"all": [BASIC]}, "at_most": 0},
]
BOTH_AND_ONE = [
    {"kind": "group", "sections": ["main"], "where": LIGHT, "at_least": 2},
    {"kind": "group", "sections": ["main"], "where": BASIC, "at_least": 2},
    {"kind": "exclusive", "sections": ["main"], "groups": [LIGHT, BASIC]},
]


@pytest.mark.parametrize(
    ("module", "bound", "contrary"),
    [(gaps, "MAX_WAYS", EITHER_AND_NEITHER), (together, "MAX_STATES", BOTH_AND_ONE)],
)
def test_beyond_the_bounds_a_verdict_is_left_open(
    monkeypatch: pytest.MonkeyPatch, module: Any, bound: str, contrary: list[dict[str, Any]]
) -> None:
    entries = ("X1", 1, "Zeta"), ("X2", 1, "Eta")
    report = judged(*entries, rules=contrary)
    assert (report.verdict, found(report)[0][0]) == ("not_legal", ViolationCode.NO_WAY_TO_BE_LEGAL)
    monkeypatch.setattr(module, bound, 0)
    assert judged(*entries, rules=contrary).verdict == "undecided"


def test_what_is_remembered_of_unknown_cards_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_answers, "MAX_REMEMBERED", 1)
    both = [LEGENDS, {**COPIES, "unless": LIGHT}]
    assert judged(("X1", 1, "Zeta"), ("X2", 1, "Eta"), rules=both).verdict == "undecided"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({**COPIES, "unknown_limits": [-1]}, "rules[1].unknown_limits: must be 0 or more"),
        ({**PRINTED, "unknown_rules": ["x"]}, "rules[1].unknown_rules[0]: must be a table"),
        ({**PRINTED, "unknown_rules": [{"kind": "pool"}]}, "rules[1].unknown_rules[0].kind: unknown rule kind"),
    ],
)
def test_what_a_pack_says_of_unknown_cards_is_read_strictly(rule: dict[str, Any], said: str) -> None:
    with pytest.raises(PackError) as refused:
        ruleset(rule)
    assert said in str(refused.value)


def test_a_filter_that_cannot_be_read_asks_nothing() -> None:
    problems = Problems("pack", lambda path: None)
    forms = {"cost": AttributeForm("integer")}
    broken = read_filter({"not": {"attribute": "cots", "is": 1}}, "where", forms, problems)
    assert problems.found
    assert broken.tests == ()


def test_a_finding_names_its_sections_one_by_one() -> None:
    violation = Violation(ViolationCode.TOO_MANY_COPIES, "", "main+side")
    assert (violation.sections, replace(violation, section="").sections) == (("main", "side"), ())


def test_pairs_move_to_make_room() -> None:
    assert most_pairs({"a": ["x"], "b": ["x", "y"], "c": ["y", "z"]}) == 3
    assert most_pairs({"a": ["x"], "b": ["x"]}) == 1
