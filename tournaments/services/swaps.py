"""Exchanging two players of a draft by hand: what it would cost and whom it would move, then made as it was seen."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.queries.draft_marks import DraftMark, draft_marks
from tournaments.services.draft_seats import DraftSeats, draft_seats
from tournaments.services.drafts import EditedDraft, lock_round, swap_players
from tournaments.swiss.costs import Levels


@dataclass(frozen=True)
class SwapPlan:
    """A draft as it would be after a swap: its cost `now` and `then`, who moves, and the marks that it would gain."""

    before: DraftSeats
    after: DraftSeats
    now: Levels
    then: Levels
    marks: tuple[DraftMark, ...] = ()

    @property
    def moved(self) -> tuple[int, ...]:
        """Everybody whose table or opponent becomes another, in order of key."""
        return self.before.moved_to(self.after)

    @cached_property
    def fingerprint(self) -> str:
        """A short text that is the same exactly for the same swap in the same draft."""
        facts = json.dumps([asdict(self.before), asdict(self.after)])
        return hashlib.sha256(facts.encode()).hexdigest()[:32]


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
