"""The engine with the other shipped packs against judges written straight from the rule texts, sharing no code.

Every judge lays the single cards on the table, one by one, and counts by hand. A finding is (code, clause, section,
actual, the numbers it names); what cannot be read off the table is not compared.
"""

from collections.abc import Callable, Iterable
from datetime import date
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_pack
from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry
from cardpool.legality.ruleset import read_ruleset
from cardpool.legality.violations import Violation

DAY = date(2026, 5, 1)
Found = set[tuple[Any, ...]]
Table = dict[str, list[str]]
"""The numbers that lie in each section, one per single card."""

# Number: name, what it is, and what its text says. The packs' own attributes are made from these below.
POKEMON = {
    **{f"DEM-{n:03d}": (f"Monster {n}", "basic", "") for n in range(1, 5)},
    "DEM-005": ("Monster 1", "basic", ""),
    "DEM-006": ("Grown 6", "evolved", ""),
    **{f"DEM-{n:03d}": (f"Trainer {n}", "trainer", "") for n in range(11, 15)},
    "DEM-021": ("Grass Energy", "basic energy", ""),
    "DEM-022": ("Dark Energy", "basic energy", ""),
    "DEM-023": ("Dark Energy", "special energy", ""),
    "DEM-031": ("Prism", "basic", "only 1"),
    "DEM-032": ("Swarm", "basic", "up to 9"),
}
GALAXY = {
    **{f"DEMO-{n:02d}": (f"Unit {n}", "unit", "") for n in range(1, 12)},
    "DEMO-12": ("Unit 1", "unit", ""),
    "DEMO-13": ("Support", "support", ""),
    "DEMO-14": ("Tactics", "tactics", ""),
    "DEMO-15": ("Single", "unit", "only 1"),
    "DEMO-21": ("Large", "large_unit", ""),
    "DEMO-22": ("Special", "special_unit", ""),
    "DEMO-31": ("Commander", "commander", ""),
    "DEMO-32": ("Other commander", "commander", ""),
    "DEMO-41": ("Token", "temporary", ""),
}
HEROES = {
    **{f"DEMO-{n:02d}": (f"Hero {n % 5}", f"character {n % 4}", "") for n in range(1, 14)},
    "DEMO-21": ("Event", "event 0", ""),
    "DEMO-31": ("Sixty", "character 1", "deck of 60"),
    "DEMO-32": ("Sixty too", "character 0", "deck of 60"),
    "DEMO-33": ("Forty", "character 1", "deck of 40"),
    "DEMO-34": ("Pairs", "character 1", "2 of each"),
    "DEMO-41": ("Once", "event 1", "only 1"),
}
RUSH = {
    **{f"RD-DEMO-JP{n:03d}": (f"Rush {n}", "main", "") for n in range(1, 15)},
    "RD-DEMO-JP021": ("Rush 1", "main", ""),
    "RD-DEMO-JP031": ("Great", "main legend", ""),
    "RD-DEMO-JP032": ("Greater", "main legend", ""),
    "RD-DEMO-JP033": ("Fused great", "extra legend", ""),
    "RD-DEMO-JP041": ("Fused", "extra", ""),
    "RD-DEMO-JP051": ("Old", "main ocg", ""),
}
LIMITS = {"only 1": 1, "up to 9": 9}


def pokemon_card(number: str, name: str, what: str, text: str) -> Card:
    words = what.split()
    energy = "energy" in words
    kind = "energy" if energy else "trainer" if words == ["trainer"] else "pokemon"
    subtypes = ("Basic",) if words[0] == "basic" else ("Stage 1",)
    return Card(number, name, {"supertype": kind, "subtypes": subtypes}, LIMITS.get(text))


def galaxy_card(number: str, name: str, what: str, text: str) -> Card:
    return Card(number, name, {"kind": what}, LIMITS.get(text))


def heroes_card(number: str, name: str, what: str, text: str) -> Card:
    kind, cost = what.split()
    rules = {
        "deck of 60": {"kind": "section_size", "section": "main", "exactly": 60, "in": ["leader"], "replace": True},
        "deck of 40": {"kind": "section_size", "section": "main", "exactly": 40, "in": ["leader"], "replace": True},
        "2 of each": {
            "kind": "copies", "sections": ["leader", "main"], "at_most": 2, "own_limit": True,
            "in": ["leader"], "replace": True,
        },
    }  # fmt: skip
    printed = (rules[text],) if text in rules else ()
    return Card(number, name, {"kind": kind, "cost": int(cost)}, LIMITS.get(text), deck_rules=printed)


def rush_card(number: str, name: str, what: str, text: str) -> Card:
    words = what.split()
    marks = {"extra_deck": words[0] == "extra", "legend": "legend" in words, "rush": "ocg" not in words}
    return Card(number, name, marks)


