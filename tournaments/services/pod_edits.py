"""Giving a pod of a draft another table: whom it would move, then made as it was seen."""

from __future__ import annotations

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Pod
from tournaments.queries.draft_tables import CHANGED
from tournaments.queries.pod_drafts import cost_of, pod_draft
from tournaments.queries.pod_record import pod_field
from tournaments.receipts.document import TABLE
from tournaments.services.drafts import lock_round, require_draft
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import write_step
from tournaments.services.pod_change import PodChange
from tournaments.services.pod_exchange import as_drawn, mark_edited
from tournaments.services.reasons import tidy_reason
from tournaments.services.table_numbers import refuse_table


@transaction.atomic
def plan_pod_table(*, actor: Actor, round_id: int, pod_id: int, table: int) -> PodChange:
    """Whom moving a pod of a draft would move; writes nothing. Raises what `move_pod` raises."""
    tournament, round = lock_round(actor=actor, round_id=round_id)
    before, field = pod_draft(round), pod_field(tournament, round.number)
    with transaction.atomic():
        move_pod(actor=actor, round_id=round_id, pod_id=pod_id, table=table)
        after = pod_draft(round)
        transaction.set_rollback(True)
    cost = cost_of(field, before)
    return PodChange(before, after, cost, cost)


@transaction.atomic
def apply_pod_table(
    *, actor: Actor, round_id: int, pod_id: int, table: int, fingerprint: str, reason: str = ""
) -> Pod:  # fmt: skip
    """Make the move that its caller saw: `fingerprint` is that of the plan.

    Raises what `move_pod` raises, and Conflict `draft_changed` where the draft is another one by now.
    """
    plan = plan_pod_table(actor=actor, round_id=round_id, pod_id=pod_id, table=table)
    if plan.fingerprint != fingerprint:
        raise Conflict("draft_changed")
    return move_pod(actor=actor, round_id=round_id, pod_id=pod_id, table=table, reason=reason)


@transaction.atomic
def move_pod(*, actor: Actor, round_id: int, pod_id: int, table: int, reason: str = "") -> Pod:
    """Give a pod of a draft another table; the pod that sits there takes the table it had.

    Raises Conflict `round_not_draft`, Refusal `no_such_pod`, `no_such_table` (below 1 or above 9999),
    `table_blocked` (the tournament does not use it), `reason_too_long`.
    """
    why = tidy_reason(reason, required=False)
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_draft(round)
    pod = round.pods.filter(pk=pod_id).first()
    if pod is None:
        raise Refusal("no_such_pod")
    refuse_table(tournament, table)
    before, was = pod_draft(round), pod.table
    drawn, achieved = as_drawn(round, before), round.pairing.get("pods", {}).get("achieved", {})
    exchanged = round.pods.filter(table=table).exclude(pk=pod.pk).update(table=was) > 0
    pod.table = table
    pod.save(update_fields=["table", "updated_at"])
    mark_edited(round, pod_draft(round), drawn, achieved)
    facts = {"pod": pod.pk, "before": was, "after": table, "exchanged": exchanged, "reason": why}
    write_log(tournament, actor, CHANGED, round=round.number, **facts)
    write_step(actor, tournament, round.number, TABLE, {"pod": list(before.pods[pod.pk]), "table": table})
    return pod
