"""The data folder's disk runs full under a running site: it can be read, says why it does not save, and continues by
itself when there is space again. The disk is a real one, of a few hundred megabytes."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from config.disk.space import MEGABYTE, RESERVE
from config.embedded.leftovers import supervisors
from tests.config.running_site import RunningSite, running_site, wait_for
from tests.config.small_disk import SmallDisk, small_disk
from tests.flows.opened_event import open_an_event
from tests.flows.reporting_clients import TableNotes

pytestmark = pytest.mark.slow

SIZE = 480
LIMITS = {"DISK_LOW_MB": "120", "DISK_RESERVE_MB": "40", "DISK_FULL_MB": "30"}


@pytest.fixture
def disk_and_site() -> Iterator[tuple[SmallDisk, RunningSite]]:
    with running_site(start=False, WEB_PROCESSES="1", **LIMITS) as site, small_disk(site.data.root, SIZE) as disk:
        if isinstance(disk, str):
            pytest.skip(disk)
        site.start()
        yield disk, site
        site.kill9_all()


def answer(site: RunningSite, path: str, *, token: str = "", body: Any = None) -> tuple[int, str, bytes]:
    """Status, content type and body of one request; a body makes it a POST of JSON."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    if data is not None:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(site.base_url + path, data=data, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as found:
            return found.status, found.headers["Content-Type"], found.read()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.headers["Content-Type"], problem.read()


def level(site: RunningSite) -> str:
    return str(json.loads(answer(site, "/healthz")[2])["disk"])


class Reporter:
    """Reports the games of one table, one at a time."""

    def __init__(self, site: RunningSite) -> None:
        self.site = site
        self.event = open_an_event(site, players=4, clients=1)
        match, version = self.event["matches"][0]
        self.table = TableNotes(match, (1, 2, 1, 2, 1), version)
        self.path = f"/api/v1/tournaments/{self.event['code']}/matches/{match}/"

    def report(self) -> tuple[int, str, bytes]:
        """Report the next game; it counts as acknowledged only with a 2xx."""
        body = {"expected_version": self.table.version, "game": self.table.next_game()}
        status, kind, data = answer(self.site, f"{self.path}games/", token=self.event["tokens"][0], body=body)
        if status < 300:
            self.table.acknowledged.append(self.table.plan[len(self.table.acknowledged)])
            self.table.version = json.loads(data)["version"]
        return status, kind, data

    def kept(self) -> list[int]:
        """The winners' seats of the games that the site has."""
        found = json.loads(answer(self.site, self.path, token=self.event["tokens"][0])[2])
        return [game["winner_seat"] for game in found["games"]]


def test_a_full_disk_ends_by_itself(disk_and_site: tuple[SmallDisk, RunningSite]) -> None:
    disk, site = disk_and_site
    reporter = Reporter(site)
    page = f"/t/{reporter.event['code']}/"
    keepers = supervisors(site.data)
    wait_for((site.data.root / RESERVE).exists, "the reserve")
    assert reporter.report()[0] == 200

    disk.take_all_but(10 * MEGABYTE)
    wait_for(lambda: not (site.data.root / RESERVE).exists(), "the reserve's release")
    wait_for(lambda: level(site) == "scarce", "the scarce space to be noticed")
    assert reporter.report()[0] == 200, "the reserve is for results"
    status, _kind, said = answer(site, "/accounts/login/", body={"padding": "x" * 400_000})
    assert status == 507
    assert "磁盘满了" in said.decode()

    disk.fill()
    wait_for(lambda: level(site) == "full", "the full disk to be noticed")
    assert answer(site, "/healthz")[0] == 503
    status, kind, said = reporter.report()
    assert (status, kind, json.loads(said)["code"]) == (507, "application/problem+json", "disk_full")
    assert answer(site, page)[0] == 200, "reading goes on"

    postmaster = site.postmaster()
    assert postmaster is not None
    postmaster.kill()
    psutil.wait_procs([postmaster])
    status, _kind, said = answer(site, f"{page}register/")
    assert status == 507, "the database cannot start on a full disk"
    assert "507" in said.decode()
    assert "Traceback" not in said.decode()

    disk.free_up()
    wait_for(site.healthy, "the site to go on by itself")
    assert supervisors(site.data) == keepers
    assert site.launcher is not None
    assert site.launcher.poll() is None
    assert reporter.kept() == reporter.table.acknowledged
    assert reporter.report()[0] == 200
    wait_for((site.data.root / RESERVE).exists, "the reserve to be made again")
    assert "dropped: they could not be written" in site.logs() + "".join(
        file.read_text() for file in site.data.log.glob("*.log")
    )
    assert "The disk is full: the reserve has been given up." in site.output
    assert site.stop() == 0


def test_a_start_on_a_full_disk_is_one_line() -> None:
    with running_site(start=False, **LIMITS) as site, small_disk(site.data.root, 8) as disk:
        if isinstance(disk, str):
            pytest.skip(disk)
        disk.fill()
        assert site.launch().wait(60) == 1
        assert "The disk is full: make space, then run it again." in site.output
        assert site.output.count("\n") == 1
