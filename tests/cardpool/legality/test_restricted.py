"""Restriction lists of thousands of cards cost a deck no more than short ones, and find the same."""

import pytest

from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry
from cardpool.legality.restriction import Restriction
from cardpool.legality.violations import LegalityReport
from cardpool.lists.entries import RestrictionKind
from tests.cardpool.legality.small_game import DAY, ruleset

RULE = {"kind": "restrictions", "sections": ["main"]}
NUMBERS = [f"K{place}" for place in range(400)]
CARDS = {number: Card(number, f"card {number}") for number in NUMBERS} | {"H1": Card("H1", "卡")}
DECK = Deck((DeckEntry("main", "K0", 1), DeckEntry("main", "K1", 1), DeckEntry("main", "U1", 2, "新卡")))


def judged(listed: int, deck: Deck = DECK, *, most: int = 1) -> tuple[LegalityReport, CardPool]:
    """A deck judged by a whitelist of `listed` cards, each limited to one copy."""
    numbers = tuple(NUMBERS[:listed])
    limited = (Restriction(RestrictionKind.LIMITED, (number,), most, source="L") for number in numbers)
    unlisted = Restriction(RestrictionKind.UNLISTED, numbers, source="L")
    pool = CardPool(CARDS, PoolPolicy.OPEN, (*limited, unlisted))
    return check_deck(deck, ruleset(RULE, identity="name"), best_of=1, pool=pool, as_of=DAY), pool


def test_a_longer_list_finds_the_same_in_the_same_number_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for method in ("named_by", "scripts_named_by", "identity_of", "is_printing"):
        plain = getattr(CardPool, method)
        monkeypatch.setattr(CardPool, method, lambda *args, plain=plain: asked.append("") or plain(*args))
    reports, steps = [], []
    for listed in (3, 400):
        report, pool = judged(listed)
        reports.append(report)
        asked.clear()
        check_deck(DECK, ruleset(RULE, identity="name"), best_of=1, pool=pool, as_of=DAY)
        steps.append(len(asked))
    assert reports[0] == reports[1]
    assert steps[0] == steps[1] > 0


def test_one_of_many_alike_restrictions_speaks_for_those_that_name_no_card_of_the_deck() -> None:
    report, _ = judged(400)
    assert report.violations == ()
    questions = [(one.code.value, [card.number for card in one.cards], one.limit) for one in report.questions]
    assert questions == [("card_limited", ["U1"], 1), ("card_not_listed", ["U1"], 0)]
    alone = judged(400, most=3)[0].questions[0]
    assert (alone.code, alone.clause) == ("card_not_listed", "L")


def test_a_restriction_of_a_card_in_the_deck_is_judged_by_its_own_copies() -> None:
    report, _ = judged(400, Deck((*DECK.entries, DeckEntry("main", "K2", 2), DeckEntry("main", "H1", 1))))
    found = [(one.code.value, [card.number for card in one.cards]) for one in report.violations]
    assert found == [("card_limited", ["K2"]), ("card_not_listed", ["H1"])]


def test_an_unknown_number_that_a_list_names_is_restricted_by_it() -> None:
    pool = CardPool(CARDS, PoolPolicy.OPEN, (Restriction(RestrictionKind.BANNED, ("U1",)),))
    report = check_deck(DECK, ruleset(RULE, identity="name"), best_of=1, pool=pool, as_of=DAY)
    assert [one.code.value for one in report.violations] == ["card_banned"]
