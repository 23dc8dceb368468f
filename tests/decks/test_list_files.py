"""A file's bytes as text."""

import pytest

from cardpool.intake.unreadable import UnreadableFile
from decks.list_files import MAX_BYTES, list_text

TEXT = "主牌\n3 赛罗奥特曼\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "gbk"])
def test_encodings_of_real_files(encoding: str) -> None:
    assert list_text(TEXT.encode(encoding)) == TEXT


def test_an_empty_file_is_an_empty_text() -> None:
    assert list_text(b"") == ""


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\x00", "not_text"),
        (b"3 \x07", "not_text"),
        (b"PK\x03\x04", "not_text"),
        (b"\xff\xff", "unknown_encoding"),
        (b"\xff\xfe\x00", "unknown_encoding"),
        ("3 Pokémon Célèbre".encode("latin-1"), "unknown_encoding"),
    ],
)
def test_what_is_no_text(data: bytes, code: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        list_text(data)
    assert caught.value.code == code


def test_a_large_file_is_refused_with_the_limit() -> None:
    assert len(list_text(b"x" * MAX_BYTES)) == MAX_BYTES
    with pytest.raises(UnreadableFile) as caught:
        list_text(b"x" * (MAX_BYTES + 1))
    assert (caught.value.code, caught.value.facts) == ("file_too_large", {"most": MAX_BYTES})
