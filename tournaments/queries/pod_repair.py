"""What can become of a published round in pods after a correction: which pods may move, and how the round stood."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import (
    DeckCheck,
    JudgeCall,
    Penalty,
    Pod,
    PodReport,
    PodRevision,
    Registration,
    Round,
    RoundRepair,
    TimeExtension,
    Tournament,
)
from tournaments.queries.pod_drafts import pod_draft
from tournaments.queries.pods import PodRow, pods_of


@dataclass(frozen=True)
class PodCorrection:
    """A pod of an earlier round whose result was changed after the round was seated; `version` is its newest."""

    pod: Pod
    round: int
    version: int


def pod_corrections(round: Round) -> list[PodCorrection]:
    """Pods of earlier rounds that were corrected or cleared after this round was seated, or after the newest choice
    about it that stands. Two queries."""
    chosen = round.repairs.filter(undone_at=None).order_by("-number").values_list("made_at", flat=True).first()
    since: datetime = chosen or round.created_at
    found = PodRevision.objects.filter(
        pod__round__tournament=round.tournament_id, pod__round__number__lt=round.number, changed_at__gt=since
    )
    rows = found.select_related("pod__round").order_by("pod__round__number", "pod__table", "version")
    newest = {row.pod_id: row for row in rows}
    return [PodCorrection(row.pod, row.pod.round.number, row.version) for row in newest.values()]


def seen_in_pods(corrections: Sequence[PodCorrection]) -> str:
    """A short text that is the same exactly for the same corrections."""
    facts = sorted([one.pod.pk, one.version] for one in corrections)
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


def free_pods(round: Round) -> tuple[list[PodRow], list[PodRow]]:
    """The pods of a round in which nothing was recorded, by no judge either, and from which nobody has gone, and the
    others."""
    rows = pods_of(round)
    keys = [row.pod.pk for row in rows]
    begun = set(PodRevision.objects.filter(pod__in=keys).values_list("pod", flat=True))
    begun |= set(PodReport.objects.filter(pod__in=keys).values_list("pod", flat=True))
    begun |= set(DeckCheck.objects.filter(pod__in=keys).values_list("pod", flat=True))
    begun |= set(TimeExtension.objects.filter(pod__in=keys).values_list("pod", flat=True))
    calls = JudgeCall.objects.filter(pod__in=keys).exclude(state=JudgeCall.State.WITHDRAWN)
    begun |= set(calls.values_list("pod", flat=True))
    ruled = set(Penalty.objects.filter(round=round).values_list("registration", flat=True))
    free: list[PodRow] = []
    others: list[PodRow] = []
    for row in rows:
        stays = row.pod.is_complete or row.pod.pk in begun or not all(one.is_there for one in row.seats)
        stays = stays or any(one.registration.pk in ruled for one in row.seats)
        (others if stays else free).append(row)
    return free, others


def is_pod_repairable(round: Round) -> bool:
    """Whether the desk offers a choice: a running round, a pod corrected since, a pod that has not begun."""
    running = round.tournament.phase == Tournament.Phase.SWISS and round.status == Round.Status.PUBLISHED
    return running and bool(pod_corrections(round)) and bool(free_pods(round)[0])


def pod_repair_to_undo(round: Round) -> RoundRepair | None:
    """The newest choice about a running round that stands; one that moved players only while they sit as it seated
    them and nothing was recorded, by a judge or otherwise, or reported after it."""
    if round.status != Round.Status.PUBLISHED:
        return None
    repair = round.repairs.filter(undone_at=None).order_by("-number").first()
    if repair is None or repair.choice == RoundRepair.Choice.KEEP:
        return repair
    if _seated(pod_wall(round)) != _seated(repair.after):
        return None
    if PodRevision.objects.filter(pod__round=round, changed_at__gt=repair.made_at).exists():
        return None
    reports = PodReport.objects.filter(pod__round=round, reported_at__gt=repair.made_at)
    return None if reports.exists() or _is_ruled_since(round, repair.made_at) else repair


def _is_ruled_since(round: Round, moment: datetime) -> bool:
    """Whether judges recorded anything in the round after this moment; a loss that a penalty was entered as would go
    with the seat."""
    pods = round.pods.all()
    calls = JudgeCall.objects.filter(pod__in=pods, closed_at__gt=moment, state=JudgeCall.State.CLOSED)
    return (
        Penalty.objects.filter(round=round, given_at__gt=moment).exists()
        or DeckCheck.objects.filter(pod__in=pods, started_at__gt=moment).exists()
        or TimeExtension.objects.filter(pod__in=pods, given_at__gt=moment).exists()
        or calls.exists()
    )


def pod_wall(round: Round) -> dict[str, Any]:
    """The round as it stands, as `RoundRepair` stores it."""
    draft, versions = pod_draft(round), dict(round.pods.values_list("pk", "version"))
    return {
        "tables": [
            {"pod": pod, "table": table, "players": list(draft.pods[pod]), "version": versions[pod]}
            for pod, table in sorted(draft.tables.items())
        ],
        "bye": draft.byes[0] if draft.byes else None,
        "pairing": round.pairing,
        "edited_by_hand": round.edited_by_hand,
    }


def _seated(wall: dict[str, Any]) -> list[Any]:
    """Who sits where on a wall, and who has the bye."""
    return [[[line["pod"], line["table"], line["players"]] for line in wall["tables"]], wall["bye"]]


def seated_there(rows: Sequence[PodRow]) -> list[Registration]:
    """Everybody at these pods."""
    return [seat.registration for row in rows for seat in row.seats]
