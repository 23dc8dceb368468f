"""What is left of a short text that somebody typed."""

import pytest

from accounts.typed_text import one_line


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
