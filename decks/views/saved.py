"""A saved version as pages show it: the verdict it got when it was saved, and what it changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardpool.packs import GamePack
from decks.models import DecklistVersion
from decks.wording import say_basis, say_error, say_notice, say_section, say_violation


@dataclass(frozen=True)
class SavedProblem:
    """Something that was wrong with the list; `line` is 0 for what concerned no single line."""

    sentence: str
    clause: str
    line: int


@dataclass(frozen=True)
class Change:
    """How many copies of a card there were and are."""

    number: str
    name: str
    before: int
    after: int

    @property
    def by(self) -> int:
        return abs(self.after - self.before)


@dataclass(frozen=True)
class SectionChange:
    """What a version put into a section and took out of it."""

    name: str
    added: tuple[Change, ...]
    removed: tuple[Change, ...]


@dataclass(frozen=True)
class SavedVersion:
    """A version with everything said in the active language."""

    version: DecklistVersion
    problems: tuple[SavedProblem, ...]
    notices: tuple[str, ...]
    changes: tuple[SectionChange, ...]
    basis: str

    @property
    def is_readable(self) -> bool:
        return not self.version.report.get("errors")

    @property
    def changed_cards(self) -> int:
        """How many lines of difference there are."""
        return sum(len(change.added) + len(change.removed) for change in self.changes)


def say_version(version: DecklistVersion, pack: GamePack) -> SavedVersion:
    """Put a saved version into words; its verdict is the one it was saved with."""
    report = version.report
    return SavedVersion(
        version=version,
        problems=say_problems(report, pack),
        notices=tuple(say_notice(notice, pack=pack) for notice in report.get("notices", [])),
        changes=_changes(version, pack),
        basis=say_basis(report),
    )


def say_problems(report: Mapping[str, Any], pack: GamePack) -> tuple[SavedProblem, ...]:
    """What a saved verdict found wrong: lines that could not be read, then rules that are broken."""
    errors = [SavedProblem(say_error(error), "", error["line"] or 0) for error in report.get("errors", [])]
    broken = [
        SavedProblem(say_violation(found, pack=pack, best_of=report["best_of"]), found["clause"], 0)
        for found in report.get("violations", [])
    ]
    return (*errors, *broken)


def _changes(version: DecklistVersion, pack: GamePack) -> tuple[SectionChange, ...]:
    by_section: dict[str, list[Change]] = {}
    for one in version.difference:
        change = Change(one["number"], one["name"], one["before"], one["after"])
        by_section.setdefault(one["section"], []).append(change)
    return tuple(
        SectionChange(
            say_section(section, pack=pack),
            tuple(change for change in changes if change.after > change.before),
            tuple(change for change in changes if change.after < change.before),
        )
        for section, changes in by_section.items()
    )
