"""A counted deck against the registered list: examples by hand, and properties against trying every exchange."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from cardpool.legality.ruleset import Exchange
from tournaments.play.deck_check import CheckMode, Comparison, Copies, Moved, SizeOff, Wrong, compare_deck

SECTIONS = ("main", "side", "leader")
ONE_FOR_ONE = Exchange(("main", "side"), True, "1.0.2b", "1.0.2c")
FORBIDDEN = Exchange(("main", "side"), False, "5.3", "5.4")
START, BETWEEN = CheckMode.START, CheckMode.BETWEEN
REGISTERED = {"main": {"A": 3, "B": 2}, "side": {"C": 2}, "leader": {"L": 1}}

Deck = dict[str, dict[str, int]]


def laid(**sections: dict[str, int]) -> Deck:
    """The registered deck with these sections laid out otherwise."""
    return {**REGISTERED, **sections}


def check(counted: Deck, mode: CheckMode = START, exchange: Exchange | None = ONE_FOR_ONE, left_out=()) -> Comparison:
    return compare_deck(REGISTERED, counted, mode=mode, sections=SECTIONS, exchange=exchange, left_out=left_out)


def test_the_registered_deck_is_clean_at_the_start() -> None:
    found = check(REGISTERED)
    assert found == Comparison(START, "1.0.2c")
    assert found.clean
    assert found.sizes_fit


def test_a_card_missing_one_extra_and_one_wrong_are_distinguished() -> None:
    assert check(laid(main={"A": 2, "B": 2})).missing == (Copies("main", "A", 1),)
    assert check(laid(main={"A": 3, "B": 3})).extra == (Copies("main", "B", 1),)
    swapped = check(laid(main={"A": 2, "B": 2, "X": 1}))
    assert swapped.wrong == (Wrong("main", "A", "X", 1),)
    assert (swapped.missing, swapped.extra) == ((), ())
    assert not swapped.clean
    assert swapped.sizes_fit


def test_a_deck_not_restored_after_the_last_match_says_what_lies_where() -> None:
    found = check(laid(main={"A": 2, "B": 2, "C": 1}, side={"A": 1, "C": 1}))
    assert found.misplaced == (Moved("A", 1, "main", "side"), Moved("C", 1, "side", "main"))
    assert (found.missing, found.extra, found.wrong) == ((), (), ())
    assert not found.clean
    assert found.sizes_fit
    assert not check(laid(main={"A": 3, "B": 2, "C": 1}, side={"C": 1})).sizes_fit


def test_between_games_the_same_deck_is_clean_and_the_exchange_is_reported() -> None:
    found = check(laid(main={"A": 2, "B": 2, "C": 1}, side={"A": 1, "C": 1}), BETWEEN)
    assert found.clean
    assert found.clause == "1.0.2b"
    assert found.exchanged == (Moved("A", 1, "main", "side"), Moved("C", 1, "side", "main"))


def test_an_exchange_that_changes_a_size_is_none() -> None:
    found = check(laid(main={"A": 3, "B": 2, "C": 1}, side={"C": 1}), BETWEEN)
    assert found.sizes == (SizeOff("main", 5, 6), SizeOff("side", 2, 1))
    assert not found.clean
    assert not found.sizes_fit


def test_a_section_outside_the_exchange_stays_as_it_was() -> None:
    assert check(laid(leader={"M": 1}), BETWEEN).wrong == (Wrong("leader", "L", "M", 1),)
    moved = check(laid(main={"A": 3, "B": 1, "L": 1}, leader={"B": 1}), BETWEEN)
    assert moved.misplaced == (Moved("B", 1, "main", "leader"), Moved("L", 1, "leader", "main"))


def test_a_foreign_card_in_one_section_for_a_missing_one_of_the_other_is_wrong() -> None:
    found = check(laid(main={"A": 2, "B": 2, "C": 1}, side={"X": 1, "A": 1}), BETWEEN)
    assert found.wrong == (Wrong("side", "C", "X", 1),)
    assert [moved.key for moved in found.exchanged] == ["A", "C"]
    across = check(laid(main={"A": 3, "B": 2, "X": 1}, side={"C": 1}), BETWEEN)
    assert across.wrong == (Wrong("main", "C", "X", 1),)
    assert across.sizes == (SizeOff("main", 5, 6), SizeOff("side", 2, 1))


def test_a_game_that_forbids_the_exchange_is_compared_as_at_the_start() -> None:
    found = check(laid(main={"A": 2, "B": 2, "C": 1}, side={"A": 1, "C": 1}), BETWEEN, FORBIDDEN)
    assert (found.mode, found.clause) == (START, "5.3")
    assert len(found.misplaced) == 2
    assert check(REGISTERED, START, FORBIDDEN).clause == "5.4"


def test_a_pack_without_later_games_is_compared_without_a_clause() -> None:
    for mode in CheckMode:
        assert check(REGISTERED, mode, None) == Comparison(START, "")


def test_a_side_that_was_not_laid_out_may_have_exchanged_cards() -> None:
    found = check(laid(main={"A": 2, "B": 2, "C": 1}, side={}), BETWEEN, left_out=["side"])
    assert found.clean
    assert found.left_out == ("side",)
    assert found.exchanged == (Moved("C", 1, "side", "main"), Moved("A", 1, "main", "side"))


def test_a_main_that_no_exchange_can_reach_is_found_without_the_side() -> None:
    too_many = check(laid(main={"A": 1, "B": 1, "C": 3}), BETWEEN, left_out=["side"])
    assert too_many.extra == (Copies("main", "C", 1),)
    assert too_many.unsettled == (Copies("main", "A", 2), Copies("main", "B", 1))
    short = check(laid(main={"A": 2, "B": 2}), BETWEEN, left_out=["side"])
    assert short.sizes == (SizeOff("main", 5, 4),)
    assert short.unsettled == (Copies("main", "A", 1),)
    assert not short.clean


# --- properties -------------------------------------------------------------------------------------------------------

KEYS = "ABCD"
small = st.dictionaries(st.sampled_from(KEYS), st.integers(1, 3), max_size=3)
decks = st.fixed_dictionaries({"main": small, "side": small})


def cards_of(section: dict[str, int]) -> list[str]:
    return [key for key, count in sorted(section.items()) for _ in range(count)]


def every_exchange(registered: Deck) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Main and side after every one-for-one exchange there is, found by trying them all."""
    main, side = cards_of(registered["main"]), cards_of(registered["side"])
    reached = set()
    for size in range(min(len(main), len(side)) + 1):
        for out in combinations(range(len(main)), size):
            for into in combinations(range(len(side)), size):
                new_main = [card for place, card in enumerate(main) if place not in out] + [side[i] for i in into]
                new_side = [card for place, card in enumerate(side) if place not in into] + [main[o] for o in out]
                reached.add((tuple(sorted(new_main)), tuple(sorted(new_side))))
    return reached


