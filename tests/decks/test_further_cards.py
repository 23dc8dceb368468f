"""Lists with lines that ask: not legal where a rule stays broken whichever card such a line means."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry
from cardpool.legality.restriction import Restriction
from cardpool.legality.ruleset import read_ruleset
from cardpool.lists.entries import RestrictionKind
from decks.further_cards import is_broken_anyway
from tests.cardpool.legality.small_game import CARDS, DAY, PRINTED, judge, pack, ruleset
from tests.cardpool.legality.test_gaps_brute_force import BASIC, POOL, RESTRICTIONS, RULES, TYPED, UNKNOWN, what_it_is

COPIES = {"kind": "copies", "sections": ["main"], "at_most": 3}
BANNED = Restriction(RestrictionKind.BANNED, ("A1",))
ONE_LEGEND = {
    "kind": "group",
    "sections": ["main"],
    "where": {"attribute": "marks", "has": "legend"},
    "at_most": 1,
    "names": {"zh": "甲", "en": "A"},
}


def broken(
    *rules: dict[str, Any], main: dict[str, int], pool: CardPool | None = None, identity: str = "number"
) -> bool:
    """Whether a deck with one more line in main, of whatever card, is not legal anyway."""
    game, cards = ruleset(*rules, identity=identity), pool or CardPool(CARDS)
    report = judge(game, main, pool=cards)
    return is_broken_anyway(report, Deck.of({"main": main}), game, pool=cards, open_in=["main"])


@pytest.mark.parametrize(
    ("rule", "main"),
    [
        (COPIES, {"A1": 4}),
        (ONE_LEGEND, {"A1": 1, "B1": 1}),
        ({"kind": "section_size", "section": "main", "exactly": 4}, {"A1": 5}),
        ({"kind": "restrictions", "sections": ["main"]}, {"A1": 1}),
    ],
)
def test_what_further_cards_only_break_more_is_broken_anyway(rule: dict[str, Any], main: dict[str, int]) -> None:
    assert broken(rule, main=main, pool=CardPool(CARDS, restrictions=(BANNED,)))


def test_a_card_that_no_list_names_may_have_a_listed_printing_where_names_count() -> None:
    only = CardPool(CARDS, restrictions=(Restriction(RestrictionKind.UNLISTED, ("C1",)),))
    restrictions = {"kind": "restrictions", "sections": ["main"]}
    assert broken(restrictions, main={"A1": 1}, pool=only)
    assert not broken(restrictions, main={"A1": 1}, pool=only, identity="name")


def test_what_further_cards_may_settle_is_not() -> None:
    assert not broken({"kind": "section_size", "section": "main", "exactly": 4}, main={"A1": 3})
    assert not broken(COPIES, main={"A1": 3})
    at_least_one = {**ONE_LEGEND, "at_least": 1, "where": {"attribute": "marks", "has": "none"}}
    del at_least_one["at_most"]
    assert not broken(at_least_one, main={"A1": 1})


def test_a_number_that_no_pool_knows_is_wrong_by_itself() -> None:
    assert broken(main={"Z9": 1}, pool=CardPool(CARDS, PoolPolicy.CLOSED))
    assert not broken(main={"Z9": 1}, pool=CardPool(CARDS, PoolPolicy.OPEN))


def test_another_printing_may_state_a_limit_of_its_own() -> None:
    own = {**COPIES, "own_limit": True, "unknown_limits": []}
    cards = {**CARDS, "A3": Card("A3", "Alpha", {}, 5)}
    assert broken(own, main={"A1": 4}, identity="name")
    assert not broken(own, main={"A1": 4}, identity="name", pool=CardPool(cards))
    assert broken(own, main={"A1": 5}, identity="name", pool=CardPool(cards))
    assert not broken({**own, "unknown_limits": [9]}, main={"A1": 4}, identity="name")


def test_a_card_may_put_its_own_rule_in_the_place_of_the_games() -> None:
    larger = {"kind": "copies", "sections": ["main"], "at_most": 4, "replace": True}
    breaker = {**CARDS, "L1": Card("L1", "Breaker", deck_rules=(larger,))}
    printed = {**PRINTED, "unknown_rules": []}
    assert broken(COPIES, printed, main={"A1": 4})
    assert not broken(COPIES, {**printed, "unknown_replace": ["main"]}, main={"A1": 4})
    assert not broken(COPIES, printed, main={"A1": 4}, pool=CardPool(breaker))
    assert broken(COPIES, printed, main={"L1": 1, "A1": 5}, pool=CardPool(breaker))


LINES = st.lists(
    st.tuples(
        st.sampled_from(["main", "main", "leader"]),
        st.sampled_from([*POOL, *UNKNOWN]),
        st.integers(1, 3),
        st.sampled_from(TYPED),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=250, deadline=None)
@given(
    lines=LINES,
    further=LINES,
    rules=st.lists(st.sampled_from(RULES), min_size=1, max_size=4, unique_by=what_it_is),
    restrictions=st.lists(RESTRICTIONS, max_size=2),
    by_name=st.booleans(),
    named=st.sampled_from([[], [BASIC]]),
    policy=st.sampled_from(PoolPolicy),
)
def test_a_deck_that_is_broken_anyway_is_not_legal_with_any_further_cards(
    lines: list[tuple[str, str, int, str]],
    further: list[tuple[str, str, int, str]],
    rules: list[dict[str, Any]],
    restrictions: list[Restriction],
    by_name: bool,
    named: list[dict[str, Any]],
    policy: PoolPolicy,
) -> None:
    game = pack(*rules, identity="name" if by_name else "number")
    game["cards"]["known_by_name"] = named
    compiled = read_ruleset(game)
    pool = CardPool(POOL, policy, tuple(restrictions) if by_name else ())
    deck = Deck(tuple(DeckEntry(*line) for line in lines))
    report = check_deck(deck, compiled, best_of=1, pool=pool, as_of=DAY)
    assume(is_broken_anyway(report, deck, compiled, pool=pool, open_in={section for section, *_ in further}))
    larger = Deck((*deck.entries, *(DeckEntry(*line) for line in further)))
    assert check_deck(larger, compiled, best_of=1, pool=pool, as_of=DAY).verdict == "not_legal"
