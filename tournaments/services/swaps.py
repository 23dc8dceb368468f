"""Exchanging two players of a draft by hand: what it would cost and whom it would move, then made as it was seen."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.queries.draft_marks import DraftMark, draft_marks
from tournaments.services.draft_seats import DraftChange, draft_seats
from tournaments.services.drafts import EditedDraft, lock_round, swap_players
from tournaments.services.pairing_steps import require_last_swap
from tournaments.swiss.costs import Levels


@dataclass(frozen=True)
class SwapPlan(DraftChange):
    """A draft as it would be after a swap: its cost `now` and `then`, who moves, and the marks that it would gain."""

    now: Levels
    then: Levels
    marks: tuple[DraftMark, ...] = ()


@transaction.atomic
def plan_swap(*, actor: Actor, round_id: int, one: int, other: int) -> SwapPlan:
    """What exchanging two players of a draft would change; writes nothing. Raises what `swap_players` raises."""
    _tournament, round = lock_round(actor=actor, round_id=round_id)
    before, now = draft_seats(round), Levels(**round.pairing.get("achieved", {}))
    marked = {(mark.kind, mark.keys) for mark in draft_marks(round)}
    with transaction.atomic():
        edited = swap_players(actor=actor, round_id=round_id, registration_a=one, registration_b=other).round
        marks = tuple(mark for mark in draft_marks(edited) if (mark.kind, mark.keys) not in marked)
        plan = SwapPlan(before, draft_seats(edited), now, Levels(**edited.pairing.get("achieved", {})), marks)
        transaction.set_rollback(True)
    return plan


@transaction.atomic
def apply_swap(*, actor: Actor, round_id: int, one: int, other: int, fingerprint: str, reason: str = "") -> EditedDraft:
    """Make the swap that its caller saw: `fingerprint` is that of the plan.

    Raises what `swap_players` raises, and Conflict `draft_changed` where the draft is another one by now.
    """
    plan = plan_swap(actor=actor, round_id=round_id, one=one, other=other)
    if plan.fingerprint != fingerprint:
        raise Conflict("draft_changed")
    return swap_players(actor=actor, round_id=round_id, registration_a=one, registration_b=other, reason=reason)


@transaction.atomic
def undo_swap(*, actor: Actor, round_id: int, one: int, other: int) -> EditedDraft:
    """Let the two who changed places last go back, once. Raises what `swap_players` and `require_last_swap` raise."""
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_last_swap(tournament, round.number, one, other)
    return swap_players(actor=actor, round_id=round_id, registration_a=one, registration_b=other, undoes=True)
