"""Text tables: which encoding, which delimiter, which rows."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from cardpool.importers.records import Place, UnreadableFile

DELIMITERS = ",;\t|"
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_HINT = re.compile(r'"?sep=([,;\t|])"?\r?\n', re.IGNORECASE)
_SAMPLE = 20_000
_UNWANTED = dict.fromkeys([*range(9), 11, 12, *range(14, 32)])
"""Control characters other than tab and line ends."""


def decode(data: bytes, place: Place) -> str:
    """The text of a table: UTF-8, UTF-16 (with its mark, or told by its noughts), else GB18030.

    Other encodings of one byte would be read as rare Chinese characters: where most of what is not ASCII lies outside
    GB 2312, the file is refused (`unknown_encoding`) instead of filling the pool with them. Bytes that are no text at
    all are `not_text`.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _checked(data, encoding, place)
    sample = data[:2000]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if even or odd:
        if len(data) % 2 == 0 and max(even, odd) > 8 * min(even, odd) and 20 * max(even, odd) > len(sample):
            return _checked(data, "utf-16-le" if odd > even else "utf-16-be", place)
        raise UnreadableFile(place, "not_text")
    try:
        return _checked(data, "utf-8", place)
    except UnreadableFile:
        text = _checked(data, "gb18030", place)
    unusual = [sign for sign in text if not sign.isascii()]
    common = sum(_is_gb2312(sign) for sign in unusual[:_SAMPLE])
    if 2 * common < len(unusual[:_SAMPLE]):
        raise UnreadableFile(place, "unknown_encoding")
    return text


def _checked(data: bytes, encoding: str, place: Place) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableFile(place, "unknown_encoding") from None
    if "\x00" in text:
        raise UnreadableFile(place, "not_text")
    return text


def _is_gb2312(sign: str) -> bool:
    try:
        sign.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


def has_hint(text: str) -> bool:
    """Whether the first line only tells a spreadsheet program the delimiter (`sep=;`)."""
    return _HINT.match(text) is not None


def delimiter_of(text: str) -> str:
    """The sign between cells: as the hint says, else the one that cuts the first lines most evenly into most cells."""
    if hint := _HINT.match(text):
        return hint[1]
    return max(DELIMITERS, key=lambda sign: _evenness(text[:_SAMPLE], sign))


def _evenness(sample: str, delimiter: str) -> tuple[int, int]:
    """How many of the first rows have as many cells as the widest of them (where those are two or more); that width."""
    widths = []
    try:
        for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter):
            if row:
                widths.append(len(row))
            if len(widths) == 20:
                break
    except csv.Error:
        pass
    widest = max(widths, default=0)
    return (widths.count(widest), widest) if widest > 1 else (0, 0)


def csv_rows(text: str, place: Place, delimiter: str) -> Iterator[tuple[int, list[Any]]]:
    """Every row with its number as a spreadsheet counts it: a cell may hold line ends.

    Raises `UnreadableFile` for quotes that do not close and for cells no spreadsheet could hold.
    """
    lines = io.StringIO(text, newline="")
    if has_hint(text):
        lines.readline()
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    number = int(has_hint(text))
    while True:
        number += 1
        try:
            row = next(rows, None)
        except csv.Error as mistake:
            code = "cell_too_long" if "field limit" in str(mistake) else "broken_quotes"
            raise UnreadableFile(Place(place.file, number), code, most=csv.field_size_limit()) from None
        if row is None:
            return
        yield number, [cell.translate(_UNWANTED) for cell in row]
