"""Files in UTF-8, read whole within a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardpool.intake.files import read_utf8
from cardpool.intake.unreadable import UnreadableFile


@pytest.mark.parametrize("data", ["卡".encode(), "卡".encode("utf-8-sig")])
def test_the_text_is_read_without_its_mark(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.json").write_bytes(data)
    assert read_utf8(tmp_path / "a.json", len(data)) == "卡"


@pytest.mark.parametrize(
    ("data", "code"), [(b"\xff", "file_not_unicode"), (b"12345", "file_too_large"), (None, "file_not_readable")]
)
def test_what_cannot_be_read_says_why(tmp_path: Path, data: bytes | None, code: str) -> None:
    if data is not None:
        (tmp_path / "a.json").write_bytes(data)
    with pytest.raises(UnreadableFile) as raised:
        read_utf8(tmp_path / "a.json", 4)
    assert (raised.value.code, raised.value.place.file) == (code, "a.json")
