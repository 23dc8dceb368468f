"""Deciding by hand that two players of a draft in pods sit together, or do not: one exchange makes it so; or that one
has the bye: all others are seated again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import DecidedPair, LogEntry, Round, Tournament
from tournaments.pods.deciding import Decided, NoExchange
from tournaments.queries.pod_drafts import PodDraft, cost_of, pod_draft
from tournaments.queries.pod_record import pod_field
from tournaments.services.decisions import ABOUT_ONE, TAKES_BACK, Decision, What, write_bye
from tournaments.services.drafts import lock_round, pair_again, require_swiss_draft
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import seed_to_draw
from tournaments.services.pod_change import PodChange
from tournaments.services.pod_decided import make_so
from tournaments.services.pod_swaps import undo_pod_swap
from tournaments.services.reasons import tidy_reason

OF_PODS = (What.MEET, What.APART, What.FREE, What.BYE, What.PAIRED)
"""What is decided in pods: nobody can be promised never to sit with another."""


@dataclass(frozen=True)
class PodDecisionPlan(PodChange):
    """A draft before and after a decision."""

    decision: Decision

    @property
    def named(self) -> Sequence[Any]:
        """What is decided about whom."""
        return self.decision.what.value, self.decision.entrants


@transaction.atomic
def plan_pod_decision(*, actor: Actor, round_id: int, decision: Decision) -> PodDecisionPlan:
    """What a decision would change; writes nothing.

    Raises Conflict `round_not_draft`, Refusal `only_in_pods`, `choose_two_players`, `not_in_round`, `nothing_decided`,
    `no_such_exchange` where no exchange of two players makes it so, and of a bye what `write_bye` and `pair_again` do.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_swiss_draft(round)
    seed_to_draw(tournament, round.number)  # A round that nothing was committed to keeps the seed that is seen.
    with transaction.atomic():
        plan = _decide(actor, round_id, decision, "")
        transaction.set_rollback(True)
    return plan


@transaction.atomic
def apply_pod_decision(
    *, actor: Actor, round_id: int, decision: Decision, fingerprint: str, reason: str
) -> PodDecisionPlan:  # fmt: skip
    """Make the change that its caller saw: `fingerprint` is that of the plan. Everybody can read that it was made.

    Raises what planning does, Refusal `reason_required`, `reason_too_long`, and Conflict `draft_changed`.
    """
    why = tidy_reason(reason, required=decision.what not in TAKES_BACK)
    plan = plan_pod_decision(actor=actor, round_id=round_id, decision=decision)
    if plan.fingerprint != fingerprint:
        raise Conflict("draft_changed")
    return _decide(actor, round_id, decision, why)


@transaction.atomic
def undo_pod_decision(*, actor: Actor, round_id: int, one: int, other: int = 0) -> PodDecisionPlan:
    """Take back what is decided about two players, with the exchange it was made by while that is the newest edit; of
    one alone, the bye.

    Raises Conflict `round_not_draft`, Refusal `nothing_decided`, `nothing_assigned`.
    """
    return _decide(actor, round_id, Decision(What.FREE if other else What.PAIRED, one, other), "")


def _decide(actor: Actor, round_id: int, decision: Decision, reason: str) -> PodDecisionPlan:
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_swiss_draft(round)
    if not tournament.is_in_pods:
        raise Refusal("only_in_pods")
    if decision.what in ABOUT_ONE:
        return _decide_bye(actor, tournament, round, decision, reason)
    before = pod_draft(round)
    if decision.what is What.FREE:
        _free(actor, tournament, round, decision)
        exchanged: Sequence[int] = ()
    else:
        exchanged = _hold(actor, tournament, round, decision, before, reason)
    round.refresh_from_db()
    after, field = pod_draft(round), pod_field(tournament, round.number)
    plan = PodDecisionPlan(before, after, cost_of(field, before), cost_of(field, after), decision)
    _log(actor, tournament, round, plan, exchanged=list(exchanged), reason=reason)
    return plan


def _decide_bye(
    actor: Actor, tournament: Tournament, round: Round, decision: Decision, reason: str
) -> PodDecisionPlan:  # fmt: skip
    """Give the bye, or take it back, and seat all others again. It is part of what the draft costs, although the
    seating leaves it out."""
    gives, before, field = decision.what is What.BYE, pod_draft(round), pod_field(tournament, round.number)
    given: dict[str, Any] = {"round": round, "decision": decision, "places": before.places, "reason": reason}
    write_bye(actor=actor, tournament=tournament, **given)
    round = pair_again(actor=actor, round_id=round.pk)
    after = pod_draft(round)
    if gives:
        after = replace(after, byes=(*after.byes, decision.one))
    else:
        before, field = replace(before, byes=(*before.byes, decision.one)), pod_field(tournament, round.number)
    plan = PodDecisionPlan(before, after, cost_of(field, before), cost_of(field, after), decision)
    _log(actor, tournament, round, plan, reason=reason)
    return plan


def _log(actor: Actor, tournament: Tournament, round: Round, plan: PodDecisionPlan, **facts: Any) -> None:
    keys = plan.decision.entrants
    people = tournament.registrations.in_bulk(list(keys))
    names = {f"player{place}": people[key].name for place, key in enumerate(keys, start=1)}
    said = {"what": plan.decision.what.value, "entries": list(keys), "moved": len(plan.moved)}
    write_log(tournament, actor, "pairing_decided", round=round.number, **said, **names, **facts)


def _hold(
    actor: Actor, tournament: Tournament, round: Round, decision: Decision, draft: PodDraft, reason: str
) -> Sequence[int]:  # fmt: skip
    """Write the decision down and make it so; the two players who were exchanged for it, if any were."""
    one, other = decision.keys
    if one == other:
        raise Refusal("choose_two_players", field="other")
    if not {one, other} <= draft.places.keys():
        raise Refusal("not_in_round", number=round.number)
    if decision.what is What.NEVER:
        raise Refusal("not_in_pods")
    meets = decision.what is What.MEET
    DecidedPair.objects.update_or_create(
        tournament=tournament,
        number=round.number,
        registration_a_id=one,
        registration_b_id=other,
        defaults={"meets": meets, "reason": reason, "decided_by": actor.label[:150]},
    )
    try:
        swap = make_so(actor, tournament, round, Decided(frozenset(decision.keys), meets))
    except NoExchange as failure:
        raise Refusal("no_such_exchange") from failure
    return swap.moved if swap is not None else ()


def _free(actor: Actor, tournament: Tournament, round: Round, decision: Decision) -> None:
    """Take the decision back; the seats go back with it where its exchange is the newest edit of the draft."""
    one, other = decision.keys
    own = DecidedPair.objects.filter(tournament=tournament, number=round.number)
    if not own.filter(registration_a=one, registration_b=other).delete()[0]:
        raise Refusal("nothing_decided", number=round.number)
    lines = LogEntry.objects.filter(tournament=tournament, verb="pairing_decided", facts__round=round.number)
    made = lines.filter(facts__entries=list(decision.keys)).values_list("facts", flat=True).first() or {}
    exchanged = made.get("exchanged") or []
    if len(exchanged) != 2:
        return
    try:
        undo_pod_swap(actor=actor, round_id=round.pk, one=exchanged[0], other=exchanged[1])
    except Conflict:  # Something was edited since: the seats stay as they are.
        return
