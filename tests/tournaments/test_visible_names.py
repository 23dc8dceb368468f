"""Characters of a name that nobody sees."""

import pytest

from tournaments.visible_names import first_hidden, is_readable


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
    ],
)
def test_first_hidden(typed, hidden):
    assert first_hidden(typed) == hidden


@pytest.mark.parametrize(
    ("typed", "readable"),
    [("王小明", True), ("#", True), ("\u3164", False), ("\u2800 \u200b", False), ("\u0301", False)],
)
def test_is_readable(typed, readable):
    assert is_readable(typed) is readable
