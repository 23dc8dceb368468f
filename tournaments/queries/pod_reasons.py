"""Why the players of a pod sit together, from the field as it was when the round was seated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.models import RoundRepair
from tournaments.pods.entrants import POD, PodEntrant
from tournaments.queries.decided_pairs import decided_pairs
from tournaments.queries.pod_drafts import drawn_field
from tournaments.queries.pod_record import pod_field
from tournaments.queries.pods import PodRow


@dataclass(frozen=True)
class PodReasons:
    """What is to be said of a pod; players by the keys of their entries, in the order of turns.

    `points` are those before the round, of whom the field knows; `met` the pairs who had sat together before; `earlier`
    says of each how many players had had their turn after them so far. `of` is how many players the round had.
    `decided` are pairs who sit together by decision of the staff, with the reason. `is_first`: nobody had played.
    `is_exchanged`, `is_reseated`: seats were changed by hand, or after a correction.
    """

    players: tuple[int, ...]
    points: Mapping[int, int]
    met: tuple[tuple[int, int], ...]
    earlier: Mapping[int, int]
    of: int
    decided: tuple[tuple[int, int, str], ...]
    is_first: bool
    is_exchanged: bool
    is_reseated: bool

    @property
    def is_short(self) -> bool:
        """Whether it is a pod of three."""
        return len(self.players) < POD

    @property
    def is_level(self) -> bool:
        """Whether all had the same points."""
        return len(set(self.points.values())) == 1


def reasons_of_pod(row: PodRow) -> PodReasons:
    """Why these players sit at one table, in this order. Two queries, a few more where the round keeps no field."""
    round = row.pod.round
    field = drawn_field(round.tournament, round.number) or pod_field(round.tournament, round.number)
    keys = tuple(seat.registration.pk for seat in row.seats)
    known: dict[int, PodEntrant] = {key: field.by_id[key] for key in keys if key in field.by_id}
    repaired = round.repairs.filter(undone_at=None).exclude(choice=RoundRepair.Choice.KEEP)
    return PodReasons(
        players=keys,
        points={key: one.points for key, one in known.items()},
        met=tuple((one, two) for one, two in combinations(known, 2) if known[one].met.get(two)),
        earlier={key: one.earliness for key, one in known.items()},
        of=len(field.entrants),
        decided=tuple(
            (one.registration_a_id, one.registration_b_id, one.reason)
            for one in decided_pairs(round)
            if one.meets and {one.registration_a_id, one.registration_b_id} <= set(keys)
        ),
        is_first=round.number == 1,
        is_exchanged="as_paired" in round.pairing and bool(round.pairing.get("is_exchanged", True)),
        is_reseated=repaired.exists(),
    )
