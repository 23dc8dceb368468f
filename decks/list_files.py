"""A decklist file's bytes as text: an upload, a file on the command line. What is in it tells what it is."""

from __future__ import annotations

import csv
import io
import re

from cardpool.decoding import decoded
from decks.text.tables import on_single_lines, table_head
from decks.uploads.workbook import SIGNATURE, UnusableWorkbook, workbook_text

MOST_BYTES = 200_000
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\u2029]")


class UnreadableFile(ValueError):
    """A file that is no decklist. `code` is `file_too_large` (more than `limit` bytes), `not_text`, `old_workbook`, or
    one of `UnusableWorkbook`."""

    def __init__(self, code: str, limit: int | None = None) -> None:
        self.code = code
        self.limit = limit
        super().__init__(code)


def file_list(data: bytes, name: str = "") -> str:
    """A file's list as text, whatever kind of file it is: text in any format a list comes in, CSV, or an XLSX workbook.

    Raises `UnreadableFile` for more than `MOST_BYTES`, and for what is neither text nor a workbook.
    """
    if len(data) > MOST_BYTES:
        raise UnreadableFile("file_too_large", MOST_BYTES)
    if data.startswith(_OLD_WORKBOOK):
        raise UnreadableFile("old_workbook")
    if data.startswith(SIGNATURE):
        try:
            return workbook_text(data)
        except UnusableWorkbook as mistake:
            raise UnreadableFile(mistake.code, mistake.limit) from mistake
    text = _LINE_ENDS.sub("\n", list_text(data))
    if table_head(text.split("\n")) is not None:
        return on_single_lines(text)
    return _joined_cells(text) if name.lower().endswith(".csv") else text


def list_text(data: bytes) -> str:
    """Decode UTF-8 (with or without byte order mark), UTF-16 with one, or the Chinese GB 18030.

    Raises `UnreadableFile` for more than `MOST_BYTES`, for bytes that are none of these, and for control signs such as
    NUL, which no typed list holds.
    """
    if len(data) > MOST_BYTES:
        raise UnreadableFile("file_too_large", MOST_BYTES)
    text = decoded(data)
    if text is None:
        raise UnreadableFile("not_text")
    return text.rstrip("\x1a")


def _joined_cells(text: str) -> str:
    """A .csv file whose columns have no names known here: the cells of a row become one line."""
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error:
        return text
    lines = [", ".join(" ".join(cell.split()) for cell in row if cell.strip()) for row in rows]
    if lines and not any(sign.isdigit() for sign in lines[0]) and len(rows[0]) > 1:
        lines[0] = f"# {lines[0]}"  # the row that names the columns
    return "\n".join(lines)
