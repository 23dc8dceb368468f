"""A pack file's bytes as text, and its text as bytes nobody has to guess the encoding of."""

from __future__ import annotations

import unicodedata

MOST_BYTES = 400_000
_MARKED = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ENCODINGS = ("utf-8-sig", "gb18030")


class UnreadablePack(ValueError):
    """A file that is no pack's text. `code` is `file_too_large` (more than `limit` bytes) or `not_text`."""

    def __init__(self, code: str, limit: int = 0) -> None:
        self.code = code
        self.limit = limit
        super().__init__(code)


def pack_text(data: bytes) -> str:
    """Decode UTF-8 (with or without byte order mark), UTF-16 with one, or the Chinese GB 18030; line ends become LF.

    Raises `UnreadablePack` for more than `MOST_BYTES`, for other bytes, and for control signs, which no text holds.
    """
    if len(data) > MOST_BYTES:
        raise UnreadablePack("file_too_large", MOST_BYTES)
    marked = [encoding for mark, encoding in _MARKED if data.startswith(mark)]
    for encoding in marked or _ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\t\n\r" for sign in text):
            return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    raise UnreadablePack("not_text")
