"""Files made to cost more than they weigh: the smallest of each kind that the limits on bytes let through."""

from __future__ import annotations

import io
import zipfile

from decks.text.listing import MAX_LINES

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"

LIGATURES = "\n".join(["\ufdfa" * 290] * 68)
"""A list of 19,787 characters; each becomes eighteen when it is written out (Unicode form NFKC)."""

EMPTY_CELLS = 5_000_000
FONTS = 1_500_000
EMPTY_STRINGS = 1_500_000
SHEETS = 390


def package(*sheets: str, strings: str = "", styles: str = "", names: int = 0) -> bytes:
    """A workbook of these sheets' `sheetData`; up to `names` sheets share the last part."""
    total = max(names, len(sheets))
    listed = "".join(f'<sheet name="S{n}" sheetId="{n + 1}" r:id="rId{n + 1}"/>' for n in range(total))
    relations = "".join(
        _relation(n + 1, "worksheet", f"worksheets/sheet{min(n, len(sheets) - 1) + 1}.xml") for n in range(total)
    )
    relations += _relation(total + 1, "sharedStrings", "sharedStrings.xml")
    relations += _relation(total + 2, "styles", "styles.xml")
    parts = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": _relations(_relation(1, "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(relations),
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>',
    }
    for number, rows in enumerate(sheets, start=1):
        sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        parts[f"xl/worksheets/sheet{number}.xml"] = sheet
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, text in parts.items():
            target.writestr(name, text)
    return out.getvalue()


def _relations(relations: str) -> str:
    return f'<Relationships xmlns="{PACKAGE}">{relations}</Relationships>'


def _relation(number: int, kind: str, target: str) -> str:
    return f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" Target="{target}"/>'


def empty_cells(count: int = EMPTY_CELLS) -> bytes:
    """One row of cells that hold nothing."""
    return package(f'<row r="1">{"<c/>" * count}</row>')


def many_fonts(count: int = FONTS) -> bytes:
    """A list of one row, and fonts nobody uses."""
    return package('<row><c t="inlineStr"><is><t>x</t></is></c></row>', styles=f"<fonts>{'<font/>' * count}</fonts>")


def empty_strings(count: int = EMPTY_STRINGS) -> bytes:
    """Shared texts of no characters."""
    return package('<row><c t="s"><v>0</v></c></row>', strings="<si/>" * count)


def many_sheets(count: int = SHEETS) -> bytes:
    """Sheets by the hundred, each of them the same part again."""
    return package(f"<row>{'<c/>' * 10_000}</row>", names=count)


def cell_formats(count: int = FONTS) -> bytes:
    """Cell formats beyond what a spreadsheet program allows."""
    return package('<row><c s="1"><v>1</v></c></row>', styles=f"<cellXfs>{'<xf/>' * count}</cellXfs>")


def one_long_mark(count: int = 20_000_000) -> bytes:
    """A tag that does not end: expat starts over at its beginning with every piece."""
    return package(f'<row r="{" " * count}"/>')


def under_the_limit(elements: int) -> bytes:
    """The slowest workbook that is still read: filled cells in every row a list may have, then empty ones."""
    rows = "".join(
        f"<row>{''.join(f'<c><v>{(row * 7919 + cell * 104729) % 997}</v></c>' for cell in range(30))}</row>"
        for row in range(MAX_LINES)
    )
    return package(f"{rows}<row>{'<c/>' * (elements - MAX_LINES * 61)}</row>")


FILES = {
    "5,000,000 empty cells": empty_cells,
    "1,500,000 fonts": many_fonts,
    "1,500,000 empty shared texts": empty_strings,
    "390 sheets": many_sheets,
    "1,500,000 cell formats": cell_formats,
    "one tag of 20 MB": one_long_mark,
}
