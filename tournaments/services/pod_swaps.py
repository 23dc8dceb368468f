"""Exchanging two players of a draft in pods, or one of them with the bye: what it costs, then the exchange itself."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import LogEntry, Round, Tournament
from tournaments.services.drafts import lock_round, require_swiss_draft
from tournaments.services.pairing_steps import require_last_swap
from tournaments.services.pod_exchange import PodSwap, exchange
from tournaments.services.reasons import tidy_reason


@transaction.atomic
def plan_pod_swap(*, actor: Actor, round_id: int, one: int, other: int) -> PodSwap:
    """What an exchange would change; writes nothing. Raises what `swap_in_pods` raises."""
    with transaction.atomic():
        plan = swap_in_pods(actor=actor, round_id=round_id, one=one, other=other)
        transaction.set_rollback(True)
    return plan


@transaction.atomic
def apply_pod_swap(
    *, actor: Actor, round_id: int, one: int, other: int, fingerprint: str, reason: str = ""
) -> PodSwap:  # fmt: skip
    """Make the exchange that its caller saw: `fingerprint` is that of the plan.

    Raises what `swap_in_pods` raises, and Conflict `draft_changed` where the draft is another one by now.
    """
    plan = plan_pod_swap(actor=actor, round_id=round_id, one=one, other=other)
    if plan.fingerprint != fingerprint:
        raise Conflict("draft_changed")
    return swap_in_pods(actor=actor, round_id=round_id, one=one, other=other, reason=reason)


@transaction.atomic
def undo_pod_swap(*, actor: Actor, round_id: int, one: int, other: int) -> PodSwap:
    """Let the two who were exchanged last change places again, once.

    Raises what `swap_in_pods` and `require_last_swap` raise.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_last_swap(tournament, round.number, one, other)
    facts = {"for_apart": True} if _keeps_apart(tournament, round) else {}
    return _swap(actor, round_id, one, other, undoes=True, **facts)


def _keeps_apart(tournament: Tournament, round: Round) -> bool:
    """Whether the newest exchange of a draft keeps two apart by decision: nobody is to read who was exchanged."""
    lines = LogEntry.objects.filter(tournament=tournament, verb="players_swapped", facts__round=round.number)
    newest = lines.values_list("facts", flat=True).first() or {}
    return bool(newest.get("for_apart"))


@transaction.atomic
def swap_in_pods(*, actor: Actor, round_id: int, one: int, other: int, reason: str = "") -> PodSwap:
    """Exchange two entrants of a draft in pods: each takes the other's seat, or the bye.

    In one pod it changes the order of turns. What it makes worse is allowed and marked. A reason is kept in the log,
    for staff alone. The receipt counts the cost in the field that was drawn, without what was corrected and who left
    since. Raises Conflict `round_not_draft`, Refusal `not_in_round`, `nothing_changed`, `reason_too_long`.
    """
    return _swap(actor, round_id, one, other, reason=tidy_reason(reason, required=False))


def _swap(actor: Actor, round_id: int, one: int, other: int, **facts: Any) -> PodSwap:
    """Exchange two entrants; `facts` go to the log."""
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_swiss_draft(round)
    return exchange(actor, tournament, round, one, other, **facts)
