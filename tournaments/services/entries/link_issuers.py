"""What somebody who handed out a player's link gets by it: nothing of an event in which they hand out no links."""

from __future__ import annotations

from accounts.actor import Actor
from accounts.models import Player
from tournaments.models import Tournament
from tournaments.permissions import Action, may


def issuer_stays_out(player: Player, tournament: Tournament) -> bool:
    """Whether somebody knows the player's link who has no right to what is entered here."""
    known = player.link_hash != "" and player.link_issuer_id is not None
    return known and not _hands_out_links(player, tournament)


def account_stays_out(player: Player, tournament: Tournament) -> bool:
    """Whether the player's account may be somebody's who has no right to what others enter here: it took the player
    over by a link that its issuer knew. What the account enters itself is its own."""
    return player.user_id is not None and player.claimed_by_known_link and not _hands_out_links(player, tournament)


def _hands_out_links(player: Player, tournament: Tournament) -> bool:
    """Whether who issued the player's link may issue links here. One whose account is gone may not."""
    issuer = player.link_issuer
    return issuer is not None and may(Actor(user=issuer), Action.ISSUE_LINKS, tournament)