def judge_pokemon(table: Table) -> Found:
    """卡组要求: 60 cards, a Basic Pokémon, at most four of a name; basic Energy in any number."""
    cards, found = table["main"], set()
    clause = "卡组要求"
    if len(cards) != 60:
        found.add(("section_too_few" if len(cards) < 60 else "section_too_many", clause, "main", len(cards), ()))
    if not [number for number in cards if POKEMON[number][1] == "basic"]:
        found.add(("too_few_in_group", clause, "main", 0, ()))
    counted = [number for number in cards if POKEMON[number][1] != "basic energy"]
    for name in {POKEMON[number][0] for number in counted}:
        same = [number for number in counted if POKEMON[number][0] == name]
        limit = next((LIMITS[POKEMON[number][2]] for number in same if POKEMON[number][2]), 4)
        if len(same) > limit:
            found.add(("too_many_copies", clause, "main", len(same), tuple(sorted(set(same)))))
    return found


def judge_galaxy(table: Table) -> Found:
    """2.1.1, 2.1.2 and 1.3: basic deck, special deck, one commander."""
    found: Found = set()
    basic, special, commander = table["main"], table["special"], table["commander"]
    if len(basic) < 30:
        found.add(("section_too_few", "2.1.1", "main", len(basic), ()))
    if len(basic) > 40:
        found.add(("section_too_many", "2.1.1", "main", len(basic), ()))
    for name in {GALAXY[number][0] for number in basic}:
        same = [number for number in basic if GALAXY[number][0] == name]
        if len(same) > (1 if name == "Single" else 3):
            found.add(("too_many_copies", "2.1.1", "main", len(same), tuple(sorted(set(same)))))
    if len(special) > 10:
        found.add(("section_too_many", "2.1.2", "special", len(special), ()))
    if not commander:
        found.add(("section_too_few", "1.3", "commander", 0, ()))
    if len(commander) > 1:
        found.add(("section_too_many", "1.3", "commander", len(commander), ()))
    for section, clause, kinds in (
        ("main", "2.1.1", ("unit", "support", "tactics")),
        ("special", "2.1.2", ("large_unit", "special_unit")),
        ("commander", "1.3", ("commander",)),
    ):
        wrong = [number for number in table[section] if GALAXY[number][1] not in kinds]
        if wrong:
            found.add(("card_not_allowed_in_section", clause, section, len(wrong), tuple(sorted(set(wrong)))))
    return found


def judge_heroes(table: Table) -> Found:
    """1. 卡组, 2. 起始队长卡, and what rule-breaking leaders say."""
    found: Found = set()
    deck, leaders = table["main"], table["leader"]
    said = {(number, HEROES[number][2]) for number in leaders if HEROES[number][2]}
    sizes = {text for _, text in said if text.startswith("deck of")}
    size, clause = 50, "1. 卡组"
    if sizes:
        size, clause = int(min(sizes).split()[-1]), "规则破坏系统"
    if len(sizes) > 1:
        brought = tuple(sorted(number for number, text in said if text in sizes))
        found.add(("conflicting_rules", "规则破坏系统", "main", None, brought))
    elif len(deck) != size:
        found.add(("section_too_few" if len(deck) < size else "section_too_many", clause, "main", len(deck), ()))
    pairs = "2 of each" in {text for _, text in said}
    clause = "规则破坏系统" if pairs else "1. 卡组"
    for number in set(deck + leaders):
        copies = (deck + leaders).count(number)
        limits = {2 if pairs else 4}
        if HEROES[number][2] == "only 1":
            limits = {1, 2} if pairs else {1}
        if copies > max(limits):
            found.add(("too_many_copies", clause, "main+leader", copies, (number,)))
        elif copies > min(limits):
            found.add(("conflicting_limits", clause, "main+leader", None, (number,)))
    if len(leaders) != 1:
        code = "section_too_few" if not leaders else "section_too_many"
        found.add((code, "2. 起始队长卡", "leader", len(leaders), ()))
    fit = ("character 0", "character 1")
    if wrong := [number for number in leaders if HEROES[number][1] not in fit]:
        named = tuple(sorted(set(wrong)))
        found.add(("card_not_allowed_in_section", "2. 起始队长卡", "leader", len(wrong), named))
    return found


def judge_rush(table: Table) -> Found:
    """准备决斗, 同名卡/传说卡的数量, 决斗区域 and 【超速决斗】专用卡."""
    found: Found = set()
    deck, extra = table["main"], table["extra"]
    both, clause = deck + extra, "同名卡/传说卡的数量"
    if not 40 <= len(deck) <= 60:
        found.add(("section_too_few" if len(deck) < 40 else "section_too_many", "准备决斗", "main", len(deck), ()))
    for name in {RUSH[number][0] for number in both}:
        same = [number for number in both if RUSH[number][0] == name]
        if len(same) > 3:
            found.add(("too_many_copies", clause, "main+extra", len(same), tuple(sorted(set(same)))))
    legends = [number for number in both if "legend" in RUSH[number][1]]
    if len(legends) > 1:
        found.add(("too_many_in_group", clause, "main+extra", len(legends), tuple(sorted(set(legends)))))
    for section, cards, word in (("main", deck, "main"), ("extra", extra, "extra")):
        if wrong := [number for number in cards if not RUSH[number][1].startswith(word)]:
            found.add(("card_not_allowed_in_section", "决斗区域", section, len(wrong), tuple(sorted(set(wrong)))))
        if old := [number for number in cards if "ocg" in RUSH[number][1]]:
            found.add(("not_in_format", "【超速决斗】专用卡", section, len(old), tuple(sorted(set(old)))))
    return found


