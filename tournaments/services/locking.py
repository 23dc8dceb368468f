"""Taking the row locks every write starts with: the tournament first, then what lies below it.

One order for all writers means two of them wait for each other but never in a circle.
"""

from __future__ import annotations

from accounts.refusals import Refusal
from tournaments.models import Registration, Tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament, its row locked until the transaction ends. Raises Refusal `no_such_tournament`."""
    locked = Tournament.objects.select_for_update(of=("self",)).select_related("game", "ruleset")
    tournament = locked.filter(pk=tournament_id).first()
    if tournament is None:
        raise Refusal("no_such_tournament")
    return tournament


def lock_registration(registration_id: int) -> Registration:
    """The registration with its player, its tournament's row locked first and carried along as `.tournament`.

    Raises Refusal `no_such_entry`.
    """
    tournament_id = Registration.objects.filter(pk=registration_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_entry")
    tournament = lock_tournament(tournament_id)
    locked = Registration.objects.select_for_update(of=("self",)).select_related("player", "decklist__submitted")
    registration = locked.get(pk=registration_id)
    registration.tournament = tournament
    return registration
