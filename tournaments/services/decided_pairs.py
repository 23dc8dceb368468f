"""Deciding by hand that two players of a draft meet, or do not: the others are paired around that again.

What a decision would cost and whom it would move is planned first and made as it was seen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain

from django.conf import settings

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import DecidedPair, KeepApart, Registration, Round, Tournament
from tournaments.queries.pairing_stand import PairingTask
from tournaments.receipts.document import DECIDED
from tournaments.receipts.working_out import record_decided
from tournaments.services.draft_seats import DraftSeats, draft_seats
from tournaments.services.drafts import by_hand_of, lock_for_again, lock_round, note_paired, require_draft
from tournaments.services.entries.apart import allow_pairing, keep_apart
from tournaments.services.log import write_log
from tournaments.services.pairing import (
    TAKES_LONG,
    Note,
    Paired,
    Rehearsal,
    as_paired,
    no_legal_pairing,
    rehearse,
    write_if_unchanged,
)
from tournaments.services.pairing_process import answer_in_time
from tournaments.services.pairing_steps import DrawSeed, write_step
from tournaments.services.pairing_work import RepairWork
from tournaments.services.pod_rounds import refuse_round_in_pods
from tournaments.services.reasons import tidy_reason
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.costs import Levels, ordered
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import PublishedTable
from tournaments.swiss.running_repair import RunningRepair
from tournaments.swiss.tables import TooFewTables

Pair = tuple[int, int]


class What(StrEnum):
    """What is decided: they meet, they do not meet in this round or in the whole event, or nothing any more."""

    MEET = "meet"
    APART = "apart"
    NEVER = "never"
    FREE = "free"


@dataclass(frozen=True)
class Decision:
    """What is decided about two entries; their order says nothing. With `again` the whole draft is drawn again, else as
    many tables as possible stay."""

    what: What
    one: int
    other: int
    again: bool = False

    @property
    def keys(self) -> Pair:
        """The two, the smaller key first."""
        return ordered(self.one, self.other)


@dataclass(frozen=True)
class DraftPlan:
    """A draft as it would be after a decision: what it costs `now` and then, who moves, and how many tables stay."""

    decision: Decision
    before: DraftSeats
    after: DraftSeats
    now: Levels
    paired: Paired

    @property
    def moved(self) -> tuple[int, ...]:
        """Everybody whose table or opponent becomes another, in order of key."""
        return self.before.moved_to(self.after)

    @property
    def staying(self) -> int:
        """How many tables stay as they are."""
        return self.before.staying_in(self.after)

    @cached_property
    def fingerprint(self) -> str:
        """A short text that is the same exactly for the same change of the same draft."""
        facts = json.dumps([asdict(self.decision), asdict(self.before), asdict(self.after)])
        return hashlib.sha256(facts.encode()).hexdigest()[:32]


def plan_decision(*, actor: Actor, round_id: int, decision: Decision, patience: float | None = None) -> DraftPlan:
    """What a decision about a draft would change; writes nothing. `patience` is how many seconds to wait.

    Raises Conflict `round_not_draft`, `pairing_is_over`, Refusal `bracket_is_fixed`, `not_in_round`,
    `choose_two_players`, `decided_already`, `nothing_decided`, `all_pairs_decided`, `no_legal_pairing`,
    `too_few_tables`, `pairing_takes_long`.
    """
    refuse_round_in_pods(round_id)
    return _Change(actor, round_id, decision, "").plan(patience)


def apply_decision(*, actor: Actor, round_id: int, decision: Decision, fingerprint: str, reason: str) -> Round:
    """Make the change that its caller saw: `fingerprint` is that of the plan. Everybody can read that it was made.

    Raises what planning it does, Refusal `reason_required`, `reason_too_long`, and Conflict `draft_changed` where the
    draft, or what it follows from, is another one by now.
    """
    why = tidy_reason(reason, required=decision.what is not What.FREE)
    refuse_round_in_pods(round_id)
    return _Change(actor, round_id, decision, why).make(fingerprint)


class _Change:
    """One change of a draft, planned or made."""

    def __init__(self, actor: Actor, round_id: int, decision: Decision, reason: str) -> None:
        self.actor, self.round_id, self.decision, self.reason = actor, round_id, decision, reason
        self.round = Round()
        self.before = DraftSeats((), ())
        self.works: list[RunningRepair] = []

    def plan(self, patience: float | None) -> DraftPlan:
        return self._planned(rehearse(self._lock, self._number()), patience)

    def make(self, fingerprint: str) -> Round:
        rehearsal = rehearse(self._lock, self._number())
        plan = self._planned(rehearsal, None)
        changed = Conflict("draft_changed", number=self.round.number)
        if plan.fingerprint != fingerprint:
            raise changed
        drawn, note = DrawSeed(self.round.seed), self._note(plan)
        round = write_if_unchanged(self._lock, rehearsal.stand, self.round.number, drawn, plan.paired, note)
        if round is None:
            raise changed
        return round

    def _number(self) -> int:
        return Round.objects.filter(pk=self.round_id).values_list("number", flat=True).first() or 0

    def _lock(self) -> Tournament:
        """The tournament, its row locked, the decision written and the draft discarded; raises what prevents that."""
        tournament, round = lock_round(actor=self.actor, round_id=self.round_id)
        require_draft(round)
        if round.stage == Round.Stage.TOP_CUT:
            raise Refusal("bracket_is_fixed", number=round.number)
        self.round, self.before = round, draft_seats(round)
        _decide(self.actor, tournament, round, self.decision, self.before, self.reason)
        return lock_for_again(self.actor, self.round_id)

    def _planned(self, rehearsal: Rehearsal, patience: float | None) -> DraftPlan:
        task = rehearsal.task
        reserved = _reserved(task, self.before)
        try:
            seed, again = f"{self.round.seed}/{self._name()}", self.decision.again
            self.works, results = _paired_around(task, self.before, reserved, seed, again, patience)
        except NoLegalPairing as failure:
            raise no_legal_pairing(rehearsal.tournament, failure) from failure
        except TooFewTables as failure:
            raise Refusal("too_few_tables", needed=failure.needed, there=failure.there) from failure
        except OutOfTime as failure:
            raise Refusal(TAKES_LONG, number=self.round.number) from failure
        paired = replace(as_paired(task, results, reserved=reserved), is_decided=True)
        now = Levels(**self.round.pairing["achieved"])
        return DraftPlan(self.decision, self.before, _seats_after(paired), now, paired)

    def _name(self) -> str:
        """What was decided about whom: the seeds of the parts are named by it."""
        one, other = self.decision.keys
        return f"{self.decision.what}/{one}/{other}" + ("/again" if self.decision.again else "")

    def _note(self, plan: DraftPlan) -> Note:
        def note(tournament: Tournament, round: Round, paired: Paired, _drawn: DrawSeed) -> None:
            note_paired(self.actor, tournament, round)
            opponents = [
                [seats.places.get(key, (None, None))[1] for seats in (plan.before, plan.after)]
                for key in self.decision.keys
            ]
            people = tournament.registrations.in_bulk([*self.decision.keys, *filter(None, chain(*opponents))])
            write_log(
                tournament,
                self.actor,
                "pairing_decided",
                round=round.number,
                what=self.decision.what.value,
                player1=people[self.decision.keys[0]].name,
                player2=people[self.decision.keys[1]].name,
                entries=list(self.decision.keys),
                opponents=[[people[key].name if key else "" for key in both] for both in opponents],
                moved=len(plan.moved),
                reason=self.reason,
            )
            parts = list(zip(self.works, paired.results, strict=True))
            facts = record_decided(self._name(), parts, by_hand_of(round, paired))
            write_step(self.actor, tournament, round.number, DECIDED, facts)

        return note


def _seats_after(paired: Paired) -> DraftSeats:
    tables = [
        PublishedTable(table, pair)
        for result in paired.results
        for table, pair in zip(result.tables, result.pairs, strict=True)
    ]
    tables += [PublishedTable(one.table, one.forced.pair) for one in paired.forced]
    tables.sort(key=lambda seat: (seat.table or 0, seat.pair))
    return DraftSeats(tuple(tables), tuple(result.bye for result in paired.results if result.bye is not None))


def _decide(
    actor: Actor, tournament: Tournament, round: Round, decision: Decision, seats: DraftSeats, reason: str
) -> None:
    """Write the decision down, or take back what was decided about the two."""
    one, other = decision.keys
    own = DecidedPair.objects.filter(tournament=tournament, number=round.number)
    if decision.what is What.FREE:
        taken = own.filter(registration_a=one, registration_b=other).delete()[0]
        kept = KeepApart.objects.filter(tournament=tournament, registration_a=one, registration_b=other).first()
        if not taken and kept is None:
            raise Refusal("nothing_decided", number=round.number)
        if not taken and kept is not None:
            allow_pairing(actor=actor, tournament_id=tournament.pk, keep_apart_id=kept.pk)
        return
    if one == other:
        raise Refusal("choose_two_players", field="other")
    if not {one, other} <= seats.places.keys():
        raise Refusal("not_in_round", number=round.number)
    if decision.what is What.NEVER:
        own.filter(registration_a=one, registration_b=other).delete()
        keep_apart(actor=actor, tournament_id=tournament.pk, registration_a=one, registration_b=other, is_hard=True)
        return
    if decision.what is What.MEET:
        _refuse_twice(tournament, round, decision)
    DecidedPair.objects.update_or_create(
        tournament=tournament,
        number=round.number,
        registration_a_id=one,
        registration_b_id=other,
        defaults={
            "meets": decision.what is What.MEET,
            "reason": reason,
            "decided_by": actor.label[:150],
        },
    )


def _refuse_twice(tournament: Tournament, round: Round, decision: Decision) -> None:
    """Raises Refusal `decided_already` where one of the two meets somebody else by decision."""
    pairs = DecidedPair.objects.filter(tournament=tournament, number=round.number, meets=True)
    for pair in pairs.values_list("registration_a", "registration_b"):
        if pair != decision.keys and set(pair) & set(decision.keys):
            names = Registration.objects.filter(pk__in=pair).order_by("pk").values_list("name", flat=True)
            raise Refusal("decided_already", names=list(names))


def _reserved(task: PairingTask, before: DraftSeats) -> dict[Pair, int]:
    """The tables of the pairs that meet by decision: a fixed seat, else where the first of the two sits in the draft,
    else where the second does."""
    own = {one.fixed_table for one in task.forced if one.fixed_table is not None}
    reserved: dict[Pair, int] = {}
    for forced in task.forced:
        places = [before.places[key][0] for key in forced.pair if key in before.places]
        free = [table for table in places if table is not None and table not in own | set(reserved.values())]
        table = forced.fixed_table or next(iter(free), None)
        if table is not None:
            reserved[forced.pair] = table
    return reserved


def _paired_around(
    task: PairingTask,
    before: DraftSeats,
    reserved: Mapping[Pair, int],
    seed: str,
    again: bool,
    patience: float | None,
) -> tuple[list[RunningRepair], tuple[PairingResult, ...]]:
    """The field, or each of its parts, paired again: `again`, or with as many of its tables as possible; the work of
    each, and what came of it."""
    fields = [(part.history, part.settings) for part in task.parts] or [(task.history, task.settings)]
    apart = {ordered(*pair) for _history, wanted in fields for pair in wanted.prohibited}
    own = [
        tuple(
            seat
            for seat in before.tables
            if all(key in history.by_id for key in seat.pair) and ordered(*seat.pair) not in apart
        )
        for history, _wanted in fields
    ]
    works: list[RunningRepair] = []
    results: list[PairingResult] = []
    for place, (history, wanted) in enumerate(fields):
        others = {seat.table for seats in own[place + 1 :] for seat in seats} | set(reserved.values())
        taken = {table for result in results for table in result.tables} | {one for one in others if one is not None}
        tables = replace(wanted.tables, blocked=wanted.tables.blocked | taken)
        work = RunningRepair(
            history=history,
            settings=replace(wanted, tables=tables),
            published=own[place],
            bye=next((key for key in before.byes if key in history.by_id), None),
            seed=f"{seed}/{place}",
            seconds=settings.PAIRING_SECONDS,
            redraws=again,
        )
        works.append(work)
        results.append(answer_in_time(RepairWork(work), patience=patience).result.pairing)
    return works, tuple(results)
