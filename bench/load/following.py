"""A hall of players with their own page open, as static/js/my.js keeps it, while one of them reports: how soon every
phone hears of it, and how soon the opponent's phone shows it; or while staff announce something to all of them."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.load.hall import (
    AT_ONCE,
    FIRST_SPREAD,
    LAGGING_TRIES,
    LATER_SPREAD,
    MARK,
    OPENING,
    OWN_PUSHED_SPREAD,
    OWN_SELDOM,
    SEATS_IN_SECTION,
)
from bench.load.phones import HEADERS, Heard, Phone
from bench.load.reporting import ReportingPlayers
from bench.load.scenes import post
from bench.load.site import LoadedSite
from bench.load.table import Row, median
from bench.load.wire import Place, Stream, request, unpacked

OWN_NEWS_SPREAD = 0.1
"""As in following.js: the seconds over which those ask who hear that it is about them."""
ANNOUNCEMENTS = 3
BETWEEN = 5.0
"""Seconds between two reports: news after a quiet while."""
PATIENCE = 15.0


@dataclass
class Followed:
    """Seconds after a report was answered until a phone had the mark, and until the opponent's own page showed it;
    after an announcement was answered, until a phone had its words, and what went wrong when it asked for the rest."""

    marks: Heard = field(default_factory=Heard)
    shown: Heard = field(default_factory=Heard)
    news: Heard = field(default_factory=Heard)
    rest: Heard = field(default_factory=Heard)
    opened: int = 0


@dataclass
class Follower:
    """One player's phone."""

    phone: Phone
    newest: str = ""
    pushed: str = ""
    is_due: bool = False
    stream: Stream | None = None


