"""`python -m bench.load [SCENE…]`: the site under a hall of phones, on loopback.

Scenes: open, doors, find, links, publish, follow, announce, results, steady, reports, polls, memory; all by default.
Their rows in docs/measurements.md are written again. `LOAD=quick` takes smaller halls, one run and shorter times, and
keeps nothing; `HALLS="250 1000"` takes these halls alone, `RATES="20 30"` these rates of results and reports, `RUNS=1`
one run of each, `SECONDS=10` that long. The clients share the cores with the site; `wrk`, which has to be installed,
counts polls and pages.
"""

from __future__ import annotations

import os
import resource
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any

import uvloop

from bench.load.arriving import find_at_once, links_at_once
from bench.load.following import OwnPages, follow_row, news_row
from bench.load.hall import Hall
from bench.load.phones import Heard, Phone, open_at_once
from bench.load.reporting import PHONES, ReportingPlayers, count_reports, reports_row
from bench.load.scenes import Scorekeepers, as_fast_as_it_goes, count_results, publish_again
from bench.load.site import LoadedSite, loaded_site
from bench.load.table import Row, median, table
from bench.load.wire import Place, request
from bench.measurements import commit, read_section, write_section

MB = 1024 * 1024


@dataclass(frozen=True)
class Size:
    """How much is done. `rate`: the results a second of the aim; `rates`: lower ones, which say where the limit is."""

    halls: tuple[int, ...]
    runs: int
    watching: int
    rate: float
    rates: tuple[float, ...]
    seconds: float
    streams: int
    loop_seconds: int


FULL = Size(
    halls=(250, 1000, 5000),
    runs=3,
    watching=1000,
    rate=200,
    rates=(20, 30, 40),
    seconds=60,
    streams=5000,
    loop_seconds=10,
)
QUICK = Size(halls=(60, 250), runs=1, watching=100, rate=40, rates=(10,), seconds=10, streams=500, loop_seconds=3)
TITLE = "Under load (`make load`)"
KEEPERS = 40
"""Scorekeepers who share the results: each account may ask the API 600 times a minute."""
OPENED_BEFORE = {250: "54–64 % errors", 1000: "87 % errors with 300 phones", 5000: "a page took 2.9 s and 1.5 MB"}
RESULT_BEFORE = "16 s for a result while 250 phones polled"
POLL_BEFORE, PAGE_BEFORE = "13–296 ms each", "46–126 ms each (60–250 players)"
REPORTS = 20
"""Reports that are followed one by one."""
SEATS_SHOWN = 1.0
"""Seconds in which 99 of 100 players have their own table and opponent on the open page."""
LATEST = {250: 3.0, 1000: 3.0, 5000: 5.0}
"""Seconds in which all phones (of 5,000: 99 in 100) have the page."""


