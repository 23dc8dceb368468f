"""The whole report of an import as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from cardpool.intake.csv_text import csv_line
from cardpool.intake.formulas import guarded
from cardpool.packs import GamePack
from cardpool.wording.import_rows import show_row, titles


def report_lines(entries: Iterable[Mapping[str, Any]], pack: GamePack, language: str) -> Iterator[str]:
    """The lines of the file: one per row that was added, untouched, refused or skipped, one per change of a card.

    Texts of the card files that a spreadsheet would run as a formula are preceded by a `'` (OWASP, "CSV Injection").
    The file begins with a byte order mark, by which Excel recognises UTF-8.
    """
    with translation.override(language):
        words = titles()
        header = [_("Result"), _("Place"), _("Card number"), _("Name"), _("Fact"), _("Before"), _("After"), _("Reason")]
    yield "\ufeff" + _line(header)
    for entry in entries:
        with translation.override(language):
            row = show_row(entry, pack)
            start = [words[entry["kind"]], row.place, row.number, row.name]
            if not row.changes:
                yield _line([*start, row.column, "", "", row.reason])
            for change in row.changes:
                yield _line([*start, change.field, change.before, change.after, ""])


def _line(cells: list[str]) -> str:
    return csv_line(map(guarded, cells), end="\r\n")