class OwnPages:
    """The phones of an event's players, each with a stream; a context manager that opens and closes them."""

    def __init__(self, site: LoadedSite, event: dict[str, Any], phones: int) -> None:
        self.place, self.code = Place.of(site.base), event["code"]
        self.followers = [Follower(Phone(self.place, *session)) for session in event["sessions"][:phones]]
        self.followed = Followed()
        self.reported_at: float | None = None
        self.opponent = 0
        self.words = ""
        self.answered_at: float | None = None
        self.missing = 0
        self.shown = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    async def __aenter__(self) -> OwnPages:
        for start in range(0, len(self.followers), AT_ONCE):
            await asyncio.gather(*(self._listen(one) for one in self.followers[start : start + AT_ONCE]))
        async with asyncio.timeout(OPENING):
            while any(not one.newest for one in self.followers):
                await asyncio.sleep(0.1)
        self.followed.opened = len(self.followers)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.closing = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for one in self.followers:
            one.phone.close()
            if one.stream is not None:
                one.stream.close()

    async def watch(self, players: ReportingPlayers, reports: int) -> Followed:
        """The first players of that many tables report, one after the other; every other phone looks each time."""
        for table in players.tables[:reports]:
            await asyncio.sleep(BETWEEN)
            self.shown.clear()
            self.opponent, self.reported_at = table.entries[1], None
            await players.report_once(table)
            self.reported_at = time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.shown.wait()
            except TimeoutError:
                self.followed.shown.errors.append("not shown")
        return self.followed

    async def announce(self, organiser: Phone, token: str) -> Followed:
        """Staff announce something a few times; each time every phone shows it, looks, and asks for its own page."""
        for number in range(1, ANNOUNCEMENTS + 1):
            await asyncio.sleep(BETWEEN)
            self.words, self.answered_at, self.missing = f"announcement {number}", None, len(self.followers)
            path = f"{self.code}/announcements/"
            answer = await post(organiser, path, {"text": self.words}, token=token)
            if answer.status != 201:
                self.followed.news.errors.append(f"HTTP {answer.status}")
            self.answered_at = time.perf_counter()
            await asyncio.sleep(OWN_PUSHED_SPREAD.latest(len(self.followers)) + BETWEEN)
            self.followed.news.errors.extend(["not heard"] * self.missing)
        organiser.close()
        return self.followed

    async def _listen(self, one: Follower) -> None:
        def heard(data: str) -> None:
            mark, *later = data.split()
            is_first, one.newest = not one.newest, mark
            if is_first:
                return
            self.followed.marks.seconds.append(self._since())
            if not one.is_due:
                one.is_due = True
                spread = LATER_SPREAD if mark == one.pushed else FIRST_SPREAD
                soon = spread.moment(len(self.followers))
                task = asyncio.create_task(self._look(one, OWN_SELDOM * (1 + random.random()) if later else soon))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

        def heard_own(_mark: str) -> None:
            if one.phone.entry == self.opponent:
                task = asyncio.create_task(self._ask(one))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

        def heard_news(facts: str) -> None:
            one.pushed = json.loads(facts)["mark"]
            if self.words and f'"{self.words}"' in facts:
                self.missing -= 1
                since = 0.0 if self.answered_at is None else time.perf_counter() - self.answered_at
                self.followed.news.seconds.append(since)
                task = asyncio.create_task(self._ask_for_the_rest(one))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

        def ended(why: str) -> None:
            if not self.closing:
                self.followed.marks.errors.append(why)

        path = f"/t/{self.code}/live/stream?own={one.phone.entry}"
        wire = request("GET", path, HEADERS | {"Accept": "text/event-stream"})
        one.stream = await self.place.listen(wire, heard, ended, heard_own, heard_news=heard_news)

    def _since(self) -> float:
        """Seconds since the report was answered; 0 for a mark that comes before the answer."""
        return 0.0 if self.reported_at is None else time.perf_counter() - self.reported_at

    async def _look(self, one: Follower, after: float) -> None:
        """See whether the own entry stands otherwise, as every phone does: now and then after news of others."""
        await asyncio.sleep(after)
        one.is_due = False
        path = f"/t/{self.code}/seats/stand/{one.phone.entry // SEATS_IN_SECTION}/"
        for turn in range(LAGGING_TRIES):
            if turn:
                await asyncio.sleep(random.uniform(0.4, 1.2))
            wanted = one.newest
            answer = await one.phone.fetch(
                request("GET", path, HEADERS | {"X-Event-Mark": wanted}), self.followed.marks
            )
            if answer is None:
                return
            found = MARK.search(unpacked(answer))
            if found is not None and int(found[1]) >= int(wanted.partition(".")[2]):
                break

    async def _ask(self, one: Follower) -> None:
        """Fetch the private page of the player whose opponent has reported."""
        await asyncio.sleep(random.random() * OWN_NEWS_SPREAD)
        headers = one.phone.headers(own=True) | {"HX-Request": "true"}
        page = await one.phone.fetch(request("GET", f"/my/?bar={one.phone.bar}", headers), self.followed.shown)
        if page is not None and b"report-asks" in unpacked(page):
            self.followed.shown.seconds.append(self._since())
            self.shown.set()

    async def _ask_for_the_rest(self, one: Follower) -> None:
        """Fetch the seat that everybody may read and the private page, as a phone does after a push."""
        players = len(self.followers)
        await asyncio.sleep(LATER_SPREAD.moment(players))
        seat = f"/t/{self.code}/seats/my/{one.phone.entry // SEATS_IN_SECTION}/"
        await one.phone.fetch(request("GET", seat, HEADERS | {"X-Event-Mark": one.newest}), self.followed.rest)
        await asyncio.sleep(OWN_PUSHED_SPREAD.moment(players))
        headers = one.phone.headers(own=True) | {"HX-Request": "true"}
        await one.phone.fetch(request("GET", f"/my/?bar={one.phone.bar}", headers), self.followed.rest)


def news_row(runs: Sequence[Followed], *, phones: int) -> Row:
    """What several runs with announcements came to, in the table."""
    heard, late, worst = (median([run.news.quantile(part) for run in runs]) for part in (0.5, 0.99, 1.0))
    errors = sum(len(run.news.errors) + len(run.rest.errors) for run in runs)
    return Row(
        f"{phones:,} players have their own page open, staff announce something",
        "99 % show it < 1 s, 0 errors",
        f"p50 {heard:.2f} s, p99 {late:.2f} s after the answer, worst of {ANNOUNCEMENTS * phones:,} {worst:.2f} s; "
        f"{errors} errors",
        late < 1 and errors == 0,
    )


def follow_row(runs: Sequence[Followed], *, phones: int, reports: int) -> Row:
    """What several runs came to, in the table."""
    heard, late = (median([run.marks.quantile(part) for run in runs]) for part in (0.5, 0.99))
    middle, worst = (median([run.shown.quantile(part) for run in runs]) for part in (0.5, 1.0))
    errors = sum(len(run.marks.errors) + len(run.shown.errors) for run in runs)
    return Row(
        f"{phones:,} players have their own page open, one of them reports",
        "the opponent's page shows it < 1 s, 0 errors",
        f"all phones heard of it: p50 {heard:.2f} s, p99 {late:.2f} s after the answer; the opponent's page showed it: "
        f"p50 {middle:.2f} s, worst of {reports} {worst:.2f} s; {errors} errors",
        worst < 1 and errors == 0,
    )
