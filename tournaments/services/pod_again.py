"""Seating a draft in pods again with the next of its committed seeds: what that costs and whom it moves, then made as
it was seen."""

from __future__ import annotations

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import Round
from tournaments.queries.pod_drafts import cost_of, pod_draft
from tournaments.queries.pod_record import pod_field
from tournaments.services.drafts import lock_round, pair_again, require_draft
from tournaments.services.pairing_steps import seed_to_draw
from tournaments.services.pod_change import PodChange


@transaction.atomic
def plan_pods_again(*, actor: Actor, round_id: int) -> PodChange:
    """What another seating of a draft would come to; writes no seating. There is one other to see: everybody reads how
    often a round was drawn. Raises what `drafts.pair_again` raises."""
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_draft(round)
    before, now = pod_draft(round), cost_of(pod_field(tournament, round.number), pod_draft(round))
    seed_to_draw(tournament, round.number)  # A round that nothing was committed to keeps the seed that is seen.
    with transaction.atomic():
        again = pair_again(actor=actor, round_id=round_id)
        after = pod_draft(again)
        then = cost_of(pod_field(tournament, round.number), after)
        transaction.set_rollback(True)
    return PodChange(before, after, now, then)


@transaction.atomic
def apply_pods_again(*, actor: Actor, round_id: int, fingerprint: str) -> Round:
    """Make the seating that its caller saw: `fingerprint` is that of the plan. Raises what `drafts.pair_again` raises,
    and Conflict `draft_changed` where the draft, or what it follows from, is another one by now."""
    plan = plan_pods_again(actor=actor, round_id=round_id)
    if plan.fingerprint != fingerprint:
        raise Conflict("draft_changed")
    return pair_again(actor=actor, round_id=round_id)
