"""Decoding a pack file to text, and encoding its text so that nobody has to guess the encoding."""

from __future__ import annotations

from cardpool.intake.text import decode
from cardpool.intake.unreadable import Place, UnreadableFile

MAX_BYTES = 400_000


def pack_text(data: bytes, name: str) -> str:
    """Decode UTF-8 (with or without byte order mark), UTF-16 with one, or the Chinese GB 18030; line ends become LF.

    Raises `UnreadableFile`: `file_too_large` for more than `MAX_BYTES`, and what `decode` raises for bytes that are not
    text, control characters among them.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableFile(Place(name), "file_too_large", most=MAX_BYTES)
    text = decode(data, Place(name), layout="\t\n\r")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
