"""The measuring process of `bench.results`: prints what one result costs as JSON. Its database is its own.

Requests take the way they take in a web process: over the bridge in a thread of the staff's lane, with its pool of
connections, all middleware and the log of a running site; only sockets are left out.
"""

# ruff: noqa: E402
from __future__ import annotations

import io
import json
import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django

django.setup()

import psutil
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import override_settings
from django.urls import path

from accounts.models import User
from bench.load.event import make_event
from config.serving.bridge import call, wsgi_environment
from config.serving.lanes import SIZES, Lane
from tournaments.models import LogEntry, Match, Tournament

KEEPERS = 16
TURNS = 4
"""All ways are measured in turns, so that a busy machine slows all of them alike."""
FORGERY = "f" * 32
"""A token against forgery, sent as the cookie and as the header."""


def insert_row(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The bound: a view without middleware that writes one row in a transaction."""
    with transaction.atomic():
        LogEntry.objects.create(tournament_id=tournament_id, verb="score_recorded", facts={"wins1": 2})
    return HttpResponse("{}", content_type="application/json")


urlpatterns = [path("bare/<int:tournament_id>/", insert_row)]


class Spent:
    """What one way of sending results has taken so far."""

    def __init__(self) -> None:
        self.requests = 0
        self.statements = 0
        self.web = 0.0
        self.database = 0.0

    def of_one(self) -> dict[str, float]:
        """Milliseconds of CPU of this process and of PostgreSQL, and statements, of one request."""
        return {
            "web": 1000 * self.web / self.requests,
            "database": 1000 * self.database / self.requests,
            "statements": self.statements / self.requests,
        }


def send(application: Any, address: str, body: str, headers: dict[str, str]) -> None:
    """One POST; anything but success is an error of the measurement."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": address,
        "headers": [(name.encode(), value.encode()) for name, value in ({"host": "127.0.0.1"} | headers).items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    reply = call(application, wsgi_environment(scope, io.BytesIO(body.encode())))
    if reply.status not in (200, 302):
        raise RuntimeError(f"{address}: {reply.status} {reply.body[:500]!r}")


class Event:
    """An event in its first round, and the next request of each way of entering a result."""

    def __init__(self, players: int) -> None:
        made = make_event(players, KEEPERS)
        self.code, self.tokens = made["code"], made["tokens"]
        self.pk = Tournament.objects.get(code=self.code).pk
        self.matches = iter([match for match, _ in made["matches"]])
        self.corrected = [match for match, _ in made["matches"][-20:]]
        self.versions = dict.fromkeys(self.corrected, 1)
        self.sent = 0
        self.sessions = {entry: session for session, _, entry in made["sessions"]}
        self.seats = {
            match: entries
            for match, *entries in Match.objects.filter(pk__in=[match for match, _ in made["matches"]]).values_list(
                "pk", "player1_id", "player2_id"
            )
        }
        self.reported: deque[int] = deque()
        client = Client()
        client.force_login(User.objects.get(username=f"keeper0-{self.code}"))
        self.cookies = f"dueldesk_session={client.cookies['dueldesk_session'].value}; csrftoken={FORGERY}"
        self.site = WSGIHandler()
        with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
            self.bare_site = WSGIHandler()

    def program(self) -> dict[str, str]:
        self.sent += 1
        token = self.tokens[self.sent % KEEPERS]
        return {"authorization": f"Bearer {token}", "content-type": "application/json"}

    def score(self) -> None:
        """A program enters a score."""
        address = f"/api/v1/tournaments/{self.code}/matches/{next(self.matches)}/score/"
        send(self.site, address, '{"wins1": 1, "wins2": 0, "expected_version": 1}', self.program())

    def correction(self) -> None:
        """A program corrects one, as `make load` does."""
        match = self.corrected[self.sent % len(self.corrected)]
        version = self.versions[match]
        self.versions[match] += 1
        score = {"wins1": version % 2, "wins2": 1 - version % 2}
        body = json.dumps({"score": score, "reason": "load", "expected_version": version})
        send(self.site, f"/api/v1/tournaments/{self.code}/matches/{match}/correction/", body, self.program())

    def form(self) -> None:
        """A scorekeeper presses a score's button on the desk."""
        headers = {
            "cookie": self.cookies,
            "x-csrftoken": FORGERY,
            "content-type": "application/x-www-form-urlencoded",
        }
        address = f"/t/{self.code}/desk/match/{next(self.matches)}/score/"
        send(self.site, address, "score=1-0-0&version=1", headers)

    def report(self) -> None:
        """The first player of a match reports its score from a phone."""
        match = next(self.matches)
        self.reported.append(match)
        self._from_phone(match, self.seats[match][0], "2-1-0")

    def confirmation(self) -> None:
        """The second player of a match reports the same score, which enters the result."""
        match = self.reported.popleft()
        self._from_phone(match, self.seats[match][1], "1-2-0")

    def _from_phone(self, match: int, entry: int, score: str) -> None:
        self.sent += 1
        headers = {
            "cookie": f"dueldesk_session={self.sessions[entry]}; csrftoken={FORGERY}",
            "x-csrftoken": FORGERY,
            "x-report": "1",
            "accept-language": "zh-CN",
            "accept-encoding": "gzip",
            "content-type": "application/x-www-form-urlencoded",
        }
        send(self.site, f"/my/entries/{entry}/report/", f"match={match}&score={score}&key=k{self.sent}", headers)

    def bare(self) -> None:
        """The bound."""
        with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
            send(self.bare_site, f"/bare/{self.pk}/", "", {"content-type": "application/json"})


def measure(ways: dict[str, Callable[[], None]], requests: int) -> dict[str, dict[str, float]]:
    """Each way several times, in turns, after a turn that is not measured."""
    spent = {name: Spent() for name in ways}
    for turn in range(TURNS + 1):
        for name, way in ways.items():
            one = _turn(way, max(1, requests // TURNS) if turn else 10)
            if turn:
                for field, value in vars(one).items():
                    setattr(spent[name], field, getattr(spent[name], field) + value)
    return {name: one.of_one() for name, one in spent.items()}


def _turn(way: Callable[[], None], requests: int) -> Spent:
    spent = Spent()

    def counted(execute: Callable[..., Any], *arguments: Any) -> Any:
        spent.statements += 1
        return execute(*arguments)

    with connection.execute_wrapper(counted):
        database, web = database_seconds(), time.thread_time()
        for _ in range(requests):
            way()
        spent.web = time.thread_time() - web
    spent.requests, statements = requests, spent.statements
    spent.database = database_seconds() - database
    spent.statements = statements
    return spent


def database_seconds() -> float:
    """CPU seconds all processes of PostgreSQL have taken."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE pid <> 0")
        pids = [row[0] for row in cursor.fetchall()]
    times = [psutil.Process(pid).cpu_times() for pid in pids if psutil.pid_exists(pid)]
    return float(sum(one.user + one.system for one in times))


def main(players: int, requests: int) -> None:
    call_command("migrate", verbosity=0)
    call_command("load_games", verbosity=0)
    event = Event(players)
    ways = {
        "score": event.score,
        "correction": event.correction,
        "form": event.form,
        "report": event.report,
        "confirmation": event.confirmation,
        "bare": event.bare,
    }
    pool: ThreadPoolExecutor = Lane("staff", SIZES["staff"]).pool
    sys.stdout.write(json.dumps(pool.submit(measure, ways, requests).result()) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
