"""Reminding players of a decklist that is missing or not legal."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.urls import reverse

from accounts.actor import Actor
from accounts.inbox import send_notice
from accounts.refusals import Conflict, Refusal, TooMany
from tournaments.models import Tournament
from tournaments.permissions import Action, require
from tournaments.queries.deck_statistics import REMINDER, DeckStanding, deck_standings, reminder_wait
from tournaments.queries.decks import lists_locked
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log


@transaction.atomic
def remind_of_decklists(
    *, actor: Actor, tournament_id: int, registration_ids: Collection[int] | None = None
) -> list[DeckStanding]:
    """Send a notice to each of these entries, or to all, whose list is missing or not legal; returns who got one.

    Nobody is reminded twice within a quarter of an hour: of several, those are left out. Raises NotAllowed, Refusal
    `nobody_to_remind`, Conflict `not_running` once the event is over, TooMany `reminded_recently` when nobody is left,
    with the `minutes` to wait.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.CHECK_DECKS, tournament)
    if tournament.phase in (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED):
        raise Conflict("not_running", phase=tournament.phase)
    due = [
        one
        for one in deck_standings(tournament)
        if one.is_due and (registration_ids is None or one.registration.pk in registration_ids)
    ]
    if not due:
        raise Refusal("nobody_to_remind")
    ready = [one for one in due if one.may_remind]
    if not ready:
        wait = min(reminder_wait(one.reminded_at) for one in due)
        raise TooMany("reminded_recently", count=len(due), name=due[0].registration.name, minutes=wait)
    for one in ready:
        entry = one.registration
        send_notice(
            to=entry.player,
            code=REMINDER,
            path=reverse("deck_editor", args=[entry.pk]),
            tournament=tournament.pk,
            entry=entry.pk,
            event=tournament.name,
            state=one.state.value,
            locked=lists_locked(tournament),
        )
    names = [one.registration.name for one in ready]
    write_log(tournament, actor, "decklists_reminded", count=len(ready), names=names)
    return ready
