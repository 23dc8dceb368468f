"""A draft in pods that was edited by hand: what it was drawn as, and giving a pod another table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Refusal
from tournaments.models import Pod, Round
from tournaments.queries.pod_drafts import PodDraft, pod_draft
from tournaments.receipts.document import TABLE
from tournaments.services.drafts import lock_round, require_draft
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import write_step
from tournaments.services.reasons import tidy_reason

MAX_TABLE = 9999


def as_drawn(round: Round, draft: PodDraft) -> dict[str, Any]:
    """Seats, tables and facts of the draft as it was seated: kept with it from the first edit on."""
    kept: dict[str, Any] = round.pairing.get("as_paired") or {"seats": _seats(draft), "facts": round.pairing}
    return {"tables": _tables(draft), **kept}


def mark_edited(round: Round, draft: PodDraft, drawn: Mapping[str, Any], achieved: Mapping[str, int]) -> None:
    """Mark the draft as edited by hand, with what it costs now; edited back to what was drawn, it is what was drawn.

    What is proved about a seating holds at any tables, and for no other seats.
    """
    is_exchanged = _seats(draft) != drawn["seats"]
    round.edited_by_hand = is_exchanged or _tables(draft) != drawn["tables"]
    facts = drawn["facts"]
    if is_exchanged:
        kept = {**facts["pods"], "achieved": dict(achieved)}
        round.pairing = {"certified": False, "pods": kept, "is_exchanged": True, "as_paired": dict(drawn)}
    elif round.edited_by_hand:
        round.pairing = {**facts, "is_exchanged": False, "as_paired": dict(drawn)}
    else:
        round.pairing = facts
    round.save(update_fields=["edited_by_hand", "pairing"])


def _seats(draft: PodDraft) -> list[list[int | None]]:
    """Who sits where, as `Round.pairing` keeps it of the draft as it was seated: pod, seat, entry."""
    return [[pod, seat, key] for key, (pod, seat) in sorted(draft.places.items())]


def _tables(draft: PodDraft) -> list[list[int | None]]:
    return [[pod, table] for pod, table in sorted(draft.tables.items())]


@transaction.atomic
def move_pod(*, actor: Actor, round_id: int, pod_id: int, table: int, reason: str = "") -> Pod:
    """Give a pod of a draft another table; the pod that sits there takes the table it had.

    Raises Conflict `round_not_draft`, Refusal `no_such_pod`, `no_such_table` (below 1 or above 9999),
    `reason_too_long`.
    """
    why = tidy_reason(reason, required=False)
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_draft(round)
    pod = round.pods.filter(pk=pod_id).first()
    if pod is None:
        raise Refusal("no_such_pod")
    if not 1 <= table <= MAX_TABLE:
        raise Refusal("no_such_table", field="table", table=table)
    before, was = pod_draft(round), pod.table
    drawn, achieved = as_drawn(round, before), round.pairing["pods"]["achieved"]
    round.pods.filter(table=table).exclude(pk=pod.pk).update(table=was)
    pod.table = table
    pod.save(update_fields=["table", "updated_at"])
    mark_edited(round, pod_draft(round), drawn, achieved)
    facts = {"pod": pod.pk, "before": was, "after": table, "reason": why}
    write_log(tournament, actor, "table_changed", round=round.number, **facts)
    write_step(actor, tournament, round.number, TABLE, {"pod": list(before.pods[pod.pk]), "table": table})
    return pod
