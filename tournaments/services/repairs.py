"""What becomes of a published round after a correction: as few tables as possible are repaired, all that have not
begun are drawn again, or everything is kept. Tables that have begun always stay with what is recorded there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Bye, Match, Round, RoundRepair, Tournament
from tournaments.queries.repair import (
    RepairPlan,
    RepairTask,
    TableMove,
    repair_plan,
    repair_task,
    repair_work,
)
from tournaments.queries.repair_scope import corrections_since_pairing, is_by_divisions, repair_scope, seen_in
from tournaments.queries.rounds import refusal_facts
from tournaments.queries.searches import open_search
from tournaments.receipts.document import KEPT, REPAIR
from tournaments.receipts.working_out import record_repair
from tournaments.services.boards import seat_boards
from tournaments.services.drafts import lock_round
from tournaments.services.entries.divisions import names_of_part
from tournaments.services.log import write_log
from tournaments.services.moved_notices import tell_moved
from tournaments.services.pairing import TAKES_LONG, no_legal_pairing
from tournaments.services.pairing_facts import facts_with_part, keep_field, pairing_facts
from tournaments.services.pairing_process import answer_in_time
from tournaments.services.pairing_steps import write_step
from tournaments.services.pairing_work import RepairWork
from tournaments.services.pod_rounds import refuse_in_pods
from tournaments.services.reasons import tidy_reason
from tournaments.services.slip_contents import read_slip, slip_facts
from tournaments.services.slips import keep_revision
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason
from tournaments.swiss.running_repair import Repaired
from tournaments.swiss.tables import TooFewTables

Choice = RoundRepair.Choice
Answer = Callable[[RepairWork], Repaired]
"""Has the pairing core work it out; raises `NoLegalPairing`, `TooFewTables`, `OutOfTime`."""


def plan_repair(*, actor: Actor, round_id: int, redraws: bool = False, patience: float | None = None) -> RepairPlan:
    """What a repair, or with `redraws` another draw of all free tables, would do now, for staff who may make it; writes
    nothing. `patience` is how many seconds to wait, where that is less than it may take.

    The tournament's row is not locked while it is computed. Raises Conflict `round_not_published`, Refusal
    `bracket_is_fixed`, `no_legal_pairing`, `too_few_tables`, `pairing_takes_long`, `nothing_to_repair` where every
    table has begun.
    """
    task = read_task(actor, round_id, redraws=redraws)
    all_begun = Refusal("nothing_to_repair", number=task.round.number)
    return plan_of(task, all_begun=all_begun, answer=lambda work: answer_in_time(work, patience=patience))


def apply_repair(
    *, actor: Actor, round_id: int, fingerprint: str, redraws: bool = False, reason: str = ""
) -> RoundRepair:
    """Make the repair, or with `redraws` the draw, that its caller saw: `fingerprint` is that of the plan.

    Only matches without any recorded game move; how the round was before is kept, and everybody who moves gets a
    notice. Raises Conflict `round_not_published`, `search_open`, `repair_outdated` (a result came in or something was
    corrected since: look at it again), Refusal `bracket_is_fixed`, `nothing_to_repair`, `no_legal_pairing`,
    `too_few_tables`, `pairing_takes_long`, `reason_too_long`, and with `redraws` `reason_required` and
    `nothing_corrected`.
    """
    why = tidy_reason(reason, required=redraws)
    lock_undecided(actor, round_id, corrected=redraws)
    task = read_task(actor, round_id, redraws=redraws)
    outdated = Conflict("repair_outdated", number=task.round.number)
    plan = plan_of(task, all_begun=outdated, answer=answer_in_time)
    if plan.fingerprint != fingerprint:
        raise outdated
    if not plan.is_needed:
        raise Refusal("nothing_to_repair", number=task.round.number)
    with transaction.atomic():
        lock_undecided(actor, round_id, corrected=redraws)
        return write_repair(actor, task, plan, outdated, why)


@transaction.atomic
def keep_pairings(*, actor: Actor, round_id: int, seen: str, reason: str) -> RoundRepair:
    """Leave a published round as it is although a result was corrected since it was paired, and say why. `seen` names
    the corrections its caller saw (`queries.repair.seen_in`).

    Raises Conflict `round_not_published`, `search_open`, `repair_outdated` (something else was corrected since),
    Refusal `bracket_is_fixed`, `reason_required`, `reason_too_long`, `nothing_corrected`.
    """
    why = tidy_reason(reason)
    tournament, round = lock_undecided(actor, round_id)
    scope = repair_scope(round)
    if seen_in(scope.corrections) != seen:
        raise Conflict("repair_outdated", number=round.number)
    wall = wall_of(round)
    kept = store_choice(actor, round, Choice.KEEP, before=wall, after=wall, part=scope.part)
    write_step(actor, tournament, round.number, KEPT, {"number": kept.number})
    write_log(tournament, actor, "pairings_kept", round=round.number, repair=kept.pk, reason=why)
    return kept


@transaction.atomic
def write_repair(actor: Actor, task: RepairTask, plan: RepairPlan, outdated: Conflict, reason: str) -> RoundRepair:
    """Write the repair if its inputs are still the same; raises `outdated` otherwise."""
    tournament, round = lock_running(actor, task.round.pk)
    if repair_task(round, redraws=task.redraws).stand != task.stand:
        raise outdated
    before = wall_of(round)
    for move in plan.moves:
        reseat(actor, round, move.match, move.new_table, move.new_pair)
    move_bye(round, plan.bye, plan.new_bye)
    seat_boards(round)
    is_decided = round.pairing.get("decided", False)
    round.pairing = {**_repaired_facts(round, plan), **({"decided": True} if is_decided else {})}
    round.edited_by_hand = is_decided
    round.save(update_fields=["pairing", "edited_by_hand"])
    choice = Choice.REDRAW if plan.redraws else Choice.REPAIR
    repair = store_choice(actor, round, choice, before=before, after=wall_of(round), part=plan.part)
    keep_field(round, plan.result.pairing, repair=repair, part=plan.part)
    drawn = record_repair(
        plan.work, plan.result.pairing, number=repair.number, held_back=plan.held_back, part=plan.part
    )
    write_step(actor, tournament, round.number, REPAIR, drawn)
    write_log(
        tournament,
        actor,
        "round_repaired",
        round=round.number,
        repair=repair.pk,
        tables=_tables_of(plan.moves),
        moved=len(plan.moved),
        staying=plan.staying,
        choice=choice.value,
        reason=reason,
        **({"part": names_of_part(tournament, plan.part)} if plan.part else {}),
    )
    tell_moved(round, repair)
    return repair


def store_choice(
    actor: Actor,
    round: Round,
    choice: RoundRepair.Choice,
    *,
    before: dict[str, Any],
    after: dict[str, Any],
    part: str = "",
) -> RoundRepair:
    """Keep what became of a published round, with how it was and is."""
    return RoundRepair.objects.create(
        round=round,
        number=round.repairs.count() + 1,
        choice=choice,
        part=part,
        before=before,
        after=after,
        made_by_user=actor.user,
        made_by=actor.label[:150],
    )


def move_bye(round: Round, of: int | None, to: int | None) -> None:
    """Give a player's paired bye to another one of the same part."""
    if of != to:
        Bye.objects.filter(round=round, kind=Bye.Kind.PAIRED, registration=of).update(registration=to)


