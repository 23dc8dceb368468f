"""The final pods of an event in pods as they stand: seeds, rounds, and who sits in the next one."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import PodSeat, Registration, Round, Tournament
from tournaments.pods.entrants import POD
from tournaments.pods.finals import FinalPod, next_pod, places_in_finals
from tournaments.pods.results import Manner, Place


@dataclass(frozen=True)
class FinalRecord:
    """Everybody seeded, in the order of seeds, and the pods of each round; `away` are those who have left since."""

    seeds: tuple[int, ...]
    rounds: tuple[tuple[FinalPod, ...], ...]
    away: frozenset[int]

    @property
    def following(self) -> tuple[int, ...]:
        """Who plays the final, where it is still to be seated and the round before it has all its results."""
        if self.rounds and all(pod.places for pod in self.rounds[-1]):
            return next_pod(self.rounds, self.seeds, self.away)
        return ()

    @property
    def places(self) -> dict[int, int]:
        """The places of everybody seeded."""
        return places_in_finals(self.rounds, self.seeds, self.away)


def read_finals(tournament: Tournament) -> FinalRecord | None:
    """The final pods, in three queries; None where there are none."""
    if not tournament.is_in_pods:
        return None
    rounds = list(tournament.rounds.filter(stage=Round.Stage.TOP_CUT).order_by("number").values_list("pk", flat=True))
    if not rounds:
        return None
    seeded = list(tournament.registrations.filter(seed__isnull=False).order_by("seed"))
    pods: dict[int, dict[int, list[PodSeat]]] = {key: {} for key in rounds}
    for seat in PodSeat.objects.filter(round__in=rounds).select_related("pod").order_by("pod", "seat"):
        pods[seat.round_id].setdefault(seat.pod_id, []).append(seat)
    return FinalRecord(
        tuple(entry.pk for entry in seeded),
        tuple(tuple(_pod(seats) for seats in pods[key].values()) for key in rounds),
        frozenset(entry.pk for entry in seeded if entry.status != Registration.Status.ACTIVE),
    )


def _pod(seats: list[PodSeat]) -> FinalPod:
    places: tuple[Place, ...] = ()
    if seats[0].pod.is_complete:
        places = tuple(Place(one.registration_id, one.place or PodSeat.LAST, Manner(one.manner)) for one in seats)
    return FinalPod(tuple(one.registration_id for one in seats), places)


def final_rounds(seeded: int) -> tuple[int, ...]:
    """What the rounds of the final pods are called by (`places_in_cut`), of this number of seeds: the final, and the
    semifinals before it."""
    return (2,) if seeded <= POD else (4, 2)
