"""Taps on a list: one entry changes, the others stay as they are written."""

import pytest

from cardpool.lists.editing import edit_list
from cardpool.lists.table import read_table

PAIR = ("A-2+A-3", "choose_one", 1)
LIST = "card,kind,limit,group,note\nA-1,banned,,,why\nA-2,choose one,,x,\nA-3,choose one,,x,\nA-4,limited,2,,\n"


def said(text: str) -> list[tuple[str, str, int]]:
    return [("+".join(entry.cards), entry.kind.value, entry.limit) for entry in read_table(text)]


@pytest.mark.parametrize(
    ("tap", "entries"),
    [
        ("add:banned:A-9", [("A-1", "banned", 0), PAIR, ("A-4", "limited", 2), ("A-9", "banned", 0)]),
        ("add:limited1:A-1", [("A-1", "limited", 1), ("A-2+A-3", "choose_one", 1), ("A-4", "limited", 2)]),
        ("set:banned:2", [("A-1", "banned", 0), ("A-2+A-3", "choose_one", 1), ("A-4", "banned", 0)]),
        ("drop:1", [("A-1", "banned", 0), ("A-4", "limited", 2)]),
    ],
)  # fmt: skip
def test_a_tap_changes_one_entry(tap, entries):
    changed = edit_list(LIST, tap)
    assert said(changed) == entries
    assert read_table(changed)[0].note == "why"


@pytest.mark.parametrize(
    "tap", ["", "add", "add:banned", "add:banned:", "add:eaten:A-9", "set:banned:1", "set:banned:9", "set:banned:x",
            "set:banned:-1", "drop:", "drop:9", "drop:²", "fly:1"]
)  # fmt: skip
def test_a_tap_that_makes_no_sense_changes_nothing(tap):
    assert edit_list(LIST, tap) == LIST


def test_the_first_card_and_the_last():
    one = edit_list("", "add:limited2:A-1")
    assert said(one) == [("A-1", "limited", 2)]
    assert edit_list(one, "drop:0") == ""


def test_a_text_in_error_keeps_what_was_typed():
    broken = "card,kind\nA-1,eaten\n"
    assert edit_list(broken, "add:banned:A-2") == "card,kind\nA-1,eaten\nA-2,banned,,,,,\n"
    assert edit_list(broken, "drop:0") == broken
