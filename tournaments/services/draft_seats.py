"""Who sits where in a draft, and whom a change of it would move."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

from tournaments.models import Bye, Round
from tournaments.swiss.costs import ordered
from tournaments.swiss.repair import PublishedTable


@dataclass(frozen=True)
class DraftSeats:
    """The pairs of a draft with their tables, and who has a paired bye."""

    tables: tuple[PublishedTable, ...]
    byes: tuple[int, ...]

    @property
    def places(self) -> Mapping[int, tuple[int | None, int | None]]:
        """Table and opponent of everybody; neither with the bye."""
        places: dict[int, tuple[int | None, int | None]] = dict.fromkeys(self.byes, (None, None))
        for seat in self.tables:
            one, two = seat.pair
            places |= {one: (seat.table, two), two: (seat.table, one)}
        return places

    def moved_to(self, after: DraftSeats) -> tuple[int, ...]:
        """Everybody whose table or opponent is another one `after`, in order of key."""
        was, will = self.places, after.places
        return tuple(sorted(key for key in will if was.get(key) != will[key]))

    def staying_in(self, after: DraftSeats) -> int:
        """How many tables are the same `after`."""
        was = {(seat.table, ordered(*seat.pair)) for seat in self.tables}
        return sum((seat.table, ordered(*seat.pair)) in was for seat in after.tables)


@dataclass(frozen=True)
class DraftChange:
    """The seats of a draft `before` a change that is not made yet, and `after` it."""

    before: DraftSeats
    after: DraftSeats

    @property
    def moved(self) -> tuple[int, ...]:
        """Everybody whose table or opponent becomes another, in order of key."""
        return self.before.moved_to(self.after)

    @property
    def staying(self) -> int:
        """How many tables stay as they are."""
        return self.before.staying_in(self.after)

    @cached_property
    def fingerprint(self) -> str:
        """A short text that is the same exactly for the same change of the same draft."""
        facts = json.dumps([asdict(self.before), asdict(self.after)])
        return hashlib.sha256(facts.encode()).hexdigest()[:32]


def draft_seats(round: Round) -> DraftSeats:
    """The seats of a draft as they are now. Two queries."""
    rows = round.matches.order_by("table", "pk").values_list("table", "player1", "player2")
    byes = round.byes.filter(kind=Bye.Kind.PAIRED).order_by("pk").values_list("registration", flat=True)
    return DraftSeats(tuple(PublishedTable(table, (one, two)) for table, one, two in rows), tuple(byes))
