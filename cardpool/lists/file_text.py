"""A list file's bytes as text."""

from __future__ import annotations

from cardpool.intake.text import decode
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.lists.entries import Fault, Problem, UnreadableList

MAX_BYTES = 1_000_000
"""Well above every published list of every game together."""


def list_text(data: bytes) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or the Chinese GB 18030; line ends become `\\n`.

    Raises `UnreadableList` for more than `MAX_BYTES`, and for bytes that are not text.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableList([Problem(Fault.FILE_TOO_LARGE, 0, "", str(MAX_BYTES // 1000))])
    try:
        text = decode(data, Place(""))
    except UnreadableFile:
        raise UnreadableList([Problem(Fault.NOT_TEXT)]) from None
    return text.rstrip("\x1a").replace("\r\n", "\n").replace("\r", "\n")
