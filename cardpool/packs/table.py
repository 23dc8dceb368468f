"""Strict reading of one TOML table: every key that is not asked for is a problem."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from cardpool.packs.game_pack import Names
from cardpool.packs.problems import PackProblemCode

Report = Callable[[str, PackProblemCode, Mapping[str, str]], None]
"""Takes the dotted path, the code and the facts of one problem."""

_REQUIRED: Any = object()


class TableReader:
    """Reads the keys of one table and reports what does not fit, going on with a harmless value.

    Going on is what lets one reading report every problem of a file. `finish()` reports the keys nobody asked for.
    """

    def __init__(self, table: Mapping[str, Any], path: str, report: Report) -> None:
        self._table = table
        self.path = path
        self._report = report
        self._known: list[str] = []

    def _path(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def problem(self, key: str, code: PackProblemCode, **facts: str) -> None:
        """Report a problem at a key of this table (the empty key is the table itself)."""
        self._report(self._path(key) if key else self.path, code, facts)

    def has(self, key: str) -> bool:
        """Whether an optional key is there; asking makes it a known key."""
        self._known.append(key)
        return key in self._table

    def _take(self, key: str, wanted: str, fits: Callable[[Any], bool], default: Any, harmless: Any) -> Any:
        self._known.append(key)
        if key not in self._table:
            if default is _REQUIRED:
                self.problem(key, PackProblemCode.MISSING_KEY)
                return harmless
            return default
        value = self._table[key]
        if not fits(value):
            self.problem(key, PackProblemCode.WRONG_TYPE, wanted=wanted, found=kind_of(value))
            return harmless
        return value

    def text(self, key: str, *, default: str = _REQUIRED, choices: Sequence[str] = (), empty: bool = False) -> str:
        """A text, one of `choices` where given, not empty unless `empty`."""
        value: str = self._take(key, "text", lambda found: isinstance(found, str), default, "")
        if key in self._table and isinstance(self._table[key], str):
            if choices and value not in choices:
                self.problem(key, PackProblemCode.BAD_VALUE, known=", ".join(choices), found=f'"{value}"')
            elif not value.strip() and not empty:
                self.problem(key, PackProblemCode.EMPTY)
        return value

    def integer(self, key: str, *, default: int = _REQUIRED, at_least: int = 0) -> int:
        """A whole number of at least `at_least`."""
        value: int = self._take(key, "a whole number", is_integer, default, at_least)
        if is_integer(value) and value < at_least:
            self.problem(key, PackProblemCode.OUT_OF_RANGE, wanted=f"{at_least} or more", found=str(value))
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where the key is absent."""
        value: bool = self._take(key, "true/false", lambda found: isinstance(found, bool), False, False)
        return value

    def day(self, key: str) -> date:
        """A calendar date, as a TOML date or as ISO text (`"2025-01-01"`)."""
        value = self._take(key, "a date", lambda found: _as_day(found) is not None, _REQUIRED, date.min)
        return _as_day(value) or date.min

    def names(self, key: str) -> Names:
        """A `{ zh = "…", en = "…" }` table, both languages present."""
        reader = self.table(key)
        names = Names(zh=reader.text("zh"), en=reader.text("en"))
        reader.finish()
        return names

    def texts(self, key: str, *, empty: bool = False) -> tuple[str, ...]:
        """A list of texts without repetition."""
        return tuple(self._list(key, "a list of texts", lambda item: isinstance(item, str) and item != "", empty))

    def integers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers without repetition."""
        return tuple(self._list(key, "a list of whole numbers", is_integer, False))

    def _list(self, key: str, wanted: str, fits: Callable[[Any], bool], empty: bool) -> list[Any]:
        value: list[Any] = self._take(
            key, wanted, lambda found: isinstance(found, list) and all(fits(item) for item in found), _REQUIRED, []
        )
        if self._table.get(key) == [] and not empty:
            self.problem(key, PackProblemCode.EMPTY)
        for position, item in enumerate(value):
            if item in value[:position]:
                self.problem(f"{key}[{position}]", PackProblemCode.DUPLICATE, found=f'"{item}"')
        return value

    def table(self, key: str) -> "TableReader":
        """A table below this one; a missing one is reported once and read as empty without further reports."""
        fitting = isinstance(self._table.get(key), Mapping)
        value = self._take(key, "a table", lambda found: isinstance(found, Mapping), _REQUIRED, {})
        return TableReader(value, self._path(key), self._report if fitting else _ignore)

    def tables(self, key: str, *, empty: bool = False) -> tuple["TableReader", ...]:
        """A list of tables, at least one unless `empty`."""
        value = self._take(
            key,
            "a list of tables",
            lambda found: isinstance(found, list) and all(isinstance(item, Mapping) for item in found),
            [] if empty else _REQUIRED,
            [],
        )
        if self._table.get(key) == [] and not empty:
            self.problem(key, PackProblemCode.EMPTY)
        return tuple(
            TableReader(item, f"{self._path(key)}[{position}]", self._report) for position, item in enumerate(value)
        )

    def plain(self, key: str) -> Any:
        """The value as it stands, for a part that another reader judges."""
        self._known.append(key)
        return self._table.get(key)

    def unique(self, keys: Sequence[str], key: str) -> None:
        """Report a value of `key` in this table that an earlier table of the same list already has."""
        if keys and keys[-1] in keys[:-1]:
            self.problem(key, PackProblemCode.DUPLICATE, found=f'"{keys[-1]}"')

    def finish(self) -> None:
        """Report every key of the table that was never asked for."""
        known = ", ".join(sorted(set(self._known)))
        for key in self._table:
            if key not in self._known:
                self.problem(key, PackProblemCode.UNKNOWN_KEY, known=known)


def is_integer(value: Any) -> bool:
    """Whether a TOML value is a whole number; `true` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def kind_of(value: Any) -> str:
    """How a TOML value's type is called in a message."""
    if isinstance(value, bool):
        return "true/false"
    for kind, word in ((int, "a whole number"), (float, "a decimal number"), (str, "text"), (date, "a date")):
        if isinstance(value, kind):
            return word
    return "a table" if isinstance(value, Mapping) else "a list" if isinstance(value, list) else type(value).__name__


def _as_day(value: Any) -> date | None:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return None
    return value if isinstance(value, date) and not isinstance(value, datetime) else None


def _ignore(path: str, code: PackProblemCode, facts: Mapping[str, str]) -> None:
    """Swallow the reports about a table whose absence is already reported."""
