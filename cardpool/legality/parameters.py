"""Strict reading of one rule's table: every mistake is noted with its path, and reading goes on."""

from collections.abc import Mapping
from typing import Any, TypeVar

from cardpool.legality.card_filter import AttributeForms, CardFilter, read_filter
from cardpool.legality.problems import Problems, RulesetProblemCode
from cardpool.packs.game_pack import Names

Kind = TypeVar("Kind")


class Parameters:
    """The parameters of one rule. A key nobody asked for is a problem once `finish()` is called."""

    def __init__(
        self,
        table: Mapping[str, Any],
        path: str,
        *,
        sections: tuple[str, ...],
        attributes: AttributeForms,
        problems: Problems,
    ) -> None:
        self._table = table
        self._path = path
        self._sections = sections
        self._attributes = attributes
        self._problems = problems
        self._known = ["kind"]

    def below(self, table: Mapping[str, Any], path: str) -> "Parameters":
        """The parameters of a rule written inside this one, at a path below it."""
        return Parameters(
            table,
            f"{self._path}.{path}",
            sections=self._sections,
            attributes=self._attributes,
            problems=self._problems,
        )

    def kind(self, kinds: Mapping[str, Kind]) -> Kind | None:
        """What the rule's `kind` stands for; an unknown one is a problem."""
        found = kinds.get(str(self._table.get("kind")))
        if found is None:
            facts = {"found": f'"{self._table.get("kind")}"', "known": ", ".join(sorted(kinds))}
            self._problems.add(f"{self._path}.kind", RulesetProblemCode.UNKNOWN_KIND, **facts)
        return found

    def _take(self, key: str) -> Any:
        self._known.append(key)
        return self._table.get(key)

    def _wrong(self, key: str, wanted: str) -> None:
        code = RulesetProblemCode.WRONG_TYPE if key in self._table else RulesetProblemCode.MISSING_KEY
        self._problems.add(f"{self._path}.{key}", code, wanted=wanted, known=key)

    def clause(self, default: str | None = None) -> str:
        """The clause the rule rests on; empty where the organiser decides."""
        value = self._take("clause")
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            self._wrong("clause", "text")
        return value if isinstance(value, str) else ""

    def best_of(self, choices: tuple[int, ...]) -> tuple[int, ...]:
        """The match lengths the rule holds for: all of them unless it names some."""
        value = self._take("best_of")
        if value is None:
            return choices
        if not isinstance(value, list) or not value or not all(item in choices for item in value):
            known = ", ".join(str(choice) for choice in choices)
            self._problems.add(
                f"{self._path}.best_of", RulesetProblemCode.BAD_VALUE, known=f"lists of {known}", found=str(value)
            )
            return choices
        return tuple(value)

    def section(self, key: str = "section") -> str:
        """One section key of the pack."""
        value = self._take(key)
        if isinstance(value, str) and value in self._sections:
            return value
        if isinstance(value, str):
            self._unknown_section(key, value)
        else:
            self._wrong(key, "a section key")
        return ""

    def sections(self, key: str = "sections") -> tuple[str, ...]:
        """Several section keys of the pack, counted together, in the pack's order."""
        value = self._take(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            self._wrong(key, "a list of section keys, not empty")
            return ()
        for position, item in enumerate(value):
            if item not in self._sections:
                self._unknown_section(f"{key}[{position}]", item)
        return tuple(section for section in self._sections if section in value)

    def optional_sections(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """Several section keys, or the default where the key is absent."""
        return self.sections(key) if key in self._table else default

    def _unknown_section(self, key: str, value: str) -> None:
        self._problems.add(
            f"{self._path}.{key}", RulesetProblemCode.BAD_VALUE, known=", ".join(self._sections), found=f'"{value}"'
        )

    def whole(self, key: str) -> int:
        """A whole number, 0 or more."""
        value = self.optional_whole(key)
        if value is None and key not in self._table:
            self._wrong(key, "a whole number")
        return value or 0

    def optional_whole(self, key: str) -> int | None:
        """A whole number, 0 or more, or None where the key is absent."""
        value = self._take(key)
        if value is None:
            return None
        if type(value) is not int or value < 0:
            self._wrong(key, "a whole number, 0 or more")
            return None
        return value

    def optional_wholes(self, key: str) -> tuple[int, ...] | None:
        """A list of whole numbers, 0 or more, perhaps empty, or None where the key is absent."""
        value = self._take(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(type(item) is int and item >= 0 for item in value):
            self._wrong(key, "a list of whole numbers, 0 or more")
            return None
        return tuple(value)

    def bounds(self) -> tuple[int, int | None]:
        """`at_least` (0 when absent) and `at_most` (None when absent), the most no fewer than the least."""
        least, most = self.optional_whole("at_least") or 0, self.optional_whole("at_most")
        if most is not None and most < least:
            self._wrong("at_most", f"{least} or more")
        return least, most

    def flag(self, key: str) -> bool:
        """True or false; false where the key is absent."""
        value = self._take(key)
        if value is not None and not isinstance(value, bool):
            self._wrong(key, "true or false")
        return value is True

    def where(self, key: str = "where") -> CardFilter:
        """A card filter."""
        return read_filter(self._take(key) or {}, f"{self._path}.{key}", self._attributes, self._problems)

    def optional_where(self, key: str) -> CardFilter | None:
        """A card filter, or None where the key is absent."""
        return self.where(key) if key in self._table else None

    def tables(self, key: str) -> list[Mapping[str, Any]] | None:
        """A list of tables, perhaps empty, or None where the key is absent."""
        value = self._take(key)
        if value is not None and (not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value)):
            self._wrong(key, "a list of tables")
            return None
        return value

    def filters(self, key: str) -> tuple[CardFilter, ...]:
        """A list of at least two card filters."""
        value = self._take(key)
        if not isinstance(value, list) or len(value) < 2:
            self._wrong(key, "a list of two or more card filters")
            return ()
        return tuple(
            read_filter(item, f"{self._path}.{key}[{position}]", self._attributes, self._problems)
            for position, item in enumerate(value)
        )

    def label(self) -> Names | None:
        """What the pack calls the group a rule counts, where it says so."""
        value = self._take("names")
        if value is None:
            return None
        if not isinstance(value, Mapping) or set(value) != {"zh", "en"} or not all(value.values()):
            self._wrong("names", 'a table { zh = "…", en = "…" }')
            return None
        return Names(zh=str(value["zh"]), en=str(value["en"]))

    def one_of(self, *keys: str) -> None:
        """Note a problem when none of these keys is there."""
        if not any(key in self._table for key in keys):
            self._problems.add(self._path, RulesetProblemCode.MISSING_KEY, known=", ".join(keys))

    def not_with(self, key: str, *others: str) -> None:
        """Note a problem for each of `others` that stands beside `key`, which already says it all."""
        for other in others:
            if key in self._table and other in self._table:
                self._problems.add(
                    f"{self._path}.{other}",
                    RulesetProblemCode.BAD_VALUE,
                    known=f"either {key} or {other}",
                    found="both",
                )

    def finish(self) -> None:
        """Note a problem for every key the rule kind does not know."""
        for key in self._table:
            if key not in self._known:
                self._problems.add(
                    f"{self._path}.{key}", RulesetProblemCode.UNKNOWN_KEY, known=", ".join(sorted(self._known))
                )
