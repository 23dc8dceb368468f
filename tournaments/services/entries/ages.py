"""Saying at once how old everybody of an event is of whom nobody has said it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.actor import Actor
from accounts.models import AgeGroup, Player
from accounts.refusals import Conflict, Refusal
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.services.entries.numbers import tell_names_apart
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log

FOR_ALL = (AgeGroup.ADULT, AgeGroup.MINOR)
"""What may be said of all of them at once: a guardian's consent is recorded player by player, or with a list."""


def of_unknown_age(tournament: Tournament) -> QuerySet[Player]:
    """The players of the event of whom neither a year of birth nor an age group is known. Each name is masked."""
    entries = Registration.people.filter(tournament=tournament, is_anonymous=False)
    entries = entries.exclude(status=Registration.Status.WITHDRAWN)
    return Player.objects.filter(registrations__in=entries, birth_year=None, age_group="", erased_at=None).distinct()


@transaction.atomic
def set_unknown_ages(*, actor: Actor, tournament_id: int, age_group: str, seen: int | None = None) -> int:
    """Staff say how old all players are of whom nobody has said it; how many they were. `seen`: how many the page had.

    Raises NotAllowed, Refusal `no_such_choice`, Conflict `ages_changed` where there are others by now.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    if age_group not in FOR_ALL:
        choices = [one.value for one in FOR_ALL]
        raise Refusal("no_such_choice", field="age_group", value=age_group, choices=choices)
    players = list(of_unknown_age(tournament).values_list("pk", flat=True))
    if seen is not None and seen != len(players):
        raise Conflict("ages_changed", seen=seen, count=len(players))
    if players:
        Player.objects.filter(pk__in=players).update(age_group=age_group)
        tell_names_apart(tournament)
        write_log(tournament, actor, "ages_said", count=len(players), age_group=age_group)
    return len(players)
