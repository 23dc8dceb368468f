"""What is done to the site, one scene for each row of the table; each returns what it met and nothing it hoped for."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import time
from dataclasses import dataclass
from typing import Any

from bench.load.hall import Hall
from bench.load.phones import HEADERS, PATIENCE, Heard, Phone
from bench.load.site import LoadedSite
from bench.load.wire import Place, Reply, request

SETTLING = 5.0
"""Seconds between taking a round back and publishing it again."""
MAX_UNDER_WAY = 400
"""Connections over which results are sent; a result that finds none free waits, and its time runs."""
WRK_THREADS, WRK_CONNECTIONS = 1, 64


@dataclass
class Entered:
    """Results entered at a steady rate: how long each took, and whether the database holds each exactly once."""

    heard: Heard
    sent: int
    seconds: float
    unanswered: int
    lost: int = 0
    doubled: int = 0
    cpu: float = 0.0
    """Seconds of CPU that the site took in the meantime: its web processes, PostgreSQL and Redis."""
    pages: int = 0
    """Pages that the watching phones fetched in the meantime."""


async def publish_again(site: LoadedSite, event: dict[str, Any], watching: Hall | None = None) -> None:
    """The organiser takes the round back, and when the phones have taken that in publishes it again, over the API.

    The phones are timed from the moment the organiser sends it.
    """
    organiser = Phone(Place.of(site.base))
    for step in ("unpublish", "publish"):
        if step == "publish" and watching is not None:
            watching.begin()
        path = f"{event['code']}/rounds/1/steps/{step}/"
        answer = await post(organiser, path, {"confirmed": True}, token=event["owner"])
        if answer.status != 200:
            raise RuntimeError(f"{step}: {answer.status} {answer.body[:300]!r}")
        if step == "unpublish" and watching is not None:
            await asyncio.sleep(SETTLING)
    organiser.close()


async def post(phone: Phone, path: str, body: dict[str, Any], *, token: str) -> Reply:
    """One change over the API; `path` below the tournaments."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return await phone.ask(request("POST", f"/api/v1/tournaments/{path}", headers, json.dumps(body).encode()))


@dataclass(frozen=True)
class Written:
    """What the database holds of an event's results, and how many matches do not add up."""

    results: int
    torn: int


def count_results(site: LoadedSite, event: dict[str, Any]) -> Written:
    """Each result is one step of a match's version, one revision and one line of the log; anything else is torn."""
    of_event = (
        "FROM tournaments_match m JOIN tournaments_round r ON r.id = m.round_id "
        f"JOIN tournaments_tournament t ON t.id = r.tournament_id WHERE t.code = '{event['code']}'"
    )
    steps = int(site.sql(f"SELECT coalesce(sum(m.version - 1), 0) {of_event}")[0][0])
    torn = site.sql(
        f"SELECT count(*) {of_event} AND m.version - 1 <> "
        "(SELECT count(*) FROM tournaments_matchrevision v WHERE v.match_id = m.id)"
    )[0][0]
    lines = site.sql(
        "SELECT count(*) FROM tournaments_logentry l JOIN tournaments_tournament t ON t.id = l.tournament_id "
        f"WHERE t.code = '{event['code']}' AND l.verb IN ('score_recorded', 'result_corrected')"
    )[0][0]
    return Written(steps, int(torn) + abs(steps - int(lines)))


class Scorekeepers:
    """They enter results at a steady rate, whether or not earlier ones have been answered.

    An event has fewer tables than a minute has results: a match that has one gets another by a correction. Each names
    the version it was made for.
    """

    def __init__(self, site: LoadedSite, event: dict[str, Any]) -> None:
        self.event = event
        self.versions: dict[int, int] = dict(event["matches"])
        self.tables: asyncio.Queue[int] = asyncio.Queue()
        for match in self.versions:
            self.tables.put_nowait(match)
        self.phones: asyncio.Queue[Phone] = asyncio.Queue()
        for _ in range(MAX_UNDER_WAY):
            self.phones.put_nowait(Phone(Place.of(site.base)))
        self.heard = Heard()
        self.unanswered = 0

    async def enter(self, *, rate: float, seconds: float) -> Entered:
        """All of them; the time of a result counts from the moment it was due."""
        start = time.perf_counter()
        jobs = []
        for number in range(int(rate * seconds)):
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            jobs.append(asyncio.create_task(self._one(number, due)))
        await asyncio.gather(*jobs)
        took = time.perf_counter() - start
        while not self.phones.empty():
            self.phones.get_nowait().close()
        self.event["matches"] = list(self.versions.items())
        return Entered(self.heard, len(jobs), took, self.unanswered)

    async def _one(self, number: int, due: float) -> None:
        match, phone = await self.tables.get(), await self.phones.get()
        version = self.versions[match]
        score = {"wins1": version % 2, "wins2": 1 - version % 2}
        step, body = ("score", score) if version == 1 else ("correction", {"score": score, "reason": "load"})
        path = f"{self.event['code']}/matches/{match}/{step}/"
        token = self.event["tokens"][number % len(self.event["tokens"])]
        try:
            answer = await post(phone, path, {**body, "expected_version": version}, token=token)
        except (TimeoutError, OSError) as mistake:
            self.unanswered += 1
            self.heard.errors.append(type(mistake).__name__)
            return
        finally:
            self.phones.put_nowait(phone)
        if answer.status == 200:
            self.versions[match] = json.loads(answer.body)["version"]
            self.heard.seconds.append(time.perf_counter() - due)
        else:
            self.heard.errors.append(f"HTTP {answer.status}: {answer.body[:120]!r}")
        if answer.status in (200, 503):
            self.tables.put_nowait(match)


def as_fast_as_it_goes(base: str, path: str, *, seconds: int) -> float:
    """Answers a second that `wrk` counts; 0 where any was an error."""
    headers = [part for name, text in HEADERS.items() for part in ("-H", f"{name}: {text}")]
    command = ["wrk", f"-t{WRK_THREADS}", f"-c{WRK_CONNECTIONS}", f"-d{seconds}s", *headers, base + path]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds + PATIENCE).stdout
    rate = re.search(r"Requests/sec:\s+([\d.]+)", printed)
    failed = re.search(r"Non-2xx or 3xx responses:|Socket errors:", printed)
    return float(rate[1]) if rate and not failed else 0.0
