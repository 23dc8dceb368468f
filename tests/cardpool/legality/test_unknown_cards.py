"""What unknown cards may be together: of one choice, of one card, of groups with bounds on both sides."""

from __future__ import annotations

from typing import Any

import pytest

from cardpool.legality.card_pool import CardPool
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry
from cardpool.legality.restriction import Restriction
from cardpool.legality.violations import LegalityReport, ViolationCode
from cardpool.lists.entries import RestrictionKind
from tests.cardpool.legality.small_game import CARDS, DAY, PRINTED, asked, found, ruleset

COPIES = {"kind": "copies", "sections": ["main"], "at_most": 3}
LIGHT, DARK = {"attribute": "camp", "is": "light"}, {"attribute": "camp", "is": "dark"}
BASIC = {"attribute": "basic", "is": True}
NAMED_IN_CHINESE = {"H1": Card("H1", "卡"), "H2": Card("H2", "牌"), "K1": Card("K1", "Kappa"), "K2": Card("K2", "Iota")}


def judged(
    *entries: tuple[str, int, str],
    rules: list[dict[str, Any]],
    cards: dict[str, Card] = CARDS,
    restrictions: tuple[Restriction, ...] = (),
) -> LegalityReport:
    deck = Deck(tuple(DeckEntry("main", number, count, name) for number, count, name in entries))
    pool = CardPool(cards, restrictions=restrictions)
    return check_deck(deck, ruleset(*rules, identity="name"), best_of=1, pool=pool, as_of=DAY)


@pytest.mark.parametrize(
    ("choice", "limit", "open_by"),
    [
        (("K1", "K2"), 1, ["U1", "U2"]),  # Each of the two may be another of the choice.
        (("K1", "K2"), 2, []),  # Two of them are allowed.
        (
            ("K1", "H1"),
            1,
            [],
        ),  # “卡” is known by its Chinese name: both may be Kappa, but not both cards of the choice.
    ],
)
def test_cards_with_unknown_names_may_be_those_of_a_choice(
    choice: tuple[str, ...], limit: int, open_by: list[str]
) -> None:
    only = Restriction(RestrictionKind.CHOOSE_ONE, choice, limit=limit)
    rules = [{"kind": "restrictions", "sections": ["main"]}]
    report = judged(("U1", 2, "新卡"), ("U2", 1, "另一张"), rules=rules, cards=NAMED_IN_CHINESE, restrictions=(only,))
    assert report.violations == ()
    assert [number for question in asked(report) for number in question[2]] == open_by


def test_what_one_unknown_card_may_ask_for_is_judged_as_open() -> None:
    one_legend = {"kind": "group", "sections": ["main"], "where": {"attribute": "marks", "has": "legend"}, "at_most": 1}
    rule = {**PRINTED, "unknown_rules": [one_legend]}
    legends = ("A1", 1, ""), ("B1", 1, "")
    assert judged(*legends, rules=[rule]).verdict == "legal"
    report = judged(*legends, ("X1", 1, "Zeta"), rules=[rule])
    assert asked(report)[0][:3] == ("too_many_in_group", "main", ["X1"])


def test_too_many_of_an_unknown_name_are_rescued_by_no_other_unknown_card() -> None:
    rule = {**COPIES, "own_limit": True, "unknown_limits": []}
    report = judged(("X1", 4, "Zeta"), ("X2", 1, ""), rules=[rule])
    assert found(report)[0][:4] == (ViolationCode.TOO_MANY_COPIES, "main", 3, 4)


def test_few_copies_are_within_the_limit_whatever_card_they_are() -> None:
    rule = {**COPIES, "own_limit": True, "unknown_limits": []}
    assert judged(("B1", 2, ""), ("X1", 1, ""), rules=[rule]).verdict == "legal"
    assert judged(("B1", 3, ""), ("X1", 1, ""), rules=[rule]).verdict == "undecided"


def test_two_unknown_cards_may_be_of_groups_that_exclude_each_other() -> None:
    one_camp = {"kind": "exclusive", "sections": ["main"], "groups": [LIGHT, DARK]}
    report = judged(("X1", 1, "Zeta"), ("X2", 1, "Eta"), rules=[one_camp])
    assert asked(report)[0][:3] == ("cards_exclude_each_other", "main", ["X1", "X2"])
    assert judged(("X1", 1, "Zeta"), rules=[one_camp]).verdict == "legal"


def test_an_unknown_card_that_must_be_and_must_not_be_of_a_group_has_no_way() -> None:
    light_alone_is_free = {**COPIES, "unless": LIGHT}
    no_light = {"kind": "group", "sections": ["main"], "where": LIGHT, "at_most": 0}
    report = judged(("X1", 4, "Zeta"), rules=[light_alone_is_free, no_light])
    assert (report.verdict, found(report)[0][0]) == ("not_legal", ViolationCode.NO_WAY_TO_BE_LEGAL)


def test_a_group_with_both_bounds_is_kept_by_one_unknown_card_of_two() -> None:
    one_light = {"kind": "group", "sections": ["main"], "where": LIGHT, "at_least": 1, "at_most": 1}
    two_basic = {"kind": "group", "sections": ["main"], "where": BASIC, "at_least": 1}
    assert judged(("X1", 1, "Zeta"), ("X2", 1, "Eta"), rules=[one_light, two_basic]).verdict == "undecided"
    assert judged(("X1", 2, "Zeta"), rules=[one_light]).verdict == "not_legal"


def test_unknown_facts_of_several_kinds_are_filled_in_together() -> None:
    old_and_cheap = {"all": [{"attribute": "marks", "has": "old"}, {"attribute": "cost", "at_most": 1}, LIGHT]}
    rule = {"kind": "group", "sections": ["main"], "where": old_and_cheap, "at_most": 1}
    assert judged(("X1", 2, "Zeta"), rules=[rule]).verdict == "undecided"
    assert judged(("X1", 1, "Zeta"), rules=[rule]).verdict == "legal"


def test_a_known_fact_stays_beside_an_unknown_one() -> None:
    cheap_and_light = {"all": [{"attribute": "cost", "at_most": 1}, LIGHT]}
    rule = {"kind": "group", "sections": ["main"], "where": cheap_and_light, "at_most": 1}
    assert judged(("C2", 2, ""), rules=[rule]).verdict == "undecided"
    dear = {"C2": Card("C2", "gamma", {"cost": 2})}
    assert judged(("C2", 2, ""), rules=[rule], cards=dear).verdict == "legal"