def compared(registered: Deck, counted: Deck, mode: CheckMode, left_out: tuple[str, ...] = ()) -> Comparison:
    return compare_deck(
        registered, counted, mode=mode, sections=("main", "side"), exchange=ONE_FOR_ONE, left_out=left_out
    )


@given(decks, decks)
def test_clean_at_the_start_is_equal_section_by_section(registered: Deck, counted: Deck) -> None:
    assert compared(registered, counted, START).clean == (registered == counted)


@given(decks, decks, st.data())
def test_clean_between_games_is_reached_by_an_exchange(registered: Deck, counted: Deck, data: st.DataObject) -> None:
    reached = every_exchange(registered)
    if data.draw(st.booleans(), label="take a reachable one"):
        main, side = data.draw(st.sampled_from(sorted(reached)))
        counted = {"main": dict(Counter(main)), "side": dict(Counter(side))}
    state = (tuple(cards_of(counted["main"])), tuple(cards_of(counted["side"])))
    found = compared(registered, counted, BETWEEN)
    assert found.clean == (state in reached)
    by_main = compared(registered, counted, BETWEEN, ("side",))
    assert by_main.clean == (state[0] in {main for main, _ in reached})
    by_side = compared(registered, counted, BETWEEN, ("main",))
    assert by_side.clean == (state[1] in {side for _, side in reached})


@given(decks, decks, st.sampled_from(CheckMode))
@example({"main": {"A": 3}, "side": {"B": 1}}, {"main": {"B": 1, "C": 2}, "side": {"A": 1}}, BETWEEN)
def test_what_is_reported_turns_the_registered_deck_into_the_counted_one(
    registered: Deck, counted: Deck, mode: CheckMode
) -> None:
    found = compared(registered, counted, mode)
    total: Counter[str] = Counter()
    sections = {name: Counter(registered[name]) for name in ("main", "side")}
    for moved in (*found.misplaced, *found.exchanged):
        sections[moved.registered_in][moved.key] -= moved.count
        sections[moved.lies_in][moved.key] += moved.count
    for copies in found.missing:
        sections[copies.section][copies.key] -= copies.count
    for copies in found.extra:
        sections[copies.section][copies.key] += copies.count
    for section in sections.values():
        total += section
    for wrong in found.wrong:
        total[wrong.expected] -= wrong.count
        total[wrong.found] += wrong.count
        if mode is START:
            sections[wrong.section][wrong.expected] -= wrong.count
            sections[wrong.section][wrong.found] += wrong.count
    assert +total == Counter(counted["main"]) + Counter(counted["side"])
    if mode is START:
        assert {name: dict(+cards) for name, cards in sections.items()} == counted
    named = [copies.key for copies in found.missing] + [wrong.expected for wrong in found.wrong]
    surplus = [copies.key for copies in found.extra] + [wrong.found for wrong in found.wrong]
    if mode is BETWEEN:
        assert not set(named) & set(surplus)


@given(decks, decks)
def test_sizes_fit_exactly_when_every_section_holds_as_many_as_registered(registered: Deck, counted: Deck) -> None:
    same = all(sum(registered[name].values()) == sum(counted[name].values()) for name in ("main", "side"))
    for mode in CheckMode:
        assert compared(registered, counted, mode).sizes_fit == same
