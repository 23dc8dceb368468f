"""Repairing a published round after a correction: the tables that have not begun, as few of them as possible."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Bye, Match, Round, RoundRepair, Tournament
from tournaments.queries.repair import RepairPlan, RepairTask, TableMove, repair_plan, repair_task, repair_work
from tournaments.services.drafts import lock_round
from tournaments.services.log import write_log
from tournaments.services.pairing import TAKES_LONG, no_legal_pairing
from tournaments.services.pairing_facts import keep_field, pairing_facts
from tournaments.services.pairing_process import answer_in_time
from tournaments.services.pairing_work import RepairWork
from tournaments.services.slips import keep_revision, read_slip, slip_facts
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason


def plan_repair(*, actor: Actor, round_id: int) -> RepairPlan:
    """What a repair would do now, for staff who may make it; writes nothing.

    The tournament's row is not locked while it is computed. Raises Conflict `round_not_published`,
    `later_round_exists`, Refusal `bracket_is_fixed`, `no_legal_pairing`, `pairing_takes_long`, `nothing_to_repair`
    where every table has begun.
    """
    task = _read_task(actor, round_id)
    return _plan(task, all_begun=Refusal("nothing_to_repair", number=task.round.number))


def apply_repair(*, actor: Actor, round_id: int, fingerprint: str) -> RoundRepair:
    """Make the repair that its caller saw: `fingerprint` is that of `queries.repair.repair_plan`.

    Only matches without any recorded game move; how the round was before is kept. Raises Conflict
    `round_not_published`, `later_round_exists`, `repair_outdated` (a result came in or something was corrected since:
    look at it again), Refusal `bracket_is_fixed`, `nothing_to_repair`, `no_legal_pairing`, `pairing_takes_long`.
    """
    task = _read_task(actor, round_id)
    outdated = Conflict("repair_outdated", number=task.round.number)
    plan = _plan(task, all_begun=outdated)
    if plan.fingerprint != fingerprint:
        raise outdated
    if not plan.is_needed:
        raise Refusal("nothing_to_repair", number=task.round.number)
    return _apply(actor, task, plan, outdated)


@transaction.atomic
def _apply(actor: Actor, task: RepairTask, plan: RepairPlan, outdated: Conflict) -> RoundRepair:
    """Write the repair if its inputs are still the same; raises `outdated` otherwise."""
    tournament, round = _lock_running(actor, task.round.pk)
    if repair_task(round).stand != task.stand:
        raise outdated
    before = wall_of(round)
    for move in plan.moves:
        _reseat(actor, round, move.match, move.new_table, move.new_pair)
    if plan.new_bye != plan.bye:
        Bye.objects.filter(round=round, kind=Bye.Kind.PAIRED).update(registration=plan.new_bye)
    round.pairing = _repaired_facts(round, plan)
    round.edited_by_hand = False
    round.save(update_fields=["pairing", "edited_by_hand"])
    repair = RoundRepair.objects.create(
        round=round,
        number=round.repairs.count() + 1,
        before=before,
        after=wall_of(round),
        made_by_user=actor.user,
        made_by=actor.label[:150],
    )
    keep_field(round, plan.result.pairing, repair=repair)
    write_log(
        tournament,
        actor,
        "round_repaired",
        round=round.number,
        repair=repair.pk,
        tables=_tables_of(plan.moves),
        moved=len(plan.moved),
        staying=plan.staying,
    )
    return repair


@transaction.atomic
def undo_repair(*, actor: Actor, round_id: int) -> RoundRepair:
    """Restore the round as it was published before its last repair.

    Raises Conflict `round_not_published`, `repair_has_results` once anything was recorded or moved after it, Refusal
    `no_repair`.
    """
    tournament, round = _lock_running(actor, round_id)
    repair = round.repairs.filter(undone_at=None).order_by("-number").first()
    if repair is None:
        raise Refusal("no_repair", number=round.number)
    if wall_of(round) != repair.after:
        raise Conflict("repair_has_results", number=round.number)
    now = {line["match"]: line for line in repair.after["tables"]}
    matches = Match.objects.select_related("player1", "player2").in_bulk(list(now))
    for line in repair.before["tables"]:
        current = now[line["match"]]
        if (line["table"], line["players"]) != (current["table"], current["players"]):
            _reseat(actor, round, matches[line["match"]], line["table"], tuple(line["players"]))
    if repair.before["bye"] != repair.after["bye"]:
        Bye.objects.filter(round=round, kind=Bye.Kind.PAIRED).update(registration=repair.before["bye"])
    round.pairing, round.edited_by_hand = repair.before["pairing"], repair.before["edited_by_hand"]
    round.save(update_fields=["pairing", "edited_by_hand"])
    repair.undone_at = timezone.now()
    repair.save(update_fields=["undone_at"])
    write_log(tournament, actor, "repair_undone", round=round.number, repair=repair.pk)
    return repair


def wall_of(round: Round) -> dict[str, Any]:
    """The round as published, with the version of every match; what `RoundRepair` stores."""
    lines = round.matches.order_by("pk").values_list("pk", "table", "player1", "player2", "version")
    return {
        "tables": [
            {"match": pk, "table": table, "players": [one, two], "version": version}
            for pk, table, one, two, version in lines
        ],
        "bye": round.byes.filter(kind=Bye.Kind.PAIRED).values_list("registration", flat=True).first(),
        "pairing": round.pairing,
        "edited_by_hand": round.edited_by_hand,
    }


def _lock_running(actor: Actor, round_id: int) -> tuple[Tournament, Round]:
    """The published Swiss round, its tournament's row locked."""
    tournament, round = lock_round(actor=actor, round_id=round_id)
    if round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", number=round.number, status=round.status)
    if round.stage == Round.Stage.TOP_CUT:
        raise Refusal("bracket_is_fixed", number=round.number)
    return tournament, round


@transaction.atomic
def _read_task(actor: Actor, round_id: int) -> RepairTask:
    """What is to be corrected, all of it from one moment."""
    _tournament, round = _lock_running(actor, round_id)
    return repair_task(round)


def _plan(task: RepairTask, *, all_begun: Refusal) -> RepairPlan:
    """The repair as it would be made now; raises `all_begun` where every table has begun."""
    try:
        return repair_plan(task, answer_in_time(RepairWork(repair_work(task))))
    except NoLegalPairing as failure:
        if failure.reason is NoPairingReason.NO_ENTRANTS:
            raise all_begun from failure
        raise no_legal_pairing(task.round.tournament, failure) from failure
    except OutOfTime as failure:
        raise Refusal(TAKES_LONG, number=task.round.number) from failure


def _reseat(actor: Actor, round: Round, match: Match, table: int | None, pair: tuple[int, int]) -> None:
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
    playing = {frozenset((match.player1_id, match.player2_id)) for match in plan.playing}
    facts = pairing_facts(result.pairing)
    old = [reason for reason in round.pairing.get("reasons", []) if frozenset(reason["pair"]) in playing]
    rematches = [pair for pair in round.pairing.get("rematches", []) if frozenset(pair) in playing]
    return {
        **facts,
        **({"reasons": old} if old else {}),
        "rematches": facts["rematches"] + rematches,
        "repair": {
            "moved": len(plan.moved),
            "kept": len(result.kept),
            "kept_bound": result.kept_bound,
            "playing": len(plan.playing),
        },
    }
