"""The launcher from end to end: a real supervisor, real services, real signals."""

import os
import signal
import socket
from collections.abc import Callable, Iterator

import psutil
import psycopg
import pytest

from config.embedded import postgres
from config.embedded.leftovers import redis_servers
from jobs.kinds import jobs_at_once
from tests.chaos.faults import workers
from tests.config.running_site import RunningSite, running_site, wait_for

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site() -> Iterator[RunningSite]:
    with running_site() as running:
        yield running


@pytest.fixture
def up(site: RunningSite) -> RunningSite:
    """The module's site, started again if the previous test stopped it."""
    if site.launcher is None or site.launcher.poll() is not None:
        site.restart()
    return site


def test_it_starts_and_says_where_it_is(up: RunningSite) -> None:
    assert up.healthy()
    assert f"http://localhost:{up.port}/" in up.output
    assert "本机 This machine" in up.output
    assert up.owner_link is not None
    assert len(up.web_processes()) == 2
    assert oct((up.data.root / "secret_key").stat().st_mode)[-3:] == "600"


def test_the_worker_listens(up: RunningSite) -> None:
    ping = "from config.celery import app; print(app.control.ping(timeout=2))"
    wait_for(lambda: "'ok': 'pong'" in up.manage("shell", "-v0", "-c", ping), "the worker's answer")


def test_the_worker_and_its_children_are_found_by_their_data_folder(up: RunningSite) -> None:
    """A library for titles of processes, where there is one, made Celery replace their command lines."""
    wait_for(lambda: len(workers(up)) == 1 + jobs_at_once(), "the worker and its children")


def test_a_second_start_in_the_same_folder_is_refused(up: RunningSite) -> None:
    before = up.output_file
    up.output_file = up.folder / "second"
    try:
        assert up.launch().wait(60) == 1
        assert up.output.count("\n") == 1
        assert f"already running here: http://localhost:{up.port}" in up.output
    finally:
        up.output_file = before
    assert up.healthy()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_with_nothing_left_and_keeps_its_data(up: RunningSite, how: signal.Signals) -> None:
    up.sql("CREATE TABLE IF NOT EXISTS kept (how text)")
    up.sql(f"INSERT INTO kept VALUES ('{how.name}')")
    everything = up.processes()
    assert len(everything) > 6
    assert up.stop(how) == 0
    assert "Traceback" not in up.output
    assert "Stopped." in up.output
    assert [process for process in everything if process.is_running()] == []
    assert up.processes() == []
    up.restart()
    assert (how.name,) in up.sql("SELECT how FROM kept")


@pytest.mark.parametrize("victims", [RunningSite.web_processes, RunningSite.web_family], ids=["children", "all"])
def test_killed_web_processes_are_replaced_and_nobody_is_refused(
    up: RunningSite, victims: Callable[[RunningSite], list[psutil.Process]]
) -> None:
    old = victims(up)
    for process in old:
        process.kill()
    psutil.wait_procs(old)
    new: set[psutil.Process] = set()
    while len(new) < 2:
        socket.create_connection(("127.0.0.1", up.port), timeout=30).close()
        new = set(up.web_processes()) - set(old)
    assert up.healthy()


def test_a_killed_web_process_alone_is_replaced(up: RunningSite) -> None:
    """Its parent, and the other process with all its open streams, are not affected."""
    parent, first, second = up.web_family()
    second.kill()
    second.wait()
    wait_for(lambda: len(up.web_family()) == 3, "the third process")
    assert up.web_family()[:2] == [parent, first]
    assert up.healthy()


def test_web_processes_follow_their_killed_parent(up: RunningSite) -> None:
    parent, *children = up.web_family()
    parent.kill()
    _, alive = psutil.wait_procs(children, timeout=60)
    assert alive == []
    wait_for(lambda: len(up.web_processes()) == 2, "the new web processes")
    assert up.healthy()


def test_a_killed_launcher_takes_everything_with_it(up: RunningSite) -> None:
    everything = up.processes()
    assert up.launcher is not None
    up.launcher.kill()
    up.launcher.wait()
    _, alive = psutil.wait_procs(everything, timeout=60)
    assert alive == []


