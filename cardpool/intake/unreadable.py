"""What every reader of uploaded files raises, and where in a file something stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Place:
    """Where something stands: the file's name, and the row, entry or id in it (0 and empty: the whole file)."""

    file: str
    row: int = 0
    id: str = ""


class UnreadableFile(Exception):
    """A whole file that cannot be read as its format: nothing of it is taken.

    `code` and `facts` name the reason, for the sentences of the caller; `place` the file and, where known, the row.
    """

    def __init__(self, place: Place, code: str, **facts: Any) -> None:
        super().__init__(f"{place.file}: {code}")
        self.place = place
        self.code = code
        self.facts = facts
