"""`python -m bench.refused_measured PHONES`: answers of 429 to a hall of phones and to one alone, as JSON."""

# ruff: noqa: E402
from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace

import django

django.setup()

from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment
from django.utils import timezone

from accounts import allowances
from accounts.actor import Actor
from accounts.models import User
from cardpool.models import CardGame
from tournaments.queries.settings import TournamentData
from tournaments.services.setup import create_tournament

PASSWORD = "a fine long one"
TOO_MANY = 429
MAX_ALONE = 100
HALL, HOME = "192.0.2.1", "203.0.113.9"
Send = Callable[[Client, int], int]


def sign_in(client: Client, number: int) -> int:
    return client.post("/accounts/login/", {"login": f"player{number}", "password": PASSWORD}).status_code


def sign_up(client: Client, number: int) -> int:
    sent = {"username": f"new{number}", "password1": PASSWORD, "password2": PASSWORD}
    return client.post("/accounts/signup/", sent).status_code


def entering(code: str) -> Send:
    def enter(client: Client, number: int) -> int:
        return client.post(
            f"/t/{code}/register/?person=new", {"name": f"Player {number}", "age_group": "adult"}
        ).status_code

    return enter


def make_event() -> str:
    """An event that anybody may enter; its code."""
    actor = Actor(user=User.objects.create_user("owner", may_create_tournaments=True))
    game = CardGame.objects.order_by("pk")[0]
    data = TournamentData(name="Hall", starts_at=timezone.now(), game_slug=game.slug, decklists_required=False)
    return str(create_tournament(actor=actor, data=data).code)


def refused(phones: int, opened: str, send: Send) -> int:
    """How many of the hall are refused. Every phone opens the page, then sends its form; all in one minute."""
    cache.clear()
    count = 0
    for number in range(phones):
        client = Client(REMOTE_ADDR=HALL)
        client.get(opened)
        count += send(client, number) == TOO_MANY
    return count


def refused_alone(opened: str, send: Send) -> int:
    """The first form of one phone that is refused, from 1; 0 if none is."""
    cache.clear()
    client = Client(REMOTE_ADDR=HOME)
    client.get(opened)
    for number in range(1, MAX_ALONE + 1):
        status = send(client, 10_000 + number)
        if status == TOO_MANY:
            return number
        client.cookies.pop("dueldesk_session", None)
    return 0


def main(phones: int) -> None:
    call_command("migrate", verbosity=0)
    call_command("load_games", verbosity=0)
    setup_test_environment()
    now = time.time()
    allowances.time = SimpleNamespace(time=lambda: now)  # type: ignore[assignment]  # One minute, however long it takes.
    code = make_event()
    users = [User.objects.create_user("player0", password=PASSWORD)]
    first = users[0].password
    User.objects.bulk_create([User(username=f"player{number}", password=first) for number in range(1, phones)])
    steps: dict[str, tuple[str, Send]] = {
        "signing in": ("/accounts/login/", sign_in),
        "signing up": ("/accounts/signup/", sign_up),
        "entering an event": (f"/t/{code}/register/", entering(code)),
    }
    found = {name: {"refused": refused(phones, *step), "alone": refused_alone(*step)} for name, step in steps.items()}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(int(sys.argv[1]))
