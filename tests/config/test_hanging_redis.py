"""A Redis that accepts connections and never answers: everything goes on, and every wait is counted and bounded."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches as all_caches
from django.test import Client
from django.urls import reverse

from accounts import redis_patience
from accounts.redis_patience import PATIENCE, Patience
from config import caching, celery
from config.celery import app, ask_hastily
from config.settings.services import caches
from jobs.models import Job
from jobs.queries import SLOW_TO_START
from tests.api.client import ApiAsker
from tests.background import time_passes
from tests.people_and_events import make_event, make_user, owner_of
from tests.running_events import publish, start_event
from tournaments import marks
from tournaments.models import Registration
from tournaments.pages import flights, store
from tournaments.services.exporting import WRITE_EXPORT

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "a long password"
MAX_WAITS = 3
"""Connections taken: the first answer that did not come, or the queue, with one more try."""


class HangingServer:
    """A listening socket that accepts everybody and answers nobody. `taken` counts the connections."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.taken: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                self.taken.append(self.listener.accept()[0])
            except OSError:
                return

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for one in self.taken:
            one.close()


@contextmanager
def queue_at(url: str) -> Iterator[None]:
    """Jobs are announced to this queue, as a web process announces them."""
    names = ("task_always_eager", "broker_url", "broker_read_url", "broker_write_url", "broker_transport_options")
    before = {name: app.conf.get(name) for name in names}
    app.conf.update(task_always_eager=False, broker_url=url, broker_read_url=url, broker_write_url=url)
    ask_hastily()
    app._pool, app.amqp._producer_pool = None, None
    try:
        yield
    finally:
        app.conf.update(before)
        app._pool, app.amqp._producer_pool = None, None


@pytest.fixture
def hanging(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[HangingServer]:
    """The site on a Redis that hangs. The time of its patience stands still: once it has failed, it is left alone."""
    server = HangingServer()
    url = f"redis://127.0.0.1:{server.port}/0"
    settings.REDIS_URL, settings.CACHES = url, caches(url)
    fresh = Patience()
    for module in (caching, celery, marks, flights, store):
        monkeypatch.setattr(module, "patience", fresh)
    monkeypatch.setattr(redis_patience, "time", SimpleNamespace(monotonic=lambda: 100.0))
    marks.redis_client.cache_clear()
    with queue_at(url):
        yield server
    marks.redis_client.cache_clear()
    all_caches["default"].close()
    server.close()


def test_the_site_goes_on(hanging: HangingServer) -> None:
    tournament = start_event(4, planned_rounds=2)
    match = publish(tournament).matches.earliest("table")
    owner = owner_of(tournament)
    taking_entries = make_event()
    make_user("somebody")

    signed = Client().post("/accounts/login/", {"login": "somebody", "password": PASSWORD})
    assert signed.status_code == 302
    assert "dueldesk_session" in signed.cookies
    entered = Client().post(
        reverse("tournament_register", args=[taking_entries.code]), {"name": "Hana", "age_group": "adult"}
    )
    assert entered.status_code == 302
    assert Registration.objects.filter(tournament=taking_entries, name="Hana").exists()
    asker = ApiAsker(owner)
    sent = {"expected_version": match.version, "wins1": 2, "wins2": 0}
    result = asker.post(f"tournaments/{tournament.code}/matches/{match.pk}/score/", sent)
    assert result["version"] == match.version + 1
    assert Client().get(f"/t/{tournament.code}/pairings/").status_code == 200
    assert asker.get(f"tournaments/{tournament.code}/standings/")
    assert 1 <= len(hanging.taken) <= MAX_WAITS


def test_a_file_that_waits_says_so(hanging: HangingServer) -> None:
    """It is asked for in the database; a later look at its page says that no worker has taken it up."""
    tournament = start_event(4)
    owner = Client(HTTP_ACCEPT_LANGUAGE="en")
    owner.force_login(owner_of(tournament).user)
    asked = owner.post(f"/t/{tournament.code}/export/")
    assert asked.status_code == 302
    assert Job.objects.filter(kind=WRITE_EXPORT).count() == 1
    page = owner.get(asked.headers["Location"])
    assert page.status_code == 200
    time_passes(SLOW_TO_START.total_seconds() + 1)
    assert "No worker has taken this up yet." in owner.get(asked.headers["Location"]).content.decode()
    assert 1 <= len(hanging.taken) <= MAX_WAITS


def test_redis_is_waited_for_once_and_not_by_every_request(hanging: HangingServer) -> None:
    """Each connection that was taken is one wait, of `PATIENCE` seconds at most: the client gives up then."""
    tournament = start_event(4)
    client = Client()
    client.get(f"/t/{tournament.code}/players/")
    waited = len(hanging.taken)
    assert 1 <= waited <= MAX_WAITS
    for _ in range(10):
        assert client.get("/api/v1/games/").status_code == 200
        assert client.post("/accounts/login/", {"login": "nobody", "password": "x"}).status_code == 200
    assert len(hanging.taken) == waited
    for options in (marks.redis_client().connection_pool.connection_kwargs, app.conf.broker_transport_options):
        assert options["socket_timeout"] == options["socket_connect_timeout"] == PATIENCE
