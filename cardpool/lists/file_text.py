"""A list file's bytes as text."""

from __future__ import annotations

import unicodedata

from cardpool.lists.entries import Fault, Problem, UnreadableList

MOST_BYTES = 1_000_000
"""Well above every published list of every game together."""
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ENCODINGS = ("utf-8-sig", "gb18030")
_LAYOUT = "\t\n\r\f\v\x1a"


def list_text(data: bytes) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or the Chinese GB 18030; line ends become `\\n`.

    Raises `UnreadableList` for more than `MOST_BYTES`, and for bytes that are no text.
    """
    if len(data) > MOST_BYTES:
        raise UnreadableList([Problem(Fault.FILE_TOO_LARGE, 0, "", str(MOST_BYTES // 1000))])
    for encoding in [name for mark, name in _MARKS if data.startswith(mark)] or _ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(unicodedata.category(sign) == "Cc" and sign not in _LAYOUT for sign in text):
            return text.rstrip("\x1a").replace("\r\n", "\n").replace("\r", "\n")
    raise UnreadableList([Problem(Fault.NOT_TEXT)])