class Load:
    """One run of the program: a site, its events by size, and the rows measured so far."""

    def __init__(self, site: LoadedSite, size: Size) -> None:
        self.site = site
        self.size = size
        self.events: dict[int, dict[str, Any]] = {}
        self.rows: list[Row] = []
        self.busy: list[float] = []

    def event(self, players: int) -> dict[str, Any]:
        """An event of that size, made once."""
        if players not in self.events:
            say(f"making an event of {players}")
            self.events[players] = self.site.make_event(players, KEEPERS)
        return self.events[players]

    def pairings(self, players: int) -> str:
        return f"/t/{self.event(players)['code']}/pairings/"

    def add(self, row: Row) -> None:
        loads = "–".join(dict.fromkeys(f"{load:.1f}" for load in (min(self.busy), max(self.busy))))
        row = replace(row, circumstances=f"{len(self.busy)}, {loads}, {commit()}")
        self.rows.append(row)
        self.busy.clear()
        say(f"{row.what}: {row.measured}  (aim: {row.aim}) {'holds' if row.holds else 'MISSED'}")

    def repeated(self, scene: Callable[[], Coroutine[Any, Any, Any]]) -> list[Any]:
        """The scene's outcomes, each in an event loop of its own."""
        outcomes = []
        for _ in range(self.size.runs):
            self.busy.append(os.getloadavg()[0])
            outcomes.append(uvloop.run(scene()))
        return outcomes

    def open(self) -> None:
        """Everybody opens the pairings in the same moment, nobody having a connection yet."""
        for phones in self.size.halls:
            what = f"{phones:,} phones open the pairings of an event of {phones:,} at once"
            self._open(what, self.pairings(phones), phones, before=OPENED_BEFORE.get(phones, "–"))

    def doors(self) -> None:
        """Everybody opens the address of the event that is shared, then the first page of the site."""
        for phones in self.size.halls:
            shared = f"/t/{self.event(phones)['code']}/"
            self._open(f"{phones:,} phones open the address that is shared at once", shared, phones)
            self._open(f"{phones:,} phones open the first page of the site at once", "/", phones)

    def find(self) -> None:
        """A round is published, and everybody looks for a name in the pairings."""
        for phones in self.size.halls:
            what = f"{phones:,} phones look for a name each when the round of an event of {phones:,} is published"
            event, path = self.event(phones), self.pairings(phones)
            heard = self.repeated(partial(find_at_once, self.site, event, path, phones))
            self._add_opened(what, phones, heard, LATEST.get(phones, 3.0))

    def links(self) -> None:
        """Players open their personal links for the first time, go on, and open the pairings."""
        for phones in self.size.halls:
            what = f"{phones:,} players open their personal links and then the pairings for the first time at once"
            event, path = self.event(phones), self.pairings(phones)
            self._add_opened(what, phones, self.repeated(partial(links_at_once, self.site, event, path, phones)), inf)

    def _open(self, what: str, path: str, phones: int, *, before: str = "–") -> None:
        sessions = self.event(phones)["sessions"]
        heard = self.repeated(partial(open_at_once, self.site.base, path, phones, sessions))
        self._add_opened(what, phones, heard, LATEST.get(phones, 3.0), before=before)

    def _add_opened(self, what: str, phones: int, heard: list[Heard], limit: float, *, before: str = "–") -> None:
        part = 0.99 if phones >= 5000 else 1.0
        latest, errors = median([run.quantile(part) for run in heard]), sum(len(run.errors) for run in heard)
        aim = f"{'99 %' if part < 1 else 'worst'} < {limit:.0f} s, " if limit < inf else ""
        waits, size = median([run.waits for run in heard]), median([run.bytes for run in heard]) / phones / 1024
        self.add(
            Row(
                what,
                f"{aim}0 errors",
                f"{latest:.2f} s, {errors} errors, {waits:.0f} asked to wait; {size:.1f} kB each",
                latest < limit and errors == 0,
                before=before,
            )
        )

    def publish(self) -> None:
        """Everybody holds a stream while the round is published again."""
        for phones in self.size.halls:
            event, path = self.event(phones), self.pairings(phones)

            async def scene(event: Any = event, path: str = path, phones: int = phones) -> Any:
                async with Hall(self.site, event, phones, path) as hall:
                    await publish_again(self.site, event, hall)
                    return await hall.wait(seconds=30)

            seen = self.repeated(scene)
            latest = median([run.shown.quantile(0.99) for run in seen])
            seats = median([run.seats.quantile(0.99) for run in seen])
            own = median([run.own.quantile(0.99) for run in seen])
            met = [heard for run in seen for heard in (run.shown, run.seats, run.own)]
            errors, waits = sum(len(heard.errors) for heard in met), sum(heard.waits for heard in met)
            opened = median([run.opened for run in seen])
            self.add(
                Row(
                    f"the same {phones:,} phones open, the round is published",
                    f"99 % show it < 3 s, their own table < {SEATS_SHOWN:.0f} s, 0 errors",
                    f"{latest:.2f} s, own table and opponent of the signed-in half {seats:.2f} s, {errors} errors, "
                    f"{waits} asked to wait; {opened:.0f} streams; what needs their session 99 % after {own:.1f} s",
                    latest < 3 and seats < SEATS_SHOWN and errors == 0,
                )
            )

    def results(self) -> None:
        """Results come in at the aim's rate while phones watch."""
        self._results(self.size.rate)

    def steady(self) -> None:
        """Results come in at rising rates while phones watch, up to the first that misses the aim."""
        for rate in self.size.rates:
            self._results(rate)
            if not self.rows[-1].holds:
                break

    def _results(self, wanted: float) -> None:
        size = self.size
        event, path = self.event(size.watching), self.pairings(size.watching)

        async def scene() -> Any:
            async with Hall(self.site, event, size.watching, path) as hall:
                before, cpu = count_results(self.site, event), self.site.cpu_seconds()
                entered = await Scorekeepers(self.site, event).enter(rate=wanted, seconds=size.seconds)
                entered.cpu = self.site.cpu_seconds() - cpu
                after = count_results(self.site, event)
            written = after.results - before.results
            entered.lost = max(0, len(entered.heard.seconds) - written)
            entered.doubled = max(0, written - len(entered.heard.seconds) - entered.unanswered) + after.torn
            entered.pages = hall.watched.pages
            entered.heard.errors += [f"phone: {error}" for error in hall.watched.shown.errors]
            return entered

        runs = self.repeated(scene)
        late, middle = (median([run.heard.quantile(part) for run in runs]) for part in (0.99, 0.5))
        rate = median([len(run.heard.seconds) / run.seconds for run in runs])
        lost, doubled = sum(run.lost for run in runs), sum(run.doubled for run in runs)
        errors = sum(len(run.heard.errors) for run in runs)
        self.add(
            Row(
                f"{wanted:.0f} results a second for {size.seconds:.0f} s while {size.watching:,} phones watch",
                "p99 < 0.5 s, none lost or doubled",
                f"{rate:.0f} a second went in, p50 {middle:.2f} s, p99 {late:.2f} s; {lost} lost, {doubled} doubled, "
                f"{errors} refused or unanswered; {median([run.cpu / run.seconds for run in runs]):.1f} cores taken by "
                f"the site, {median([run.pages / run.seconds for run in runs]):.0f} pages a second fetched",
                late < 0.5 and not (lost or doubled or errors) and rate > 0.95 * wanted,
                before=RESULT_BEFORE,
            )
        )

    def reports(self) -> None:
        """Players report from their phones and confirm, at the lower rates and then at the aim's."""
        for rate in (*self.size.rates, self.size.rate):
            self._reports(rate)

    def _reports(self, wanted: float) -> None:
        size = self.size

        async def scene() -> Any:
            event = self.site.make_event(max(size.halls), 1)
            run = secrets.token_hex(4)
            players, before, own = ReportingPlayers(self.site, event, run), self.site.cpu_by_part(), time.process_time()
            reported = await players.report(rate=wanted, seconds=size.seconds)
            reported.cpu = {PHONES: time.process_time() - own}
            reported.cpu |= {part: spent - before[part] for part, spent in self.site.cpu_by_part().items()}
            count_reports(self.site, reported, event["code"])
            return reported

        self.add(reports_row(self.repeated(scene), wanted=wanted, seconds=size.seconds))

    def follow(self) -> None:
        """Players have their own page open, and now and then one of them reports."""
        for phones in self.size.halls:

            async def scene(phones: int = phones) -> Any:
                event = self.site.make_event(phones, 1)
                async with OwnPages(self.site, event, phones) as hall:
                    return await hall.watch(ReportingPlayers(self.site, event, secrets.token_hex(4)), REPORTS)

            self.add(follow_row(self.repeated(scene), phones=phones, reports=REPORTS))

    def announce(self) -> None:
        """Players have their own page open, and staff announce something to all of them."""
        for phones in self.size.halls:

            async def scene(phones: int = phones) -> Any:
                event = self.site.make_event(phones, 1)
                async with OwnPages(self.site, event, phones) as hall:
                    return await hall.announce(Phone(hall.place), event["owner"])

            self.add(news_row(self.repeated(scene), phones=phones))

    def polls(self) -> None:
        """As many unchanged polls, and as many whole pages, as the site answers when all wait for answers."""
        if shutil.which("wrk") is None:
            say("polls are not measured: install wrk (Debian and others have it as a package)")
            return
        players = self.size.halls[0]
        seen = f"/t/{self.event(players)['code']}/live/mark"
        mark = uvloop.run(read_text(self.site.base, seen))
        for what, aim, path, before in (
            ("unchanged poll", 2000, f"{seen}?seen={mark}", POLL_BEFORE),
            ("public pairings page from cache", 500, self.pairings(players), PAGE_BEFORE),
        ):
            as_fast_as_it_goes(self.site.base, path, seconds=1)
            rates = []
            for _ in range(self.size.runs):
                self.busy.append(os.getloadavg()[0])
                rates.append(as_fast_as_it_goes(self.site.base, path, seconds=self.size.loop_seconds))
            rate = median(rates)
            said = f"{rate:,.0f} a second"
            self.add(Row(f"{what} (`wrk`, 64 connections)", f"≥ {aim:,} a second", said, rate >= aim, before=before))

    def memory(self) -> None:
        """How much the web processes hold with many streams open."""
        event = self.event(self.size.halls[0])

        async def scene() -> Any:
            async with Hall(self.site, event, self.size.streams, self.pairings(self.size.halls[0])) as hall:
                return hall.watched

        runs = self.repeated(scene)
        bytes_held, opened = median([run.memory for run in runs]), min(run.opened for run in runs)
        self.add(
            Row(
                f"web memory with {self.size.streams:,} open streams",
                "< 1 GB in all",
                f"{bytes_held / MB:.0f} MB in all web processes (PSS), {opened:,} streams open",
                bytes_held < 1024 * MB and opened == self.size.streams,
            )
        )


