"""Strict reading of one rule's table: every mistake is noted with its path, and reading goes on."""

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from cardpool.intake.problems import TableFault
from cardpool.intake.strict_table import REQUIRED, Report
from cardpool.legality.card_filter import AttributeForms, CardFilter, read_filter
from cardpool.legality.problems import Problems, RuleFault
from cardpool.packs.names import Names
from cardpool.packs.table import TableReader

Kind = TypeVar("Kind")


class Parameters(TableReader):
    """The parameters of one rule."""

    def __init__(
        self,
        table: Any,
        path: str,
        problems: Problems,
        report: Report | None = None,
        *,
        sections: tuple[str, ...],
        attributes: AttributeForms,
    ) -> None:
        super().__init__(table, path, report or problems.report)
        self._sections = sections
        self._attributes = attributes
        self._problems = problems

    def _at(self, table: Any, path: str, report: Report) -> Self:
        return type(self)(table, path, self._problems, report, sections=self._sections, attributes=self._attributes)

    def kind(self, kinds: Mapping[str, Kind]) -> Kind | None:
        """What the rule's `kind` stands for; an unknown one is a problem."""
        stated = self.plain("kind")
        found = kinds.get(stated) if isinstance(stated, str) else None
        if found is None:
            self.problem("kind", RuleFault.UNKNOWN_KIND, found=f'"{stated}"', known=", ".join(sorted(kinds)))
        return found

    def clause(self, default: str = REQUIRED) -> str:
        """The clause the rule rests on; empty where the organiser decides."""
        return self.text("clause", default=default, empty=True)

    def best_of(self, choices: tuple[int, ...]) -> tuple[int, ...]:
        """The match lengths the rule holds for: all of them unless it names some."""
        value = self.plain("best_of")
        if value is None:
            return choices
        if not isinstance(value, list) or not value or not all(item in choices for item in value):
            known = ", ".join(str(choice) for choice in choices)
            self.problem("best_of", TableFault.BAD_VALUE, known=f"lists of {known}", found=str(value))
            return choices
        return tuple(value)

    def section(self) -> str:
        """One section key of the pack."""
        return self.text("section", choices=self._sections)

    def sections(self, key: str = "sections") -> tuple[str, ...]:
        """Several section keys of the pack, counted together, in the pack's order."""
        stated = self.texts(key, repeats=True)
        for position, item in enumerate(stated):
            if item not in self._sections:
                known = ", ".join(self._sections)
                self.problem(f"{key}[{position}]", TableFault.BAD_VALUE, known=known, found=f'"{item}"')
        return tuple(section for section in self._sections if section in stated)

    def optional_sections(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """Several section keys, or the default where the key is absent."""
        return self.sections(key) if self.has(key) else default

    def bounds(self) -> tuple[int, int | None]:
        """`at_least` (0 when absent) and `at_most` (None when absent), the most no fewer than the least."""
        least = self.integer("at_least", default=0)
        return least, self.integer("at_most", default=None, at_least=least)

    def where(self, key: str = "where") -> CardFilter:
        """A card filter."""
        return read_filter(self.plain(key) or {}, self.path_of(key), self._attributes, self._problems)

    def optional_where(self, key: str) -> CardFilter | None:
        """A card filter, or None where the key is absent."""
        return self.where(key) if self.has(key) else None

    def filters(self, key: str) -> tuple[CardFilter, ...]:
        """A list of at least two card filters."""
        value = self.plain(key)
        if not isinstance(value, list) or len(value) < 2:
            self.wrong_type(key, "a list of two or more card filters", value)
            return ()
        return tuple(
            read_filter(item, self.path_of(f"{key}[{position}]"), self._attributes, self._problems)
            for position, item in enumerate(value)
        )

    def label(self) -> Names | None:
        """What the pack calls the group a rule counts, where it says so."""
        return self.names("names") if self.has("names") else None

    def one_of(self, *keys: str) -> None:
        """Note a problem when none of these keys is there."""
        if not any(map(self.has, keys)):
            self.problem("", TableFault.MISSING_ONE_OF, known=", ".join(keys))

    def not_with(self, key: str, *others: str) -> None:
        """Note a problem for each of `others` that stands beside `key`, which already says it all."""
        for other in others:
            if self.has(key) and self.has(other):
                self.problem(other, TableFault.BAD_VALUE, known=f"either {key} or {other}", found="both")
