"""An event in its first round on a running site, with a scorekeeper's token for each client that reports."""

from __future__ import annotations

import json
from typing import Any

from tests.config.running_site import RunningSite

OPEN_AN_EVENT = """
import json
from datetime import timedelta
from django.utils import timezone
from django.utils.crypto import get_random_string
from accounts.actor import Actor
from accounts.models import User
from accounts.services import issue_api_token
from tournaments.models import StaffMember
from tournaments.queries.settings import TournamentData
from tournaments.services import entries, rounds
from tournaments.services.drafts import pair_next_round
from tournaments.services.setup import create_tournament
from tournaments.services.start import start_tournament

owner = Actor(user=User.objects.create_user(get_random_string(8), may_create_tournaments=True))
event = create_tournament(actor=owner, data=TournamentData(
    name="Power cut", starts_at=timezone.now() + timedelta(days=1), game_slug="ultraman-hero-duel",
    decklists_required=False, **{"best_of": 5, **FACTS}))
names = [f"P{n:02}" for n in range(PLAYERS)]
if event.is_for_teams:
    for two in zip(names[::2], names[1::2]):
        members = [entries.MemberData(name, age_group="adult") for name in two]
        entries.add_team(actor=owner, tournament_id=event.pk, name=f"{two[0]} and {two[1]}", members=members)
else:
    entries.add_entries(actor=owner, tournament_id=event.pk, names=names, ages=entries.ListAges("adult"))
start_tournament(actor=owner, tournament_id=event.pk)
draft = pair_next_round(actor=owner, tournament_id=event.pk, number=1)
rounds.publish_round(actor=owner, round_id=draft.pk)
tokens = []
for number in range(CLIENTS):
    scorekeeper = User.objects.create_user(f"scorekeeper{number}-{event.code}")
    StaffMember.objects.create(tournament=event, user=scorekeeper, role="scorekeeper")
    tokens.append(issue_api_token(actor=Actor(user=scorekeeper), name="hall")[1])
matches = [[match.pk, match.version] for match in draft.matches.order_by("table")]
made = {"code": event.code, "tokens": tokens, "matches": matches}
"""


def open_an_event(site: RunningSite, *, players: int, clients: int, also: str = "", **facts: Any) -> dict[str, Any]:
    """A best-of-five event, or one with other `facts`: its `code`, the clients' `tokens`, and `matches` as pairs of key
    and version. `also` is a script that puts more into `made`, of the event's first round, `draft`."""
    script = (
        f"PLAYERS, CLIENTS, FACTS = {players}, {clients}, {facts!r}\n{OPEN_AN_EVENT}{also}\nprint(json.dumps(made))"
    )
    made: dict[str, Any] = json.loads(site.manage("shell", "-v0", "-c", script).splitlines()[-1])
    return made
