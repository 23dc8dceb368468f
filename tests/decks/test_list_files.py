"""A file's bytes as text."""

import pytest

from decks.list_files import MOST_BYTES, UnreadableFile, list_text

TEXT = "主牌\n3 赛罗奥特曼\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "gbk"])
def test_encodings_of_real_files(encoding: str) -> None:
    assert list_text(TEXT.encode(encoding)) == TEXT


def test_an_empty_file_is_an_empty_text() -> None:
    assert list_text(b"") == ""


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00", b"\xff\xff", b"3 \x07", b"\xff\xfe\x00", b"PK\x03\x04"])
def test_what_is_no_text(data: bytes) -> None:
    with pytest.raises(UnreadableFile) as caught:
        list_text(data)
    assert caught.value.code == "not_text"


def test_a_large_file_is_refused_with_the_limit() -> None:
    assert len(list_text(b"x" * MOST_BYTES)) == MOST_BYTES
    with pytest.raises(UnreadableFile) as caught:
        list_text(b"x" * (MOST_BYTES + 1))
    assert (caught.value.code, caught.value.limit) == ("file_too_large", MOST_BYTES)
