"""Exchanging two players of a draft in pods, or one of them with the bye: what it costs, then the exchange itself."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Bye, PairingStep, PodSeat, Round, Tournament
from tournaments.pods.entrants import PodLevels
from tournaments.queries.draft_marks import DraftMark, MarkKind
from tournaments.queries.pod_drafts import PodDraft, cost_of, marks_of, pod_draft
from tournaments.queries.pod_record import pod_field
from tournaments.receipts.document import SWAP
from tournaments.services.drafts import lock_round, require_draft
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import write_step
from tournaments.services.pod_edits import as_drawn, mark_edited
from tournaments.services.pod_rounds import drawn_field
from tournaments.services.reasons import tidy_reason


@dataclass(frozen=True)
class PodSwap:
    """A draft before and after an exchange, what each costs, and the marks of the two players after it."""

    before: PodDraft
    after: PodDraft
    now: PodLevels
    then: PodLevels
    marks: tuple[DraftMark, ...]

    @property
    def moved(self) -> tuple[int, ...]:
        """Who gets another seat, in order of key."""
        was, will = self.before.places, self.after.places
        return tuple(sorted(key for key in will if was.get(key) != will[key]))

    @cached_property
    def fingerprint(self) -> str:
        """A short text that is the same exactly for the same exchange in the same draft."""
        facts = json.dumps([asdict(self.before), asdict(self.after)], sort_keys=True)
        return hashlib.sha256(facts.encode()).hexdigest()[:32]


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

    Raises what `swap_in_pods` raises, and Conflict `draft_changed` where that exchange is not the newest edit, or is
    undone.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    steps = PairingStep.objects.filter(tournament=tournament, number=round.number).order_by("position")
    pairs: list[frozenset[int]] = []
    for kind, facts in steps.values_list("kind", "facts"):
        pairs = [*pairs, frozenset((facts["one"], facts["two"]))] if kind == SWAP else []
    two = frozenset((one, other))
    again = next((place for place, pair in enumerate(reversed(pairs)) if pair != two), len(pairs))
    if again % 2 == 0:
        raise Conflict("draft_changed")
    return _swap(actor, round_id, one, other, undoes=True)


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
    require_draft(round)
    if one == other:
        raise Refusal("nothing_changed")
    before = pod_draft(round)
    people = tournament.registrations.in_bulk([one, other])
    if len(people) < 2 or not {one, other} <= before.places.keys():
        raise Refusal("not_in_round", number=round.number)
    drawn = as_drawn(round, before)
    _exchange(round, one, other)
    after, field = pod_draft(round), pod_field(tournament, round.number)
    swap = PodSwap(
        before,
        after,
        cost_of(field, before),
        cost_of(field, after),
        tuple(mark for mark in marks_of(round, after, field) if mark.keys & {one, other}),
    )
    mark_edited(round, after, drawn, asdict(swap.then))
    then = cost_of(drawn_field(tournament, round.number) or field, after)
    write_step(actor, tournament, round.number, SWAP, {"one": one, "two": other, "cost": list(asdict(then).values())})
    facts["entries"] = [one, other]
    _log(actor, tournament, round, swap, people[one].name, people[other].name, **facts)
    return swap


def _exchange(round: Round, one: int, other: int) -> None:
    new = {one: other, other: one}
    seats = list(PodSeat.objects.filter(round=round, registration__in=new))
    byes = list(Bye.objects.filter(round=round, registration__in=new, kind=Bye.Kind.PAIRED))
    for seat in seats:
        seat.registration_id = new[seat.registration_id]
    for bye in byes:
        bye.registration_id = new[bye.registration_id]
    PodSeat.objects.bulk_update(seats, ["registration"])
    Bye.objects.bulk_update(byes, ["registration"])


def _log(
    actor: Actor, tournament: Tournament, round: Round, swap: PodSwap, player1: str, player2: str, **facts: Any
) -> None:  # fmt: skip
    together = [mark for mark in swap.marks if mark.other is not None]
    second = [mark.one.name for mark in swap.marks if mark.kind is MarkKind.SECOND_BYE]
    write_log(
        tournament,
        actor,
        "players_swapped",
        round=round.number,
        player1=player1,
        player2=player2,
        tables=[swap.before.table_of(key) for key in facts["entries"]],
        rematches=[[mark.one.name, mark.other.name] for mark in together if mark.other is not None],
        second_bye=second[0] if second else "",
        **facts,
    )
