"""Everything unusual about a draft in one list: what, why, and at which table."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.views.desk.draft import DraftReview

MAX_LINES = 60
"""Lines that one page lists."""
MAX_OPEN = 8
"""Lines that are seen without unfolding the rest: as many as stand beside the first tables."""


@dataclass(frozen=True)
class Unusual:
    """A table, or with None the bye, of a draft: who is there, and what is unusual about it and why. `is_marked`: to be
    confirmed before publishing."""

    table: int | None
    names: tuple[str, ...]
    why: tuple[str, ...]
    is_marked: bool


@dataclass(frozen=True)
class UnusualPage:
    """A page of the list, from 1: the lines seen at once, the others, and how many lines and pages there are."""

    first: tuple[Unusual, ...]
    rest: tuple[Unusual, ...]
    count: int
    number: int
    pages: range


def unusual_in(review: DraftReview) -> list[Unusual]:
    """What is to be confirmed first, then what was decided by hand, then pairs of unequal points and pairs to be
    avoided, each in order of the tables."""
    lines = [Unusual(None, (bye.entry.entered_name,), (bye.mark,), True) for bye in review.rest if bye.mark]
    found: list[tuple[int, Unusual]] = [(0, line) for line in lines]
    for pair in review.pairs:
        why = (*pair.marks, *([_("Decided by hand")] if pair.is_decided else []), *pair.remarks)
        if why and pair.match.bracket_slot is None:
            names = (pair.match.player1.entered_name, pair.match.player2.entered_name)
            rank = 0 if pair.marks else 1 if pair.is_decided else 2
            found.append((rank, Unusual(pair.match.table, names, why, bool(pair.marks))))
    return [line for _rank, line in sorted(found, key=lambda one: (one[0], one[1].table or 0))]


def unusual_page(review: DraftReview, wanted: int) -> UnusualPage:
    """The page nearest to the one wanted."""
    lines = unusual_in(review)
    pages = range(1, max(1, -(-len(lines) // MAX_LINES)) + 1)
    number = max(1, min(wanted, len(pages)))
    shown = tuple(lines[(number - 1) * MAX_LINES : number * MAX_LINES])
    return UnusualPage(shown[:MAX_OPEN], shown[MAX_OPEN:], len(lines), number, pages if len(pages) > 1 else range(0))
