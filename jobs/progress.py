"""Whether the job that a thread works on makes progress.

A statement of the database that has ended is a sign of progress, and so is a call of `moved`. A loop that asks the
database nothing for long calls it; anywhere else it costs nothing and says nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import get_ident
from typing import Any

from django.db import connection

MAX_SILENCE = 120.0
"""Seconds after which a job without a sign of progress counts as hung: more than any step takes that gives none."""

MAX_PASSED = 10.0
"""Seconds that count between two looks. What lies longer between them was held up, as a machine that sleeps is."""

IDLE_SHARE = 0.01
"""A thread that computes for less than this share of the time waits for something."""

Execute = Callable[..., Any]


class Silence:
    """For how long a thread has shown no progress; another thread looks now and then.

    Seconds count in which it computed, and seconds in which it did nothing. Where the machine gave it too little time,
    only the time it got counts: a busy site takes longer, and hangs no more for that.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.backend: int | None = None
        """The server's process that works on a statement of the thread; None between two statements."""
        self._signs = self._seen = 0
        self._clock = time.pthread_getcpuclockid(get_ident())
        self._looked_at, self._computed = time.monotonic(), time.clock_gettime(self._clock)

    def end(self) -> None:
        """A sign of progress, given by the thread that works."""
        self._signs += 1

    def look(self) -> bool:
        """Count the time since the last look; returns whether there was a sign of progress in it."""
        now, computed = time.monotonic(), time.clock_gettime(self._clock)
        passed, worked = now - self._looked_at, computed - self._computed
        self._looked_at, self._computed = now, computed
        moved = self._signs != self._seen
        self._seen = self._signs
        counted = min(worked if worked > IDLE_SHARE * passed else passed, MAX_PASSED)
        self.seconds = 0.0 if moved else self.seconds + counted
        return moved

    def is_excused(self) -> bool:
        """Whether the thread's statement waits for a lock of another transaction; the silence begins again then.

        Asked by another thread, over a connection of its own. Raises `django.db.Error`.
        """
        backend = self.backend
        if backend is None:
            return False
        with connection.cursor() as cursor:
            cursor.execute("SELECT FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'", [backend])
            waits = cursor.rowcount > 0
        if waits:
            self.seconds = 0.0
        return waits


_silence: ContextVar[Silence | None] = ContextVar("silence", default=None)


def moved() -> None:
    """Say that the job this thread works on makes progress."""
    silence = _silence.get()
    if silence is not None:
        silence.end()


@contextmanager
def watched() -> Iterator[Silence]:
    """The silence of this thread while the block runs, ended by each statement of its connection."""
    silence = Silence()
    token = _silence.set(silence)

    def ends_silence(execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        raw = context["connection"].connection
        silence.backend = raw.info.backend_pid if raw is not None else None
        try:
            return execute(sql, params, many, context)
        finally:
            silence.backend = None
            silence.end()

    try:
        with connection.execute_wrapper(ends_silence):
            yield silence
    finally:
        _silence.reset(token)
