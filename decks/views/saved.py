"""A saved version as pages show it: the verdict it got when it was saved, and what it changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from accounts.languages import language_key
from cardpool.legality.violations import ViolationCode
from cardpool.packs import GamePack
from cardpool.wording.sections import say_section
from decks.findings import unread_lines
from decks.models import DecklistVersion
from decks.notice_words import say_notice
from decks.reading_words import say_error
from decks.settled_words import say_all_settled
from decks.wording import say_basis, say_question, say_remedies, say_violation

NOBODY: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class SavedProblem:
    """Something that was wrong with the list; `line` is 0 for what concerned no single line. `remedies` says what would
    settle an open question, and is empty for a mistake."""

    sentence: str
    clause: str
    line: int
    remedies: str = ""


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
    """What a version added to a section and removed from it."""

    name: str
    added: tuple[Change, ...]
    removed: tuple[Change, ...]


@dataclass(frozen=True)
class SavedVersion:
    """A version with everything said in the active language.

    `follows_removed` says that what it changed is relative to a version that was removed to make room.
    """

    version: DecklistVersion
    problems: tuple[SavedProblem, ...]
    notices: tuple[str, ...]
    changes: tuple[SectionChange, ...]
    basis: str
    follows_removed: bool = False
    settled: tuple[str, ...] = ()
    to_settle: tuple[Mapping[str, Any], ...] = ()

    @property
    def is_readable(self) -> bool:
        return not unread_lines(self.version.report)

    @property
    def changed_cards(self) -> int:
        """How many lines of difference there are."""
        return sum(len(change.added) + len(change.removed) for change in self.changes)


def say_version(
    version: DecklistVersion,
    pack: GamePack,
    *,
    before: DecklistVersion | None = None,
    deciders: Mapping[int, str] = NOBODY,
) -> SavedVersion:
    """Put a saved version into words; its verdict is the one it was saved with.

    `before` is the version saved before it that is still there; only pages that show what changed need it. `deciders`
    are who settled its cards, by ruling, for visitors who may read it.
    """
    report = version.report
    return SavedVersion(
        version=version,
        problems=say_problems(report, pack),
        notices=tuple(say_notice(notice, pack=pack) for notice in report.get("notices", [])),
        changes=_changes(version, pack),
        basis=say_basis(report, day=version.judged_as_of, game=pack.names.in_language(language_key())),
        follows_removed=version.number > 1 and (before is None or before.number < version.number - 1),
        settled=say_all_settled(report, pack, deciders),
        to_settle=cards_to_settle(report),
    )


def say_problems(report: Mapping[str, Any], pack: GamePack) -> tuple[SavedProblem, ...]:
    """What a saved verdict found wrong: lines that could not be read, then rules that are broken."""
    errors = [SavedProblem(say_error(error), "", error["line"] or 0) for error in unread_lines(report)]
    broken = [
        SavedProblem(say_violation(found, pack=pack, best_of=report["best_of"]), found["clause"], 0)
        for found in report.get("violations", [])
    ]
    is_open = [
        SavedProblem(say_question(found, pack=pack, best_of=report["best_of"]), found["clause"], 0, say_remedies(found))
        for found in report.get("questions", [])
    ]
    return (*errors, *broken, *is_open)


def cards_to_settle(report: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The cards of a report that a judge could settle, each once: those of open questions, and what a closed pool
    lacks."""
    unknown = [found for found in report.get("violations", []) if found["code"] == ViolationCode.UNKNOWN_CARD]
    cards = [card for found in (*unknown, *report.get("questions", [])) for card in found["cards"]]
    return tuple({card["number"]: card for card in cards}.values())


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
