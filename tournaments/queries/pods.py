"""The pods of a round, ready to be shown."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from tournaments.models import Pod, PodRevision, PodSeat, Registration, Round, Tournament
from tournaments.pods.results import ABSENT, LAST, Manner, Place, outcome_of


@dataclass(frozen=True)
class SeatRow:
    """One player of a pod; `outcome` is `win`, `draw` or `loss` once the pod has its result, empty before."""

    seat: PodSeat
    outcome: str = ""
    points: int | None = None

    @property
    def registration(self) -> Registration:
        return self.seat.registration

    @property
    def is_last(self) -> bool:
        """Whether the player is last without having been placed."""
        return Manner(self.seat.manner) in LAST

    @property
    def is_there(self) -> bool:
        """Whether the player plays the pod to its end."""
        return is_there(self.seat)

    @property
    def gone_as(self) -> Manner:
        """How the part of a player ended who does not play the pod to its end."""
        return gone_as(self.seat)

    @property
    def has_gone(self) -> bool:
        """Whether the player does not play on while the pod has no result: a no-show, disqualified, or a penalty."""
        return self.seat.place is None and not self.is_there

    @property
    def gone_words(self) -> str:
        """How, in the active language."""
        return str(PodSeat.Manner(self.gone_as).label)


@dataclass(frozen=True)
class PodRow:
    """One pod of a round as it stands; the seats in the order of turns."""

    pod: Pod
    seats: tuple[SeatRow, ...]

    @property
    def table(self) -> int | None:
        return self.pod.table

    @property
    def is_open(self) -> bool:
        """Whether the pod has no result yet."""
        return not self.pod.is_complete

    @property
    def there(self) -> tuple[SeatRow, ...]:
        """The seats of those who play it to the end, in the order of turns."""
        return tuple(row for row in self.seats if row.is_there)

    @property
    def gone(self) -> tuple[SeatRow, ...]:
        """Who has gone from a pod that has no result yet."""
        return tuple(row for row in self.seats if row.has_gone) if self.is_open else ()

    @property
    def leaving(self) -> tuple[Registration, ...]:
        """Who has dropped and plays the pod to its end; nobody once it has its result."""
        dropped = Registration.Status.DROPPED
        return tuple(row.registration for row in self.seats if self.is_open and row.registration.status == dropped)

    @property
    def is_corrected(self) -> bool:
        """Whether the result that stands is a correction, which has a reason; not one entered again after clearing."""
        return self.pod.is_complete and bool(self.pod.reason)

    @property
    def placed(self) -> tuple[SeatRow, ...]:
        """The seats in the order of places once there are any, of turns before."""
        if self.is_open:
            return self.seats
        return tuple(sorted(self.seats, key=lambda row: (row.seat.place or 0, row.is_last, row.seat.seat)))

    def others(self, key: int) -> tuple[Registration, ...]:
        """Who sits with this entry."""
        return tuple(row.registration for row in self.seats if row.registration.pk != key)

    def seat_of(self, key: int) -> SeatRow:
        """The seat of this entry, which is in the pod."""
        return next(row for row in self.seats if row.registration.pk == key)


def is_there(seat: PodSeat) -> bool:
    """Whether the player of a pod plays it to its end: neither a no-show nor disqualified, nor lost by a penalty."""
    return gone_as(seat) not in LAST


def gone_as(seat: PodSeat) -> Manner:
    """How the part of a player ended as far as the entry, and a loss entered before the result, say."""
    status = seat.registration.status
    if status in {one.value for one in ABSENT}:
        return Manner(status)
    return Manner.MATCH_LOSS if seat.manner == Manner.MATCH_LOSS else Manner.PLAYED


def pods_of(round: Round, *, only: Collection[int] | None = None) -> list[PodRow]:
    """The pods of a round in order of table, with players and extra time, in five queries; `only` those of these keys,
    where given."""
    pods = Pod.objects.filter(round=round) if only is None else Pod.objects.filter(round=round, pk__in=only)
    return _rows(pods.order_by(F("table").asc(nulls_last=True), "pk"), round.tournament, round)


def find_pod(tournament: Tournament, pod_id: int, *, drafts: bool = False) -> PodRow | None:
    """A pod of this event; one of a draft only for those who may see drafts."""
    pods = Pod.objects.filter(round__tournament=tournament, pk=pod_id)
    if not drafts:
        pods = pods.exclude(round__status=Round.Status.DRAFT)
    found = _rows(pods, tournament, None)
    return found[0] if found else None


def pod_of(registration: Registration, round: Round) -> PodRow | None:
    """The pod that an entry sits in."""
    found = _rows(Pod.objects.filter(round=round, seats__registration=registration), round.tournament, round)
    return found[0] if found else None


def open_pod_of(registration: Registration) -> Pod | None:
    """The pod of a published round that an entry sits in and that has no result yet."""
    open_here = Pod.objects.filter(
        seats__registration=registration, round__status=Round.Status.PUBLISHED, is_complete=False
    )
    return open_here.select_related("round").first()


def _rows(pods: QuerySet[Pod], tournament: Tournament, round: Round | None) -> list[PodRow]:
    found = pods.prefetch_related("seats__registration__player", "time_extensions")
    rows = []
    for pod in found if round is not None else found.select_related("round"):
        pod.round = round or pod.round
        pod.round.tournament = tournament
        seats = sorted(pod.seats.all(), key=lambda one: one.seat)
        for seat in seats:
            seat.registration.tournament = tournament
        rows.append(PodRow(pod, _judged(pod, seats)))
    return rows


def _judged(pod: Pod, seats: Collection[PodSeat]) -> tuple[SeatRow, ...]:
    if not pod.is_complete:
        return tuple(SeatRow(seat) for seat in seats)
    places = [Place(seat.registration_id, seat.place or PodSeat.LAST, Manner(seat.manner)) for seat in seats]
    return tuple(SeatRow(seat, outcome_of(place, places).value) for seat, place in zip(seats, places, strict=True))


def pod_keys(round: Round) -> list[tuple[int, int | None]]:
    """Key and table of each pod of a round, in the order of `pods_of`."""
    pods = Pod.objects.filter(round=round).order_by(F("table").asc(nulls_last=True), "pk")
    return list(pods.values_list("pk", "table"))


def next_open_pod(pod: Pod) -> Pod | None:
    """The first other pod of the round, by table, that has no result yet. One query."""
    others = Pod.objects.filter(round=pod.round_id, is_complete=False).exclude(pk=pod.pk)
    return others.order_by(F("table").asc(nulls_last=True), "pk").first()


def entries_in_pods(round: Round) -> list[tuple[int, ...]]:
    """The keys of the entries of each pod of a round, in the order of `pods_of`."""
    seated: dict[int, list[int]] = {key: [] for key, _table in pod_keys(round)}
    for pod, entry in PodSeat.objects.filter(round=round).order_by("seat").values_list("pod", "registration"):
        seated[pod].append(entry)
    return [tuple(entries) for entries in seated.values()]


def count_pods(round: Round) -> tuple[int, int]:
    """How many pods of a round have finished, and how many it has."""
    counted = Pod.objects.filter(round=round).aggregate(done=Count("pk", filter=Q(is_complete=True)), total=Count("pk"))
    return counted["done"], counted["total"]


def revisions_of_pod(pod: Pod) -> list[PodRevision]:
    """Every change of the pod's result, the newest first."""
    return list(PodRevision.objects.filter(pod=pod).order_by("-version"))
