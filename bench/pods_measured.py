"""The measuring process of `bench.pods`: prints milliseconds and queries by step as JSON. Its database is its own."""

# ruff: noqa: E402
from __future__ import annotations

import random
from functools import partial
from random import Random

import django

django.setup()

from django.test import Client
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import User
from bench.rounds_measured import LINES, REPEATS, Stopwatch, write_measured
from cardpool.models import CardGame
from tournaments.models import Pod, PodSeat, Registration, Round, Tournament
from tournaments.pods.bounds import bound_of
from tournaments.pods.seating import seat_round
from tournaments.pods.sizes import sizes_of
from tournaments.queries.pod_record import pod_field
from tournaments.queries.pods import pods_of
from tournaments.queries.settings import TournamentData
from tournaments.queries.standings import standings_of
from tournaments.services import rounds
from tournaments.services.drafts import pair_again, pair_next_round
from tournaments.services.entries import ListAges, add_entries
from tournaments.services.pod_results import PodResult, record_pod
from tournaments.services.pod_swaps import plan_pod_swap
from tournaments.services.round_notices import notify_round
from tournaments.services.setup import create_tournament
from tournaments.services.start import start_tournament

PLAYED = 3
"""Rounds played before the one that is measured."""


def play(round: Round, rng: random.Random) -> None:
    """Places at every table by lot, written without the services: this is not what is measured."""
    seats, pods = [], list(round.pods.prefetch_related("seats"))
    for pod in pods:
        own = list(pod.seats.all())
        rng.shuffle(own)
        for place, seat in enumerate(own, start=1):
            seat.place = place
        seats += own
        pod.is_complete, pod.completed_at, pod.version = True, timezone.now(), 2
    PodSeat.objects.bulk_update(seats, ["place"], batch_size=1_000)
    Pod.objects.bulk_update(pods, ["is_complete", "completed_at", "version"], batch_size=1_000)


def played_event(players: int, rng: random.Random) -> tuple[Actor, Tournament]:
    """An event in pods whose first rounds are played, and its owner."""
    actor = Actor(user=User.objects.create_user(f"owner{players}", may_create_tournaments=True))
    game = CardGame.objects.order_by("pk")[0]
    data = TournamentData(
        name="Bench", starts_at=timezone.now(), game_slug=game.slug, decklists_required=False, entry_format="pods",
        best_of=1, planned_rounds=PLAYED + 2, top_cut=0,
    )  # fmt: skip
    event = create_tournament(actor=actor, data=data)
    for first in range(0, players, LINES):
        names = [f"Player {number:05d}\tTeam {number % 97}" for number in range(first, min(first + LINES, players))]
        add_entries(actor=actor, tournament_id=event.pk, names=names, ages=ListAges("adult"))
    start_tournament(actor=actor, tournament_id=event.pk)
    for number in range(1, PLAYED + 1):
        round = pair_next_round(actor=actor, tournament_id=event.pk, number=number, seed=number)
        rounds.publish_round(actor=actor, round_id=round.pk)
        play(round, rng)
        rounds.complete_round(actor=actor, round_id=round.pk)
    return actor, Tournament.objects.select_related("game", "ruleset").get(pk=event.pk)


def measured(players: int) -> dict[str, dict[str, float]]:
    """Every step and page of a round in pods of an event with this many players, and the two bounds."""
    rng, watch = random.Random(players), Stopwatch()
    actor, event = played_event(players, rng)
    number = PLAYED + 1
    field = watch.time("read the field", lambda: pod_field(event, number), repeats=REPEATS)
    watch.time("bound of the spread", lambda: bound_of(field, sizes_of(players)), repeats=REPEATS)
    watch.time("seating alone", lambda: seat_round(field, Random(1)))
    round = watch.time("seat", lambda: pair_next_round(actor=actor, tournament_id=event.pk, number=number, seed=1))
    desk, public = signed_in(actor), Client(headers={"accept-language": "en"})
    root = f"/t/{event.code}"
    watch.time("page of the draft", lambda: opened(desk, f"{root}/desk/rounds/{number}/"), repeats=REPEATS)
    one, other = (pod.seats.order_by("seat")[0].registration_id for pod in round.pods.order_by("table")[:2])
    watch.time("plan an exchange", lambda: plan_pod_swap(actor=actor, round_id=round.pk, one=one, other=other))
    watch.time("seat again", lambda: pair_again(actor=actor, round_id=round.pk))
    round = event.rounds.get(number=number)
    watch.time("publish", lambda: rounds.publish_round(actor=actor, round_id=round.pk))
    watch.time("notify everybody", lambda: notify_round(round.pk))
    watch.time("read the pods", lambda: pods_of(round), repeats=REPEATS)
    pod = round.pods.order_by("table")[0]
    keys = list(pod.seats.order_by("seat").values_list("registration", flat=True))
    result = PodResult({key: place for place, key in enumerate(keys, start=1)})
    watch.time("record a result", lambda: record_pod(actor=actor, pod_id=pod.pk, expected_version=1, result=result))
    for name, visitor, path in (
        ("desk", desk, f"{root}/desk/"),
        ("round at the desk", desk, f"{root}/desk/rounds/{number}/"),
        ("page of a pod", desk, f"{root}/desk/pod/{pod.pk}/"),
        ("floor", desk, f"{root}/floor/"),
        ("pairings", public, f"{root}/pairings/{number}/"),
        ("hall screen", public, f"{root}/hall/"),
    ):
        watch.time(name, partial(opened, visitor, path), repeats=REPEATS)
    play(round, rng)
    watch.time("complete", lambda: rounds.complete_round(actor=actor, round_id=round.pk))
    watch.time("standings", lambda: standings_of(event), repeats=REPEATS)
    watch.time("page of the standings", lambda: opened(public, f"{root}/standings/"), repeats=REPEATS)
    watch.time("bare rows of the event", lambda: bare_rows(event), repeats=REPEATS)
    return watch.steps


def signed_in(actor: Actor) -> Client:
    """The owner's browser."""
    client = Client(headers={"accept-language": "en"})
    assert actor.user is not None
    client.force_login(actor.user)
    return client


def opened(client: Client, path: str) -> int:
    """The bytes of a page of a new version of the event, which nothing is kept of."""
    Tournament.objects.filter(code=path.split("/")[2]).update(place=str(random.random()))
    answer = client.get(path)
    if answer.status_code != 200:
        raise RuntimeError(f"{path}: {answer.status_code}")
    return len(answer.content)


def bare_rows(event: Tournament) -> int:
    """The bound: all entries, pods and seats of the event read as plain tuples."""
    read: list[tuple[object, ...]] = list(
        Registration.objects.filter(tournament=event).values_list("pk", "name", "status", "team")
    )
    read += Pod.objects.filter(round__tournament=event).values_list("pk", "table", "is_complete")
    read += PodSeat.objects.filter(round__tournament=event).values_list("pod", "registration", "place", "manner")
    return len(read)


if __name__ == "__main__":
    write_measured(measured)
