"""The join code of an event, and whether players may enter themselves."""

from __future__ import annotations

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import Tournament
from tournaments.permissions import Action, require
from tournaments.queries.joining import free_join_code
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log

OVER = (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)


@transaction.atomic
def renew_join_code(*, actor: Actor, tournament_id: int) -> Tournament:
    """Give the event another join code; the one before, with its posters, leads nowhere from now on.

    Raises NotAllowed, Conflict `not_running` once the event is over.
    """
    tournament = _lock(actor, tournament_id)
    tournament.join_code = free_join_code()
    tournament.save(update_fields=["join_code"])
    write_log(tournament, actor, "join_code_renewed")
    return tournament


@transaction.atomic
def set_joining(*, actor: Actor, tournament_id: int, is_open: bool) -> Tournament:
    """Let players enter themselves, or let staff alone enter them; a second call changes nothing.

    Raises NotAllowed, Conflict `not_running` once the event is over.
    """
    tournament = _lock(actor, tournament_id)
    if tournament.registration_open != is_open:
        tournament.registration_open = is_open
        tournament.save(update_fields=["registration_open"])
        write_log(tournament, actor, "joining_opened" if is_open else "joining_closed")
    return tournament


def _lock(actor: Actor, tournament_id: int) -> Tournament:
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    if tournament.phase in OVER:
        raise Conflict("not_running", phase=tournament.phase)
    return tournament
