"""The pods of an event for its archive file: who sat where, in which turn, and how each finished."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import F

from tournaments.archive.document import ArchiveFinals, ArchivePod, ArchiveSeat
from tournaments.models import Pod, Round, Tournament
from tournaments.pods.results import Manner


def archived_pods(
    tournament: Tournament, rounds: Collection[int], numbers: Mapping[int, int]
) -> dict[int, tuple[ArchivePod, ...]]:  # fmt: skip
    """The pods of these rounds by the key of the round, entries by their numbers; nothing where there are no pods."""
    if not tournament.is_in_pods:
        return {}
    found: dict[int, list[ArchivePod]] = {}
    pods = Pod.objects.filter(round__in=rounds).order_by(F("table").asc(nulls_last=True), "pk")
    for pod in pods.prefetch_related("seats"):
        found.setdefault(pod.round_id, []).append(_pod(pod, numbers))
    return {key: tuple(pods) for key, pods in found.items()}


def archived_finals(tournament: Tournament, numbers: Mapping[int, int]) -> ArchiveFinals | None:
    """The final pods with those of their rounds that are published; None before the first of these."""
    finals = tournament.rounds.filter(stage=Round.Stage.TOP_CUT).exclude(status=Round.Status.DRAFT).order_by("number")
    keys = list(finals.values_list("pk", flat=True)) if tournament.is_in_pods else []
    if not keys:
        return None
    pods = archived_pods(tournament, keys, numbers)
    seeds = tournament.registrations.filter(seed__isnull=False).order_by("seed").values_list("pk", flat=True)
    return ArchiveFinals(tuple(numbers[key] for key in seeds), tuple(pods[key] for key in keys))


def _pod(pod: Pod, numbers: Mapping[int, int]) -> ArchivePod:
    seats = sorted(pod.seats.all(), key=lambda one: one.seat)
    return ArchivePod(
        tuple(ArchiveSeat(numbers[seat.registration_id], seat.place, Manner(seat.manner)) for seat in seats),
        pod.table,
        pod.ended_by_time,
    )
