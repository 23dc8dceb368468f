"""Every deck of the table through the judging that pages, API and command line share."""

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cardpool.games import shipped_cards, shipped_pack
from decks.judging import JudgingBook, judge_list, make_book
from decks.list_files import list_text

FOLDER = Path(__file__).parent.parent / "data" / "decks" / "ultraman-hero-duel"
DECKS = tomllib.loads((FOLDER / "decks.toml").read_text(encoding="utf-8"))["deck"]
DAY = date(2026, 5, 1)


@pytest.fixture(scope="module")
def book() -> JudgingBook:
    return make_book(shipped_pack("ultraman-hero-duel"), shipped_cards("ultraman-hero-duel"))


def brief(violations: list[dict[str, Any]]) -> list[list[Any]]:
    return [
        [
            found["code"],
            found["clause"],
            found["section"],
            -1 if found["limit"] is None else found["limit"],
            found["actual"],
            [card["number"] for card in found["cards"]],
        ]
        for found in violations
    ]


def test_the_table_names_every_file() -> None:
    assert sorted(deck["file"] for deck in DECKS) == sorted(path.name for path in FOLDER.glob("*.txt"))
    assert len(DECKS) >= 25


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck["file"])
def test_verdict(deck: dict[str, Any], book: JudgingBook) -> None:
    text = list_text((FOLDER / deck["file"]).read_bytes())
    judged = judge_list(text, book=book, best_of=deck["best_of"], pool=deck["pool"], as_of=DAY)
    assert [error["code"] for error in judged.report["errors"]] == deck["errors"]
    assert brief(judged.report["violations"]) == deck["violations"]
    assert [notice["code"] for notice in judged.report["notices"]] == deck["notices"]
    assert judged.legal is (deck["exit"] == 0)
    assert judged.readable is (deck["exit"] != 2)
