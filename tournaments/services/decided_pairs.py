"""Deciding by hand that two players of a draft meet, or do not, or that one has the bye: the others are paired around
that again.

What a decision would cost and whom it would move is planned first and made as it was seen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import chain

from django.conf import settings

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Round, Tournament
from tournaments.queries.history import pairing_history
from tournaments.queries.pairing_stand import PairingTask
from tournaments.receipts.document import DECIDED
from tournaments.receipts.working_out import record_decided
from tournaments.services.decisions import TAKES_BACK, Decision, What, write_decision
from tournaments.services.draft_seats import DraftChange, DraftSeats, draft_seats
from tournaments.services.drafts import by_hand_of, lock_for_again, lock_round, note_paired, require_draft
from tournaments.services.log import write_log
from tournaments.services.pairing import (
    TAKES_LONG,
    Note,
    Paired,
    Rehearsal,
    as_paired,
    no_legal_pairing,
    rehearse,
    seats_of_pairing,
    write_if_unchanged,
)
from tournaments.services.pairing_facts import added_up
from tournaments.services.pairing_process import answer_in_time
from tournaments.services.pairing_steps import DrawSeed, write_step
from tournaments.services.pairing_work import RepairWork
from tournaments.services.pod_rounds import refuse_round_in_pods
from tournaments.services.reasons import tidy_reason
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.costs import Levels, cost_rules, ordered
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.running_repair import RunningRepair
from tournaments.swiss.tables import TooFewTables

Pair = tuple[int, int]


@dataclass(frozen=True)
class DraftPlan(DraftChange):
    """A draft as it would be after a decision: what it costs `now` and `then`, who moves, and how many tables stay.

    A bye that is given, or taken back, is part of either cost, although the pairing, which is `paired`, leaves it out.
    """

    decision: Decision
    now: Levels
    then: Levels
    paired: Paired

    @cached_property
    def fingerprint(self) -> str:
        """A short text that is the same exactly for the same change of the same draft."""
        facts = json.dumps([asdict(self.decision), asdict(self.before), asdict(self.after)])
        return hashlib.sha256(facts.encode()).hexdigest()[:32]


def plan_decision(*, actor: Actor, round_id: int, decision: Decision, patience: float | None = None) -> DraftPlan:
    """What a decision about a draft would change; writes nothing. `patience` is how many seconds to wait.

    Raises Conflict `round_not_draft`, `pairing_is_over`, Refusal `bracket_is_fixed`, `not_in_round`,
    `choose_two_players`, `decided_already`, `nothing_decided`, `all_pairs_decided`, `no_legal_pairing`,
    `too_few_tables`, `too_few_players`, `pairing_takes_long`, and of a bye what `award_in_draft` raises.
    """
    refuse_round_in_pods(round_id)
    return _Change(actor, round_id, decision, "").plan(patience)


def apply_decision(*, actor: Actor, round_id: int, decision: Decision, fingerprint: str, reason: str) -> Round:
    """Make the change that its caller saw: `fingerprint` is that of the plan. Everybody can read that it was made.

    Raises what planning it does, Refusal `reason_required`, `reason_too_long`, and Conflict `draft_changed` where the
    draft, or what it follows from, is another one by now.
    """
    why = tidy_reason(reason, required=decision.what not in TAKES_BACK)
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
        write_decision(
            actor=self.actor,
            tournament=tournament,
            round=round,
            decision=self.decision,
            seats=self.before,
            reason=self.reason,
        )
        return lock_for_again(self.actor, self.round_id)

    def _planned(self, rehearsal: Rehearsal, patience: float | None) -> DraftPlan:
        task = rehearsal.task
        reserved = _reserved(task, self.before)
        try:
            seed, again = f"{self.round.seed}/{self.decision.name}", self.decision.again
            self.works, results = _paired_around(task, self.before, reserved, seed, again, patience)
        except NoLegalPairing as failure:
            raise no_legal_pairing(rehearsal.tournament, failure) from failure
        except TooFewTables as failure:
            raise Refusal("too_few_tables", needed=failure.needed, there=failure.there) from failure
        except OutOfTime as failure:
            raise Refusal(TAKES_LONG, number=self.round.number) from failure
        paired = replace(as_paired(task, results, reserved=reserved), is_decided=True)
        now, then, after = Levels(**self.round.pairing["achieved"]), paired.achieved, seats_of_pairing(paired)
        if self.decision.what is What.PAIRED:
            now = added_up([now, self._cost_of_bye(rehearsal)])
        elif self.decision.what is What.BYE:
            then = added_up([then, self._cost_of_bye(rehearsal)])
            after = DraftSeats(after.tables, (*after.byes, self.decision.one))
        return DraftPlan(self.before, after, self.decision, now, then, paired)

    def _cost_of_bye(self, rehearsal: Rehearsal) -> Levels:
        """What the bye of the one entrant costs, as if the pairing had given it."""
        task, key = rehearsal.task, self.decision.one
        if key in task.history.by_id:
            return cost_rules(task.history, task.settings).bye(task.history.by_id[key])
        entries = list(rehearsal.tournament.registrations.filter(pk=key))
        own = pairing_history(rehearsal.tournament, self.round.number, entries=entries).entrants
        field = replace(task.history, entrants=(*task.history.entrants, *own))
        return cost_rules(field, task.settings).bye(own[0])

    def _note(self, plan: DraftPlan) -> Note:
        def note(tournament: Tournament, round: Round, paired: Paired, _drawn: DrawSeed) -> None:
            note_paired(self.actor, tournament, round)
            concerned = self.decision.entrants
            opponents = [
                [seats.places.get(key, (None, None))[1] for seats in (plan.before, plan.after)] for key in concerned
            ]
            people = tournament.registrations.in_bulk([*concerned, *filter(None, chain(*opponents))])
            names = {f"player{place}": people[key].name for place, key in enumerate(concerned, start=1)}
            write_log(
                tournament,
                self.actor,
                "pairing_decided",
                round=round.number,
                what=self.decision.what.value,
                **names,
                entries=list(concerned),
                opponents=[[people[key].name if key else "" for key in both] for both in opponents],
                moved=len(plan.moved),
                again=self.decision.again,
                reason=self.reason,
            )
            parts = list(zip(self.works, paired.results, strict=True))
            facts = record_decided(self.decision.name, parts, by_hand_of(round, paired))
            write_step(self.actor, tournament, round.number, DECIDED, facts)

        return note


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
