"""The load program's own parts: its client reads answers sent in any pieces, its table keeps other rows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from bench.load.event import make_event
from bench.load.phones import Heard
from bench.load.reporting import Reported, count_reports, mixed_turns, reports_row
from bench.load.table import Row, table
from bench.load.wire import Connection, Reply, Stream, request
from bench.measurements import read_section, write_section
from tests.judged_events import table_of
from tests.own_loop import run_async
from tests.people_and_events import load_game, player_actor
from tests.running_events import publish, start_event
from tournaments.models import Match
from tournaments.services.reports import report_score

ANSWER = b'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: "a"\r\n\r\nhello'


def read_in_pieces(pieces: list[bytes]) -> Reply:
    async def read() -> Reply:
        connection = Connection()
        connection.answer = asyncio.get_running_loop().create_future()
        for piece in pieces:
            connection.data_received(piece)
        return await asyncio.wait_for(connection.answer, 5)

    return run_async(read())


@pytest.mark.parametrize("cut", range(1, len(ANSWER)))
def test_an_answer_is_read_in_any_two_pieces(cut: int) -> None:
    reply = read_in_pieces([ANSWER[:cut], ANSWER[cut:]])
    assert (reply.status, reply.body, reply.header("etag"), reply.header("x-none")) == (200, b"hello", '"a"', "")


def test_a_304_has_no_body() -> None:
    reply = read_in_pieces([b"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"])
    assert (reply.status, reply.body) == (304, b"")


def test_a_connection_that_breaks_is_an_error_of_anyone_who_asks() -> None:
    async def read() -> Reply:
        connection = Connection()
        connection.answer = asyncio.get_running_loop().create_future()
        connection.data_received(ANSWER[:-1])
        connection.connection_lost(None)
        return await connection.answer

    with pytest.raises(ConnectionResetError):
        run_async(read())


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_stream_tells_its_marks(size: int) -> None:
    first, ping, second = b"retry: 9\nevent: mark\ndata: 1.10\n\n", b":\n\n", b"event: mark\ndata: 1.11\n\n"
    chunks = [b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in (first, ping, second)]
    sent = b"HTTP/1.1 200 OK\r\n\r\n" + b"".join(chunks)
    heard: list[str] = []
    stream = Stream(b"", heard.append, heard.append)
    for start in range(0, len(sent), size):
        stream.data_received(sent[start : start + size])
    assert heard == ["1.10", "1.11"]


def test_a_refused_stream_says_its_status() -> None:
    heard: list[str] = []
    stream = Stream(b"", heard.append, heard.append)
    stream.data_received(b"HTTP/1.1 503 Service Unavailable\r\n\r\n")
    stream.connection_lost(None)
    assert heard == ["stream HTTP 503"]


def test_a_request_says_the_length_of_its_body() -> None:
    assert request("POST", "/a", {"X": "1"}, b"{}") == (
        b"POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nX: 1\r\nContent-Length: 2\r\n\r\n{}"
    )


def test_errors_are_the_slowest_of_all() -> None:
    heard = Heard(seconds=[1.0] * 98, errors=["reset"] * 2)
    assert heard.quantile(0.98) == 1.0
    assert heard.quantile(0.99) == float("inf")


def test_a_part_of_the_scenes_leaves_the_other_rows(tmp_path: Path) -> None:
    file = tmp_path / "measurements.md"
    one, two = Row("one", "< 3 s", "2 s", True, "3, 0.1, abc"), Row("two", "", "", False)
    write_section("Load", table([one, two]), file=file)
    again: Any = Row("one", "< 3 s", "4 s", False, "3, 0.2, def")
    write_section("Load", table([again], kept=read_section("Load", file=file)), file=file)
    rows = [line for line in file.read_text().splitlines() if line.startswith(("| one", "| two"))]
    assert rows == [str(again), str(two)]


class Database:
    """The tests' database, asked as a loaded site's."""

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(query)
            return cursor.fetchall()


@pytest.fixture
def confirmed(db: None) -> Match:
    """A match whose players reported the same, one of them twice with the same key."""
    tournament = start_event(4)
    publish(tournament)
    match = table_of(tournament.registrations.earliest("pk"))
    for entry, key in ((match.player1, "run-1-0"), (match.player1, "run-1-0"), (match.player2, "run-1-1")):
        report_score(actor=player_actor(entry), match_id=match.pk, wins1=2, wins2=0, key=key)
    return match


@pytest.mark.django_db
def test_the_events_players_are_known_by_their_sessions() -> None:
    load_game()
    made = make_event(6, 1)
    (session, bar, entry), *others = made["sessions"]
    client = Client()
    client.cookies["dueldesk_session"] = session
    page = client.get("/my/").content.decode()
    assert f'id="my-entry-{entry}"' in page
    assert f'data-bar="{bar}"' in page
    assert (len(others), len(made["matches"]), len(made["tokens"])) == (5, 3, 1)


def counted(match: Match, *, acknowledged: set[str], unanswered: Iterable[str] = ()) -> tuple[int, int, int]:
    reported = Reported(acknowledged=set(acknowledged), unanswered=set(unanswered), confirmed={match.pk})
    count_reports(Database(), reported, match.round.tournament.code)  # type: ignore[arg-type]
    return reported.lost, reported.doubled, reported.torn


def test_each_report_is_looked_for_in_the_database(confirmed: Match) -> None:
    assert counted(confirmed, acknowledged={"run-1-0", "run-1-1"}) == (0, 0, 0)
    assert counted(confirmed, acknowledged={"run-1-0", "run-1-1", "run-2-0"}) == (1, 0, 0)
    assert counted(confirmed, acknowledged={"run-1-0"}) == (0, 1, 0)
    assert counted(confirmed, acknowledged={"run-1-0"}, unanswered={"run-1-1", "run-3-0"}) == (0, 0, 0)
    confirmed.revisions.all().delete()
    assert counted(confirmed, acknowledged={"run-1-0", "run-1-1"}) == (0, 0, 1)


@pytest.mark.parametrize(
    ("what", "holds"), [({}, True), ({"lost": 1}, False), ({"doubled": 1}, False), ({"torn": 1}, False)]
)
def test_a_report_too_few_or_too_many_misses_the_aim(what: dict[str, int], holds: bool) -> None:
    run = Reported(heard=Heard(seconds=[0.1] * 60), acknowledged=set(map(str, range(60))), seconds=1.0, **what)
    assert reports_row([run], wanted=60, seconds=1).holds is holds


def test_tables_take_their_steps_in_order_and_not_all_at_once() -> None:
    turns = list(mixed_turns(tables=23, steps=3, group=5))
    assert sorted(turns) == [(one, step) for one in range(23) for step in range(3)]
    of_one = [[place for place, (other, _) in enumerate(turns) if other == one] for one in range(23)]
    assert all([turns[place][1] for place in places] == [0, 1, 2] for places in of_one)
    assert min(later - earlier for places in of_one for earlier, later in pairwise(places)) >= 5
    mixed = [step for _table, step in turns[15:-15]]
    assert all({*mixed[at : at + 3]} == {0, 1, 2} for at in range(0, len(mixed) - 3, 3))


def test_a_section_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert read_section("Load", file=tmp_path / "none.md") == ""
