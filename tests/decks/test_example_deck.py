"""The sample deck of an empty editor."""

from datetime import date

import pytest

from cardpool.games import shipped_cards, shipped_pack
from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card
from cardpool.legality.ruleset import read_ruleset
from decks.example_deck import example_deck

PACK = shipped_pack("ultraman-hero-duel")
RULES = read_ruleset(PACK.mapping, source=PACK.source, line_of=PACK.line_of)
CARDS = [card for card in shipped_cards("ultraman-hero-duel") if card.is_demo]
POOL = CardPool({card.number: Card(card.number, card.name) for card in CARDS}, PoolPolicy.CLOSED)
DAY = date(2026, 5, 1)


@pytest.mark.parametrize("best_of", [1, 3, 5])
def test_the_example_is_legal(best_of):
    deck = example_deck([card.number for card in CARDS], RULES, best_of=best_of, pool=POOL, as_of=DAY)
    assert check_deck(deck, RULES, best_of=best_of, pool=POOL, as_of=DAY).verdict == "legal"


def test_too_few_cards_make_a_short_example():
    deck = example_deck([CARDS[0].number], RULES, best_of=1, pool=POOL, as_of=DAY)
    assert [(entry.section, entry.count) for entry in deck.entries] == [("main", 3)]
