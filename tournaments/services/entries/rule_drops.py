"""Dropping by the event's own rule, when a round ends: who did not come, and who has lost a number of rounds."""

from __future__ import annotations

from django.db import transaction

from accounts.actor import Actor
from tournaments.models import Registration, Round, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.entries import dropped_by_rule
from tournaments.queries.rule_drops import due_by_rule
from tournaments.services.locking import lock_entrant
from tournaments.services.log import write_log

Status = Registration.Status


def drop_by_rule(*, actor: Actor, tournament: Tournament, round: Round) -> None:
    """Drop those whom the event's settings drop after this Swiss round; its caller has locked the tournament.

    Whose drop is undone stays until the next loss.
    """
    rules = due_by_rule(tournament, round)
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


@transaction.atomic
def leave_drop(*, actor: Actor, registration_id: int) -> Registration:
    """Leave a player in or out of the event as they are, although a corrected result speaks for the opposite
    (`queries.rule_drops.drops_to_review`); it is logged and not asked again until the next correction."""
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.MANAGE_ENTRIES, tournament)
    facts = {"entry": registration.pk, "name": registration.name, "plays": registration.status == Status.ACTIVE}
    write_log(tournament, actor, "drop_left", **facts)
    return registration
