"""What is restricted from when to when."""

from dataclasses import dataclass
from datetime import date

from cardpool.lists.entries import RestrictionKind


@dataclass(frozen=True)
class ListInForce:
    """A published list and the days it holds, both included; None leaves that end open. It may restrict nothing.

    `source` is what reports call it, `format` the format it holds in (empty: every format).
    """

    source: str
    starts: date | None = None
    ends: date | None = None
    format: str = ""

    def in_force(self, day: date) -> bool:
        """Whether it holds on that day."""
        return (self.starts is None or self.starts <= day) and (self.ends is None or day <= self.ends)


@dataclass(frozen=True)
class Restriction:
    """Cards restricted from a day to a day, both included; None leaves that end open.

    `cards` are identities (numbers, or names where the game goes by names; a number serves there too and means every
    card of that name). `limit` is the most copies of each for LIMITED, and the most *different* cards of the group for
    CHOOSE_ONE; the other kinds allow none. An UNRELEASED card's `ends` is the last day before its release; by its
    number it means that printing alone. `source` is the published list it stands in, `format` the format it holds in
    (empty: every format). UNLISTED bans every card but `cards`: those are all that a whitelist names.

    Raises `ValueError` for no card, a negative limit, or an end before the start.
    """

    kind: RestrictionKind
    cards: tuple[str, ...]
    limit: int = 0
    starts: date | None = None
    ends: date | None = None
    source: str = ""
    format: str = ""

    def __post_init__(self) -> None:
        if not self.cards:
            raise ValueError("a restriction names at least one card")
        if self.limit < 0:
            raise ValueError(f"a restriction allows 0 copies or more, not {self.limit}")
        if self.starts is not None and self.ends is not None and self.ends < self.starts:
            raise ValueError(f"a restriction ends on {self.ends}, before it starts on {self.starts}")

    def in_force(self, day: date) -> bool:
        """Whether it holds on that day."""
        return (self.starts is None or self.starts <= day) and (self.ends is None or day <= self.ends)
