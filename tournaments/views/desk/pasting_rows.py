"""The preview of a pasted list: what its rows have in common, and what comes back from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from django.http import HttpRequest

from tournaments.views.desk.access import whole_number


class Row(Protocol):
    """A line of a preview: whether it would be entered, whether it would wait for a seat, and whether somebody on it
    may be under 14."""

    @property
    def is_chosen(self) -> bool: ...

    @property
    def waits(self) -> bool: ...

    @property
    def may_be_child(self) -> bool: ...


@dataclass(frozen=True)
class Preview:
    """The rows of a pasted list, blank lines left out, and how many of the chosen ones would wait for a seat."""

    rows: Sequence[Row]
    digest: str

    @property
    def has_children(self) -> bool:
        """Whether somebody of the list may be under 14, whose guardian has to have agreed."""
        return any(row.may_be_child for row in self.rows)

    @property
    def chosen(self) -> int:
        return sum(row.is_chosen for row in self.rows)

    @property
    def waiting(self) -> int:
        return sum(row.waits for row in self.rows)


def digest_of(lines: Sequence[str]) -> str:
    """What tells a list that was shown from one that was changed since."""
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def numbers_in(request: HttpRequest, field: str) -> list[int]:
    """The lines that a field of the preview names."""
    return [whole_number(number) for number in request.POST.getlist(field)]
