"""Which tests a planted fault is tried against: of each core the shortest, up to a sum of seconds, shortest first.

`make mutants` times every test once, without a fault, and gives up on each after `PATIENCE`; then `choose` writes the
names, and pytest runs only these. Both happen in the copy, whose `tests/conftest.py` takes its hooks from here.

mutmut names the tests that reach a fault one by one. pytest looks each of them up among all tests of its file, which
for thousands takes longer than running them: it is given the files instead, and the tests are picked afterwards.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 2.0
TIMES, CHOSEN = "MUTANTS_TIMES", "MUTANTS_CHOSEN"
"""Environment: the file to which the seconds of each test are written; the file with the names of the chosen tests."""
_seconds: dict[str, float] = {}
_asked: set[str] = set()
"""The tests named on the command line; empty for all."""


class _TooLong(BaseException):
    """The test takes more than `PATIENCE`."""


def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    _asked.clear()
    _asked.update(one for one in config.args if "::" in one)
    config.args = list(dict.fromkeys(one.partition("::")[0] for one in config.args))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[Any]:
    if TIMES not in os.environ:
        return (yield)
    signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        return (yield)
    except _TooLong:
        pytest.skip("too long")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _stop(*_given: object) -> None:
    raise _TooLong


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        _seconds[report.nodeid] = report.duration


def pytest_sessionfinish() -> None:
    if TIMES in os.environ:
        Path(os.environ[TIMES]).write_text(json.dumps(_seconds), encoding="utf-8")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if CHOSEN not in os.environ or TIMES in os.environ:
        return
    place = {name: number for number, name in enumerate(json.loads(Path(os.environ[CHOSEN]).read_text("utf-8")))}
    picked = [item for item in items if item.nodeid in place and (not _asked or item.nodeid in _asked)]
    config.hook.pytest_deselected(items=sorted(set(items) - set(picked), key=lambda item: item.nodeid))
    items[:] = sorted(picked, key=lambda item: place[item.nodeid])


def choose(seconds: Mapping[str, float], folders: Sequence[str], limit: float) -> list[str]:
    """The shortest tests of each folder that take no more than `limit` seconds together, shortest first."""
    chosen: dict[str, float] = {}
    for folder in folders:
        spent = 0.0
        own = [name for name in seconds if name.startswith(folder)]
        for name in sorted(own, key=lambda name: (seconds[name], name)):
            spent += seconds[name]
            if spent <= limit:
                chosen[name] = seconds[name]
    return sorted(chosen, key=lambda name: (chosen[name], name))
