"""How an entrant who left was gone, kept for the person who takes back what came after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import LogEntry, MissedRound, Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.coming_back import seated_since
from tournaments.services.locking import lock_entrant
from tournaments.services.log import write_log
from tournaments.services.versions import tell_entries

Status = Registration.Status
Phase = Tournament.Phase


def how_gone(registration: Registration) -> dict[str, Any]:
    """How the entrant is gone, for the facts of a line of the log; nothing of one who plays."""
    if registration.status not in (Status.DROPPED, Status.NO_SHOW):
        return {}
    return {
        "was": registration.status,
        "was_reason": registration.status_reason,
        "was_rule": registration.drop_rule,
        "was_before_cut": registration.left_before_cut,
    }


def be_gone(registration: Registration, facts: Mapping[str, Any]) -> None:
    """Restore what `how_gone` kept, with the `round` of leaving beside it."""
    registration.status, registration.status_round = facts["was"], facts["round"]
    registration.status_reason, registration.drop_rule = facts["was_reason"], facts["was_rule"]
    registration.left_before_cut = facts["was_before_cut"]
    registration.save(update_fields=["status", "status_round", "status_reason", "drop_rule", "left_before_cut"])


@transaction.atomic
def drop_as_before(*, actor: Actor, registration_id: int) -> Registration:
    """Undo `undrop` while no round with the entrant has been published since: the round, the reason and the rule of the
    drop are those of before, and the losses that coming back gave are taken away.

    Raises NotAllowed, Conflict `not_running`, `not_entered`, or `undrop_outdated`.
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.MANAGE_ENTRIES, tournament)
    if tournament.phase not in (Phase.SWISS, Phase.TOP_CUT):
        raise Conflict("not_running", phase=tournament.phase)
    if registration.status != Status.ACTIVE:
        raise Conflict("not_entered", name=registration.name, status=registration.status)
    lines = LogEntry.objects.filter(tournament=tournament, verb="entry_undropped", facts__entry=registration.pk)
    facts = lines.order_by("-pk").values_list("facts", flat=True).first() or {}
    if "was" not in facts or seated_since(registration, facts["round"]):
        raise Conflict("undrop_outdated", name=registration.name)
    missed = MissedRound.objects.filter(registration=registration, round__number__in=facts["given"])
    missed.delete()
    be_gone(registration, facts)
    tell_entries(tournament.code, {registration.pk})
    known = {"round": registration.status_round, "reason": registration.status_reason}
    write_log(tournament, actor, "entry_dropped", entry=registration.pk, name=registration.name, **known)
    return registration
