"""Showing a long list section by section, each named by its first and last row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from tournaments.pages.keys import section_of
from tournaments.queries.finding import Listed

Row = TypeVar("Row")

SECTION_ROWS = 100
"""Rows of one section: some kilobytes for a phone to load."""

MAX_SHORT_LIST = 125
"""A list of up to this many rows is shown whole: a second section of a few rows would only hide them."""


@dataclass(frozen=True)
class Sectioned(Generic[Row]):
    """One section of a list: its rows, the number of rows before it, and the names of all sections in order."""

    rows: Sequence[Row]
    before: int
    number: int
    names: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the list is short enough to be shown at once."""
        return len(self.names) <= 1

    @property
    def name(self) -> str:
        return self.names[self.number - 1]

    @property
    def links(self) -> list[tuple[int, str]]:
        """Number and name of each section."""
        return list(enumerate(self.names, 1))

    @property
    def previous(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number < len(self.names) else None


def sectioned(rows: Sequence[Row], request: HttpRequest, label: Callable[[Row], Any]) -> Sectioned[Row]:
    """The section that the address asks for (`?page=`); 404 beyond the last. `label` names a row: a table, a place.

    A search has one section.
    """
    size = len(rows) if len(rows) <= MAX_SHORT_LIST else SECTION_ROWS
    starts = range(0, len(rows), size) if rows else range(1)
    names = tuple(_range(label(rows[start]), label(rows[min(start + size, len(rows)) - 1])) for start in starts if rows)
    number = 1 if request.GET.get("find", "").strip() else section_of(request.GET.get("page", ""))
    if number > max(len(names), 1):
        raise Http404
    before = size * (number - 1)
    return Sectioned(rows[before : before + size], before, number, names)


def section_holding(place: int, count: int) -> int:
    """The section that contains the row with index `place`, in a list of `count` rows."""
    return 1 if count <= MAX_SHORT_LIST else place // SECTION_ROWS + 1


def in_sections(rows: Sequence[Iterable[int]], beside: Iterable[int] = ()) -> list[Listed]:
    """The rows of a list with their sections, each row by the keys of the entries it names; `beside` are the entries
    that stand below the list's last section."""
    placed = [Listed(tuple(row), section_holding(place, len(rows))) for place, row in enumerate(rows)]
    last = placed[-1].section if placed else 1
    return placed + [Listed((entry,), last) for entry in beside]


def _range(first: Any, last: Any) -> str:
    return _("%(first)s to %(last)s") % {"first": first, "last": last}
