"""Two requests at once: calls on separate database connections, proved to be under way together."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

from django.db import connection, connections, transaction
from django.db.models import Model

from accounts.refusals import Refusal

PATIENCE = 30.0


def at_once(lock: Model | Callable[[], object], *calls: Callable[[], Any]) -> list[Any]:
    """The results (or refusals raised) of calls that all wait for one lock at the same moment: that of a row, or what
    `lock` takes.

    It is held until every call's connection waits for a lock; then it is released. Any other exception of a call
    is raised here.
    """
    results: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            results[place] = call()
        except BaseException as error:
            results[place] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(place, call), daemon=True) for place, call in enumerate(calls)]
    with transaction.atomic():
        if isinstance(lock, Model):
            type(lock)._default_manager.select_for_update().get(pk=lock.pk)
        else:
            lock()
        for thread in threads:
            thread.start()
        wait_until_blocked(len(calls), threads)
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "a call did not come back"
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, Refusal):
            raise result
    return results


def wait_until_blocked(count: int, threads: list[Thread]) -> None:
    """Return once this many connections wait for a lock, while the threads that opened them run."""
    pause = Event()
    for _ in range(int(PATIENCE * 100)):
        if _waiting() >= count:
            return
        assert all(thread.is_alive() for thread in threads), "a call came back without waiting for the row"
        pause.wait(0.01)
    raise AssertionError(f"only {_waiting()} of {count} calls wait for the row")


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_stat_clear_snapshot();"
            "SELECT count(DISTINCT l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid) "
            "WHERE NOT l.granted AND a.datname = current_database()"
        )
        cursor.nextset()
        return int(cursor.fetchone()[0])


def refusals(results: list[Any]) -> list[str]:
    """The codes of those calls that were refused."""
    return sorted(result.code for result in results if isinstance(result, Refusal))
