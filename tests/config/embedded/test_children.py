"""Children forked from one parent: numbered, replaced when they end, and ended with the parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from config.embedded.paths import PROJECT

FAMILY = """
import os, signal, sys, time
from config.embedded import children
children.PAUSE = float(sys.argv[1])
number = children.fork_children(2)
os.write(1, b"%d\\n" % number)  # In one piece, where the environment has Python write without a buffer too.
time.sleep(0 if sys.argv[2:] == ["ends"] else 600)
"""


@contextmanager
def family(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A parent of two children, each of which prints its number."""
    process = subprocess.Popen(
        [sys.executable, "-c", FAMILY, *words],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


def numbers(process: subprocess.Popen[str], count: int) -> list[str]:
    """The numbers of the next children that start."""
    assert process.stdout is not None
    return sorted(process.stdout.readline().strip() for _ in range(count))


def test_each_child_has_a_number_and_a_successor() -> None:
    with family("0") as parent:
        assert numbers(parent, 2) == ["0", "1"]
        first = psutil.Process(parent.pid).children()
        first[1].kill()
        assert numbers(parent, 1) == ["1"]
        first[0].kill()
        assert numbers(parent, 1) == ["0"]
        assert not set(first) & set(psutil.Process(parent.pid).children())


def test_a_child_that_ends_by_itself_has_successors_too() -> None:
    with family("0", "ends") as parent:
        assert set(numbers(parent, 6)) == {"0", "1"}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_parent_that_is_asked_to_stop_stops_its_children_and_leaves(how: signal.Signals) -> None:
    with family("0") as parent:
        numbers(parent, 2)
        children = psutil.Process(parent.pid).children()
        parent.send_signal(how)
        assert parent.wait(60) == 0
        assert [child for child in children if child.is_running()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells children that their parent has died.")
def test_a_killed_parent_takes_its_children_with_it() -> None:
    with family("0") as parent:
        numbers(parent, 2)
        children = psutil.Process(parent.pid).children()
        parent.kill()
        _, alive = psutil.wait_procs(children, timeout=60)
        assert alive == []


def test_loading_the_site_starts_no_thread_and_opens_no_connection() -> None:
    """A process forked afterwards would share the connection and lack the thread."""
    check = """
import os, threading
from config.embedded.loading import load_site
load_site()
from django.db import connections
assert threading.enumerate() == [threading.main_thread()], threading.enumerate()
assert all(connection.connection is None for connection in connections.all())
sockets = [name for fd in os.listdir("/proc/self/fd") if (name := readlink(fd)).startswith("socket:")]
assert sockets == [], sockets
"""
    reading = """
import os
def readlink(fd):
    try:
        return os.readlink("/proc/self/fd/" + fd)
    except FileNotFoundError:
        return ""
"""
    done = subprocess.run(
        [sys.executable, "-c", reading + check],
        cwd=PROJECT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.test"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
