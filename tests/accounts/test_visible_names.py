"""Characters of a name that nobody sees."""

import pytest

from accounts.visible_names import first_hidden, is_readable, visible_line
from tests.refused import refused


@pytest.mark.parametrize(
    ("typed", "hidden"),
    [
        ("王小明", None),
        (" 王\u3000小明\t", None),
        ("\ufeff钱二", None),
        ("👨\u200d👩\u200d👧", None),
        ("❤️\u200d🔥", None),
        ("می\u200cخواهم", None),
        ("Nguyễn", None),
        ("王\u200b小明", "U+200B"),
        ("\u200d", "U+200D"),
        ("王\u200d", "U+200D"),
        ("\u3164", "U+3164"),
        ("\u2800", "U+2800"),
        ("a\x07b", "U+0007"),
        ("\u202eevil", "U+202E"),
        ("x\ud800y", "U+D800"),
        ("so\u00adft", "U+00AD"),
        ("\ue000", "U+E000"),
        ("\u034f", "U+034F"),
        ("\U000e0100", "U+E0100"),
        ("王 \ufe0f", "U+FE0F"),
        ("葛\U000e0100城", None),
        ("1\ufe0f\u20e3", None),
        ("王\U00031350", None),
        ("\U0002ebf0\U000323b0", None),
    ],
)
def test_first_hidden(typed, hidden):
    assert first_hidden(typed) == hidden


@pytest.mark.parametrize(
    ("typed", "readable"),
    [
        ("王小明", True),
        ("#", True),
        ("\u3164", False),
        ("\u2800 \u200b", False),
        ("\u0301", False),
        ("\u034f", False),
        ("\U00031350", True),
    ],
)
def test_is_readable(typed, readable):
    assert is_readable(typed) is readable


def test_a_line_that_others_read_by_shows_something():
    assert visible_line(" 周\u3000赛 ") == "周 赛"
    assert visible_line(" ", required=False) == ""
    for typed, code in (("周\u200b赛", "hidden_character"), ("", "name_required"), ("\u0301", "name_required")):
        assert refused(code, visible_line, typed=typed, field="place").field == "place"
    refused("name_required", visible_line, typed="\u0301", required=False)
