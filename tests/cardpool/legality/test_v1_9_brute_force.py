"""The engine with the shipped Ultraman pack against a judge written straight from the rule text, sharing no code.

V1.9 1.0.2: 40 cards, at most three of a number. 1.0.2a: in best of three and five another 10 cards, both parts
together at most three of a number. 2.0.7: only the number distinguishes cards.
"""

from collections import Counter
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_pack
from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry
from cardpool.legality.ruleset import read_ruleset
from tournaments.play.deck_check import CheckMode, compare_deck

PACK = shipped_pack("ultraman-hero-duel")
RULES = read_ruleset(PACK.mapping)
DAY = date(2026, 5, 1)
NUMBERS = [f"DEMO01-A{number:02d}" for number in range(1, 17)]
UNKNOWN = NUMBERS[14:]
POOL = {number: Card(number, f"card {number}") for number in NUMBERS[:14]}

piles = st.lists(st.tuples(st.sampled_from(["main", "side"]), st.sampled_from(NUMBERS), st.integers(1, 4)), max_size=30)


@st.composite
def near_legal(draw: st.DrawFn) -> list[tuple[str, str, int]]:
    """A legal best-of-three list with up to three cards added or one taken away."""
    deck = [("main", number, 3) for number in NUMBERS[:13]] + [("main", NUMBERS[13], 1)]
    deck += [("side", NUMBERS[13], 2), ("side", NUMBERS[14], 3), ("side", NUMBERS[15], 3)]
    deck += draw(st.sampled_from([[], [("side", NUMBERS[0], 2)], [("side", "DEMO01-A20", 2)]]))
    deck += draw(
        st.lists(st.tuples(st.sampled_from(["main", "side"]), st.sampled_from(NUMBERS), st.just(1)), max_size=3)
    )
    if draw(st.booleans()):
        deck.pop(draw(st.integers(0, len(deck) - 1)))
    return draw(st.permutations(deck))


def brute_force(deck: list[tuple[str, str, int]], best_of: int, closed: bool) -> set[tuple[str, ...]]:
    """Lay every single card on the table and count by hand."""
    main = [number for section, number, count in deck if section == "main" for _ in range(count)]
    side = [number for section, number, count in deck if section == "side" for _ in range(count)]
    found: set[tuple[str, ...]] = set()
    if len(main) < 40:
        found.add(("section_too_few", "1.0.2", "main", str(len(main))))
    if len(main) > 40:
        found.add(("section_too_many", "1.0.2", "main", str(len(main))))
    if best_of == 1:
        if side:
            found.add(("section_not_allowed", "1.0.2a", "side", str(len(side))))
        counted, clause, section = main, "1.0.2", "main"
    else:
        if len(side) < 10:
            found.add(("section_too_few", "1.0.2a", "side", str(len(side))))
        if len(side) > 10:
            found.add(("section_too_many", "1.0.2a", "side", str(len(side))))
        counted, clause, section = main + side, "1.0.2a", "main+side"
    for number in set(counted):
        if counted.count(number) > 3:
            found.add(("too_many_copies", clause, section, str(counted.count(number)), number))
    if closed:
        for number in set(main + side) - set(POOL):
            where = "+".join(name for name, cards in (("main", main), ("side", side)) if number in cards)
            found.add(("unknown_card", "2.0.7", where, str((main + side).count(number)), number))
    return found


@settings(max_examples=300, deadline=None)
@given(deck=st.one_of(piles, near_legal()), best_of=st.sampled_from([1, 3, 5]), closed=st.booleans())
def test_the_engine_finds_what_a_judge_finds(deck: list[tuple[str, str, int]], best_of: int, closed: bool) -> None:
    pool = CardPool(POOL, PoolPolicy.CLOSED if closed else PoolPolicy.OPEN)
    entries = tuple(DeckEntry(section, number, count) for section, number, count in deck)
    report = check_deck(Deck(entries), RULES, best_of=best_of, pool=pool, as_of=DAY)
    named = ("too_many_copies", "unknown_card")
    found = {
        (violation.code, violation.clause, violation.section, str(violation.actual))
        + (tuple(card.number for card in violation.cards) if violation.code in named else ())
        for violation in report.violations
    }
    assert found == brute_force(deck, best_of, closed)
    assert len(found) == len(report.violations)
    assert (report.verdict == "legal") is (not found)
    accepted = {card.number for notice in report.notices for card in notice.cards}
    assert accepted == (set() if closed else {number for _, number, _ in deck} - set(POOL))


@settings(max_examples=100, deadline=None)
@given(deck=piles, data=st.data())
def test_the_order_of_entries_changes_nothing(deck: list[tuple[str, str, int]], data: st.DataObject) -> None:
    entries = [DeckEntry(*entry) for entry in deck]
    shuffled = data.draw(st.permutations(entries))
    reports = [
        check_deck(Deck(tuple(order)), RULES, best_of=3, pool=CardPool(POOL), as_of=DAY)
        for order in (entries, shuffled)
    ]
    assert reports[0] == reports[1]


def allowed(registered: Deck, counted: Deck, mode: CheckMode = CheckMode.BETWEEN) -> bool:
    """Whether the deck check of the table finds nothing."""
    before, after = (
        {section: Counter(one_by_one(deck, section)) for section in RULES.sections} for deck in (registered, counted)
    )
    return compare_deck(before, after, mode=mode, sections=RULES.sections, exchange=RULES.exchange).clean


def one_by_one(deck: Deck, section: str) -> list[str]:
    """The numbers of a section, each as often as the deck has it there."""
    return [entry.number for entry in deck.entries if entry.section == section for _ in range(entry.count)]


@settings(max_examples=200, deadline=None)
@given(registered=piles, moves=st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=6))
def test_any_one_for_one_exchange_is_allowed_and_any_other_change_is_not(
    registered: list[tuple[str, str, int]], moves: list[tuple[int, int]]
) -> None:
    main = [number for section, number, count in registered if section == "main" for _ in range(count)]
    side = [number for section, number, count in registered if section == "side" for _ in range(count)]
    before = laid_out(main, side)
    for one, other in moves if main and side else []:
        out, into = one % len(main), other % len(side)
        main[out], side[into] = side[into], main[out]
    assert allowed(before, laid_out(main, side))
    for wrong in (
        laid_out([*main, "DEMO01-A01"], side),
        laid_out(main, [*side, "DEMO01-A02"]),
        laid_out(main[1:], side),
    ):
        if laid_out(main, side) != wrong:
            assert not allowed(before, wrong)
    if main:
        assert not allowed(before, laid_out(main[1:], [*side, main[0]]))
    assert allowed(before, before, CheckMode.START)


def laid_out(main: list[str], side: list[str]) -> Deck:
    """A deck of single cards, in one fixed order."""
    cards = [DeckEntry("main", number, 1) for number in sorted(main)]
    return Deck((*cards, *(DeckEntry("side", number, 1) for number in sorted(side))))
