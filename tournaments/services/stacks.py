"""A stack of typed slips is entered once, however often its form is sent."""

from __future__ import annotations

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import EnteredStack
from tournaments.permissions import Action, require
from tournaments.services.locking import lock_tournament


@transaction.atomic
def open_stack(*, actor: Actor, tournament_id: int, key: str) -> EnteredStack:
    """Take a form of typed slips before the first of its lines is entered.

    Of two at the same moment, as after a double click, one is taken. Raises NotAllowed, Conflict `stack_entered`.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.RECORD_RESULTS, tournament)
    stack, is_new = EnteredStack.objects.get_or_create(tournament=tournament, key=key)
    if not is_new:
        raise Conflict("stack_entered")
    return stack
