"""What somebody who handed out a player's link gets by it: nothing of an event in which they hand out no links."""

from __future__ import annotations

from accounts.actor import Actor
from accounts.consents import copy_consents
from accounts.models import Player
from accounts.services import create_player
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


def issuer_sees_all(issuer: Actor, player: Player, *, besides: Tournament | None = None) -> bool:
    """Whether the issuer may hand out links in every event the player has an entry in; that of `besides` left out."""
    events = Tournament.objects.filter(registrations__player=player).distinct()
    return all(may(issuer, Action.ISSUE_LINKS, event) for event in events if event != besides)


def without_account(player: Player, name: str, birth_year: int | None) -> Player:
    """The same person as a player of their own, whom no account keeps: with the consents of the one who is known."""
    made = create_player(name=name, birth_year=birth_year, age_group=player.age_group)
    copy_consents(known=player, into=made)
    return made


def _hands_out_links(player: Player, tournament: Tournament) -> bool:
    """Whether who issued the player's link may issue links here. One whose account is gone may not."""
    issuer = player.link_issuer
    return issuer is not None and may(Actor(user=issuer), Action.ISSUE_LINKS, tournament)
