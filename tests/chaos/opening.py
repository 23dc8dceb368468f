"""What a chaos run begins with: events under way, an event with open decks, and their organiser."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.config.running_site import RunningSite

GAME = "ultraman-hero-duel"
ROUNDS = 9

OPEN = """
import json
from datetime import timedelta
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from django.utils.crypto import get_random_string
from accounts.actor import Actor
from accounts.models import User
from accounts.services import issue_api_token
from tournaments.models import StaffMember
from tournaments.queries.settings import TournamentData
from tournaments.services import entries
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.setup import create_tournament
from tournaments.services.start import start_tournament

def person(**rights):
    return User.objects.create_user(get_random_string(8), **rights)

def token(user):
    return issue_api_token(actor=Actor(user=user), name="chaos")[1]

user, exporter, keeper = person(may_create_tournaments=True), person(), person(may_manage_games=True)
owner = Actor(user=user)

def event(name, players, **facts):
    made = create_tournament(actor=owner, data=TournamentData(
        name=name, starts_at=timezone.now() + timedelta(days=1), game_slug=GAME, **facts))
    entries.add_entries(actor=owner, tournament_id=made.pk, names=[f"P{n:03}" for n in range(players)],
        ages=entries.ListAges("adult"))
    return made

codes = []
for number in range(EVENTS):
    made = event(f"Chaos {number}", PLAYERS, decklists_required=False, best_of=1, planned_rounds=ROUNDS)
    start_tournament(actor=owner, tournament_id=made.pk)
    StaffMember.objects.create(tournament=made, user=exporter, role=StaffMember.Role.ORGANISER)
    codes.append(made.code)
if DECKS:
    open_event = event("Open decks", DECKS, decklists_required=True, best_of=3)
    main = [f"3 HBU01-A{n:02d}" for n in range(1, 14)] + ["1 HBU01-A14"]
    text = "\\n".join(["Main", *main, "Side", *(f"1 HBU02-A{n:02d}" for n in range(1, 11))])
    for entry in open_event.registrations.all():
        save_entry_decklist(actor=owner, registration_id=entry.pk, text=text, submit=True)
session = import_module(settings.SESSION_ENGINE).SessionStore()
session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(keeper.pk), settings.AUTHENTICATION_BACKENDS[0]
session[HASH_SESSION_KEY] = keeper.get_session_auth_hash()
session.create()
print(json.dumps({"codes": codes, "organiser": token(user), "exporter": token(exporter), "keeper": token(keeper),
                  "session": session.session_key}))
"""


@dataclass(frozen=True)
class Opened:
    """Events by code, whose first round is to be paired, the number of open decks, and everybody's credentials.

    `organiser`, `exporter` and `keeper` are tokens of three accounts, which have limits of their own; `session` is the
    keeper's in a browser.
    """

    codes: tuple[str, ...]
    decks: int
    organiser: str
    exporter: str
    keeper: str
    session: str


def open_events(site: RunningSite, *, events: int, players: int, decks: int) -> Opened:
    """Make the events; `decks` is how many entries of one more event have submitted a list."""
    facts = {"EVENTS": events, "PLAYERS": players, "DECKS": decks, "ROUNDS": ROUNDS, "GAME": GAME}
    script = "".join(f"{name} = {value!r}\n" for name, value in facts.items()) + OPEN
    made = json.loads(site.manage("shell", "-v0", "-c", script).splitlines()[-1])
    return Opened(tuple(made.pop("codes")), decks, **made)