GAMES: dict[str, tuple[dict[str, tuple[str, str, str]], Callable[..., Card], Callable[[Table], Found], list[Any]]] = {
    "pokemon-tcg": (
        POKEMON, pokemon_card, judge_pokemon,
        [("main", f"DEM-{n:03d}", 4) for n in (1, 2, 11, 12, 13)] + [("main", "DEM-021", 40)],
    ),
    "galaxy-card-game": (
        GALAXY, galaxy_card, judge_galaxy,
        [("main", f"DEMO-{n:02d}", 3) for n in range(1, 11)] + [("special", "DEMO-21", 2), ("commander", "DEMO-31", 1)],
    ),
    "heroes-placement": (
        HEROES, heroes_card, judge_heroes,
        [("main", f"DEMO-{n:02d}", 4) for n in range(2, 14)] + [("main", "DEMO-21", 2), ("leader", "DEMO-01", 1)],
    ),
    "rush-duel": (
        RUSH, rush_card, judge_rush,
        [("main", f"RD-DEMO-JP{n:03d}", 3) for n in range(1, 14)] + [("main", "RD-DEMO-JP031", 1)],
    ),
}  # fmt: skip


def piles(game: str, draw: st.DrawFn) -> list[tuple[str, str, int]]:
    """A legal list, its last line perhaps of another card, with some cards added and perhaps one line taken away; or
    any pile of cards at all. Cards out of the ordinary come more often than their share."""
    cards, _, _, legal = GAMES[game]
    numbers = [number for number, (_, _, text) in sorted(cards.items()) for _ in range(6 if text else 1)]
    sections = read_ruleset(shipped_pack(game).mapping).sections
    start = list(draw(st.sampled_from([legal, legal, []])))
    if start and draw(st.booleans()):
        section, _, count = start.pop()
        start.append((section, draw(st.sampled_from(numbers)), count))
    lines = st.tuples(st.sampled_from(sections), st.sampled_from(numbers), st.integers(1, 2 if start else 12))
    start += draw(st.lists(lines, max_size=4 if start else 12))
    if start and draw(st.booleans()):
        start.pop(draw(st.integers(0, len(start) - 1)))
    return draw(st.permutations(start))


def laid_out(lines: Iterable[tuple[str, str, int]], sections: tuple[str, ...]) -> Table:
    """Every single card in its section."""
    table: Table = {section: [] for section in sections}
    for section, group in groupby(sorted(lines), key=lambda line: line[0]):
        table[section] = [number for _, number, count in group for _ in range(count)]
    return table


def named(found: Violation) -> tuple[str, ...]:
    """The numbers a violation names."""
    return tuple(card.number for card in found.cards)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=250)
@given(data=st.data())
def test_the_engine_finds_what_a_judge_finds(game: str, data: st.DataObject) -> None:
    cards, make, judge, _ = GAMES[game]
    rules = read_ruleset(shipped_pack(game).mapping)
    pool = CardPool({number: make(number, *facts) for number, facts in cards.items()}, PoolPolicy.CLOSED)
    lines = piles(game, data.draw)
    entries = tuple(DeckEntry(*line) for line in lines)
    report = check_deck(Deck(entries), rules, best_of=1, pool=pool, as_of=DAY)
    unnamed = ("section_too_few", "section_too_many", "too_few_in_group")
    found = {
        (one.code.value, one.clause, one.section, one.actual, named(one) if one.code not in unnamed else ())
        for one in report.violations
    }
    assert found == judge(laid_out(lines, rules.sections))
    assert len(found) == len(report.violations)
    assert (report.verdict == "legal") is (not found)
    assert report.notices == ()


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40)
@given(data=st.data())
def test_the_order_of_entries_changes_nothing(game: str, data: st.DataObject) -> None:
    cards, make, _, _ = GAMES[game]
    rules = read_ruleset(shipped_pack(game).mapping)
    pool = CardPool({number: make(number, *facts) for number, facts in cards.items()})
    entries = [DeckEntry(*line) for line in piles(game, data.draw)]
    shuffled = data.draw(st.permutations(entries))
    one, other = (
        check_deck(Deck(tuple(order)), rules, best_of=1, pool=pool, as_of=DAY) for order in (entries, shuffled)
    )
    assert one == other


@pytest.mark.parametrize("game", GAMES)
def test_the_judges_call_a_legal_deck_legal(game: str) -> None:
    rules = read_ruleset(shipped_pack(game).mapping)
    assert GAMES[game][2](laid_out(GAMES[game][3], rules.sections)) == set()
