"""Events in pods of four, started and played through the services."""

from __future__ import annotations

from random import Random
from typing import Any

from accounts.actor import Actor
from tests.people_and_events import owner_of
from tests.running_events import publish, start_event
from tournaments.models import Pod, Round, Tournament
from tournaments.services import rounds
from tournaments.services.pod_results import PodResult, correct_pod, record_pod

IN_PODS: dict[str, Any] = {"entry_format": "pods", "best_of": 1, "planned_rounds": 3}


def start_pods(players: int, **changes: Any) -> Tournament:
    """An event in pods with this many players (P01, P02 …), just started."""
    return start_event(players, **{**IN_PODS, **changes})


def enter_places(pod: Pod, *places: int, actor: Actor | None = None, **how: Any) -> Pod:
    """The result of a pod at its present version: places in the order of the seats, 1, 2, 3 … if none are given."""
    pod.refresh_from_db()
    keys = list(pod.seats.order_by("seat").values_list("registration", flat=True))
    given = dict(zip(keys, places or range(1, len(keys) + 1), strict=False))
    result = PodResult(places=given, **how)
    owner = actor or owner_of(pod.round.tournament)
    return record_pod(actor=owner, pod_id=pod.pk, expected_version=pod.version, result=result)


def finish_pods(round: Round, rng: Random | None = None) -> Round:
    """Results for the open pods, in the order of seats or drawn, then the round completed."""
    for pod in round.pods.filter(is_complete=False).order_by("table"):
        places = list(range(1, pod.seats.count() + 1))
        if rng is not None:
            rng.shuffle(places)
        enter_places(pod, *places)
    return rounds.complete_round(actor=owner_of(round.tournament), round_id=round.pk)


def play_pods(tournament: Tournament, rng: Random | None = None) -> None:
    """Every round that is planned."""
    for _number in range(tournament.planned_rounds or 0):
        finish_pods(publish(tournament), rng)


def corrected_pods(players: int = 12, **changes: Any) -> tuple[Round, Actor]:
    """Round 2 is published, then another player turns out to have won a pod of round 1, one who sits elsewhere now;
    round 2, and the owner."""
    event = start_pods(players, **changes)
    first = finish_pods(publish(event))
    second = publish(event)
    pod = first.pods.order_by("table")[0]
    won, *others = pod.seats.order_by("place").values_list("registration", flat=True)
    table = dict(second.pods.values_list("seats__registration", "table"))
    winner = next(key for key in others if table[key] != table[won])
    places = {key: 1 if key == winner else 2 for key in (won, *others)}
    owner = owner_of(event)
    correct_pod(
        actor=owner, pod_id=pod.pk, expected_version=pod.version, result=PodResult(places), reason="slip"
    )  # fmt: skip
    return Round.objects.select_related("tournament").get(pk=second.pk), owner


def seats_of(pod: Pod) -> list[int]:
    """The entries at a pod, in the order of turns."""
    return list(pod.seats.order_by("seat").values_list("registration", flat=True))


def sizes(round: Round) -> list[int]:
    """How many sit at each pod, the smallest first."""
    return sorted(pod.seats.count() for pod in round.pods.all())
