"""Deck rules that cards bring: conditions, rule-breaking leaders, and what happens where they contradict each other."""

from typing import Any

import pytest

from cardpool.legality.card_pool import CardPool
from cardpool.legality.deck import Card
from cardpool.legality.ruleset import Ruleset, printed_problems
from cardpool.legality.violations import LegalityReport
from tests.cardpool.legality.small_game import CARDS, PRINTED, asked, found, judge, noticed, ruleset

SIZE = {"kind": "section_size", "section": "main", "exactly": 4}
COPIES = {"kind": "copies", "sections": ["main", "leader"], "at_most": 3, "own_limit": True}
CHEAP = {"kind": "section_cards", "section": "leader", "where": {"attribute": "cost", "at_most": 1}}
LEGEND = {"attribute": "marks", "has": "legend"}
ONE_LEGEND = {"kind": "group", "sections": ["main"], "where": LEGEND, "at_most": 1}
CAMPS = [{"attribute": "camp", "is": "light"}, {"attribute": "camp", "is": "dark"}]
ONE_CAMP = {"kind": "exclusive", "sections": ["main"], "groups": CAMPS}
RESTRICTED = {"kind": "restrictions", "sections": ["main"]}
RULES = ruleset(SIZE, COPIES, CHEAP, ONE_LEGEND, ONE_CAMP, PRINTED, RESTRICTED)
SIX = {"kind": "section_size", "section": "main", "exactly": 6, "in": ["leader"], "replace": True}


def card(number: str, *rules: dict[str, Any], limit: int | None = None, **facts: Any) -> Card:
    known = {"cost": 1, "camp": "light", "marks": (), "basic": False, **facts}
    return Card(number, f"Card {number}", known, limit, deck_rules=rules)


def judged(*cards: Card, main: dict[str, int], leader: dict[str, int] | None = None, by: Ruleset = RULES) -> Any:
    plain = [card(number) for number in ("P1", "P2")]
    pool = CardPool({one.number: one for one in (*CARDS.values(), *plain, *cards)})
    return judge(by, main, leader=leader or {}, pool=pool)


def brought(report: LegalityReport) -> list[list[str]]:
    return [[one.number for one in violation.by] for violation in report.violations]


def test_a_leader_changes_the_size_of_the_deck() -> None:
    leader = card("L1", SIX | {"clause": "Rule breaker"})
    assert judged(leader, main={"P1": 3, "P2": 3}, leader={"L1": 1}).verdict == "legal"
    report = judged(leader, main={"P1": 2, "P2": 2}, leader={"L1": 1})
    assert found(report) == [("section_too_few", "main", 6, 4, [])]
    assert report.violations[0].clause == "Rule breaker"
    assert brought(report) == [["L1"]]
    assert report.sizes["main"] == (6, 6)


def test_it_changes_nothing_from_another_section() -> None:
    leader = card("L1", SIX)
    report = judged(leader, main={"P1": 3, "L1": 1})
    assert report.verdict == "legal"
    assert report.sizes["main"] == (4, 4)


def test_a_rule_without_in_holds_wherever_the_game_lets_cards_bring_rules() -> None:
    six = {key: value for key, value in SIX.items() if key != "in"}
    assert found(judged(card("L1", six), main={"P1": 3, "L1": 1})) == [("section_too_few", "main", 6, 4, [])]


def test_a_rule_may_hold_for_some_match_lengths() -> None:
    assert judged(card("L1", SIX | {"best_of": [3]}), main={"P1": 3, "P2": 1}, leader={"L1": 1}).verdict == "legal"


def test_a_leader_changes_the_copy_limit() -> None:
    one = {"kind": "copies", "sections": ["main", "leader"], "at_most": 1, "replace": True}
    report = judged(card("L1", one), main={"P1": 2, "P2": 1, "A1": 1}, leader={"L1": 1})
    assert found(report) == [("too_many_copies", "main+leader", 1, 2, ["P1"])]
    assert report.violations[0].clause == "8"
    assert brought(report) == [["L1"]]


def test_a_leader_changes_which_cards_are_allowed() -> None:
    dear = {"kind": "section_cards", "section": "leader", "where": {"attribute": "cost", "at_most": 5}, "replace": True}
    assert judged(card("L1", dear, cost=5), main={"P1": 3, "P2": 1}, leader={"L1": 1}).verdict == "legal"
    assert found(judged(card("L1", cost=5), main={"P1": 3, "P2": 1}, leader={"L1": 1})) == [
        ("card_not_allowed_in_section", "leader", None, 1, ["L1"])
    ]


def test_a_leader_lifts_the_limit_of_a_group_and_an_exclusion() -> None:
    two = ONE_LEGEND | {"at_most": 2, "replace": True}
    any_camp = {"kind": "exclusive", "sections": ["main"], "groups": CAMPS, "replace": True}
    legends = [card(number, marks=("legend",)) for number in ("M1", "M2")]
    assert judged(*legends, main={"M1": 1, "M2": 1, "P1": 2}).verdict == "not_legal"
    assert judged(card("L1", two), *legends, main={"M1": 1, "M2": 1, "P1": 2}, leader={"L1": 1}).verdict == "legal"
    assert judged(card("L1", any_camp), main={"P1": 3, "P2": 1}, leader={"L1": 1}).verdict == "legal"


