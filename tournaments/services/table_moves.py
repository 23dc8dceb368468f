"""Giving a match of a draft another table by hand: what it would cost and whom it would move, then made as it was
seen."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.queries.table_costs import TableCosts, table_costs
from tournaments.services.draft_seats import DraftChange, draft_seats
from tournaments.services.drafts import EditedDraft, lock_round, set_table
from tournaments.swiss.costs import Levels


@dataclass(frozen=True)
class TablePlan(DraftChange):
    """A draft as it would be after a match got another table: what its pairs cost, before and after, and its tables
    `now` and `then`."""

    pairs: Levels
    now: TableCosts
    then: TableCosts


@transaction.atomic
def plan_table(*, actor: Actor, round_id: int, match_id: int, table: int) -> TablePlan:
    """What moving a match of a draft would cost and whom it would move; writes nothing. Raises what
    `set_table` raises."""
    _tournament, round = lock_round(actor=actor, round_id=round_id)
    before, now = draft_seats(round), table_costs(round)
    with transaction.atomic():
        edited = set_table(actor=actor, round_id=round_id, match_id=match_id, table=table).round
        pairs = Levels(**edited.pairing.get("achieved", {}))
        plan = TablePlan(before, draft_seats(edited), pairs, now, table_costs(edited))
        transaction.set_rollback(True)
    return plan


@transaction.atomic
def apply_table(
    *, actor: Actor, round_id: int, match_id: int, table: int, fingerprint: str, reason: str = ""
) -> EditedDraft:  # fmt: skip
    """Make the move that its caller saw: `fingerprint` is that of the plan.

    Raises what `set_table` raises, and Conflict `draft_changed` where the draft is another one by now.
    """
    plan = plan_table(actor=actor, round_id=round_id, match_id=match_id, table=table)
    if plan.fingerprint != fingerprint:
        raise Conflict("draft_changed")
    return set_table(actor=actor, round_id=round_id, match_id=match_id, table=table, reason=reason)
