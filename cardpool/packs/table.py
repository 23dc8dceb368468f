"""Strict reading of one table of a game pack."""

from datetime import date, datetime
from typing import Any

from cardpool.intake.strict_table import REQUIRED, StrictTable
from cardpool.packs.game_pack import Names


class TableReader(StrictTable):
    """A table of TOML, with what packs write in theirs."""

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
