"""The text of a decklist file, uploaded or on the command line. Its content decides what kind of file it is."""

from __future__ import annotations

import re

from cardpool.intake.csv_text import csv_rows
from cardpool.intake.text import decode
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.intake.workbook import SIGNATURE
from decks.text.columns import table_head
from decks.text.tables import on_single_lines
from decks.uploads.workbook import workbook_text

MAX_BYTES = 200_000
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\u2029]")


def file_list(data: bytes, name: str = "") -> str:
    """A file's list as text, whatever kind of file it is: text in any format a list comes in, CSV, or an XLSX workbook.

    Raises `UnreadableFile`: `file_too_large` for more than `MAX_BYTES`, and for what is neither text nor a workbook.
    """
    if data.startswith(_OLD_WORKBOOK):
        raise UnreadableFile(Place(name), "old_workbook")
    if data.startswith(SIGNATURE) and len(data) <= MAX_BYTES:
        return workbook_text(data, name)
    text = _LINE_ENDS.sub("\n", list_text(data, name))
    if table_head(text.split("\n")) is not None:
        return on_single_lines(text)
    return _joined_cells(text) if name.lower().endswith(".csv") else text


def list_text(data: bytes, name: str = "") -> str:
    """A text file's list. Raises `UnreadableFile`: `file_too_large`, and what `decode` raises."""
    if len(data) > MAX_BYTES:
        raise UnreadableFile(Place(name), "file_too_large", most=MAX_BYTES)
    return decode(data, Place(name)).rstrip("\x1a")


def _joined_cells(text: str) -> str:
    """A .csv file whose column names are not known: the cells of a row become one line."""
    try:
        rows = [row for _, row in csv_rows(text, Place(""), ",")]
    except UnreadableFile:
        return text
    lines = [", ".join(" ".join(cell.split()) for cell in row if cell.strip()) for row in rows]
    if lines and not any(sign.isdigit() for sign in lines[0]) and len(rows[0]) > 1:
        lines[0] = f"# {lines[0]}"  # the row that names the columns
    return "\n".join(lines)
