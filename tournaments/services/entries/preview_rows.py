"""The preview of a pasted list: what its rows have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, Protocol, TypeVar


@dataclass(frozen=True)
class Remark:
    """Why a line is not entered unasked, or not at all, as `SkippedLine.reason` has it; `brings` others along."""

    reason: str
    text: str
    first_line: int | None = None
    character: str = ""
    plus: str = ""


class Row(Protocol):
    """A line of a preview: whether it would be entered, whether it would wait for a seat, and whether somebody on it
    may be under 14."""

    @property
    def is_chosen(self) -> bool: ...

    @property
    def waits(self) -> bool: ...

    @property
    def may_be_child(self) -> bool: ...


AnyRow = TypeVar("AnyRow", bound=Row, covariant=True)


@dataclass(frozen=True)
class Preview(Generic[AnyRow]):
    """The rows of a pasted list, blank lines left out, and how many of the chosen ones would wait for a seat."""

    rows: Sequence[AnyRow]
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
