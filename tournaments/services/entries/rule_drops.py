"""Dropping by the event's own rule, when a round ends: who did not come, and who has lost a number of rounds."""

from __future__ import annotations

from accounts.actor import Actor
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.queries.entries import dropped_by_rule
from tournaments.queries.history import read_swiss
from tournaments.scoring.tallies import Outcome, rows_by_entrant
from tournaments.services.log import write_log

Status = Registration.Status
DropRule = Registration.DropRule


def drop_by_rule(*, actor: Actor, tournament: Tournament, round: Round) -> None:
    """Drop those whom the event's settings drop after this Swiss round; its caller has locked the tournament.

    Who lost by not coming is dropped whatever is still to be played. Who has lost `drop_after_losses` rounds, this one
    among them, is dropped as long as a Swiss round is still to come: after the last one it would only take a place in
    the top cut away. Whose drop is undone stays until the next loss.
    """
    if round.stage != Round.Stage.SWISS:
        return
    rules = dict.fromkeys(_beaten(tournament, round), DropRule.LOSSES) | dict.fromkeys(
        _absent(tournament, round), DropRule.NO_SHOW
    )
    for entry in tournament.registrations.filter(pk__in=rules, status=Status.ACTIVE).order_by("pk"):
        entry.status, entry.status_round, entry.status_reason = Status.DROPPED, round.number, ""
        entry.drop_rule = rules[entry.pk]
        entry.save(update_fields=["status", "status_round", "status_reason", "drop_rule"])
        facts = {"entry": entry.pk, "name": entry.name, "round": round.number, "rule": entry.drop_rule}
        write_log(tournament, actor, "entry_dropped_by_rule", **facts, losses=tournament.drop_after_losses)


def undo_drops_by_rule(*, actor: Actor, tournament: Tournament, round: Round) -> None:
    """Let those play on whom the end of this round dropped: it is open again."""
    for entry in dropped_by_rule(round):
        entry.status, entry.status_round, entry.drop_rule = Status.ACTIVE, None, ""
        entry.save(update_fields=["status", "status_round", "drop_rule"])
        write_log(tournament, actor, "entry_undropped", entry=entry.pk, name=entry.name, missed=[])


def _absent(tournament: Tournament, round: Round) -> list[int]:
    """Who lost the round by not coming."""
    if not tournament.drop_no_shows:
        return []
    missed = Match.objects.filter(round=round, outcome=Match.Outcome.NO_SHOW, winner_seat__isnull=False)
    seats = missed.values_list("player1", "player2", "winner_seat")
    return [two if winner == 1 else one for one, two, winner in seats]


def _beaten(tournament: Tournament, round: Round) -> list[int]:
    """Who lost the round, and has lost as many as the event allows."""
    limit = tournament.drop_after_losses
    if limit is None or round.number >= (tournament.planned_rounds or 0):
        return []
    record = read_swiss(tournament, after_round=round.number)
    lost = {
        key: [row.round for row in rows if row.outcome is Outcome.LOSS]
        for key, rows in rows_by_entrant(record.history, record.preset).items()
    }
    return [key for key, rounds in lost.items() if len(rounds) >= limit and round.number in rounds]
