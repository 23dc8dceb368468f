"""The people, games and events that database tests start from."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import count
from typing import Any

from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import Consent
from accounts.models import GuardianConsent, Player, User
from cardpool.games import shipped_pack, shipped_text
from cardpool.models import CardGame, Ruleset
from cardpool.services import load_games, read_shipped
from cardpool.services.shipped import ShippedGame
from tournaments.models import Registration, StaffMember, Tournament
from tournaments.queries.settings import TournamentData, data_of
from tournaments.services.entries import add_entries, add_entry
from tournaments.services.entries.listed_ages import ListAges
from tournaments.services.setup import create_tournament, edit_tournament

ULTRAMAN = "ultraman-hero-duel"
PLAIN_NAME = re.compile(r"[A-Z]\d+")
"""A name that a pasted list cannot be read differently with."""
_numbers = count(1)
CONSENT = Consent(GuardianConsent.How.SPOKEN)
"""What a child's guardian said in the hall."""


def make_user(username: str = "", **facts: Any) -> User:
    """An account that may open tournaments by default."""
    facts.setdefault("may_create_tournaments", True)
    return User.objects.create_user(username or f"user{next(_numbers)}", password="a long password", **facts)


def make_actor(username: str = "", **facts: Any) -> Actor:
    """A signed-in account without a player."""
    return Actor(user=make_user(username, **facts))


def staff_actor(tournament: Tournament, role: str) -> Actor:
    """A new account with one role on the tournament's staff, and no other rights."""
    user = make_user(may_create_tournaments=False)
    StaffMember.objects.create(tournament=tournament, user=user, role=role)
    return Actor(user=user)


def player_actor(registration: Registration) -> Actor:
    """A visitor with the personal link of an entry's player."""
    return Actor(player=Player.objects.get(pk=registration.player_id))


def load_game(slug: str = ULTRAMAN) -> CardGame:
    """A shipped game with its ruleset and no cards."""
    text, pack = shipped_text(slug), shipped_pack(slug)
    names = {"name_zh": pack.names.zh, "name_en": pack.names.en}
    game, _ = CardGame.objects.get_or_create(slug=slug, defaults=names)
    Ruleset.objects.get_or_create(
        game=game,
        version=pack.version,
        digest=hashlib.sha256(text.encode()).hexdigest(),
        defaults={"effective_from": pack.effective, "pack": text},
    )
    return game


def load_every_game() -> None:
    """The shipped games with their cards, as `manage.py load_games` loads them; their files are read once."""
    load_games(_shipped())


@cache
def _shipped() -> list[ShippedGame]:
    return read_shipped()


def event_data(**changes: Any) -> TournamentData:
    """Settings of a best-of-three event in a week that needs no decklists."""
    data = TournamentData(
        name="周末赛", starts_at=next_week(), game_slug=ULTRAMAN, decklists_required=False, place="一号店"
    )
    return replace(data, **changes)


def next_week() -> datetime:
    """This time in seven days, whole minutes."""
    return (timezone.now() + timedelta(days=7)).replace(second=0, microsecond=0)


def make_event(owner: Actor | None = None, **changes: Any) -> Tournament:
    """A tournament open for registration, made by the service; `changes` are settings."""
    load_game()
    return create_tournament(actor=owner or make_actor(), data=event_data(**changes))


def edit_event(tournament: Tournament, actor: Actor | None = None, **changes: Any) -> Tournament:
    """Change these settings of an event, the others stay; as its owner unless somebody else is given."""
    data = replace(data_of(Tournament.objects.get(pk=tournament.pk)), **changes)
    return edit_tournament(actor=actor or owner_of(tournament), tournament_id=tournament.pk, data=data)


def owner_of(tournament: Tournament) -> Actor:
    """The account that made the tournament."""
    return Actor(user=tournament.created_by)


def enter(tournament: Tournament, *names: str, **facts: Any) -> list[Registration]:
    """Entries with these names, made by the owner; of grown-ups unless a year of birth says otherwise.

    Plain names alone are entered together, which takes the time of one.
    """
    actor = owner_of(tournament)
    if len(names) > 1 and not facts and all(map(PLAIN_NAME.fullmatch, names)):
        together = {"names": names, "ages": ListAges("adult"), "consent": CONSENT}
        return list(add_entries(actor=actor, tournament_id=tournament.pk, **together).added)
    facts = {"consent": CONSENT, "age_group": "adult"} | facts
    return [add_entry(actor=actor, tournament_id=tournament.pk, name=name, **facts) for name in names]


def play_rounds(tournament: Tournament, *statuses: str) -> None:
    """Put the event into its Swiss rounds with one round per status, without pairings."""
    tournament.rounds.all().delete()
    for number, status in enumerate(statuses, start=1):
        tournament.rounds.create(number=number, status=status)
    tournament.phase = Tournament.Phase.SWISS
    tournament.started_at = timezone.now()
    tournament.planned_rounds = tournament.planned_rounds or 5
    tournament.save()
