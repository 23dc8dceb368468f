"""Whole lists as they come from chat groups, shops, spreadsheets, other programs and children.

`tests/data/lists/GAME/NAME.txt` holds a list and, below `%%`, everything it means, written by hand: `SECTION COUNT
NUMBER` for each card (`apart`: in no part of the deck); `clear`, `confirm`, `asks` and `error` with the lines that are
ignored, have to be confirmed, ask, or cannot be read; `notice CODE LINE`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardpool.games import shipped_keys, shipped_pack
from decks.text.catalogue import Catalogue
from decks.text.listing import ReadList
from decks.text.reading import read_list
from tests.decks.text.list_pools import form_of
from tests.decks.text.test_sent_lines import POOLS

FOLDER = Path(__file__).parents[2] / "data" / "lists"
SENT = sorted(FOLDER.glob("*/*.txt"))


def meant(read: ReadList) -> Iterator[str]:
    """What a list was read as, in the words of the files."""
    for entry in read.entries:
        yield f"{entry.section} {entry.count} {entry.number}"
    for entry in read.apart:
        yield f"apart {entry.count} {entry.number}"
    lines = {
        "clear": [one.line for one in read.ignored if one.is_clear],
        "confirm": [one.line for one in read.unconfirmed],
        "asks": [one.line for one in read.questions],
        "error": [one.line for one in read.errors],
    }
    yield from (f"{word} {line}" for word, found in lines.items() for line in found)
    yield from (f"notice {one.code} {one.line}" for one in read.notices)


def stated(rows: str) -> Iterator[str]:
    """What a file's lower part says is read of each line; `clear 1 2` is two of them."""
    for row in rows.strip().splitlines():
        word, *rest = row.split()
        yield from [f"{word} {line}" for line in rest] if word in ("clear", "confirm", "asks", "error") else [row]


def test_every_game_has_its_lists() -> None:
    assert {path.parent.name for path in SENT} == set(shipped_keys())
    assert len(SENT) >= 35


@pytest.mark.parametrize("path", SENT, ids=[f"{path.parent.name}/{path.stem}" for path in SENT])
def test_a_list_is_read_as_it_was_meant(path: Path) -> None:
    game = path.parent.name
    text, rows = path.read_text(encoding="utf-8").split("\n%%\n")
    read = read_list(text, form=form_of(shipped_pack(game)), catalogue=Catalogue.of(POOLS[game]))
    assert sorted(meant(read)) == sorted(stated(rows))
