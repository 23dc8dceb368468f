"""Cells of tables that a spreadsheet would run as formulas, written after an apostrophe (OWASP, "CSV Injection")."""

from __future__ import annotations

import re

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What the text of a cell begins with where a spreadsheet takes it for a formula."""

_GUARDED = re.compile(r"'*[=+\-@\t\r]")


def guarded(cell: str) -> str:
    """The cell, with one apostrophe more before it if it is a formula behind none or some."""
    return f"'{cell}" if _GUARDED.match(cell) else cell


def unguarded(cell: str) -> str:
    """The cell as it was before `guarded`."""
    return cell[1:] if cell.startswith("'") and _GUARDED.match(cell[1:]) else cell
