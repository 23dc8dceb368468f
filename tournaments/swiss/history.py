"""What the pairing core knows about a tournament: one plain record per entrant still in."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entrant who is to be paired.

    ``score`` is any integer (3-1-0, 2-1-0, half points doubled ...). ``met`` names the opponents so far: ids, an id
    once per meeting, or a mapping of id to number of meetings. ``had_bye`` counts byes received. ``floated_down`` and
    ``floated_up`` count rounds in which the entrant met somebody of a lower or a higher score. ``rank`` is the place
    in the standings (1 is best; equal ranks fall back to the id) and matters only where the tournament pairs by rank.
    ``fixed_table`` is a seat the entrant never leaves; ``tables`` the tables of earlier rounds.
    """

    id: int
    score: int = 0
    met: Mapping[int, int] | tuple[int, ...] = ()
    had_bye: int = 0
    floated_down: int = 0
    floated_up: int = 0
    team: str | None = None
    fixed_table: int | None = None
    rank: int = 0
    tables: tuple[int, ...] = ()

    def times_met(self, other: int) -> int:
        """How often this entrant's own record names ``other``."""
        if isinstance(self.met, Mapping):
            return self.met.get(other, 0)
        return self.met.count(other)

    @property
    def times_met_all(self) -> Mapping[int, int]:
        """How often this entrant's own record names each opponent."""
        return self.met if isinstance(self.met, Mapping) else Counter(self.met)


EntrantPair = tuple[Entrant, Entrant]


def meetings(one: Entrant, two: Entrant) -> int:
    """How often two entrants have met; a meeting that only one of the two records names counts all the same."""
    return max(one.times_met(two.id), two.times_met(one.id))


@dataclass(frozen=True)
class PairingHistory:
    """The field before a round.

    ``entrants`` holds exactly those who are to be paired (dropped entrants are left out; their ids may still appear in
    ``met``). ``planned_rounds`` is the number of Swiss rounds of the event, ``None`` when it is not known, and
    ``next_round`` the number of the round to pair, counted from 1.
    """

    entrants: tuple[Entrant, ...]
    planned_rounds: int | None = None
    next_round: int = 1
    by_id: Mapping[int, Entrant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_id = {entrant.id: entrant for entrant in self.entrants}
        if len(by_id) != len(self.entrants):
            raise ValueError("an entrant id occurs twice in the pairing history")
        object.__setattr__(self, "by_id", by_id)

    @property
    def lowest_score(self) -> int:
        """The lowest score in the field, 0 for an empty one."""
        return min((entrant.score for entrant in self.entrants), default=0)
