"""Exchanging cards between games (V1.9 1.0.2b) and restoring the list after the match (1.0.2c)."""

from dataclasses import replace

from cardpool.games import shipped_pack
from decks.legality.deck import Deck, DeckEntry
from decks.legality.exchange import exchanged, restore_problems, swap_problems
from decks.legality.ruleset import Exchange, read_ruleset
from decks.legality.violations import CountedCard, Violation

RULES = read_ruleset(shipped_pack("ultraman-hero-duel").mapping)
REGISTERED = Deck((DeckEntry("main", "A", 3, "Alpha"), DeckEntry("main", "B", 2), DeckEntry("side", "C", 2, "Gamma")))
SWAPPED = Deck.of({"main": {"A": 2, "B": 2, "C": 1}, "side": {"C": 1, "A": 1}})


def brief(problems: tuple[Violation, ...]) -> list[tuple[object, ...]]:
    return [
        (found.code, found.clause, found.section, found.limit, found.actual, [card.number for card in found.cards])
        for found in problems
    ]


def test_one_for_one_is_allowed() -> None:
    assert swap_problems(REGISTERED, SWAPPED, RULES) == ()
    assert swap_problems(REGISTERED, REGISTERED, RULES) == ()


def test_it_says_what_was_exchanged() -> None:
    moved = exchanged(REGISTERED, SWAPPED, "main")
    assert moved.into == (CountedCard("C", "Gamma", 1),)
    assert moved.out == (CountedCard("A", "Alpha", 1),)


def test_moving_without_a_card_in_return_changes_the_sizes() -> None:
    current = Deck.of({"main": {"A": 3, "B": 2, "C": 1}, "side": {"C": 1}})
    assert brief(swap_problems(REGISTERED, current, RULES)) == [
        ("swap_changes_size", "1.0.2b", "main", 5, 6, []),
        ("swap_changes_size", "1.0.2b", "side", 2, 1, []),
    ]


def test_a_card_from_outside_is_named_and_so_is_the_missing_one() -> None:
    current = Deck.of({"main": {"A": 3, "B": 1, "X": 1}, "side": {"C": 2}})
    assert brief(swap_problems(REGISTERED, current, RULES)) == [
        ("swap_adds_card", "1.0.2b", "main+side", 0, 1, ["X"]),
        ("swap_loses_card", "1.0.2b", "main+side", 2, 1, ["B"]),
    ]


def test_sections_outside_the_exchange_do_not_change() -> None:
    rules = replace(RULES, sections=("main", "side", "leader"))
    before = Deck.of({"main": {"A": 1}, "side": {"B": 1}, "leader": {"L": 1}})
    after = Deck.of({"main": {"L": 1}, "side": {"B": 1}, "leader": {"A": 1}})
    assert [(found.code, found.section) for found in swap_problems(before, after, rules)] == [
        ("swap_adds_card", "main+side"),
        ("swap_loses_card", "main+side"),
        ("swap_adds_card", "leader"),
        ("swap_loses_card", "leader"),
    ]


def test_a_game_without_exchange_wants_the_registered_deck() -> None:
    forbidden = replace(RULES, exchange=Exchange(("main", "side"), False, "5", ""))
    assert {found.clause for found in swap_problems(REGISTERED, SWAPPED, forbidden)} == {"5"}
    silent = replace(RULES, exchange=None)
    assert {found.clause for found in swap_problems(REGISTERED, SWAPPED, silent)} == {""}
    assert swap_problems(REGISTERED, REGISTERED, silent) == ()


def test_the_next_match_starts_from_the_registered_list() -> None:
    assert restore_problems(REGISTERED, REGISTERED, RULES) == ()
    assert brief(restore_problems(REGISTERED, SWAPPED, RULES)) == [
        ("swap_adds_card", "1.0.2c", "main", 0, 1, ["C"]),
        ("swap_loses_card", "1.0.2c", "main", 3, 2, ["A"]),
        ("swap_adds_card", "1.0.2c", "side", 0, 1, ["A"]),
        ("swap_loses_card", "1.0.2c", "side", 2, 1, ["C"]),
    ]
    assert restore_problems(REGISTERED, SWAPPED, replace(RULES, exchange=None))[0].clause == ""
