"""A web process holds a connection only for statements and transactions, and survives PostgreSQL's restarts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.transaction import TransactionManagementError
from django.http import HttpResponse
from django.test import RequestFactory
from psycopg_pool import PoolTimeout

from accounts.models import User
from config.database import base
from config.database.base import DatabaseWrapper
from config.serving import lanes
from config.serving.lanes import OTHER_CONNECTIONS, SIZES, connections_of_a_process
from config.serving.unavailable import is_database_away, is_row_busy, server_error
from tests.people_and_events import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pooled(transactional_db: None) -> Iterator[DatabaseWrapper]:
    """The site's database as a web process uses it, under the alias "pooled"."""
    settings = deepcopy(connections["default"].settings_dict)
    settings["OPTIONS"] = {**settings["OPTIONS"], "pool": {"timeout": 5}}
    connections.settings["pooled"] = settings
    connection = connections["pooled"]
    assert isinstance(connection, DatabaseWrapper)
    yield connection
    connection.close()
    connection.close_pool()
    del connections["pooled"]
    del connections.settings["pooled"]


def backend(connection: DatabaseWrapper) -> int:
    """The number of the PostgreSQL process behind the connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def terminate(number: int) -> None:
    """End a PostgreSQL process as a restart of the server does, and wait until it is gone."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [number])


def available(connection: DatabaseWrapper) -> tuple[int, int]:
    """How many connections the pool of this thread's lane has, and how many of them are free."""
    assert connection.pool is not None
    figures = connection.pool.get_stats()
    return figures["pool_size"], figures["pool_available"]


def test_no_connection_is_held_between_two_statements(pooled: DatabaseWrapper) -> None:
    assert User.objects.using("pooled").count() == 0
    assert pooled.connection is None
    assert available(pooled) == (1, 1)
    list(User.objects.using("pooled").all())
    assert available(pooled) == (1, 1)


def test_rows_that_are_still_being_read_keep_the_connection(pooled: DatabaseWrapper) -> None:
    User.objects.bulk_create([User(username=f"u{number}") for number in range(30)])
    rows = User.objects.using("pooled").iterator(chunk_size=10)
    next(rows)
    assert available(pooled) == (1, 0)
    assert User.objects.using("pooled").count() == 30
    with pooled.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_cursors WHERE is_holdable")
        assert cursor.fetchone() == (0,)
    assert len(list(rows)) == 29
    assert available(pooled) == (1, 1)


def test_a_transaction_keeps_its_connection_to_its_end(pooled: DatabaseWrapper) -> None:
    with transaction.atomic(using="pooled"):
        User.objects.using("pooled").create(username="inside")
        first = backend(pooled)
        with transaction.atomic(using="pooled"):
            assert backend(pooled) == first
        assert available(pooled) == (1, 0)
        assert not User.objects.filter(username="inside").exists()
    assert available(pooled) == (1, 1)
    assert User.objects.filter(username="inside").exists()


def test_what_was_rolled_back_is_gone_and_the_connection_is_free(pooled: DatabaseWrapper) -> None:
    @transaction.atomic(using="pooled")
    def change_ones_mind() -> None:
        User.objects.using("pooled").create(username="undone")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        change_ones_mind()
    assert available(pooled) == (1, 1)
    assert not User.objects.exists()


def test_what_waits_for_the_commit_runs_without_a_connection(pooled: DatabaseWrapper) -> None:
    held: list[bool] = []
    with transaction.atomic(using="pooled"):
        User.objects.using("pooled").create(username="announced")
        transaction.on_commit(lambda: held.append(pooled.connection is not None), using="pooled")
    assert held == [False]


def test_every_thread_of_a_lane_begins_in_order(pooled: DatabaseWrapper) -> None:
    """A connection prepared by another thread can start a transaction in this one, too."""
    assert backend(pooled)

    def in_a_thread() -> int:
        with transaction.atomic(using="pooled"), transaction.atomic(using="pooled"):
            number = backend(connections["pooled"])  # type: ignore[arg-type]
        connections["pooled"].close()
        return number

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(in_a_thread).result(30) == backend(pooled)


def test_a_connection_that_was_closed_while_idle_is_replaced(pooled: DatabaseWrapper) -> None:
    before = backend(pooled)
    terminate(before)
    assert backend(pooled) != before


def test_a_transaction_starts_on_a_living_connection(pooled: DatabaseWrapper) -> None:
    terminate(backend(pooled))
    with transaction.atomic(using="pooled"):
        User.objects.using("pooled").create(username="written")
    assert User.objects.filter(username="written").exists()


def test_a_read_whose_connection_breaks_is_asked_again(pooled: DatabaseWrapper) -> None:
    with pooled.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        number = cursor.fetchone()[0]
        terminate(number)
        cursor.execute("SELECT count(*) FROM accounts_user")
        assert cursor.fetchone() == (0,)


def test_a_write_whose_connection_breaks_is_not_sent_twice(pooled: DatabaseWrapper) -> None:
    with pooled.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        terminate(cursor.fetchone()[0])
        with pytest.raises(OperationalError):
            cursor.execute("DELETE FROM accounts_user")

    @transaction.atomic(using="pooled")
    def read_in_a_transaction() -> None:
        terminate(backend(pooled))
        User.objects.using("pooled").count()

    with pytest.raises(OperationalError):
        read_in_a_transaction()
    assert backend(pooled)


