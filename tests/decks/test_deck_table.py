"""Every deck of the tables through the judging that pages, API and command line share."""

from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import pytest

from cardpool.games import shipped_cards, shipped_keys, shipped_pack
from decks.judging import JudgingBook, judge_list, make_book
from decks.legality.card_pool import PoolPolicy
from decks.legality.check import check_deck, check_in_full
from decks.legality.deck import Deck, DeckEntry
from decks.list_files import list_text
from tests.decks.deck_tables import EVERY_DECK, FOLDER, NAMES, PACKS, brief, decks_of

DAY = date(2026, 5, 1)


@cache
def book_of(pack: str) -> JudgingBook:
    return make_book(shipped_pack(pack), shipped_cards(pack))


def test_every_shipped_pack_has_a_table() -> None:
    assert tuple(PACKS) == shipped_keys()


@pytest.mark.parametrize("pack", PACKS)
def test_the_table_names_every_file(pack: str) -> None:
    decks = decks_of(pack)
    assert sorted(deck["file"] for deck in decks) == sorted(path.name for path in (FOLDER / pack).glob("*.txt"))
    assert len(decks) >= 25


@pytest.mark.parametrize("pack", PACKS)
def test_the_short_way_and_the_long_one_agree(pack: str) -> None:
    """Every deck, and every deck with one card in another section, at a glance and rule by rule."""
    book = book_of(pack)
    for table in decks_of(pack):
        text = list_text((FOLDER / pack / table["file"]).read_bytes())
        judged = judge_list(text, book=book, best_of=table["best_of"], pool=table["pool"], as_of=DAY)
        entries = [DeckEntry(one.section, one.number, one.count, one.name) for one in judged.read.entries]
        moved = [
            Deck((*entries[:place], replace(entry, section=section), *entries[place + 1 :]))
            for place, entry in enumerate(entries)
            for section in book.ruleset.sections
        ]
        for deck in (Deck(tuple(entries)), *moved):
            terms = {"best_of": table["best_of"], "pool": book.pool(PoolPolicy(table["pool"])), "as_of": DAY}
            assert check_deck(deck, book.ruleset, **terms) == check_in_full(deck, book.ruleset, **terms)


@pytest.mark.parametrize(("pack", "deck"), EVERY_DECK, ids=NAMES)
def test_verdict(pack: str, deck: dict[str, Any]) -> None:
    text = list_text((FOLDER / pack / deck["file"]).read_bytes())
    judged = judge_list(text, book=book_of(pack), best_of=deck["best_of"], pool=deck["pool"], as_of=DAY)
    assert [error["code"] for error in judged.report["errors"]] == deck["errors"]
    assert brief(judged.report["violations"]) == deck["violations"]
    assert [notice["code"] for notice in judged.report["notices"]] == deck["notices"]
    assert judged.legal is (deck["exit"] == 0)
    assert judged.readable is (deck["exit"] != 2)
