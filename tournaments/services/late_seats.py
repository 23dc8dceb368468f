"""A late player meets the one who has the bye of a running round: the bye becomes a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Bye, Match, MissedRound, Registration, Round, RoundRepair, Tournament
from tournaments.models.match import TEAM_MATCH_LENGTH
from tournaments.queries.draft_marks import DraftMark, draft_marks
from tournaments.queries.history import pairing_history
from tournaments.queries.late_seats import late_match, late_seats
from tournaments.queries.moved import byes_on
from tournaments.queries.pairing_settings import pairing_settings, table_settings
from tournaments.queries.shared_tables import tables_played_beside
from tournaments.receipts.document import LATE
from tournaments.services.boards import seat_boards
from tournaments.services.locking import hold_tables
from tournaments.services.log import write_log
from tournaments.services.moved_notices import tell_moved
from tournaments.services.pairing_facts import facts_with_late_pair
from tournaments.services.pairing_steps import write_step
from tournaments.services.repairs import lock_undecided, store_choice, wall_of
from tournaments.swiss.tables import has_table, table_numbers

LATE_POLICY = Registration.LatePolicy


@transaction.atomic
def seat_late(
    *, actor: Actor, round_id: int, registration_id: int, opponent_id: int, confirmed: bool = False
) -> RoundRepair:
    """Let a player who came late play the one who has the bye of a running Swiss round, at the first free table.

    The loss, or the awarded bye, that the round counted as for the late player and the bye of the other are taken away;
    the match counts like any other. Both get a notice at once. How the round was is kept, and `undo_repair` restores
    it.

    Raises Conflict `round_not_published`, `search_open`, `late_seat_gone` (there is no such match to be made, or not
    any more), `late_marks_unconfirmed` where the two have met or are to be kept apart and that is not `confirmed`;
    Refusal `bracket_is_fixed`, `not_in_pods`, `too_few_tables`.
    """
    tournament, round = lock_undecided(actor, round_id, corrected=False)
    hold_tables(tournament)
    made = next(
        (one for one in late_seats(round, only=registration_id) if one.with_bye.pk == opponent_id),
        None,
    )
    if made is None:
        raise Conflict("late_seat_gone", number=round.number)
    late, other = made.late, made.with_bye
    given = {"entry": late.pk, "first_round": late.first_round, "given": _given(round, late)}
    before = {**wall_of(round), "late": given}
    marked = {(mark.kind, mark.keys) for mark in draft_marks(round)}
    _take_given(round, late)
    Bye.objects.filter(round=round, registration=other, kind=Bye.Kind.PAIRED).delete()
    match = Match.objects.create(
        round=round,
        table=_free_table(tournament, round, (other, late)),
        player1=other,
        player2=late,
        best_of=TEAM_MATCH_LENGTH if tournament.is_by_seat else None,
    )
    late.first_round = min(late.first_round, round.number)
    late.save(update_fields=["first_round"])
    seat_boards(round)
    history = pairing_history(tournament, round.number, entries=[other, late])
    settings = pairing_settings(tournament, history)
    round.pairing = facts_with_late_pair(round.pairing, history, settings, (other.pk, late.pk))
    round.save(update_fields=["pairing"])
    gained = [mark for mark in draft_marks(round) if (mark.kind, mark.keys) not in marked]
    if gained and not confirmed:
        raise Conflict("late_marks_unconfirmed", number=round.number, marks=_named(gained))
    repair = store_choice(actor, round, RoundRepair.Choice.LATE, before=before, after=wall_of(round))
    facts = {"number": repair.number, "pair": [other.pk, late.pk], "table": match.table}
    write_step(actor, tournament, round.number, LATE, facts)
    write_log(
        tournament,
        actor,
        "late_seated",
        round=round.number,
        repair=repair.pk,
        entries=[late.pk, other.pk],
        name=late.name,
        opponent=other.name,
        table=match.table,
    )
    tell_moved(round, repair)
    return repair


def _named(marks: list[DraftMark]) -> list[dict[str, Any]]:
    return [{"kind": mark.kind.value, "names": list(mark.names)} for mark in marks]


def _given(round: Round, late: Registration) -> str:
    """What the round counted as for a player who was not there."""
    byes = Bye.objects.filter(round=round, registration=late, kind=Bye.Kind.AWARDED)
    return str(LATE_POLICY.BYE if byes.exists() else LATE_POLICY.LOSS)


def _take_given(round: Round, late: Registration) -> None:
    Bye.objects.filter(round=round, registration=late, kind=Bye.Kind.AWARDED).delete()
    MissedRound.objects.filter(round=round, registration=late).delete()


def _free_table(tournament: Tournament, round: Round, pair: tuple[Registration, Registration]) -> int:
    """A seat fixed for one of the two that is free, else the first table that nobody sits at, here or in another event
    of the same organisers; where those fill the hall, the first one that is free here."""
    settings = table_settings(tournament)
    taken = frozenset(table for table in round.matches.values_list("table", flat=True) if table is not None)
    for entry in pair:
        seat = entry.fixed_table
        if seat is not None and seat not in taken and has_table(settings, seat):
            return seat
    here = replace(settings, blocked=settings.blocked | taken)
    hall = replace(here, blocked=here.blocked | tables_played_beside(tournament))
    free = next((table for tables in (hall, here) for table in table_numbers(tables)), None)
    if free is None:
        raise Refusal("too_few_tables", needed=len(taken) + 1, there=len(taken))
    return free


def _seats(wall: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Who sits where on a wall, whatever was recorded there since."""
    return [(line["match"], line["table"], line["players"]) for line in wall["tables"]] + [tuple(byes_on(wall))]


def take_out_late(round: Round, repair: RoundRepair) -> None:
    """Take away the match that `seat_late` made, and give both players what they had. Raises Conflict
    `repair_has_results` where something was recorded in it, or others sit there by now."""
    match = late_match(round, repair)
    if match is None or _seats(wall_of(round)) != _seats(repair.after):
        raise Conflict("repair_has_results", number=round.number)
    was = repair.before["late"]
    other = match.player1_id
    match.delete()
    Bye.objects.create(round=round, registration_id=other, kind=Bye.Kind.PAIRED)
    if was["given"] == LATE_POLICY.BYE:
        Bye.objects.create(round=round, registration_id=was["entry"], kind=Bye.Kind.AWARDED)
    else:
        MissedRound.objects.create(round=round, registration_id=was["entry"])
    Registration.objects.filter(pk=was["entry"]).update(first_round=was["first_round"])
    round.pairing = repair.before["pairing"]
    round.save(update_fields=["pairing"])