def test_a_condition_printed_on_a_card_is_one_more() -> None:
    light = {"kind": "section_cards", "section": "main", "where": {"attribute": "camp", "is": "light"}}
    names = {"zh": "光", "en": "light"}
    picky = card("C9", light | {"in": ["main"], "names": names})
    assert judged(picky, main={"C9": 1, "P1": 3}).verdict == "legal"
    report = judged(picky, main={"C9": 1, "B1": 1, "P1": 2})
    assert found(report) == [
        ("card_not_allowed_in_section", "main", None, 1, ["B1"]),
        ("cards_exclude_each_other", "main", 1, 2, ["B1", "C9", "P1"]),
    ]
    assert brought(report) == [["C9"], []]


def test_equal_rules_of_two_cards_are_one() -> None:
    report = judged(card("L1", SIX), card("L2", SIX), main={"P1": 3, "P2": 1}, leader={"L1": 1, "L2": 1})
    assert found(report) == [("section_too_few", "main", 6, 4, [])]
    assert brought(report) == [["L1", "L2"]]


def test_two_cards_that_change_a_rule_differently_are_named_and_neither_is_guessed() -> None:
    report = judged(card("L2", SIX | {"exactly": 5}), card("L1", SIX), main={"P1": 9}, leader={"L1": 1, "L2": 1})
    assert found(report) == [
        ("conflicting_rules", "main", None, None, ["L1", "L2"]),
        ("too_many_copies", "main+leader", 3, 9, ["P1"]),
    ]


def test_a_cards_own_limit_and_a_leaders_limit() -> None:
    two = {"kind": "copies", "sections": ["main", "leader"], "at_most": 2, "own_limit": True, "replace": True}
    cards = (card("L1", two), card("C9", limit=4))
    for copies, code in ((2, None), (3, "conflicting_limits"), (4, "conflicting_limits"), (5, "too_many_copies")):
        report = judged(*cards, main={"C9": copies}, leader={"L1": 1})
        assert [one.code for one in report.violations if one.section == "main+leader"] == ([code] if code else [])


def test_rules_that_cannot_be_read_keep_the_verdict_open() -> None:
    for broken in ({"kind": "pool"}, SIX | {"exactly": "six"}, SIX | {"in": ["side"]}, SIX | {"section": "leader"}):
        report = judged(card("L1", broken), main={"P1": 3, "P2": 1}, leader={"L1": 1})
        assert report.verdict == "undecided"
        assert noticed(report) == [("printed_rule_unreadable", "leader", ["L1"])]
        assert ("printed_rule_broken", ["L1"]) in [(one[0], one[2]) for one in asked(report)]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([SIX], []),
        ([{}], ['L1.deck_rules[0].kind: unknown rule kind "None" (known: copies, exclusive, group, section_cards,']),
        ([SIX, {"kind": "pool"}], ['L1.deck_rules[1].kind: unknown rule kind "pool" (known: copies, exclusive,']),
        ([SIX | {"replaces": 1}], ["L1.deck_rules[0].replaces: unknown key (known: at_least, at_most, best_of,"]),
        ([SIX | {"in": ["side"]}], ["L1.deck_rules[0].in: must be one of main, leader, found side"]),
        ([SIX | {"in": "main"}], ["L1.deck_rules[0].in: must be a list of texts"]),
        ([SIX | {"section": "side"}], ["L1.deck_rules[0].replace: the game has no rule about this to replace"]),
        ([SIX | {"clause": 4}], ["L1.deck_rules[0].clause: must be text"]),
    ],
)
def test_a_mistake_in_a_cards_rules_is_named_with_its_place(rules: list[dict[str, Any]], expected: list[str]) -> None:
    problems = [str(one) for one in printed_problems(card("L1", *rules), RULES, source="pool.csv", line=7)]
    assert len(problems) == len(expected)
    for problem, wanted in zip(problems, expected, strict=True):
        assert problem.startswith(f"pool.csv:7: {wanted}")


def test_every_section_outside_is_named() -> None:
    main_alone = ruleset({"kind": "section_size", "section": "main", "exactly": 4}, {**PRINTED, "sections": ["main"]})
    wrong = card("L1", SIX | {"in": ["main", "side", "leader"]})
    problems = [str(one) for one in printed_problems(wrong, main_alone, source="pool.csv", line=7)]
    assert problems[0].endswith("L1.deck_rules[0].in: must be one of main, found side, leader")


def test_a_game_that_lets_no_card_bring_rules_says_so() -> None:
    (problem,) = printed_problems(card("L1", SIX), ruleset(SIZE), source="pool.csv", line=2)
    assert str(problem) == (
        "pool.csv:2: L1.deck_rules: the game has no rule of kind printed_rules, so this would have no effect"
    )
    assert printed_problems(card("L1"), ruleset(SIZE), source="pool.csv", line=2) == ()
    assert judged(card("L1", SIX), main={"P1": 3, "P2": 1}, leader={"L1": 1}, by=ruleset(SIZE)).verdict == "legal"


def test_a_sentence_that_no_kind_says_leaves_its_card_open() -> None:
    says = {"kind": "unread", "sections": ["main"], "says": "You may have …"}
    report = judged(card("P3", says), card("P4", says), main={"P1": 2, "P3": 1, "P4": 1})
    assert asked(report) == [("printed_rule_broken", "main", ["P3", "P4"], ["complete_card", "judge"])]
    assert judged(card("P3", says), main={"P1": 2, "P2": 2}).verdict == "legal"
