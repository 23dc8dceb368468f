"""JSON in a gzip file, unpacked piece by piece and counted before the first value is built."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any

from cardpool.intake.budget import Spending
from cardpool.intake.files import decode_utf8
from cardpool.intake.strict_json import BadJson, read_json
from cardpool.intake.unreadable import UnreadableFile

PIECE = 64 * 1024
MARKS = (b",", b"[", b"{")
"""What begins a value of JSON, or parts it from the one before. Those inside texts are counted with them: a cheap count
must not be too low."""


class JsonBudget(Spending):
    """What reading one packed JSON text has cost so far."""

    def spend_elements(self, count: int) -> None:
        """Take several values at once. Raises `too_many_elements` beyond the limit."""
        self.elements += count
        if self.elements > self.limits.max_elements:
            raise UnreadableFile(self.place, "too_many_elements", most=self.limits.max_elements)


def read_packed_json(file: IO[bytes], spending: JsonBudget, moved: Callable[[], None]) -> Any:
    """The value of a JSON text that was packed by gzip; `moved` is called after each piece.

    Raises `UnreadableFile`: `zip_bomb` and `too_many_elements` as soon as a limit is passed, `file_not_unpacked`,
    `file_not_unicode`, and those of `BadJson`.
    """
    content = bytearray()
    for piece in _pieces(file, spending):
        spending.spend_unpacked(len(piece))
        spending.spend_elements(sum(map(piece.count, MARKS)))
        content += piece
        moved()
    text = decode_utf8(content, spending.place.file)
    content.clear()
    try:
        return read_json(text)
    except BadJson as mistake:
        raise UnreadableFile(spending.place, mistake.code, **mistake.facts) from mistake


def _pieces(file: IO[bytes], spending: Spending) -> Iterator[bytes]:
    """The bytes of a gzip file, at most `PIECE` at a time."""
    try:
        with gzip.GzipFile(fileobj=file) as unpacked:
            while piece := unpacked.read(PIECE):
                yield piece
    except (OSError, EOFError, zlib.error):
        raise UnreadableFile(spending.place, "file_not_unpacked") from None
