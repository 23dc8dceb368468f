"""Every deck of the tables through the judging that pages, API and command line share."""

from datetime import date
from functools import cache
from typing import Any

import pytest

from cardpool.games import shipped_cards, shipped_keys, shipped_pack
from decks.findings import unread_lines
from decks.judging import JudgingBook, judge_list, make_book
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


@pytest.mark.parametrize(("pack", "deck"), EVERY_DECK, ids=NAMES)
def test_verdict(pack: str, deck: dict[str, Any]) -> None:
    text = list_text((FOLDER / pack / deck["file"]).read_bytes())
    judged = judge_list(text, book=book_of(pack), best_of=deck["best_of"], pool=deck["pool"], as_of=DAY)
    assert [found["code"] for found in unread_lines(judged.report)] == deck["errors"]
    assert brief(judged.report["violations"]) == deck["violations"]
    assert [notice["code"] for notice in judged.report["notices"]] == deck["notices"]
    assert [question["code"] for question in judged.report["questions"]] == deck.get("questions", [])
    assert judged.verdict == {0: "legal", 3: "undecided"}.get(deck["exit"], "not_legal")
    assert judged.readable is (deck["exit"] != 2)
