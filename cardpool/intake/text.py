"""The bytes of a file that people typed or exported, as text: the one decoder of every upload."""

from __future__ import annotations

import unicodedata

from cardpool.intake.unreadable import Place, UnreadableFile

LAYOUT = "\t\n\r\f\v\x1a"
"""Control characters that programs leave in texts; any other means that the file is not text."""

_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_SAMPLE = 20_000


def decode(data: bytes, place: Place, *, layout: str | None = LAYOUT) -> str:
    """Decode UTF-8, UTF-16 (by its byte order mark, or by where its zero bytes stand), else GB 18030.

    Other encodings of one byte would be read as rare Chinese characters: where most of what is not ASCII lies outside
    GB 2312, the file is refused instead. Raises `UnreadableFile`: `unknown_encoding`, and `not_text` for bytes that
    are not text and for control characters that `layout` does not name (None: NUL alone is refused).
    """
    text = _decoded(data, place)
    if "\x00" in text or (layout is not None and _has_controls(text, layout)):
        raise UnreadableFile(place, "not_text")
    return text


def _decoded(data: bytes, place: Place) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decoded_as(encoding, data, place)
    sample = data[:2000]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if even or odd:
        if len(data) % 2 == 0 and max(even, odd) > 8 * min(even, odd) and 20 * max(even, odd) > len(sample):
            return _decoded_as("utf-16-le" if odd > even else "utf-16-be", data, place)
        raise UnreadableFile(place, "not_text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = _decoded_as("gb18030", data, place)
    if not _is_likely_chinese(text):
        raise UnreadableFile(place, "unknown_encoding")
    return text


def _decoded_as(encoding: str, data: bytes, place: Place) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableFile(place, "unknown_encoding") from None


def _has_controls(text: str, layout: str) -> bool:
    return any(unicodedata.category(character) == "Cc" and character not in layout for character in text)


def _is_likely_chinese(text: str) -> bool:
    unusual = [character for character in text if not character.isascii()][:_SAMPLE]
    return 2 * sum(map(_is_gb2312, unusual)) >= len(unusual)


def _is_gb2312(character: str) -> bool:
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True
