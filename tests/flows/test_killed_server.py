"""SIGKILL in the middle of result entry: what was acknowledged is there, and nothing is half written.

The real site (supervisor, web processes, Celery worker, PostgreSQL, Redis) on its own data folder; several clients
report games through the API with personal tokens while it is killed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.config.running_site import RunningSite, running_site, wait_for
from tests.flows.opened_event import open_an_event
from tests.flows.reporting_clients import Acknowledgements, Asker, ReportingClient, TableNotes

pytestmark = pytest.mark.slow

CLIENTS = 4
PLANS = [(1, 2, 1, 2, 1), (2, 2, 1, 1, 2), (1, 1, 2, 2, 2), (2, 1, 2, 1, 1)]
"""Winners' seats of best-of-five matches that go to the last game."""


@pytest.fixture(scope="module")
def site() -> Iterator[RunningSite]:
    with running_site(filled=True) as running:
        yield running


@pytest.fixture
def event(site: RunningSite) -> dict[str, Any]:
    """A best-of-five round of twelve tables, and a token for each client."""
    return open_an_event(site, players=24, clients=CLIENTS)


def start_clients(
    site: RunningSite, event: dict[str, Any], heard: Acknowledgements, *, persistent: bool
) -> list[ReportingClient]:
    """Every client at work on its own share of the tables."""
    notes = [
        TableNotes(match, PLANS[place % len(PLANS)], version) for place, (match, version) in enumerate(event["matches"])
    ]
    clients = [
        ReportingClient(Asker(site.base_url, token), event["code"], notes[place::CLIENTS], heard, persistent=persistent)
        for place, token in enumerate(event["tokens"])
    ]
    for client in clients:
        client.start()
    return clients


def finish(clients: list[ReportingClient]) -> list[TableNotes]:
    """The clients' notes, once all have ended without an error."""
    for client in clients:
        client.join(120)
        assert not client.is_alive()
        client.heard.wait_for(0)
    return [table for client in clients for table in client.tables]


def check_table(asker: Asker, code: str, table: TableNotes) -> None:
    """All acknowledged games are there in order, each with its revision; one more only if its answer was lost."""
    match = asker.get(f"tournaments/{code}/matches/{table.match}/")
    revisions = asker.get(f"tournaments/{code}/matches/{table.match}/revisions/")
    winners = [game["winner_seat"] for game in match["games"]]
    assert winners[: len(table.acknowledged)] == table.acknowledged
    assert len(winners) - len(table.acknowledged) in ((0, 1) if table.open_request else (0,))
    assert winners == list(table.plan[: len(winners)])

    assert match["version"] == 1 + len(winners) == 1 + len(revisions)
    assert [revision["version"] for revision in revisions] == list(range(match["version"], 1, -1))
    for count, revision in enumerate(reversed(revisions), start=1):
        assert [game["winner_seat"] for game in revision["after"]["games"]] == winners[:count]
        assert len(revision["before"]["games"]) == count - 1
        assert revision["changed_by"].startswith("scorekeeper")
    assert match["is_complete"] == (max(winners.count(1), winners.count(2)) == 3)
    assert (match["wins1"], match["wins2"]) == (winners.count(1), winners.count(2))


def check_whole(site: RunningSite) -> None:
    """In the database itself: one log line and one revision for every game, and no game without its match's count."""
    games, revisions, lines = (
        site.sql("SELECT count(*) FROM tournaments_game"),
        site.sql("SELECT count(*) FROM tournaments_matchrevision"),
        site.sql("SELECT count(*) FROM tournaments_logentry WHERE verb = 'game_recorded'"),
    )
    assert games == revisions == lines
    torn = site.sql(
        "SELECT m.id FROM tournaments_match m LEFT JOIN tournaments_game g ON g.match_id = m.id "
        "GROUP BY m.id HAVING m.version <> 1 + count(g.id) OR (m.completed_at IS NOT NULL) <> m.is_complete"
    )
    assert torn == []


def test_killed_web_processes_lose_no_acknowledged_game(site: RunningSite, event: dict[str, Any]) -> None:
    heard = Acknowledgements()
    clients = start_clients(site, event, heard, persistent=True)
    for moment in range(6, 54, 8):
        heard.wait_for(moment)
        if moment > 20 and any(client.lost_answers for client in clients):
            break
        victims = site.web_processes()
        site.kill9_web()
        wait_for(lambda old=victims: len(site.web_processes()) == 2 and not set(old) & set(site.web_processes()), "web")
    tables = finish(clients)
    assert all(table.is_done for table in tables)
    assert sum(client.lost_answers for client in clients) > 0
    scorekeeper = Asker(site.base_url, event["tokens"][0])
    for table in tables:
        check_table(scorekeeper, event["code"], table)
    check_whole(site)


def test_a_power_failure_loses_no_acknowledged_game(site: RunningSite) -> None:
    """Of far more games than are reported before every process has been found and killed."""
    event = open_an_event(site, players=64, clients=CLIENTS)
    heard = Acknowledgements()
    clients = start_clients(site, event, heard, persistent=False)
    heard.wait_for(20)
    site.kill9_all()
    tables = finish(clients)
    acknowledged = sum(len(table.acknowledged) for table in tables)
    assert 20 <= acknowledged < sum(len(table.plan) for table in tables)
    assert all(client.lost_answers == 1 for client in clients)

    site.restart()
    scorekeeper = Asker(site.base_url, event["tokens"][0])
    for table in tables:
        check_table(scorekeeper, event["code"], table)
    check_whole(site)

    table = next(table for table in tables if not table.is_done and not table.open_request)
    answer = scorekeeper.post(
        f"tournaments/{event['code']}/matches/{table.match}/games/",
        {"expected_version": table.version, "game": table.next_game()},
    )
    assert answer["version"] == table.version + 1