def test_a_killed_supervisor_leaves_what_the_next_start_clears_up(up: RunningSite) -> None:
    up.sql("CREATE TABLE after_supervisor (x int)")
    supervisor = next(process for process in up.processes() if "config.embedded.supervisord" in process.cmdline())
    supervisor.kill()
    assert up.launcher is not None
    assert up.launcher.wait(60) == 1
    assert up.processes() == []
    up.restart()
    assert up.sql("SELECT count(*) FROM after_supervisor") == [(0,)]


def test_everything_killed_at_once_loses_nothing_committed(up: RunningSite) -> None:
    """Not even if PostgreSQL's pid file names an unrelated process."""
    up.sql("CREATE TABLE committed AS SELECT generate_series(1, 500) AS x")
    assert len(redis_servers(up.data)) == 1
    up.kill9_all()
    assert up.processes() == []
    note = up.data.postgres / "postmaster.pid"
    lines = note.read_text().splitlines()
    note.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    up.restart()
    assert up.healthy()
    assert up.sql("SELECT sum(x) FROM committed") == [(125250,)]


def refused(**environment: str) -> str:
    """The one line that a refused start prints."""
    with running_site(start=False) as site:
        status = site.launch(**environment).wait(60)
        assert status == 1
        assert site.output.count("\n") == 1
        return site.output


def test_a_taken_port_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = refused(PORT=str(port))
    assert f"Port {port} is taken; use another: PORT=" in line


@pytest.mark.parametrize("port", ["http", "0", "70000"])
def test_a_port_that_is_none_is_one_line(port: str) -> None:
    assert "PORT must be a number 1-65535" in refused(PORT=port)


@pytest.mark.parametrize(
    "url", ["garbage", "mysql://u:secret@127.0.0.1/x", "postgresql://u:secret@h:99999/x", "postgresql://[u:secret/x"]
)
def test_a_database_address_that_is_none_is_one_line(url: str) -> None:
    line = refused(DATABASE_URL=url)
    assert "DATABASE_URL must look like postgresql://" in line
    assert "secret" not in line


def test_a_database_that_does_not_answer_is_one_line() -> None:
    line = refused(DATABASE_URL="postgresql://u:secret@127.0.0.1:9/x")
    assert "the database of DATABASE_URL cannot be reached" in line
    assert "secret" not in line


def test_a_redis_that_does_not_answer_is_one_line() -> None:
    line = refused(REDIS_URL="redis://:secret@127.0.0.1:9/0")
    assert "the Redis of REDIS_URL cannot be reached" in line
    assert "连不上 REDIS_URL 的 Redis" in line
    assert "secret" not in line


def test_a_redis_address_that_is_none_is_one_line() -> None:
    line = refused(REDIS_URL="http://u:secret@127.0.0.1/0")
    assert "REDIS_URL must look like redis://" in line
    assert "secret" not in line


def test_a_data_folder_that_cannot_be_is_one_line() -> None:
    line = refused(VAR_DIR="/proc/dueldesk")
    assert "cannot write to /proc/dueldesk" in line


def test_a_file_in_place_of_the_data_folder_is_one_line() -> None:
    with running_site(start=False) as site:
        site.data.root.touch()
        assert site.launch().wait(60) == 1
        assert f"cannot write to {site.data.root}" in site.output
        assert site.output.count("\n") == 1


def test_a_database_of_ones_own_is_migrated_and_left_alone(up: RunningSite) -> None:
    """`DATABASE_URL` and `REDIS_URL` name another site's services, in place of a server of the user's."""
    postgres.create_database(up.data.sockets, "own")
    url = up.data.database_url.replace("/dueldesk?", "/own?")
    redis_url = up.data.redis_url.replace("db=0", "db=5")
    with running_site(DATABASE_URL=url, REDIS_URL=redis_url, WEB_PROCESSES="1") as site:
        assert site.healthy()
        assert site.owner_link is None
        assert "make owner-link" in site.output
        assert not site.data.postgres.exists()
        with psycopg.connect(url) as own:
            assert own.execute("SELECT count(*) FROM accounts_user").fetchall() == [(0,)]
        assert site.stop() == 0
