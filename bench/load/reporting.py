"""Players report from their phones at a steady rate, correct what they said, confirm what the other said, and send some
reports again, as a phone does that has heard no answer."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any
from urllib.parse import urlencode

from bench.load.phones import HEADERS, Heard, Phone
from bench.load.site import LoadedSite
from bench.load.table import Row, median
from bench.load.wire import Place, request

MAX_UNDER_WAY = 400
"""Connections over which reports are sent; a report that finds none free waits, and its time runs."""
BEFORE_NEXT_STEP = 0.25
"""Seconds that a table has at least, at the rate that is wanted, until it reports again."""
SENT_TWICE = 10
"""Every tenth report is sent a second time with the key of the first."""
KEY_BEGINS = 32
"""Characters of a kept key that name the key that a phone sent."""
PHONES = "phones"
"""What the program itself takes, which shares the cores."""
TOKEN = "d" * 32
"""A token against forged forms, the same in the cookie and in the header."""
SCORES = ("2-0-0", "2-1-0")
MIRRORED = {"2-0-0": "0-2-0", "2-1-0": "1-2-0"}


@dataclass
class Reported:
    """What was sent and answered, and whether the database holds each report exactly once.

    `acknowledged` are the keys of reports that the site confirmed; `confirmed` the matches whose two sides it heard.
    """

    heard: Heard = field(default_factory=Heard)
    acknowledged: set[str] = field(default_factory=set)
    unanswered: set[str] = field(default_factory=set)
    confirmed: set[int] = field(default_factory=set)
    again: int = 0
    seconds: float = 0.0
    cpu: dict[str, float] = field(default_factory=dict)
    """CPU seconds that each part of the site took, and these phones."""
    lost: int = 0
    doubled: int = 0
    torn: int = 0


@dataclass
class Table:
    """A match with the sessions of its players, and the reports that it still gets, one after the other."""

    match: int
    entries: tuple[int, int]
    sessions: tuple[str, str]
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    last: str = ""
    """The score that the first player reported last, as far as the site has confirmed it."""


def mixed_turns(tables: int, steps: int, group: int) -> Iterator[tuple[int, int]]:
    """The order in which tables take their steps, as pairs of a table and its step.

    A group of tables begins when the one before it has taken its first step, and goes on with each further group that
    begins; what groups do meanwhile alternates. So all steps are mixed from when the first group takes its last one to
    when the last group begins, as they are in a hall, where no table waits for another.
    """
    groups = ceil(tables / group)
    for turn in range(groups + steps - 1):
        for place in range(group):
            for step in range(steps):
                table = (turn - step) * group + place
                if 0 <= turn - step < groups and table < tables:
                    yield table, step


class ReportingPlayers:
    """The players of an event: of each match the first reports, perhaps several times, and the second confirms."""

    def __init__(self, site: LoadedSite, event: dict[str, Any], run: str) -> None:
        self.run = run
        sessions = {entry: session for session, _, entry in event["sessions"]}
        seats = site.sql(
            "SELECT m.id, m.player1_id, m.player2_id FROM tournaments_match m "
            "JOIN tournaments_round r ON r.id = m.round_id JOIN tournaments_tournament t ON t.id = r.tournament_id "
            f"WHERE t.code = '{event['code']}' AND NOT m.is_complete ORDER BY m.\"table\""
        )
        self.tables = [Table(match, (one, two), (sessions[one], sessions[two])) for match, one, two in seats]
        self.phones: asyncio.Queue[Phone] = asyncio.Queue()
        for _ in range(MAX_UNDER_WAY):
            self.phones.put_nowait(Phone(Place.of(site.base)))
        self.reported = Reported()

    async def report(self, *, rate: float, seconds: float) -> Reported:
        """All of them; the time of a report counts from the moment it was due. The last of each table confirms.

        Tables begin one group after the other, so that reports and confirmations are mixed (`mixed_turns`).
        """
        wanted = int(rate * seconds)
        steps = max(2, ceil(wanted / len(self.tables)))
        tables = self.tables[: ceil(wanted / steps)]
        group = ceil(rate * BEFORE_NEXT_STEP)
        start, jobs = time.perf_counter(), []
        for number, (place, step) in enumerate(mixed_turns(len(tables), steps, group)):
            table, is_last = tables[place], step == steps - 1
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            jobs.append(asyncio.create_task(self._one(table, step, due, is_last=is_last)))
            if number % SENT_TWICE == 0:
                jobs.append(asyncio.create_task(self._one(table, step, due, is_last=is_last, again=True)))
        await asyncio.gather(*jobs)
        self.reported.seconds = time.perf_counter() - start
        while not self.phones.empty():
            self.phones.get_nowait().close()
        return self.reported

    async def report_once(self, table: Table) -> None:
        """The first player of a table reports."""
        await self._one(table, 0, time.perf_counter(), is_last=False)

    async def _one(self, table: Table, step: int, due: float, *, is_last: bool, again: bool = False) -> None:
        """One report; sent again it has to be taken for the first, and is not counted as another."""
        key = f"{self.run}-{table.match}-{step}"
        async with table.turn:
            seat = 1 if is_last else 0
            score = MIRRORED[table.last or SCORES[0]] if is_last else SCORES[step % 2]
            phone = await self.phones.get()
            wire = self._wire(table, seat, score, key, step + 1)
            try:
                answer = await phone.ask(wire)
            except (TimeoutError, OSError) as mistake:
                self.reported.unanswered.add(key)
                self.reported.heard.errors.append(type(mistake).__name__)
                return
            finally:
                self.phones.put_nowait(phone)
            if answer.status != 200:
                self.reported.heard.errors.append(f"HTTP {answer.status}: {answer.body[:120]!r}")
                return
            self.reported.heard.seconds.append(time.perf_counter() - due)
            self.reported.acknowledged.add(key)
            self.reported.again += again
            if not is_last:
                table.last = score
            elif table.last:
                self.reported.confirmed.add(table.match)

    def _wire(self, table: Table, seat: int, score: str, key: str, pressed: int) -> bytes:
        """What a page with scripts sends; `pressed` rises with each press of a phone."""
        headers = HEADERS | {
            "Cookie": f"dueldesk_session={table.sessions[seat]}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "X-Report": "1",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        sent = {"match": table.match, "against": table.entries[1 - seat], "score": score, "key": key}
        body = urlencode({**sent, "pressed": pressed}).encode()
        return request("POST", f"/my/entries/{table.entries[seat]}/report/", headers, body)


def begin_of(key: str) -> str:
    """How the key begins under which a report is kept that came with this one (`tournaments.services.press_order`)."""
    return hashlib.sha256(json.dumps(key).encode()).hexdigest()[:KEY_BEGINS]


def count_reports(site: LoadedSite, reported: Reported, code: str) -> None:
    """Find every acknowledged report in the event's rows exactly once, and each confirmed match entered exactly once:
    with its result, one step of its version, one revision."""
    rows = site.sql(
        f"SELECT left(r.key, {KEY_BEGINS}), count(*) FROM tournaments_resultreport r "
        f"JOIN tournaments_tournament t ON t.id = r.tournament_id WHERE t.code = '{code}' GROUP BY 1"
    )
    kept = {str(key): int(count) for key, count in rows}
    acknowledged, unanswered = (set(map(begin_of, keys)) for keys in (reported.acknowledged, reported.unanswered))
    reported.lost = len(acknowledged - kept.keys())
    unknown = kept.keys() - acknowledged - unanswered
    reported.doubled = sum(count - 1 for count in kept.values()) + len(unknown)
    matches = ",".join(map(str, sorted(reported.confirmed))) or "0"
    whole = site.sql(
        f"SELECT count(*) FROM tournaments_match m WHERE m.id IN ({matches}) AND m.is_complete AND m.version = 2 "
        "AND (SELECT count(*) FROM tournaments_matchrevision v WHERE v.match_id = m.id) = 1"
    )[0][0]
    reported.torn = len(reported.confirmed) - int(whole)


def _cpu_words(runs: Sequence[Reported]) -> str:
    """What one request took of a core, reports that were sent twice counted twice."""
    each = {
        part: 1000 * median([run.cpu.get(part, 0.0) / max(1, len(run.heard.seconds)) for run in runs])
        for part in dict.fromkeys(part for run in runs for part in run.cpu)
    }
    phones = each.pop(PHONES, 0.0)
    parts = ", ".join(f"{part} {spent:.1f}" for part, spent in each.items())
    return f"{sum(each.values()):.1f} ms of a core each ({parts}), the phones {phones:.1f} ms beside them"


def _mix_words(runs: Sequence[Reported]) -> str:
    """How many reports there were for each confirmation."""
    confirmed = sum(len(run.confirmed) for run in runs)
    return f"{(sum(len(run.acknowledged) for run in runs) - confirmed) / max(1, confirmed):.1f} to 1"


def reports_row(runs: Sequence[Reported], *, wanted: float, seconds: float) -> Row:
    """What several runs came to, in the table."""
    late, middle = (median([run.heard.quantile(part) for run in runs]) for part in (0.99, 0.5))
    rate = median([len(run.acknowledged) / run.seconds for run in runs])
    kept, again = sum(len(run.acknowledged) for run in runs), sum(run.again for run in runs)
    lost, doubled, torn = (sum(getattr(run, name) for run in runs) for name in ("lost", "doubled", "torn"))
    errors, confirmed = sum(len(run.heard.errors) for run in runs), sum(len(run.confirmed) for run in runs)
    return Row(
        f"{wanted:.0f} reports a second from phones for {seconds:.0f} s, the last of each table confirms, tables begin "
        f"at moments of their own: reports and confirmations mixed as {_mix_words(runs)}",
        "p99 < 0.5 s, none lost or doubled",
        f"{rate:.0f} a second went in, p50 {middle:.2f} s, p99 {late:.2f} s; {kept:,} reports, {again:,} of them sent "
        f"twice, counted in the database: {lost} lost, {doubled} doubled; {confirmed:,} matches confirmed, {torn} not "
        f"whole; {errors} refused or unanswered; {_cpu_words(runs)}",
        late < 0.5 and not (lost or doubled or torn or errors) and rate > 0.95 * wanted,
    )
