"""What is legal at a glance is exactly what the rules, asked one by one, find legal and worth no notice."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.legality import check, glance
from decks.legality.card_pool import CardPool, OwnLimit, PoolPolicy
from decks.legality.check import check_deck, check_in_full
from decks.legality.deck import Card, Deck, DeckEntry, Identity
from decks.legality.deck_view import DeckView
from decks.legality.restriction import Restriction, RestrictionKind
from decks.legality.ruleset import Ruleset
from tests.decks.legality.small_game import CARDS, DAY, PRINTED, ruleset

LEGEND = {"attribute": "marks", "has": "legend"}
CHEAP = {"attribute": "cost", "at_most": 1}
SIZE = {"kind": "section_size", "section": "main", "at_least": 2, "at_most": 6}
COPIES = {"kind": "copies", "sections": ["main", "side"], "at_most": 3, "own_limit": True}
GROUP = {"kind": "group", "sections": ["main", "side"], "where": LEGEND, "at_most": 1, "names": {"zh": "甲", "en": "A"}}
LEADER = {"kind": "section_cards", "section": "leader", "where": CHEAP, "names": {"zh": "甲", "en": "A"}}
BIGGER = {"kind": "section_size", "section": "main", "exactly": 4, "in": ["leader"], "replace": True}
SMALLER = {**BIGGER, "exactly": 3}
LISTED = {"kind": "restrictions", "sections": ["main", "side", "leader"]}
BRINGING = {
    "L1": Card("L1", "Leader", {"cost": 1, "marks": ()}, deck_rules=(BIGGER,)),
    "L2": Card("L2", "Other leader", {"cost": 1, "marks": ()}, deck_rules=(SMALLER,)),
    "L3": Card("L3", "Leader nobody can read", {"cost": 1, "marks": ()}, deck_rules=({"kind": "nonsense"},)),
    "N1": Card("N1", "", {"cost": 1, "marks": ()}),
    "P1": Card("P1", "Plain", {"cost": 1, "marks": (), "basic": False, "camp": "light"}),
    "P2": Card("P2", "Swarm", {"cost": 1, "marks": (), "basic": True, "camp": "dark"}, 5),
}
EVERY_CARD = {**CARDS, **BRINGING}
RULES = st.lists(
    st.sampled_from(
        [
            SIZE,
            COPIES,
            {**COPIES, "own_limit": False},
            {**COPIES, "unless": {"attribute": "basic", "is": True}},
            {**COPIES, "sections": ["leader"], "at_most": 1},
            GROUP,
            {**GROUP, "at_least": 1, "where": CHEAP},
            LEADER,
            LISTED,
            {**LISTED, "sections": ["main", "side"]},
            {**LISTED, "sections": ["main", "side"]},
            PRINTED,
            {"kind": "exclusive", "sections": ["main"], "groups": [CHEAP, LEGEND], "names": {"zh": "甲", "en": "A"}},
            {"kind": "section_size", "section": "side", "at_most": 0},
            {"kind": "pool", "where": CHEAP},
        ]
    ),
    max_size=6,
)
RESTRICTIONS = st.lists(
    st.builds(
        Restriction,
        st.sampled_from(RestrictionKind),
        st.lists(st.sampled_from(["A1", "P1", "Plain", "Swarm", "C1"]), min_size=1, max_size=2, unique=True).map(tuple),
        limit=st.integers(0, 2),
        source=st.sampled_from(["", "list"]),
    ),
    max_size=2,
)
DECKS = st.lists(
    st.builds(
        DeckEntry,
        st.sampled_from(["main", "main", "main", "side", "leader", "cupboard"]),
        st.sampled_from([*EVERY_CARD, "P1", "P2", "X9"]),
        st.integers(1, 3),
        st.sampled_from(["", "Plain"]),
    ),
    max_size=6,
).map(lambda entries: Deck(tuple(entries)))


def both(deck: Deck, rules: Ruleset, pool: CardPool, best_of: int = 1) -> bool:
    """Whether the deck is legal; the short way and the long one agree, the first time and the next."""
    full = check_in_full(deck, rules, best_of=best_of, pool=pool, as_of=DAY)
    for _ in range(2):
        assert check_deck(deck, rules, best_of=best_of, pool=pool, as_of=DAY) == full
    return full.legal


@settings(max_examples=400, deadline=None)
@given(
    rules=RULES,
    restrictions=RESTRICTIONS,
    identity=st.sampled_from(["number", "name"]),
    policy=st.sampled_from(PoolPolicy),
    decks=st.lists(DECKS, min_size=1, max_size=4),
)
def test_the_short_way_and_the_long_one_agree(
    rules: list[dict[str, Any]],
    restrictions: list[Restriction],
    identity: str,
    policy: PoolPolicy,
    decks: list[Deck],
) -> None:
    compiled = ruleset(*rules, identity=identity)
    pool = CardPool(EVERY_CARD, policy, tuple(restrictions), lambda number: number != "X9")
    for deck in decks:
        both(deck, compiled, pool)


def a_glance(*rules: dict[str, Any], identity: str = "number", cards: dict[str, Card] | None = None) -> glance.Glance:
    compiled = ruleset(*rules, identity=identity)
    return glance.Glance(
        compiled.rules_for(1),
        sections=compiled.sections,
        identity=compiled.identity,
        pool=CardPool(EVERY_CARD if cards is None else cards),
        as_of=DAY,
    )


@pytest.mark.parametrize(
    ("main", "legal"),
    [
        ({"P1": 2}, True),
        ({"P1": 3, "P2": 3}, True),
        ({"P2": 5}, True),
        ({"P2": 6}, False),
        ({"P1": 1}, False),
        ({"P1": 4}, False),
        ({"P1": 3, "P2": 4}, False),
        ({"X9": 2}, False),
        ({"P1": 2, "A1": 1}, True),
        ({"P1": 2, "A1": 1, "B1": 1}, False),
        ({"P1": 2, "C1": 1}, False),
        ({"P1": 1 << 30}, False),
    ],
)
def test_plain_decks_are_seen(main: dict[str, int], legal: bool) -> None:
    assert a_glance(SIZE, COPIES, GROUP).sees_legal(Deck.of({"main": main})) is legal


def test_sums_do_not_run_into_each_other() -> None:
    seen = a_glance(SIZE, GROUP)
    assert not seen.sees_legal(Deck.of({"main": {"P1": (1 << 24) + 3}}))
    assert not seen.sees_legal(Deck.of({"side": {"P1": 1 << 60}, "main": {"P1": 3}}))


def test_an_unknown_section_and_a_card_without_a_name_are_not_plain() -> None:
    assert not a_glance(SIZE).sees_legal(Deck.of({"cupboard": {"P1": 2}}))
    assert a_glance(COPIES).sees_legal(Deck.of({"main": {"N1": 2}}))
    assert not a_glance(COPIES, identity="name").sees_legal(Deck.of({"main": {"N1": 2}}))


def test_a_card_whose_rules_are_not_among_the_rules_is_not_plain() -> None:
    assert not a_glance(PRINTED).sees_legal(Deck.of({"main": {"L1": 1}}))
    assert a_glance(PRINTED).sees_legal(Deck.of({"side": {"L1": 1}}))


def test_a_card_that_may_be_free_of_a_limit_is_not_plain() -> None:
    rule = {**COPIES, "unless": {"attribute": "basic", "is": True}}
    assert not a_glance(rule).sees_legal(Deck.of({"main": {"D1": 2}}))
    assert a_glance(rule).sees_legal(Deck.of({"main": {"P2": 20}}))


def test_the_strictest_of_several_limits_holds() -> None:
    seen = a_glance(COPIES, {**COPIES, "at_most": 2, "unless": {"attribute": "basic", "is": False}})
    assert seen.sees_legal(Deck.of({"main": {"P1": 3}}))
    assert not seen.sees_legal(Deck.of({"main": {"B1": 3}}))
    assert seen.sees_legal(Deck.of({"main": {"B1": 2}}))


def test_groups_that_exclude_each_other() -> None:
    camps = [{"attribute": "camp", "is": camp} for camp in ("light", "dark")]
    seen = a_glance({"kind": "exclusive", "sections": ["main"], "groups": camps, "names": {"zh": "甲", "en": "A"}})
    assert seen.sees_legal(Deck.of({"main": {"P1": 2, "A1": 1}}))
    assert not seen.sees_legal(Deck.of({"main": {"P1": 2, "P2": 1}}))
    assert seen.sees_legal(Deck.of({"main": {"P1": 2}, "side": {"P2": 1}}))
    assert not seen.sees_legal(Deck.of({"main": {"P1": 2, "C2": 1}}))


def test_rules_that_cannot_be_seen_at_a_glance() -> None:
    assert a_glance().is_able
    assert a_glance(COPIES, {**COPIES, "at_most": 1}).is_able
    overlapping = a_glance(COPIES, {**COPIES, "sections": ["main"]})
    assert not overlapping.is_able
    assert not overlapping.sees_legal(Deck.of({"main": {"P1": 2}}))


def test_own_limits_of_cards_that_count_as_one() -> None:
    pool = CardPool(CARDS)
    assert pool.own_limits(Identity.NUMBER)["C1"] == OwnLimit(1, True)
    assert pool.own_limits(Identity.NAME)["gamma"] == OwnLimit(1, False)
    mixed = {"1": Card("1", "One", copy_limit=2), "2": Card("2", "One"), "3": Card("3", "", copy_limit=1)}
    assert CardPool(mixed).own_limits(Identity.NAME) == {"one": OwnLimit(2, False)}
    assert CardPool({"2": mixed["2"]}).own_limits(Identity.NAME) == {}


def test_leaders_make_glances_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, pool = ruleset(SIZE, LEADER, PRINTED), CardPool(EVERY_CARD)
    four = Deck.of({"main": {"P1": 4}, "leader": {"L1": 1}})
    assert both(four, rules, pool)
    views: list[object] = []
    monkeypatch.setattr(check, "DeckView", lambda *args, **more: views.append(args) or DeckView(*args, **more))
    assert check_deck(four, rules, best_of=1, pool=pool, as_of=DAY).sizes["main"] == (4, 4)
    assert views == []
    assert not both(Deck.of({"main": {"P1": 5}, "leader": {"L1": 1}}), rules, pool)
    assert not both(Deck.of({"main": {"P1": 4}, "leader": {"L1": 1, "L2": 1}}), rules, pool)
    assert both(Deck.of({"main": {"P1": 4}, "leader": {"L3": 1}}), rules, pool)
    assert both(Deck.of({"main": {"P1": 2, "L1": 1}}), rules, pool)
    assert both(Deck.of({"main": {"P1": 2}, "side": {"L1": 1}}), rules, pool)


def test_every_day_is_seen_for_itself() -> None:
    rules = ruleset(SIZE, LISTED)
    ban = Restriction(RestrictionKind.BANNED, ("P1",), starts=DAY)
    pool, deck = CardPool(EVERY_CARD, restrictions=(ban,)), Deck.of({"main": {"P1": 2}})
    days = [DAY - timedelta(days=1), DAY]
    assert [check_deck(deck, rules, best_of=1, pool=pool, as_of=day).legal for day in days] == [True, False]


def test_limited_cards_are_plain_where_they_are_counted_like_copies() -> None:
    limits = tuple(Restriction(RestrictionKind.LIMITED, ("Plain", "P2"), limit) for limit in (2, 1))
    listed = {**LISTED, "sections": ["main", "side"]}

    def seen(deck: Deck, *rules: dict[str, Any], restrictions: tuple[Restriction, ...] = limits) -> bool:
        compiled = ruleset(*rules, identity="name")
        pool = CardPool(EVERY_CARD, restrictions=restrictions)
        identity, sections = compiled.identity, compiled.sections
        return glance.Glance(
            compiled.rules_for(1), sections=sections, identity=identity, pool=pool, as_of=DAY
        ).sees_legal(deck)

    one, two = Deck.of({"main": {"P1": 1, "P2": 1}}), Deck.of({"main": {"P1": 1}, "side": {"P1": 1}})
    assert seen(one, COPIES, listed)
    assert not seen(two, COPIES, listed)
    assert seen(two, COPIES)
    assert not seen(one, COPIES, LISTED)
    assert not seen(one, listed)
    assert seen(Deck.of({"main": {"A1": 2}}), COPIES, listed)
    assert not seen(one, COPIES, listed, restrictions=(Restriction(RestrictionKind.BANNED, ("P1",)),))


def test_what_is_remembered_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MOST_REMEMBERED", 3)
    monkeypatch.setattr(glance, "_MOST_SUMS", 2)
    rules, pool = ruleset({"kind": "section_size", "section": "main", "at_least": 0}), CardPool(EVERY_CARD)
    for day in range(1, 9):
        for copies in range(1, 6):
            deck = Deck.of({"main": {"P1": copies}})
            assert check_deck(deck, rules, best_of=1, pool=pool, as_of=date(2026, 1, day)).legal
    assert len(pool.remembered) <= 3
    assert all(len(seen.glance._fitting) <= 2 for seen in pool.remembered.values() if hasattr(seen, "glance"))
    monkeypatch.setattr(check, "MOST_REMEMBERED", 1)
    leaders = ruleset(PRINTED)
    for leader in ("L1", "L2", "L1"):
        assert both(Deck.of({"main": {"P1": 4 if leader == "L1" else 3}, "leader": {leader: 1}}), leaders, pool)
