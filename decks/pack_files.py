"""Decoding a pack file to text, and encoding its text so that nobody has to guess the encoding."""

from __future__ import annotations

from cardpool.intake.text import decode
from cardpool.intake.unreadable import Place, UnreadableFile

MAX_BYTES = 400_000


class UnreadablePack(ValueError):
    """A file that is not a pack's text. `code` is `file_too_large` (more than `limit` bytes) or `not_text`."""

    def __init__(self, code: str, limit: int = 0) -> None:
        self.code = code
        self.limit = limit
        super().__init__(code)


def pack_text(data: bytes) -> str:
    """Decode UTF-8 (with or without byte order mark), UTF-16 with one, or the Chinese GB 18030; line ends become LF.

    Raises `UnreadablePack` for more than `MAX_BYTES`, for other bytes, and for control characters, which are not text.
    """
    if len(data) > MAX_BYTES:
        raise UnreadablePack("file_too_large", MAX_BYTES)
    try:
        text = decode(data, Place(""), layout="\t\n\r")
    except UnreadableFile:
        raise UnreadablePack("not_text") from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
