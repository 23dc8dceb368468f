"""Reading typed fields of parsed JSON, noting every fault with its place instead of stopping at the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.archive.json_text import is_control
from tournaments.archive.problems import ArchiveFault, ArchiveProblem

LARGEST = 2**53 - 1
"""The largest whole number every JSON reader keeps exactly."""


class Fields:
    """One JSON object being read. Asked-for keys are remembered, so that what nobody asked for is a fault."""

    def __init__(self, value: Any, path: str, problems: list[ArchiveProblem]) -> None:
        self.path = path
        self.problems = problems
        self.value: Mapping[str, Any] = value if isinstance(value, dict) else {}
        self._asked: set[str] = set()
        if not isinstance(value, dict):
            self.note("", ArchiveFault.WRONG_TYPE, wanted="object")

    def note(self, key: str, fault: ArchiveFault, **facts: object) -> None:
        """Add a fault at a key of this object."""
        place = f"{self.path}.{key}" if self.path and key else self.path or key
        self.problems.append(ArchiveProblem(place, fault, dict(facts)))

    def get(self, key: str) -> Any:
        """The raw value, None where there is none or null."""
        self._asked.add(key)
        return self.value.get(key)

    def whole(self, key: str, default: int, *, least: int = 0, most: int = LARGEST) -> int:
        """A whole number inside its bounds; the default where the key is absent."""
        found = self.optional_whole(key, least=least, most=most)
        return default if found is None else found

    def optional_whole(self, key: str, *, least: int = 0, most: int = LARGEST) -> int | None:
        """A whole number or None."""
        found = self.get(key)
        if found is None:
            return None
        if not isinstance(found, int) or isinstance(found, bool):
            self.note(key, ArchiveFault.WRONG_TYPE, wanted="integer")
            return None
        if not least <= found <= most:
            self.note(key, ArchiveFault.OUT_OF_RANGE, least=least, most=most, found=found)
            return None
        return found

    def text(self, key: str, *, most: int | None = None) -> str | None:
        """A text or None; with `most` one line of at most that many characters."""
        found = self.get(key)
        if found is None:
            return None
        if not isinstance(found, str):
            self.note(key, ArchiveFault.WRONG_TYPE, wanted="string")
            return None
        if most is not None and len(found) > most:
            self.note(key, ArchiveFault.TEXT_TOO_LONG, found=len(found), most=most)
            return None
        if most is not None and (control := next(filter(is_control, found), None)):
            self.note(key, ArchiveFault.CONTROL_CHARACTER, character=f"U+{ord(control):04X}")
            return None
        return found

    def flag(self, key: str) -> bool:
        """True or false; false where absent."""
        found = self.get(key)
        if found is None or isinstance(found, bool):
            return bool(found)
        self.note(key, ArchiveFault.WRONG_TYPE, wanted="boolean")
        return False

    def choice(self, key: str, choices: Iterable[str], default: str) -> str:
        """One of some words."""
        found = self.text(key)
        known = list(choices)
        if found is None:
            return default
        if found not in known:
            self.note(key, ArchiveFault.NOT_A_CHOICE, found=found, choices=known)
            return default
        return found

    def numbers(self, key: str, *, least: int = 0, most: int = LARGEST) -> tuple[int, ...] | None:
        """A list of whole numbers, None where absent or wrong."""
        found = self.get(key)
        if found is None:
            return None
        if not isinstance(found, list) or not all(type(item) is int for item in found):
            self.note(key, ArchiveFault.WRONG_TYPE, wanted="list of integers")
            return None
        if not all(least <= item <= most for item in found):
            self.note(key, ArchiveFault.OUT_OF_RANGE, least=least, most=most)
            return None
        return tuple(found)

    def objects(self, key: str, *, required: bool = False) -> list[Fields]:
        """A list of objects, each with its own path."""
        found = self.get(key)
        if found is None:
            if required:
                self.note(key, ArchiveFault.MISSING)
            return []
        if not isinstance(found, list):
            self.note(key, ArchiveFault.WRONG_TYPE, wanted="list")
            return []
        place = f"{self.path}.{key}" if self.path else key
        return [Fields(item, f"{place}[{number}]", self.problems) for number, item in enumerate(found)]

    def inner(self, key: str) -> Fields | None:
        """An object inside this one, None where absent."""
        found = self.get(key)
        place = f"{self.path}.{key}" if self.path else key
        return None if found is None else Fields(found, place, self.problems)

    def close(self) -> None:
        """Every key nobody asked for is a fault; keys beginning with `x-` belong to whoever wrote them."""
        for key in self.value:
            if key not in self._asked and not key.startswith("x-"):
                self.note(key, ArchiveFault.UNKNOWN_KEY, known=sorted(self._asked))
