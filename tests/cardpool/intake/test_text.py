"""How the bytes of text files are decoded."""

from __future__ import annotations

import pytest

from cardpool.intake.text import decode
from cardpool.intake.unreadable import Place, UnreadableFile

TEXT = "3 HBU01-A07 赛罗奥特曼\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"])
def test_each_encoding_gives_the_text(encoding: str) -> None:
    assert decode(TEXT.encode(encoding), Place("")) == TEXT


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x00\x01", "not_text"),
        (b"\x89PNG\r\n\x1a\n\x00", "not_text"),
        (b"\xff\xfe\x00", "unknown_encoding"),
        (b"\x81", "unknown_encoding"),
        ("éàü".encode("latin-1"), "unknown_encoding"),
    ],
)
def test_what_is_no_text_says_why(data: bytes, code: str) -> None:
    with pytest.raises(UnreadableFile) as raised:
        decode(data, Place("list.txt"))
    assert (raised.value.code, raised.value.place.file) == (code, "list.txt")


def test_only_the_named_control_characters_may_stand_there() -> None:
    assert decode(b"a\x0cb", Place("")) == "a\x0cb"
    assert decode(b"a\x07b", Place(""), layout=None) == "a\x07b"
    with pytest.raises(UnreadableFile):
        decode(b"a\x0cb", Place(""), layout="\t\n\r")