def test_nobody_waits_twice_for_a_server_that_is_away(pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the answer "not now" is logged with the account."""
    pool, waited = pooled.pool, list[float | None]()
    assert pool is not None

    def in_vain(timeout: float | None = None) -> None:
        waited.append(timeout)
        raise PoolTimeout("no server")

    with monkeypatch.context() as away:
        away.setattr(pool, "getconn", in_vain)
        away.setattr(base, "WAITED_FOR", 600.0)
        for _ in range(3):
            with pytest.raises(OperationalError):
                User.objects.using("pooled").count()
        away.setattr(base, "WAITED_FOR", 0.0)
        with pytest.raises(OperationalError):
            User.objects.using("pooled").count()
    assert waited == [None, base.IN_PASSING, base.IN_PASSING, None]
    assert backend(pooled)


def test_readers_cannot_take_the_connections_of_staff(pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Any] = []
    monkeypatch.setattr(lanes._here, "lane", "read", raising=False)
    reading = pooled.pool
    assert reading is not None
    reading.open()
    taken = [reading.getconn() for _ in range(SIZES["read"].threads)]
    with pytest.raises(Exception, match="couldn't get a connection"):
        reading.getconn(timeout=0.01)
    monkeypatch.setattr(lanes._here, "lane", "staff", raising=False)
    assert backend(pooled)
    for raw in taken:
        reading.putconn(raw)


def test_a_request_does_not_wait_for_a_row_forever(pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "LOCK_SECONDS", 1)
    monkeypatch.setattr(lanes._here, "lane", "write", raising=False)
    user = make_user("held")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        with pytest.raises(OperationalError) as refused, transaction.atomic(using="pooled"):
            User.objects.using("pooled").select_for_update().get(pk=user.pk)
    assert (is_row_busy(refused.value), is_database_away(refused.value)) == (True, False)
    answer = answer_to(refused.value, "/api/v1/tournaments/")
    assert (answer.status_code, json.loads(answer.content)["code"]) == (503, "busy")
    assert int(answer["Retry-After"]) > 0


def answer_to(error: Exception, path: str) -> HttpResponse:
    """What is answered when a view raises the error."""
    try:
        raise error
    except OperationalError:
        return server_error(RequestFactory().post(path))


def test_all_lanes_of_two_processes_fit_into_postgresql() -> None:
    assert connections_of_a_process() == sum(size.threads for size in SIZES.values()) + OTHER_CONNECTIONS
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT current_setting('max_connections')::int")
        assert cursor.fetchone()[0] >= 2 * connections_of_a_process() + 10


def test_statements_sent_together_are_answered_at_the_end_of_the_block(pooled):
    heard: list[Any] = []
    with transaction.atomic(using="pooled"):
        with pooled.together():
            for number in (1, 2):
                cursor = pooled.prepared_cursor()
                cursor.execute("SELECT %s::int, pg_backend_pid()", [number])
                pooled.read_answer(cursor, lambda answered: heard.append(answered.fetchone()))
            assert heard == []
        assert [row[0] for row in heard] == [1, 2]
        cursor = pooled.prepared_cursor()
        cursor.execute("SELECT 3::int")
        pooled.read_answer(cursor, lambda answered: heard.append(answered.fetchone()))
        assert heard[-1] == (3,), "outside the block at once"
    assert available(pooled) == (1, 1), "the connection has gone back"


def send_together(connection: DatabaseWrapper, *statements: str, before: str = "") -> list[Any]:
    """The first rows of statements that are sent together in a transaction, after another one."""
    heard: list[Any] = []
    with transaction.atomic(using="pooled"):
        if before:
            with connection.cursor() as cursor:
                cursor.execute(before)
        with connection.together():
            for statement in statements:
                sent = connection.prepared_cursor()
                sent.execute(statement)
                connection.read_answer(sent, lambda answered: heard.append(answered.fetchone()))
    return heard


def test_of_statements_sent_together_the_first_fault_undoes_all(pooled):
    make_user("anna")
    with pytest.raises(IntegrityError):
        send_together(
            pooled,
            "UPDATE accounts_user SET username = 'berta' RETURNING id",
            "UPDATE accounts_user SET username = NULL RETURNING id",
            "UPDATE accounts_user SET username = 'carla' RETURNING id",
        )
    assert User.objects.get().username == "anna"
    assert backend(pooled), "the connection goes on"
    assert available(pooled) == (1, 1)


def test_only_prepared_statements_of_a_transaction_are_sent_together(pooled):
    with pytest.raises(TransactionManagementError), pooled.together():
        pass
    with pytest.raises(TransactionManagementError), transaction.atomic(using="pooled"), pooled.together():
        pooled.cursor()
    assert backend(pooled), "the connection goes on"


def test_a_row_that_stays_locked_is_a_busy_row_also_for_statements_sent_together(pooled):
    make_user("anna")
    asked = ["SELECT id FROM accounts_user FOR UPDATE"] * 2
    with transaction.atomic():
        User.objects.select_for_update().get()
        with pytest.raises(OperationalError) as failed:
            send_together(pooled, *asked, before="SET LOCAL lock_timeout = '10ms'")
    assert is_row_busy(failed.value)
    assert len(send_together(pooled, *asked)) == 2, "the connection goes on"


def test_a_connection_that_breaks_under_statements_sent_together_is_a_lost_database(pooled):
    with pytest.raises(OperationalError) as failed, transaction.atomic(using="pooled"):
        break_and_ask(pooled)
    assert is_database_away(failed.value)
    assert send_together(pooled, "SELECT 1", "SELECT 2") == [(1,), (2,)], "another connection takes its place"


def break_and_ask(connection: DatabaseWrapper) -> None:
    terminate(backend(connection))
    with connection.together():
        for _again in range(2):
            cursor = connection.prepared_cursor()
            cursor.execute("SELECT 1")
            connection.read_answer(cursor, lambda answered: answered.fetchone())
