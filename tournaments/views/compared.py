"""Two lists side by side: cards added, removed or changed in number, the verdicts, the curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cardpool.wording.sections import say_section
from decks.differences import card_difference
from decks.judging import JudgingBook
from decks.views.curve_pictures import DrawnCurves, picture_curves
from decks.views.deck_page import copies_of
from decks.views.saved import Change, SavedProblem, say_problems


@dataclass(frozen=True)
class ComparedList:
    """One of the two lists: its name on the page, its cards (`DecklistVersion.cards`) and its verdict."""

    name: str
    cards: Iterable[Mapping[str, Any]]
    report: Mapping[str, Any]
    verdict: str


@dataclass(frozen=True)
class ComparedSection:
    """A section in both lists: its size in each, and the cards whose number of copies differs."""

    name: str
    before: int
    after: int
    came: tuple[Change, ...]
    went: tuple[Change, ...]
    changed: tuple[Change, ...]

    @property
    def copies_in(self) -> int:
        return sum(change.by for change in (*self.came, *self.changed) if change.after > change.before)

    @property
    def copies_out(self) -> int:
        return sum(change.by for change in (*self.went, *self.changed) if change.after < change.before)

    @property
    def is_same(self) -> bool:
        return not (self.came or self.went or self.changed)


@dataclass(frozen=True)
class Comparison:
    """What differs between two lists. `fixed` and `broken` are problems that only the first or the second one has."""

    one: ComparedList
    two: ComparedList
    sections: tuple[ComparedSection, ...]
    fixed: tuple[SavedProblem, ...]
    broken: tuple[SavedProblem, ...]
    kept: tuple[SavedProblem, ...]
    curves: DrawnCurves | None

    @property
    def is_same(self) -> bool:
        """Whether both lists contain the same cards."""
        return all(section.is_same for section in self.sections)


def compare_lists(one: ComparedList, two: ComparedList, book: JudgingBook) -> Comparison:
    """Compare two lists of a game, from the first to the second."""
    before, after = list(one.cards), list(two.cards)
    first, second = say_problems(one.report, book.pack), say_problems(two.report, book.pack)
    known, new = {_said(problem) for problem in first}, {_said(problem) for problem in second}
    return Comparison(
        one=one,
        two=two,
        sections=tuple(_sections(before, after, book)),
        fixed=tuple(problem for problem in first if _said(problem) not in new),
        broken=tuple(problem for problem in second if _said(problem) not in known),
        kept=tuple(problem for problem in second if _said(problem) in known),
        curves=picture_curves(
            [(one.name, copies_of(before, book)), (two.name, copies_of(after, book))], book.pack, is_comparison=True
        ),
    )


def _sections(
    before: list[Mapping[str, Any]], after: list[Mapping[str, Any]], book: JudgingBook
) -> Iterable[ComparedSection]:
    difference = card_difference(before, after)
    for section in book.pack.sections:
        sizes = [sum(card["count"] for card in cards if card["section"] == section.key) for cards in (before, after)]
        changes = [
            Change(one["number"], one["name"], one["before"], one["after"])
            for one in difference
            if one["section"] == section.key
        ]
        if any(sizes):
            yield ComparedSection(
                name=say_section(section.key, pack=book.pack),
                before=sizes[0],
                after=sizes[1],
                came=tuple(change for change in changes if not change.before),
                went=tuple(change for change in changes if not change.after),
                changed=tuple(change for change in changes if change.before and change.after),
            )


def _said(problem: SavedProblem) -> tuple[str, str]:
    """What makes two problems the same: not the line, whose number changes with lines added above it."""
    return (problem.sentence, problem.clause)
