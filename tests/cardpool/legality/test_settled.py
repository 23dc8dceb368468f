"""Cards that a judge settled: as another card, or as one of their own with the facts the judge states."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Deck, DeckEntry
from cardpool.legality.restriction import Restriction
from cardpool.legality.ruleset import read_ruleset
from cardpool.legality.settled import SettledCard
from cardpool.legality.violations import LegalityReport, ViolationCode
from cardpool.lists.entries import RestrictionKind
from tests.cardpool.legality.small_game import CARDS, DAY, PRINTED, asked, found, pack, ruleset
from tests.cardpool.legality.test_gaps_brute_force import (
    BASIC,
    POOL,
    RESTRICTIONS,
    RULES,
    decks,
    what_it_is,
)

UNRELEASED = RestrictionKind.UNRELEASED
COPIES = {"kind": "copies", "sections": ["main"], "at_most": 3, "clause": "1"}
LEGENDS = {
    "kind": "group",
    "sections": ["main"],
    "where": {"attribute": "marks", "has": "legend"},
    "at_most": 1,
    "names": {"zh": "传说", "en": "legends"},
    "clause": "2",
}


def judged(
    *entries: DeckEntry,
    rules: list[dict[str, Any]],
    settled: list[SettledCard],
    identity: str = "name",
    policy: PoolPolicy = PoolPolicy.OPEN,
) -> LegalityReport:
    pool = CardPool(CARDS, policy).with_settled(tuple(settled))
    return check_deck(Deck(entries), ruleset(*rules, identity=identity), best_of=1, pool=pool, as_of=DAY)


def unknown(count: int, number: str = "X1", name: str = "") -> DeckEntry:
    return DeckEntry("main", number, count, name)


def test_a_card_that_counts_as_another_counts_with_it_by_name() -> None:
    both = DeckEntry("main", "A1", 2), unknown(2)
    assert judged(*both, rules=[COPIES], settled=[]).verdict == "undecided"
    report = judged(*both, rules=[COPIES], settled=[SettledCard("X1", counts_as="A2")])
    assert found(report) == [(ViolationCode.TOO_MANY_COPIES, "main", 3, 4, ["A1", "X1"])]


def test_a_card_that_counts_as_another_counts_with_it_by_number() -> None:
    both = DeckEntry("main", "A1", 2), unknown(2)
    report = judged(*both, rules=[COPIES], settled=[SettledCard("X1", counts_as="A1")], identity="number")
    assert found(report) == [(ViolationCode.TOO_MANY_COPIES, "main", 3, 4, ["A1", "X1"])]
    assert judged(*both, rules=[COPIES], settled=[], identity="number").verdict == "legal"


def test_the_name_it_was_typed_by_becomes_a_name_of_what_it_counts_as() -> None:
    entries = DeckEntry("main", "A1", 2), unknown(1, name="甲"), unknown(1, "X2", "甲")
    report = judged(*entries, rules=[COPIES], settled=[SettledCard("X1", "甲", counts_as="A1")])
    assert found(report) == [(ViolationCode.TOO_MANY_COPIES, "main", 3, 4, ["A1", "X1", "X2"])]


@pytest.mark.parametrize(
    "settled",
    [
        [SettledCard("X1", "Beta", counts_as="A1")],
        [SettledCard("X1", "甲", counts_as="A1"), SettledCard("X2", "甲", counts_as="B1")],
    ],
)
def test_two_known_cards_never_become_one_by_a_name_typed_for_them(settled: list[SettledCard]) -> None:
    entries = DeckEntry("main", "A1", 3), DeckEntry("main", "B1", 3)
    assert judged(*entries, rules=[COPIES], settled=settled).verdict == "legal"


def test_a_card_of_its_own_has_the_facts_that_were_stated() -> None:
    entries = DeckEntry("main", "A1", 1), unknown(1, name="Zeta")
    assert judged(*entries, rules=[LEGENDS], settled=[]).verdict == "undecided"
    plain = SettledCard("X1", "Zeta", facts=(("marks", ()),))
    assert judged(*entries, rules=[LEGENDS], settled=[plain]).verdict == "legal"
    legend = SettledCard("X1", "Zeta", facts=(("marks", ("legend",)),))
    assert found(judged(*entries, rules=[LEGENDS], settled=[legend]))[0][0] is ViolationCode.TOO_MANY_IN_GROUP
    silent = SettledCard("X1", "Zeta", facts=(("cost", 1),))
    assert asked(judged(*entries, rules=[LEGENDS], settled=[silent]))[0][2] == ["X1"]


def test_a_limit_of_its_own_takes_the_place_of_the_rule() -> None:
    rule = {**COPIES, "own_limit": True}
    one = SettledCard("X1", "Zeta", copy_limit=1)
    assert found(judged(unknown(2, name="Zeta"), rules=[rule], settled=[one]))[0][2:4] == (1, 2)
    assert judged(unknown(2, name="Zeta"), rules=[rule], settled=[SettledCard("X1", "Zeta")]).verdict == "legal"


def test_the_rules_printed_on_it_hold_for_the_deck() -> None:
    facts = (("marks", ("legend",)),)
    bringing = SettledCard("X1", "Zeta", facts=facts, deck_rules=(json.dumps(LEGENDS),))
    entry = unknown(2, name="Zeta")
    assert judged(entry, rules=[PRINTED], settled=[]).verdict == "undecided"
    assert found(judged(entry, rules=[PRINTED], settled=[bringing]))[0][0] is ViolationCode.TOO_MANY_IN_GROUP
    silent = SettledCard("X1", "Zeta", facts=facts, deck_rules=())
    assert judged(entry, rules=[PRINTED], settled=[silent]).verdict == "legal"


def test_a_known_card_keeps_what_was_not_decided() -> None:
    gap = DeckEntry("main", "C1", 1), DeckEntry("main", "A1", 1)
    assert judged(*gap, rules=[LEGENDS], settled=[]).verdict == "undecided"
    decided = SettledCard("C1", facts=(("marks", ()),))
    report = judged(*gap, rules=[LEGENDS, {**COPIES, "own_limit": True}], settled=[decided])
    assert report.verdict == "legal"
    more = judged(DeckEntry("main", "C1", 2), rules=[{**COPIES, "own_limit": True}], settled=[decided])
    assert found(more)[0][2] == 1


def test_a_settled_card_is_in_a_closed_pool() -> None:
    entry = unknown(1)
    assert found(judged(entry, rules=[], settled=[], policy=PoolPolicy.CLOSED))[0][0] is ViolationCode.UNKNOWN_CARD
    decided = SettledCard("X1", counts_as="A1")
    assert judged(entry, rules=[], settled=[decided], policy=PoolPolicy.CLOSED).verdict == "legal"


def test_what_counts_as_a_card_that_left_the_pool_is_open_again() -> None:
    report = judged(DeckEntry("main", "A1", 2), unknown(2), rules=[COPIES], settled=[SettledCard("X1", counts_as="Q9")])
    assert report.verdict == "undecided"


@settings(max_examples=300, deadline=None)
@given(
    deck=decks(),
    rules=st.lists(st.sampled_from(RULES), min_size=1, max_size=4, unique_by=what_it_is),
    restrictions=st.lists(RESTRICTIONS, max_size=2),
    by_name=st.booleans(),
    known=st.sampled_from(["K1", "K2", "K3"]),
)
def test_a_card_that_counts_as_another_is_judged_as_that_one(
    deck: list[tuple[str, str, int, str]],
    rules: list[dict[str, Any]],
    restrictions: list[Restriction],
    by_name: bool,
    known: str,
) -> None:
    game = pack(*rules, identity="name" if by_name else "number")
    game["cards"]["known_by_name"] = [BASIC]
    restrictions = [one for one in restrictions if one.kind is not UNRELEASED or known not in one.cards]
    pool = CardPool(POOL, PoolPolicy.OPEN, tuple(restrictions) if by_name else ())
    nameless = tuple(DeckEntry(section, number, count) for section, number, count, _ in deck)
    as_known = tuple(replace(one, number=known) if one.number == "U1" else one for one in nameless)
    assume(as_known != nameless)
    decided = pool.with_settled((SettledCard("U1", counts_as=known),))
    verdicts = [
        check_deck(Deck(entries), read_ruleset(game), best_of=1, pool=one, as_of=DAY).verdict
        for entries, one in [(nameless, pool), (nameless, decided), (as_known, pool)]
    ]
    assert verdicts[1] == verdicts[2]
    if by_name:  # By number every unknown number is known to be a separate card.
        assert verdicts[0] in ("undecided", verdicts[1]), "a judge's decision turned a verdict that was known"


def test_a_printing_that_is_not_released_yet_says_nothing_of_another_printing_of_the_card() -> None:
    pool = CardPool(CARDS, restrictions=(Restriction(UNRELEASED, ("A1",)),))
    decided = pool.with_settled((SettledCard("X1", counts_as="A1"),))
    rules = ruleset({"kind": "restrictions", "sections": ["main"]}, identity="name")
    judged_as = {
        number: check_deck(Deck((DeckEntry("main", number, 1),)), rules, best_of=1, pool=decided, as_of=DAY).verdict
        for number in ("A1", "X1")
    }
    assert judged_as == {"A1": "not_legal", "X1": "legal"}


def test_what_is_settled_at_once_leaves_nothing_open() -> None:
    entries = unknown(2, name="Zeta"), unknown(2, "X2", "Eta"), DeckEntry("main", "A1", 1)
    rules = [LEGENDS, {**COPIES, "own_limit": True}, PRINTED]
    facts = (("marks", ()), ("cost", 1))
    names = {"X1": "Zeta", "X2": "Eta"}
    settled = [SettledCard(number, name, facts=facts, deck_rules=()) for number, name in names.items()]
    assert judged(*entries, rules=rules, settled=[]).verdict == "undecided"
    assert judged(*entries, rules=rules, settled=settled).verdict == "legal"
