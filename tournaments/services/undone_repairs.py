"""Undoing what was chosen for a published round: everybody sits as before, or the choice is open again."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Match, Round, RoundRepair
from tournaments.queries.moved import byes_on
from tournaments.queries.repair import newest_repair
from tournaments.receipts.document import UNDONE
from tournaments.services.boards import seat_boards
from tournaments.services.late_seats import take_out_late
from tournaments.services.log import write_log
from tournaments.services.moved_notices import tell_moved
from tournaments.services.pairing_steps import write_step
from tournaments.services.repairs import lock_undecided, move_bye, reseat, wall_of

Choice = RoundRepair.Choice


@transaction.atomic
def undo_repair(*, actor: Actor, round_id: int, repair_id: int) -> RoundRepair:
    """Restore the round as it was published before its last repair, and tell who had moved; of a round that was kept as
    it is, the choice is open again, and a late player who was seated with the bye has no match again.

    Raises Conflict `round_not_published`, `search_open`, `repair_outdated` unless it is the newest choice that stands,
    `repair_has_results` once anything was recorded or moved after it, Refusal `no_repair`.
    """
    tournament, round = lock_undecided(actor, round_id, corrected=False)
    repair = newest_repair(round)
    if repair is None:
        raise Refusal("no_repair", number=round.number)
    if repair.pk != repair_id:
        raise Conflict("repair_outdated", number=round.number)
    if repair.choice == Choice.LATE:
        take_out_late(round, repair)
    elif repair.choice != Choice.KEEP:
        _restore(actor, round, repair)
    repair.undone_at = timezone.now()
    repair.save(update_fields=["undone_at"])
    write_step(actor, tournament, round.number, UNDONE, {"number": repair.number})
    write_log(tournament, actor, "repair_undone", round=round.number, repair=repair.pk, choice=str(repair.choice))
    tell_moved(round, repair)
    return repair


def _restore(actor: Actor, round: Round, repair: RoundRepair) -> None:
    """Seat everybody as before the repair; raises Conflict `repair_has_results`."""
    if wall_of(round) != repair.after:
        raise Conflict("repair_has_results", number=round.number)
    now = {line["match"]: line for line in repair.after["tables"]}
    matches = Match.objects.select_related("player1", "player2").in_bulk(list(now))
    for line in repair.before["tables"]:
        current = now[line["match"]]
        if (line["table"], line["players"]) != (current["table"], current["players"]):
            if matches[line["match"]].report_state != Match.ReportState.NONE:
                raise Conflict("repair_has_results", number=round.number)
            reseat(actor, round, matches[line["match"]], line["table"], tuple(line["players"]))
    for was, now_there in zip(byes_on(repair.before), byes_on(repair.after), strict=True):
        move_bye(round, now_there, was)
    seat_boards(round)
    round.pairing, round.edited_by_hand = repair.before["pairing"], repair.before["edited_by_hand"]
    round.save(update_fields=["pairing", "edited_by_hand"])