async def read_text(base: str, path: str) -> str:
    """What an address answers."""
    return (await Phone(Place.of(base)).ask(request("GET", path, {}))).body.decode()


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


SCENES = (
    "open",
    "doors",
    "find",
    "links",
    "publish",
    "follow",
    "announce",
    "results",
    "steady",
    "reports",
    "polls",
    "memory",
)


def main(arguments: list[str]) -> None:
    """Run the scenes, print each row as soon as it is measured, and keep the table of a full run."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    is_quick = os.environ.get("LOAD") == "quick"
    size = QUICK if is_quick else FULL
    if os.environ.get("RUNS"):
        size = replace(size, runs=int(os.environ["RUNS"]))
    if os.environ.get("HALLS"):
        size = replace(size, halls=tuple(int(players) for players in os.environ["HALLS"].split()))
    if os.environ.get("SECONDS"):
        size = replace(size, seconds=float(os.environ["SECONDS"]))
    if os.environ.get("RATES"):
        size = replace(size, rates=tuple(float(rate) for rate in os.environ["RATES"].split()))
    wanted = [name for name in SCENES if name in arguments] or list(SCENES)
    with loaded_site() as site:
        load = Load(site, size)
        for name in wanted:
            getattr(load, name)()
    text = table(load.rows, kept=read_section(TITLE))
    say(text)
    if not is_quick:
        write_section(TITLE, text)


if __name__ == "__main__":
    main(sys.argv[1:])
