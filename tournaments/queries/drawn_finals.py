"""The final pods as a picture: which pods feed the final, who goes on, and how each of them finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.models import Pod, PodSeat, Registration, Round, Tournament
from tournaments.pods.finals import FinalPod, finishing_order
from tournaments.queries.final_pods import FinalRecord, final_rounds, read_finals
from tournaments.queries.pods import PodRow, pods_of


@dataclass(frozen=True)
class FinalSide:
    """One line of a pod. `registration` is None for a place in the final that nobody has reached yet; `is_winner`: goes
    on to the final, or has won it. `manner` is how a part ended that was not played to its end.
    """

    registration: Registration | None
    seed: int | None = None
    place: int | None = None
    is_winner: bool = False
    manner: PodSeat.Manner | None = None


@dataclass(frozen=True)
class DrawnPod:
    """One box of the picture, its players in the order of turns. `pod` is None for a final not seated yet."""

    pod: Pod | None
    sides: tuple[FinalSide, ...]

    @property
    def placed(self) -> list[FinalSide]:
        """The players in the order of places once there are any, of turns before."""
        return sorted(self.sides, key=lambda side: (side.manner is not None, side.place or 0))

    @property
    def is_open(self) -> bool:
        """Seated and still without a result."""
        return self.pod is not None and not self.pod.is_complete


@dataclass(frozen=True)
class DrawnPods:
    """One column: the pods of a round, that of the first seed on top. `places` is what the round is called by."""

    places: int
    pods: tuple[DrawnPod, ...]


@dataclass(frozen=True)
class DrawnFinals:
    """The whole picture; the `winner` of the event once the final has its result, nobody if they were disqualified."""

    rounds: tuple[DrawnPods, ...]
    winner: Registration | None


def finals_of(tournament: Tournament, *, drafts: bool = False) -> DrawnFinals | None:
    """The picture of the final pods; None before the first of them, and for events that are not in pods.

    A draft round's pods show only with `drafts` (staff).
    """
    record = read_finals(tournament)
    if record is None:
        return None
    rounds = tournament.rounds.filter(stage=Round.Stage.TOP_CUT).order_by("number")
    shown = [pods_of(round) for round in rounds if drafts or round.status != Round.Status.DRAFT]
    if not shown:
        return None
    names = final_rounds(len(record.seeds))
    columns = []
    for at, (places, rows) in enumerate(zip(names, shown, strict=False)):
        seated = {seat.registration.pk for row in shown[-1] for seat in row.seats} if at + 1 < len(shown) else None
        ahead = _champion if at + 1 == len(names) else partial(_through, record, seated)
        columns.append(DrawnPods(places, tuple(_drawn(record, row, ahead) for row in _by_seed(record, rows))))
    if len(columns) < len(names):
        columns.append(DrawnPods(names[-1], (_to_come(columns[-1]),)))
    last = columns[-1].pods[0].sides
    winner = next((side.registration for side in last if side.is_winner), None)
    return DrawnFinals(tuple(columns), winner)


def _by_seed(record: FinalRecord, rows: list[PodRow]) -> list[PodRow]:
    return sorted(rows, key=lambda row: min(record.seeds.index(seat.registration.pk) for seat in row.seats))


def _through(record: FinalRecord, seated: set[int] | None, row: PodRow, order: Sequence[int]) -> int | None:
    """Who goes on from a pod that finished in this order: who was seated in the final, or before that the first who has
    not left."""
    goes_on = [key for key in order if (key not in record.away if seated is None else key in seated)]
    return goes_on[0] if goes_on else None


def _champion(row: PodRow, order: Sequence[int]) -> int | None:
    """Who has won the final: the first, unless they were disqualified."""
    out = {one.registration.pk for one in row.seats if one.registration.status == Registration.Status.DISQUALIFIED}
    return next((key for key in order[:1] if key not in out), None)


def _finished(record: FinalRecord, row: PodRow) -> tuple[int, ...]:
    """The players of a pod from the first on; nobody before it has its result."""
    players = tuple(seat.registration.pk for seat in row.seats)
    known: list[FinalPod] = [pod for pods in record.rounds for pod in pods if pod.players == players]
    return finishing_order(known[0], record.seeds) if not row.is_open and known else ()


def _drawn(record: FinalRecord, row: PodRow, ahead: Callable[[PodRow, Sequence[int]], int | None]) -> DrawnPod:
    first = ahead(row, _finished(record, row))
    return DrawnPod(
        row.pod,
        tuple(
            FinalSide(
                registration=seat.registration,
                seed=record.seeds.index(seat.registration.pk) + 1,
                place=seat.seat.place,
                is_winner=seat.registration.pk == first,
                manner=PodSeat.Manner(seat.seat.manner) if seat.is_last else None,
            )
            for seat in row.seats
        ),
    )


def _to_come(before: DrawnPods) -> DrawnPod:
    """The final as far as it is known: of each pod the one who goes on, in the order of the pods."""
    found = [next((side for side in pod.sides if side.is_winner), None) for pod in before.pods]
    return DrawnPod(None, tuple(FinalSide(side.registration, side.seed) if side else FinalSide(None) for side in found))
