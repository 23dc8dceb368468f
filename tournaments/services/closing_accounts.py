"""Deleting one's own account: it names nobody afterwards; its players stay by personal link, or are erased with it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.account_players import players_of_account
from accounts.actor import Actor
from accounts.claiming import release_player
from accounts.erased_names import plain
from accounts.erasing import close_account
from accounts.models import Player, User
from accounts.refusals import Conflict, NotAllowed, Refusal
from tournaments.models import JoinRequest, Registration
from tournaments.services.erased_requests import forget_requests
from tournaments.services.erasing import erase_player, has_tasks, lock_events


@transaction.atomic
def close_own_account(*, actor: Actor, typed_name: str, erase: bool) -> list[tuple[Player, str]]:
    """Close the account of the actor for good, all or nothing; its players with the personal links made for them.

    `typed_name` is the user name, typed as the second answer. With `erase` the data of every player of the account is
    erased with it and none is returned; else each goes on by personal link (`release_player`). Results stay either way.

    Raises NotAllowed `sign_in_first`, Refusal `name_not_typed`, `account_has_tasks` for one with a role, an event, a
    season or a right, and with `erase` what `erase_player` raises, once for all of them. Tournaments are locked before
    players, as everywhere (`services/locking.py`).
    """
    if actor.user is None:
        raise NotAllowed("sign_in_first")
    of_players, of_account = Q(player__user=actor.user), Q(account=actor.user)
    events = lock_events(entered=of_players, asked=of_players | of_account) if erase else lock_events(asked=of_account)
    players = list(Player.objects.select_for_update(of=("self",)).filter(user=actor.user).order_by("pk"))
    user = User.objects.select_for_update().get(pk=actor.user.pk)
    if plain(typed_name) != plain(user.get_username()):
        raise Refusal("name_not_typed", field="typed_name")
    if has_tasks(user):
        raise Refusal("account_has_tasks")
    if erase:
        entered = Registration.everybody.filter(player__in=players).exclude(tournament__in=events)
        if entered.exists():
            raise Conflict("player_just_entered")
        for player in players:
            erase_player(actor=actor, player_id=player.pk, typed_name=player.name)
    kept = [release_player(user=user, player_id=player.pk) for player in players_of_account(user.pk)]
    user.refresh_from_db()
    forget_requests(JoinRequest.objects.filter(of_account))
    if user.is_active:
        close_account(user=user)
    return kept
