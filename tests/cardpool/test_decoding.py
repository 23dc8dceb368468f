"""What the bytes of typed files are taken for."""

from __future__ import annotations

import pytest

from cardpool.decoding import decoded

TEXT = "3 HBU01-A07 赛罗奥特曼\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_each_encoding_gives_the_text(encoding: str) -> None:
    assert decoded(TEXT.encode(encoding)) == TEXT


@pytest.mark.parametrize("data", [b"\x00\x01", b"\xff\xfe\x00", b"\x89PNG\r\n\x1a\n\x00", b"\x81"])
def test_what_is_no_text_is_none(data: bytes) -> None:
    assert decoded(data) is None


def test_only_the_named_control_signs_may_stand_there() -> None:
    assert decoded(b"a\x0cb") == "a\x0cb"
    assert decoded(b"a\x0cb", layout="\t\n\r") is None
