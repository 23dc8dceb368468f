"""Strict reading of one table of a TOML or JSON file: every key that is not asked for is a problem."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, Final, Self, TypeVar

from cardpool.intake.problems import ProblemCode, TableFault

Report = Callable[[str, ProblemCode, Mapping[str, str]], None]
"""Takes the dotted path, the code and the facts of one problem."""

Default = TypeVar("Default")
REQUIRED: Final[Any] = object()
"""The default of a key that has to be there."""


class StrictTable:
    """Reads the keys of one table and reports what does not fit, going on with a harmless value.

    Going on is what lets one reading report every problem of a file. `finish()` reports the keys nobody asked for. Null
    counts as no value.
    """

    WORD: ClassVar[str] = "a table"
    WORDS: ClassVar[str] = "a list of tables"
    """What messages call a table, and a list of them."""
    FOREIGN: ClassVar[str] = "\0"
    """How keys begin that belong to somebody else and are passed over."""

    def __init__(self, table: Any, path: str, report: Report) -> None:
        self.path = path
        self._report = report
        self._table: Mapping[str, Any] = table if isinstance(table, Mapping) else {}
        self._known: set[str] = set()
        if not isinstance(table, Mapping):
            self.wrong_type("", self.WORD, table)
            self._report = _ignore

    def path_of(self, key: str) -> str:
        """The dotted path of a key of this table; the empty key is the table itself."""
        return f"{self.path}.{key}" if self.path and key else self.path or key

    def problem(self, key: str, code: ProblemCode, **facts: str) -> None:
        """Report a problem at a key of this table."""
        self._report(self.path_of(key), code, facts)

    def wrong_type(self, key: str, wanted: str, found: Any) -> None:
        """Report a value that is of another type than the wanted one."""
        self.problem(key, TableFault.WRONG_TYPE, wanted=wanted, found=self.kind_of(found))

    def plain(self, key: str) -> Any:
        """The value as it stands, None where there is none, for a part that another reader judges."""
        self._known.add(key)
        return self._table.get(key)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys there are, for a table whose keys are free."""
        return tuple(self._table)

    def has(self, key: str) -> bool:
        """Whether an optional key is there; asking makes it a known key."""
        return self.plain(key) is not None

    def _take(self, key: str, wanted: str, fits: Callable[[Any], bool], default: Any, harmless: Any) -> Any:
        """A value that fits; where it does not, or is missing, what takes its place."""
        value = self.plain(key)
        if value is None:
            if default is REQUIRED:
                self.problem(key, TableFault.MISSING_KEY)
                return harmless
            return default
        if not fits(value):
            self.wrong_type(key, wanted, value)
            return harmless if default is REQUIRED else default
        return value

    def text(
        self,
        key: str,
        *,
        default: Default = REQUIRED,
        choices: Sequence[str] = (),
        empty: bool = False,
        at_most: int | None = None,
    ) -> str | Default:
        """A text: one of `choices`, of at most `at_most` characters, not empty unless `empty`."""
        value: str | Default = self._take(key, "text", lambda found: isinstance(found, str), default, "")
        stated = self._table.get(key)
        if not isinstance(stated, str):
            return value
        if choices and stated not in choices:
            self.problem(key, TableFault.BAD_VALUE, known=", ".join(choices), found=f'"{stated}"')
        elif not stated.strip() and not empty:
            self.problem(key, TableFault.EMPTY)
        elif at_most is not None and len(stated) > at_most:
            self.problem(key, TableFault.OUT_OF_RANGE, wanted=f"at most {at_most} characters", found=str(len(stated)))
        else:
            return value
        return value if default is REQUIRED else default

    def integer(
        self, key: str, *, default: Default = REQUIRED, at_least: int = 0, at_most: int | None = None
    ) -> int | Default:
        """A whole number within its bounds."""
        value: int | Default = self._take(key, "a whole number", is_integer, default, at_least)
        stated: Any = self._table.get(key)
        if is_integer(stated) and not self._in_range(key, stated, at_least, at_most):
            return value if default is REQUIRED else default
        return value

    def _in_range(self, key: str, value: int, at_least: int, at_most: int | None) -> bool:
        if value >= at_least and (at_most is None or value <= at_most):
            return True
        wanted = f"{at_least} or more" if at_most is None else f"between {at_least} and {at_most}"
        self.problem(key, TableFault.OUT_OF_RANGE, wanted=wanted, found=str(value))
        return False

    def flag(self, key: str) -> bool:
        """True or false; false where the key is absent."""
        value: bool = self._take(key, "true or false", lambda found: isinstance(found, bool), False, False)
        return value

    def texts(
        self, key: str, *, default: Default = REQUIRED, empty: bool = False, repeats: bool = False
    ) -> tuple[str, ...] | Default:
        """A list of texts, without repetition unless it `repeats`."""
        found: tuple[str, ...] | Default = self._list(key, "a list of texts", _is_stated_text, default, empty, repeats)
        return found

    def integers(
        self,
        key: str,
        *,
        default: Default = REQUIRED,
        repeats: bool = False,
        at_least: int | None = None,
        at_most: int | None = None,
    ) -> tuple[int, ...] | Default:
        """A list of whole numbers, without repetition unless it `repeats`, within bounds where `at_least` is given."""
        found: tuple[int, ...] | Default
        found = self._list(key, "a list of whole numbers", is_integer, default, False, repeats)
        if isinstance(found, tuple) and at_least is not None:
            for item in found:
                if not self._in_range(key, item, at_least, at_most):
                    return () if default is REQUIRED else default
        return found

    def _list(
        self, key: str, wanted: str, fits: Callable[[Any], bool], default: Any, empty: bool, repeats: bool
    ) -> Any:
        value = self._take(key, wanted, lambda found: isinstance(found, list) and all(map(fits, found)), default, [])
        if not isinstance(value, list):
            return value
        if self._table.get(key) == [] and default is REQUIRED and not empty:
            self.problem(key, TableFault.EMPTY)
        if not repeats:
            for position, item in enumerate(value):
                if item in value[:position]:
                    self.problem(f"{key}[{position}]", TableFault.DUPLICATE, found=f'"{item}"')
        return tuple(value)

    def _at(self, table: Any, path: str, report: Report) -> Self:
        return type(self)(table, path, report)

    def below(self, table: Any, path: str) -> Self:
        """A table inside this one, at a path below it."""
        return self._at(table, self.path_of(path), self._report)

    def table(self, key: str) -> Self:
        """A table below this one; a missing one is reported once and read as empty without further reports."""
        fitting = isinstance(self._table.get(key), Mapping)
        value = self._take(key, self.WORD, lambda found: isinstance(found, Mapping), REQUIRED, {})
        return self._at(value, self.path_of(key), self._report if fitting else _ignore)

    def tables(self, key: str, *, default: Sequence[Any] = REQUIRED, empty: bool = False) -> tuple[Self, ...]:
        """A list of tables, at least one unless `empty` or there is a default."""
        value = self._take(key, self.WORDS, lambda found: isinstance(found, list), default, [])
        if self._table.get(key) == [] and default is REQUIRED and not empty:
            self.problem(key, TableFault.EMPTY)
        return tuple(self.below(item, f"{key}[{position}]") for position, item in enumerate(value))

    def optional_table(self, key: str) -> Self | None:
        """A table below this one, None where there is none."""
        return self.table(key) if self.has(key) else None

    def unique(self, keys: Sequence[str], key: str) -> None:
        """Report a value of `key` in this table that an earlier table of the same list already has."""
        if keys and keys[-1] in keys[:-1]:
            self.problem(key, TableFault.DUPLICATE, found=f'"{keys[-1]}"')

    def finish(self) -> None:
        """Report every key of the table that was never asked for."""
        for key in self._table:
            if key not in self._known and not key.startswith(self.FOREIGN):
                self.problem(key, TableFault.UNKNOWN_KEY, known=", ".join(sorted(self._known)))

    def kind_of(self, value: Any) -> str:
        """How messages call the type of a value."""
        return self.WORD if isinstance(value, Mapping) else kind_of(value)


def is_integer(value: Any) -> bool:
    """Whether a value is a whole number; `true` is not one."""
    return isinstance(value, int) and not isinstance(value, bool)


def kind_of(value: Any) -> str:
    """How messages call the type of a value."""
    if isinstance(value, bool):
        return "true or false"
    for kind, word in ((int, "a whole number"), (float, "a decimal number"), (str, "text"), (date, "a date")):
        if isinstance(value, kind):
            return word
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return StrictTable.WORD
    return "a list" if isinstance(value, list) else type(value).__name__


def _is_stated_text(item: Any) -> bool:
    return isinstance(item, str) and item != ""


def _ignore(path: str, code: ProblemCode, facts: Mapping[str, str]) -> None:
    """Swallow the reports about a table whose absence is already reported."""
