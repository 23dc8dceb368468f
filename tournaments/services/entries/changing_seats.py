"""The members of a team change their seats, before the first round."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from accounts.actor import Actor
from accounts.refusals import Refusal
from tournaments.models import Registration
from tournaments.permissions import Action, require
from tournaments.queries.teams import members_of
from tournaments.services.entries.seats import refuse_started
from tournaments.services.locking import lock_registration
from tournaments.services.log import write_log


@transaction.atomic
def change_seats(*, actor: Actor, registration_id: int, first: int) -> Registration:
    """Staff put the member with the key `first` on the first seat of the team, the other one on the second.

    Asked twice, it changes nothing more. Raises NotAllowed, Refusal `no_such_entry`, `not_for_teams`, `no_such_member`,
    Conflict `already_started`.
    """
    team = lock_registration(registration_id)
    require(actor, Action.MANAGE_ENTRIES, team.tournament)
    refuse_started(team.tournament)
    members = members_of(team)
    if not members:
        raise Refusal("not_for_teams")
    if first not in [member.pk for member in members]:
        raise Refusal("no_such_member")
    if members[0].pk != first:
        Registration.people.filter(team_entry=team).update(seat=3 - F("seat"))
        names = [member.name for member in reversed(members)]
        write_log(team.tournament, actor, "seats_changed", entry=team.pk, name=team.name, names=names)
    return team
