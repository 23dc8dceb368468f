"""Taking players into an account and out of it; and their personal links, as the account sees to them."""

from __future__ import annotations

from django.db import transaction

from accounts.account_players import players_of_account
from accounts.models import NoticeAddress, Player, User
from accounts.players_here import MAX_PLAYERS
from accounts.refusals import Conflict, Refusal
from accounts.services import end_personal_link, issue_personal_link


@transaction.atomic
def claim_player(*, user: User, player: Player) -> Player:
    """Take the player, who came by a personal link, into the account. The link goes on working for who has it.

    One account keeps a player: of two that ask at once the second is refused. Raises Conflict `player_in_account`,
    `player_erased`, `account_closed`, Refusal `account_is_full`, and `link_issued_by_you` for the account that handed
    the link out: being the player is for the player. An account of the issuer's under another name cannot be
    distinguished from the player's, so the player is marked: such an account gets nothing by what others enter where
    the issuer has no rights.
    """
    locked = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    if locked.user_id == user.pk:
        return locked
    if locked.user_id is not None:
        raise Conflict("player_in_account", name=locked.name)
    if locked.erased_at is not None:
        raise Conflict("player_erased")
    if locked.link_issuer_id == user.pk:
        raise Refusal("link_issued_by_you")
    if not User.objects.select_for_update().get(pk=user.pk).is_active:
        raise Conflict("account_closed")
    if len(players_of_account(user.pk)) >= MAX_PLAYERS:
        raise Refusal("account_is_full", limit=MAX_PLAYERS)
    locked.user, locked.claimed_by_known_link = user, locked.link_issuer_id is not None
    locked.save(update_fields=["user", "claimed_by_known_link"])
    return locked


@transaction.atomic
def release_player(*, user: User, player_id: int) -> tuple[Player, str]:
    """Take one of the account's players out of it, who stays entered everywhere, and the path of a personal link made
    for it; an empty text where the player has one that works.

    A link that the account made, now or before, goes on being one that no staff member handed out: it is the player's
    only key, and does not end with anybody's rights. Raises Refusal `no_such_player`.
    """
    player = _locked(user, player_id)
    player.user = None
    player.save(update_fields=["user"])
    NoticeAddress.objects.filter(player=player, account=user).delete()
    path = ""
    if not player.link_hash:
        path = issue_personal_link(player=player, issuer=player.link_issuer, by_account=True)
    Player.objects.filter(pk=player.pk).update(claimed_by_known_link=False)
    player.refresh_from_db()
    return player, path


@transaction.atomic
def take_from_account(*, user: User, player: Player) -> None:
    """Take a player out of an account that got somebody else's, with the addresses that it gave; the caller holds the
    row, and gives a key back (`restore_personal_link`)."""
    NoticeAddress.objects.filter(player=player, account=user).delete()
    player.user, player.claimed_by_known_link = None, False
    player.save(update_fields=["user", "claimed_by_known_link"])


@transaction.atomic
def renew_own_link(*, user: User, player_id: int) -> tuple[Player, str]:
    """A fresh personal link of one of the account's players and its path; the one before stops working.

    It is the account's, and does not end with the rights of who issued the one before. That they knew that one is still
    noted, since the account may be theirs (`claim_player`). Raises Refusal `no_such_player`.
    """
    player = _locked(user, player_id)
    path = issue_personal_link(player=player, issuer=player.link_issuer, by_account=True)
    player.refresh_from_db()
    return player, path


@transaction.atomic
def end_own_link(*, user: User, player_id: int) -> Player:
    """Let the link of one of the account's players stop working: only the account opens the player from now on.
    Raises Refusal `no_such_player`."""
    player = _locked(user, player_id)
    end_personal_link(player=player)
    return player


def _locked(user: User, player_id: int) -> Player:
    player = Player.objects.select_for_update(of=("self",)).filter(pk=player_id, user=user).first()
    if player is None:
        raise Refusal("no_such_player", field="player")
    return player