def wall_of(round: Round) -> dict[str, Any]:
    """The round as published, with the version of every match; what `RoundRepair` stores."""
    lines = round.matches.order_by("pk").values_list("pk", "table", "player1", "player2", "version")
    byes = list(round.byes.filter(kind=Bye.Kind.PAIRED).order_by("pk").values_list("registration", flat=True))
    return {
        "tables": [
            {"match": pk, "table": table, "players": [one, two], "version": version}
            for pk, table, one, two, version in lines
        ],
        "bye": byes[0] if byes else None,
        **({"byes": byes} if is_by_divisions(round) else {}),
        "pairing": round.pairing,
        "edited_by_hand": round.edited_by_hand,
    }


def lock_running(actor: Actor, round_id: int) -> tuple[Tournament, Round]:
    """The published Swiss round, its tournament's row locked. Raises `not_in_pods`."""
    tournament, round = lock_round(actor=actor, round_id=round_id)
    refuse_in_pods(tournament)
    if round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", **refusal_facts(round), status=round.status)
    if round.stage == Round.Stage.TOP_CUT:
        raise Refusal("bracket_is_fixed", **refusal_facts(round))
    return tournament, round


@transaction.atomic
def lock_undecided(actor: Actor, round_id: int, *, corrected: bool = True) -> tuple[Tournament, Round]:
    """As `lock_running`, while no job draws the round again, which would replace what is chosen meanwhile; unless not
    `corrected`, a round that has a correction nobody has decided about. Raises `search_open`, `nothing_corrected`."""
    tournament, round = lock_running(actor, round_id)
    waiting = open_search(tournament)
    if waiting is not None:
        raise Conflict("search_open", number=waiting.number)
    if corrected and not corrections_since_pairing(round):
        raise Refusal("nothing_corrected", number=round.number)
    return tournament, round


