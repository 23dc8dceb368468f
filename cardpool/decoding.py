"""The bytes of a file that people typed or exported, as text."""

from __future__ import annotations

import unicodedata

LAYOUT = "\t\n\r\f\v\x1a"
"""Control signs that programs leave in texts; any other means that the file is none."""
_MARKED = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ENCODINGS = ("utf-8-sig", "gb18030")


def decoded(data: bytes, *, layout: str = LAYOUT) -> str | None:
    """Decode UTF-8 (with or without byte order mark), UTF-16 with one, or the Chinese GB 18030.

    None for bytes that are none of these, or that hold a control sign which `layout` does not name.
    """
    marked = [encoding for mark, encoding in _MARKED if data.startswith(mark)]
    for encoding in marked or _ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(unicodedata.category(sign) == "Cc" and sign not in layout for sign in text):
            return text
    return None
