"""What becomes of a published round in pods after a correction: few players move, all who have not begun are seated
again, or everything is kept. Pods that have begun always stay."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Bye, Pod, PodSeat, Round, RoundRepair, Tournament
from tournaments.pods.entrants import PodField, PodLevels
from tournaments.pods.reseating import Reseated, seat_all, seat_few
from tournaments.pods.sizes import MIN_PLAYERS
from tournaments.queries.decided_pairs import met_by_decision
from tournaments.queries.pod_drafts import cost_of, drawn_field, pod_draft
from tournaments.queries.pod_record import pod_field
from tournaments.queries.pod_repair import (
    free_pods,
    pod_corrections,
    pod_repair_to_undo,
    pod_wall,
    seated_there,
    seen_in_pods,
)
from tournaments.queries.pods import PodRow
from tournaments.queries.rounds import refusal_facts
from tournaments.receipts.document import KEPT, REPAIR, UNDONE
from tournaments.receipts.pod_seats import PodSeats, record_reseated
from tournaments.services.drafts import lock_round
from tournaments.services.log import write_log
from tournaments.services.moved_notices import tell_moved
from tournaments.services.pairing_steps import write_step
from tournaments.services.reasons import tidy_reason

Choice = RoundRepair.Choice


@dataclass(frozen=True)
class PodRepairPlan:
    """What a choice would do now: the pods that have not begun, by table, before and after it, and what they cost by
    the corrected standings. `begun` stay as they are; so do the `decided`, where two sit together by decision."""

    round: Round
    choice: RoundRepair.Choice
    free: tuple[PodRow, ...]
    begun: tuple[PodRow, ...]
    before: Reseated
    after: Reseated
    now: PodLevels
    then: PodLevels
    decided: tuple[PodRow, ...] = ()

    @property
    def moved(self) -> tuple[int, ...]:
        """Who gets another table, or the bye, in order of key."""
        return self.after.moved_from(self.before)

    @property
    def changed(self) -> tuple[int, ...]:
        """The tables at which somebody else sits."""
        was, now = self.before.tables, self.after.tables
        return tuple(table for table in now if set(now[table]) != set(was[table]))

    @property
    def is_needed(self) -> bool:
        """Whether anybody would move."""
        return bool(self.moved)

    @property
    def staying(self) -> int:
        """How many tables stay as they are, those that have begun included."""
        return len(self.begun) + len(self.decided) + len(self.free) - len(self.changed)

    @cached_property
    def fingerprint(self) -> str:
        """A short text that is the same exactly for the same change of the same pods."""
        facts = [
            self.round.pk,
            self.choice.value,
            [[row.pod.pk, row.pod.version] for row in (*self.free, *self.begun, *self.decided)],
            [sorted(one.tables.items()) for one in (self.before, self.after)],
            [self.before.byes, self.after.byes],
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


@transaction.atomic
def plan_pod_repair(*, actor: Actor, round_id: int, redraws: bool = False) -> PodRepairPlan:
    """What moving few players, or with `redraws` seating all free pods again, would do now; writes nothing.

    Raises Conflict `round_not_published`, Refusal `bracket_is_fixed` (final pods), `nothing_to_repair` where every pod
    has begun.
    """
    _tournament, round = _lock_running(actor, round_id)
    return _plan(round, Choice.REDRAW if redraws else Choice.REPAIR)


@transaction.atomic
def apply_pod_repair(
    *, actor: Actor, round_id: int, fingerprint: str, redraws: bool = False, reason: str = ""
) -> RoundRepair:
    """Make the change that its caller saw: `fingerprint` is that of the plan. Everybody whose table or company changes
    gets a notice; how the round was before is kept.

    Raises what planning raises, Conflict `repair_outdated`, Refusal `nothing_to_repair`, `nothing_corrected`,
    `reason_too_long`, and with `redraws` `reason_required`.
    """
    why = tidy_reason(reason, required=redraws)
    tournament, round = _lock_undecided(actor, round_id)
    plan = _plan(round, Choice.REDRAW if redraws else Choice.REPAIR)
    if plan.fingerprint != fingerprint:
        raise Conflict("repair_outdated", number=round.number)
    if not plan.is_needed:
        raise Refusal("nothing_to_repair", number=round.number)
    wall, was = pod_wall(round), _seats(round)
    _reseat(round, {row.pod.pk: plan.after.tables[row.pod.table or 0] for row in plan.free}, plan.after.byes)
    _say_repaired(round, moved=len(plan.moved))
    repair = _store(actor, round, plan.choice, before=wall)
    _write_receipt(actor, tournament, round, repair, was)
    facts = {"tables": list(plan.changed), "moved": len(plan.moved), "staying": plan.staying, "reason": why}
    write_log(
        tournament, actor, "round_repaired", round=round.number, repair=repair.pk, choice=plan.choice.value, **facts
    )
    tell_moved(round, repair)
    return repair


@transaction.atomic
def keep_pods(*, actor: Actor, round_id: int, seen: str, reason: str) -> RoundRepair:
    """Leave a published round as it is although a pod was corrected since it was seated, and say why. `seen` names the
    corrections its caller saw (`queries.pod_repair.seen_in_pods`).

    Raises Conflict `round_not_published`, `repair_outdated`, Refusal `reason_required`, `reason_too_long`,
    `nothing_corrected`.
    """
    why = tidy_reason(reason)
    tournament, round = _lock_undecided(actor, round_id)
    if seen_in_pods(pod_corrections(round)) != seen:
        raise Conflict("repair_outdated", number=round.number)
    kept = _store(actor, round, Choice.KEEP, before=pod_wall(round))
    write_step(actor, tournament, round.number, KEPT, {"number": kept.number})
    write_log(tournament, actor, "pairings_kept", round=round.number, repair=kept.pk, reason=why)
    return kept


@transaction.atomic
def undo_pod_repair(*, actor: Actor, round_id: int, repair_id: int) -> RoundRepair:
    """Seat everybody as before the newest choice that stands, and tell who had moved; of a round that was kept as it is
    the choice is open again.

    Raises Conflict `round_not_published`, `repair_outdated` unless it is the newest choice, `repair_has_results` once
    they sit elsewhere or anything was recorded or reported after it, Refusal `no_repair`.
    """
    tournament, round = _lock_running(actor, round_id)
    newest = round.repairs.filter(undone_at=None).order_by("-number").first()
    if newest is None:
        raise Refusal("no_repair", number=round.number)
    if newest.pk != repair_id:
        raise Conflict("repair_outdated", number=round.number)
    if newest.choice != Choice.KEEP:
        if pod_repair_to_undo(round) is None:
            raise Conflict("repair_has_results", number=round.number)
        bye = newest.before["bye"]
        seats = {line["pod"]: tuple(line["players"]) for line in newest.before["tables"]}
        _reseat(round, seats, () if bye is None else (bye,))
        round.pairing, round.edited_by_hand = newest.before["pairing"], newest.before["edited_by_hand"]
        round.save(update_fields=["pairing", "edited_by_hand"])
    newest.undone_at = timezone.now()
    newest.save(update_fields=["undone_at"])
    write_step(actor, tournament, round.number, UNDONE, {"number": newest.number})
    write_log(tournament, actor, "repair_undone", round=round.number, repair=newest.pk, choice=str(newest.choice))
    tell_moved(round, newest)
    return newest


def _lock_running(actor: Actor, round_id: int) -> tuple[Tournament, Round]:
    tournament, round = lock_round(actor=actor, round_id=round_id)
    if round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", **refusal_facts(round), status=round.status)
    if round.stage == Round.Stage.TOP_CUT:
        raise Refusal("bracket_is_fixed", number=round.number)
    return tournament, round


def _lock_undecided(actor: Actor, round_id: int) -> tuple[Tournament, Round]:
    """As `_lock_running`, with a correction that nobody has decided about."""
    tournament, round = _lock_running(actor, round_id)
    if not pod_corrections(round):
        raise Refusal("nothing_corrected", number=round.number)
    return tournament, round


def _plan(round: Round, choice: RoundRepair.Choice) -> PodRepairPlan:
    free, begun = free_pods(round)
    meeting = met_by_decision(round)
    decided = [row for row in free if any(pair <= {one.registration.pk for one in row.seats} for pair in meeting)]
    free = [row for row in free if row not in decided]
    byes = round.byes.filter(kind=Bye.Kind.PAIRED).select_related("registration")
    resting = [bye.registration for bye in byes]
    entries = sorted([*seated_there(free), *resting], key=lambda entry: entry.pk)
    if not free or len(entries) < MIN_PLAYERS:
        raise Refusal("nothing_to_repair", number=round.number)
    field = pod_field(round.tournament, round.number, entries=entries)
    before = Reseated(
        {row.pod.table or 0: tuple(seat.registration.pk for seat in row.seats) for row in free},
        tuple(entry.pk for entry in resting),
    )
    fixed = {entry.pk: entry.fixed_table for entry in entries if entry.fixed_table}
    rng = Random(f"{round.seed}/{round.repairs.count() + 1}/{choice.value}")
    after = (seat_all if choice == Choice.REDRAW else seat_few)(field, before, fixed, rng)
    return PodRepairPlan(
        round,
        choice,
        tuple(free),
        tuple(begun),
        before,
        after,
        before.cost_in(field),
        after.cost_in(field),
        tuple(decided),
    )


def _reseat(round: Round, seats: Mapping[int, tuple[int, ...]], byes: tuple[int, ...]) -> None:
    """Seat these players at the pods of these keys, each in the order of turns; an open page of a pod that changes
    becomes stale."""
    before = {line["pod"]: tuple(line["players"]) for line in pod_wall(round)["tables"]}
    changed = {pod: keys for pod, keys in seats.items() if keys != before[pod]}
    PodSeat.objects.filter(pod__in=changed).delete()
    PodSeat.objects.bulk_create(
        PodSeat(pod_id=pod, round=round, seat=seat, registration_id=key)
        for pod, keys in changed.items()
        for seat, key in enumerate(keys, start=1)
    )
    Pod.objects.filter(pk__in=changed).update(version=F("version") + 1, updated_at=timezone.now())
    resting = round.byes.filter(kind=Bye.Kind.PAIRED).order_by("pk")
    for bye, key in zip(resting, byes, strict=True):
        bye.registration_id = key
        bye.save(update_fields=["registration"])


def _say_repaired(round: Round, *, moved: int) -> None:
    """Note with the round that it was seated again in part: what was proved of it holds no more."""
    achieved = asdict(cost_of(_whole_field(round), pod_draft(round)))
    kept = {**round.pairing.get("pods", {}), "achieved": achieved}
    round.pairing = {**round.pairing, "certified": False, "pods": kept, "repair": {"moved": moved}}
    round.save(update_fields=["pairing"])


def _whole_field(round: Round) -> PodField:
    """Everybody who sits in the round or has its bye, by the standings as they are now."""
    keys = list(pod_draft(round).places)
    entries = round.tournament.registrations.filter(pk__in=keys).order_by("pk")
    return pod_field(round.tournament, round.number, entries=list(entries))


def _store(actor: Actor, round: Round, choice: RoundRepair.Choice, *, before: dict[str, Any]) -> RoundRepair:
    return RoundRepair.objects.create(
        round=round,
        number=round.repairs.count() + 1,
        choice=choice,
        before=before,
        after=pod_wall(round),
        made_by_user=actor.user,
        made_by=actor.label[:150],
    )


def _seats(round: Round) -> PodSeats:
    wall = pod_wall(round)
    byes = [] if wall["bye"] is None else [wall["bye"]]
    return PodSeats({line["table"]: line["players"] for line in wall["tables"]}, byes)


def _write_receipt(
    actor: Actor, tournament: Tournament, round: Round, repair: RoundRepair, was: PodSeats
) -> None:  # fmt: skip
    """The step of the receipt: it counts the cost in the field that was drawn, without what was corrected since."""
    seats = _seats(round)
    field = drawn_field(tournament, round.number) or _whole_field(round)
    facts = record_reseated(repair.number, was, seats, seats.cost_in(field))
    write_step(actor, tournament, round.number, REPAIR, facts)
