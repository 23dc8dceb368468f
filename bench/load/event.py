"""`python -m bench.load.event PLAYERS KEEPERS`: an event in its first round, made through the services; one JSON line.

The line holds `code`, `owner` (the organiser's token), `tokens` (one scorekeeper each), `matches` as [id, version] by
table, byes left out, and `sessions` of the players with what tells their bar, as if they had opened their personal
links. Runs with the environment of the site it is for.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from datetime import timedelta
from importlib import import_module
from typing import Any

import django

LINES_AT_ONCE = 2000
"""Names one call of `add_entries` takes."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    django.setup()
    players, keepers = int(sys.argv[1]), int(sys.argv[2])
    sys.stdout.write(json.dumps(make_event(players, keepers)) + "\n")


def make_event(players: int, keepers: int) -> dict[str, Any]:
    """An event of `players` entrants whose first round is published, and `keepers` scorekeepers with a token each."""
    # Models can be imported only after django.setup().
    named = {name: import_module(path) for name, path in PLACES.items()}
    users, entries = named["models"].User.objects, named["entries"]
    owner = named["actor"].Actor(user=users.create_user(f"organiser-{os.getpid()}", may_create_tournaments=True))
    data = named["settings"].TournamentData(
        name=f"Load {players}",
        starts_at=named["timezone"].now() + timedelta(days=1),
        game_slug="ultraman-hero-duel",
        decklists_required=False,
    )
    event = named["setup"].create_tournament(actor=owner, data=data)
    names = [f"{family(number)}{number:04}" for number in range(players)]
    for start in range(0, players, LINES_AT_ONCE):
        entries.add_entries(
            actor=owner,
            tournament_id=event.pk,
            names=names[start : start + LINES_AT_ONCE],
            ages=entries.ListAges("adult"),
        )
    named["start"].start_tournament(actor=owner, tournament_id=event.pk)
    draft = named["drafts"].pair_next_round(actor=owner, tournament_id=event.pk, number=1)
    named["rounds"].publish_round(actor=owner, round_id=draft.pk)
    tokens = []
    for number in range(keepers):
        keeper = users.create_user(f"keeper{number}-{event.code}")
        named["staff"].StaffMember.objects.create(tournament=event, user=keeper, role="scorekeeper")
        tokens.append(named["services"].issue_api_token(actor=named["actor"].Actor(user=keeper), name="hall")[1])
    matches = [[match.pk, match.version] for match in draft.matches.order_by("table")]
    owner_token = named["services"].issue_api_token(actor=owner, name="organiser")[1]
    sessions = make_sessions(event, players)
    return {"code": event.code, "owner": owner_token, "tokens": tokens, "matches": matches, "sessions": sessions}


def make_sessions(event: Any, count: int) -> list[tuple[str, str, int]]:
    """The sessions of some players of the event, each by a personal link of their own: the key, what the bar on top
    of their pages is recognised by (`accounts.context.name_bar`), and the key of their entry."""
    store = import_module("accounts.sessions").SessionStore
    here = import_module("accounts.players_here")
    entries = list(event.registrations.select_related("player").order_by("pk")[:count])
    players = [entry.player for entry in entries]
    for player in players:
        player.link_hash = hashlib.sha256(str(player.pk).encode()).hexdigest()  # The link is /me/<key>/.
    type(players[0]).objects.bulk_update(players, ["link_hash"], batch_size=1000)
    keys, held = [], []
    for player in players:
        session = store()
        kept = {here.KEYS: {str(player.pk): player.link_hash}, here.CHOSEN: player.pk, here.PHONE: f"load {player.pk}"}
        session.update(kept)
        session._session_key = session._get_new_session_key()
        keys.append(session._session_key)
        held.append(session.create_model_instance(session._session))
    store.get_model_class().objects.bulk_create(held, batch_size=1000)
    return [(key, f"0.{entry.player_id}.0.0", entry.pk) for key, entry in zip(keys, entries, strict=True)]


PLACES = {
    "actor": "accounts.actor",
    "models": "accounts.models",
    "services": "accounts.services",
    "staff": "tournaments.models",
    "settings": "tournaments.queries.settings",
    "setup": "tournaments.services.setup",
    "entries": "tournaments.services.entries",
    "start": "tournaments.services.start",
    "drafts": "tournaments.services.drafts",
    "rounds": "tournaments.services.rounds",
    "timezone": "django.utils.timezone",
}


def family(number: int) -> str:
    """A name's beginning, as mixed as in a hall."""
    return ("赛罗", "诸星", "早田", "Kaito ", "李", "欧阳", "Mina ", "北斗")[number % 8]


if __name__ == "__main__":
    main()
