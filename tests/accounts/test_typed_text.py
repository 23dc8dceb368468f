"""What is left of a short text that somebody typed."""

import pytest

from accounts.typed_text import first_hidden, one_line


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  王  小明 ", "王 小明"),
        ("王\u3000小明\t\n", "王 小明"),
        ("\ufeff钱二", "钱二"),
        ("a\x00b\x07", "ab"),
        ("\u202eevil", "evil"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("Nguyễn Văn A", "Nguyễn Văn A"),
        (" \u2028 ", ""),
        ("x\ud800y", "xy"),
    ],
)
def test_one_line(typed, kept):
    assert one_line(typed) == kept


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
