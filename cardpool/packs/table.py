"""Strict reading of one table of a game pack."""

import re
from datetime import date, datetime
from typing import Any

from cardpool.intake.problems import TableFault
from cardpool.intake.strict_table import REQUIRED, StrictTable
from cardpool.packs.names import Names

_IDENTIFIER = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")


class TableReader(StrictTable):
    """A table of TOML, with what packs write in theirs."""

    def identifier(self, key: str) -> str:
        """A word for programs: lower-case letters and digits, parted by - or _."""
        word = self.text(key)
        if word and not _IDENTIFIER.fullmatch(word):
            self.problem(key, TableFault.OUT_OF_RANGE, wanted="lower-case letters, digits and - or _", found=word)
        return word

    def day(self, key: str) -> date:
        """A calendar date, as a TOML date or as ISO text (`"2025-01-01"`)."""
        value = self._take(key, "a date", lambda found: _as_day(found) is not None, REQUIRED, date.min)
        return _as_day(value) or date.min

    def names(self, key: str) -> Names:
        """A `{ zh = "…", en = "…" }` table, both languages present."""
        reader = self.table(key)
        names = Names(zh=reader.text("zh"), en=reader.text("en"))
        reader.finish()
        return names


def _as_day(value: Any) -> date | None:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return None
    return value if isinstance(value, date) and not isinstance(value, datetime) else None
