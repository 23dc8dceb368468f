"""The whole report of an import as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from cardpool.packs import GamePack
from cardpool.wording.import_rows import show_row, titles

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class _Echo:
    """A target for `csv.writer` that gives each line back instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def report_lines(entries: Iterable[Mapping[str, Any]], pack: GamePack, language: str) -> Iterator[str]:
    """The lines of the file: one per row that was added, untouched, refused or skipped, one per change of a card.

    Texts of the card files that a spreadsheet would run as a formula are preceded by a `'` (OWASP, "CSV Injection").
    The file begins with a byte order mark, by which Excel recognises UTF-8.
    """
    writer = csv.writer(_Echo())
    with translation.override(language):
        words = titles()
        header = [_("Result"), _("Place"), _("Card number"), _("Name"), _("Fact"), _("Before"), _("After"), _("Reason")]
    yield "\ufeff" + _line(writer, header)
    for entry in entries:
        with translation.override(language):
            row = show_row(entry, pack)
            start = [words[entry["kind"]], row.place, row.number, row.name]
            if not row.changes:
                yield _line(writer, [*start, row.column, "", "", row.reason])
            for change in row.changes:
                yield _line(writer, [*start, change.field, change.before, change.after, ""])


def _line(writer: Any, cells: list[str]) -> str:
    line: str = writer.writerow([f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell for cell in cells])
    return line
