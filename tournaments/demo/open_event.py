"""An event of 17 players about to start: some lists missing, one of them illegal, most players here."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player
from tournaments.demo.entering import enter_players, hand_in
from tournaments.demo.lists import ListWriter
from tournaments.demo.script import DemoScript
from tournaments.demo.timeline import Timeline
from tournaments.models import Tournament
from tournaments.queries.settings import TournamentData
from tournaments.services.entries import check_in
from tournaments.services.setup import create_tournament

PLAYERS = 17
ILLEGAL = 6
DRAFTS = (9, 13)
MISSING = (3, 11, 16)
ABSENT = (4, 11, 15)


def make_open_event(owner: Actor, script: DemoScript, starts_at: datetime) -> Tournament:
    """The event, its entries, their lists and who has checked in."""
    rng = Random(script.seed + 1)
    event = script.open
    tournament = create_tournament(
        actor=owner,
        data=TournamentData(
            name=event.name,
            starts_at=starts_at,
            game_slug=script.game,
            place=event.place,
            description=event.description,
            top_cut=event.top_cut,
            capacity=event.capacity,
        ),
        is_demo=True,
    )
    newcomers = script.players[-(PLAYERS - event.regulars) :]
    players = [*script.players[: event.regulars], *newcomers]
    known = {player.name: player for player in Player.objects.filter(is_demo=True)}
    entries = enter_players(owner, tournament, players, known)
    writer = ListWriter(tournament.ruleset, script.decks, rng)
    for place, entry in enumerate(entries):
        if place == ILLEGAL:
            hand_in(entry, writer.illegal(), name=writer.name())
        elif place in DRAFTS:
            hand_in(entry, writer.unfinished(), name=writer.name(), submit=False)
        elif place not in MISSING:
            hand_in(entry, writer.legal(), name=writer.name())
    timeline = Timeline(tournament)
    timeline.entries(starts_at - timedelta(days=2))
    for place, entry in enumerate(entries):
        if place not in ABSENT:
            check_in(actor=owner, registration_id=entry.pk, present=True)
    timeline.stamp(timezone.now())
    timeline.write()
    return tournament
