"""Invented players entering an invented event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import Consent
from accounts.models import AgeGroup, GuardianConsent, Player
from tournaments.demo.script import DemoPlayer
from tournaments.models import Registration, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.entries import add_entry


def enter_players(
    owner: Actor, tournament: Tournament, players: Iterable[DemoPlayer], known: Mapping[str, Player]
) -> list[Registration]:
    """Enter them in this order; who has played before is the same player again."""
    year = timezone.localdate().year
    return [
        add_entry(
            actor=owner,
            tournament_id=tournament.pk,
            name=player.name,
            birth_year=year - player.age if player.age is not None else None,
            age_group="" if player.age is not None else AgeGroup.ADULT,
            public_name=player.nickname,
            team=player.team,
            player_id=known[player.name].pk if player.name in known else None,
            is_demo=True,
            consent=Consent(GuardianConsent.How.SPOKEN),
        )
        for player in players
    ]


def hand_in(entry: Registration, text: str, *, name: str, submit: bool = True) -> None:
    """The player saves a list for their entry, and hands it in unless it stays a draft."""
    save_entry_decklist(actor=Actor(player=entry.player), registration_id=entry.pk, text=text, name=name, submit=submit)