@transaction.atomic
def read_task(actor: Actor, round_id: int, *, redraws: bool = False) -> RepairTask:
    """What is to be corrected, all of it from one moment."""
    _tournament, round = lock_running(actor, round_id)
    return repair_task(round, redraws=redraws)


def plan_of(task: RepairTask, *, all_begun: Refusal, answer: Answer, seconds: float | None = None) -> RepairPlan:
    """The repair as it would be made now; raises `all_begun` where every table has begun."""
    try:
        work = repair_work(task, seconds=seconds)
        return repair_plan(task, work, answer(RepairWork(work)))
    except NoLegalPairing as failure:
        if failure.reason is NoPairingReason.NO_ENTRANTS:
            raise all_begun from failure
        raise no_legal_pairing(task.round.tournament, failure) from failure
    except TooFewTables as failure:
        raise Refusal("too_few_tables", needed=failure.needed, there=failure.there) from failure
    except OutOfTime as failure:
        raise Refusal(TAKES_LONG, number=task.round.number) from failure


def reseat(actor: Actor, round: Round, match: Match, table: int | None, pair: tuple[int, int]) -> None:
    """Give a match that has not begun other players or another table; an open slip of it becomes stale."""
    match.round = round
    slip = read_slip(match)
    before = slip_facts(match, slip)
    match.table = table
    match.player1_id, match.player2_id = pair
    keep_revision(actor=actor, match=match, before=before, after=slip_facts(match, slip))


def _tables_of(moves: tuple[TableMove, ...]) -> list[int]:
    return sorted({table for move in moves for table in (move.table, move.new_table) if table is not None})


def _repaired_facts(round: Round, plan: RepairPlan) -> dict[str, Any]:
    """The facts of the repaired round: its proof is about those who had not begun.

    A round of before `PairedField` has its reasons here: those of the tables that play stay.
    """
    result = plan.result
    fixed = {frozenset((match.player1_id, match.player2_id)) for match in plan.fixed}
    facts = pairing_facts(result.pairing)
    if plan.part:
        return facts_with_part(round.pairing, plan.part, facts, moved=set(plan.people).difference(*fixed)) | _counts(
            plan
        )
    old = [reason for reason in round.pairing.get("reasons", []) if frozenset(reason["pair"]) in fixed]
    stay = {
        key: [pair for pair in round.pairing.get(key, []) if frozenset(pair) in fixed]
        for key in ("rematches", "kept_together")
    }
    return {
        **facts,
        **({"reasons": old} if old else {}),
        **{key: facts[key] + stay[key] for key in stay},
        **_counts(plan),
    }


def _counts(plan: RepairPlan) -> dict[str, Any]:
    """How much of the round was repaired."""
    return {
        "repair": {
            "moved": len(plan.moved),
            "kept": len(plan.result.kept),
            "kept_bound": plan.result.kept_bound,
            "playing": len(plan.begun),
            **({"redrawn": True} if plan.redraws else {}),
        },
    }
