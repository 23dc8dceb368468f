"""A decklist file's bytes as text: an upload, a file on the command line."""

from __future__ import annotations

import unicodedata

MOST_BYTES = 200_000
_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ENCODINGS = ("utf-8-sig", "gb18030")
_LAYOUT = "\t\n\r\f\v\x1a"


class UnreadableFile(ValueError):
    """A file that is no decklist text. `code` is `file_too_large` (more than `limit` bytes) or `not_text`."""

    def __init__(self, code: str, limit: int | None = None) -> None:
        self.code = code
        self.limit = limit
        super().__init__(code)


def list_text(data: bytes, *, most: int = MOST_BYTES) -> str:
    """Decode UTF-8 (with or without byte order mark), UTF-16 with one, or the Chinese GB 18030.

    Raises `UnreadableFile` for more than `most` bytes, for bytes that are none of these, and for control signs such as
    NUL, which no typed list holds.
    """
    if len(data) > most:
        raise UnreadableFile("file_too_large", most)
    marked = [encoding for mark, encoding in _BYTE_ORDER_MARKS if data.startswith(mark)]
    for encoding in marked or _ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(unicodedata.category(sign) == "Cc" and sign not in _LAYOUT for sign in text):
            return text.rstrip("\x1a")
    raise UnreadableFile("not_text")
