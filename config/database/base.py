"""PostgreSQL for web processes: a connection is held for a statement or a transaction, never while a page is rendered.

With a pool (`OPTIONS["pool"]`) a connection goes back to it as soon as the last cursor outside a transaction is closed,
and before the functions run that wait for a commit. Each lane (`config/serving/lanes.py`) has a pool of its own, as
large as it has threads: readers cannot take the connections of those who write.

A connection that PostgreSQL has closed is found out before it is used; a statement that only reads is sent once more
when its connection breaks under it. Without a pool these do not differ from Django's own engine.

Statements that are the same each time (`accounts.compiled`) are sent by `prepared_cursor`: PostgreSQL parses and plans
them once for each connection, which takes several times as long as running them for one row. Within a transaction
several of them can be sent `together`, so that their thread waits once for all answers: each wait gives way to the
other threads of the process, and what a transaction has locked stays locked.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, ClassVar
from weakref import WeakKeyDictionary, WeakSet

from django.db import InterfaceError, OperationalError
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from django.db.transaction import TransactionManagementError
from psycopg import Connection
from psycopg import Cursor as ServerCursor
from psycopg_pool import ConnectionPool, PoolTimeout

from config.serving.lanes import OTHER_CONNECTIONS, SIZES, lane_here

IDLE_SECONDS = 30.0
"""A connection that was idle longer is asked whether it still lives, even if nothing tells that it does not."""
RECONNECT_SECONDS = 3.0
"""How long a pool tries to replace a lost connection by itself; later it tries again when one is asked for."""

LOCK_SECONDS = 10
"""How long a request in a lane waits for a row that another holds; then the answer is 503, and its thread
and connection serve others. Jobs wait until Celery ends them."""

WAITED_FOR = 1.0
"""Seconds after a thread has waited for the server in vain in which it does so no more: a request that failed asks
again while it is answered, to log who asked."""
IN_PASSING = 0.1
"""Seconds it waits instead."""

_ready: WeakSet[Connection[Any]] = WeakSet()
"""Connections that Django has prepared and that only need to be taken."""
_returned_at: WeakKeyDictionary[Connection[Any], float] = WeakKeyDictionary()


def check_connection(raw: Connection[Any]) -> None:
    """Raise psycopg.OperationalError for a connection that PostgreSQL has closed.

    A server that ends closes its sockets, which makes them readable: asking the kernel costs microseconds. The other
    connections of the pool were closed with it and are dropped, too.
    """
    poller = select.poll()
    poller.register(raw.fileno(), select.POLLIN)
    idle = time.monotonic() - _returned_at.get(raw, 0.0)
    if not poller.poll(0) and idle < IDLE_SECONDS:
        return
    try:
        raw.execute("")
    except Exception:
        pool = getattr(raw, "_pool", None)
        if pool is not None:
            pool.drain()
        raise


class Cursor(CursorWrapper):
    """A cursor that tells its connection when it is done."""

    db: DatabaseWrapper

    def execute(self, sql: Any, params: Any = None) -> Any:
        try:
            return super().execute(sql, params)
        except (OperationalError, InterfaceError):
            if not self.db.may_ask_again(sql):
                raise
        self.db.close()
        self.db.ensure_connection()
        self.cursor = self.db.create_cursor()
        self.db.busy_cursors.add(self)
        return super().execute(sql, params)

    def close(self) -> None:
        self.cursor.close()
        self.db.busy_cursors.discard(self)
        self.db.release()

    def __exit__(self, *exception: object) -> None:
        with suppress(self.db.Database.Error):
            self.close()


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection of a thread, which has a connection of PostgreSQL only while it needs one."""

    pools: ClassVar[dict[tuple[str, str], ConnectionPool[Any]]] = {}
    """Of this process, by alias and lane."""

    _configure_connection: Callable[[Connection[Any]], Any]
    """Django's own."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.busy_cursors: WeakSet[Cursor] = WeakSet()
        self._connecting = False
        self._settled = False
        """Whether Django has set this thread's own state by connecting once."""
        self._taken: Connection[Any] | None = None
        self._prepares = False
        self._afterwards: list[tuple[CursorWrapper, Callable[[Any], object]]] | None = None
        self._waited_in_vain_at = float("-inf")

    @property
    def pool(self) -> ConnectionPool[Any] | None:
        """The pool of the running thread's lane; None without pools."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if self.alias == NO_DB_ALIAS or not options:
            return None
        lane = lane_here()
        key = (self.alias, lane)
        found = self.pools.get(key)
        return found if found is not None else self.pools.setdefault(key, self._new_pool(lane, options))

    def _new_pool(self, lane: str, options: dict[str, Any]) -> ConnectionPool[Any]:
        parameters = {**self.get_connection_params(), "autocommit": True}
        if lane:
            parameters["options"] = f"{parameters.get('options', '')} -c lock_timeout={LOCK_SECONDS}s".strip()
        return ConnectionPool(
            kwargs=parameters,
            open=False,
            configure=self._configure_connection,
            check=check_connection,
            name=f"{self.alias} {lane}",
            min_size=0,
            max_size=SIZES[lane].threads if lane else OTHER_CONNECTIONS,
            num_workers=1,
            reconnect_timeout=RECONNECT_SECONDS,
            **options,
        )

    def close_pool(self) -> None:
        """Close the pools of all lanes."""
        for key in [key for key in self.pools if key[0] == self.alias]:
            self.pools.pop(key).close()

    def ensure_connection(self) -> None:
        pool = self.pool
        if self.connection is not None or pool is None or self.in_atomic_block:
            super().ensure_connection()
            return
        with self.wrap_database_errors:
            pool.open()
            raw = self._wait_for_one(pool)
            if self._settled and raw in _ready:
                self.connection = raw
                return
            self._connecting, self._taken = True, raw
            try:
                self.connect()
            finally:
                self._connecting = False
            self._settled = True
            _ready.add(raw)

    def _wait_for_one(self, pool: ConnectionPool[Any]) -> Connection[Any]:
        """A connection of the pool, which nobody waits for twice in a request. Raises psycopg.OperationalError."""
        has_waited = time.monotonic() - self._waited_in_vain_at < WAITED_FOR
        try:
            return pool.getconn(IN_PASSING if has_waited else None)
        except PoolTimeout:
            self._waited_in_vain_at = time.monotonic()
            raise

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self._taken is None:
            return super().get_new_connection(conn_params)
        raw, self._taken = self._taken, None
        return raw

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor whose statements are prepared from their `prepare_threshold`-th run on.

        One of a transaction holds no connection, as the transaction does.
        """
        self.ensure_connection()
        raw = self.connection
        if raw is None or self.queries_logged:  # Django logs queries of its own cursors alone.
            self._prepares = True
            try:
                return self.cursor()
            finally:
                self._prepares = False
        with self.wrap_database_errors:
            cursor = ServerCursor(raw)
        return CursorWrapper(cursor, self) if self.in_atomic_block else self.make_cursor(cursor)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send the prepared statements of the block one behind the other and wait for all answers at its end.

        What reads their rows is given to `read_answer`. Nothing else can be asked in the block, which stands within a
        transaction; the first statement that fails raises its error at the end, as Django's.
        """
        if not self.in_atomic_block:
            raise TransactionManagementError("Statements are sent together within a transaction.")
        self.ensure_connection()
        waiting: list[tuple[CursorWrapper, Callable[[Any], object]]] = []
        self._afterwards = waiting
        try:
            with self.wrap_database_errors, self.connection.pipeline():
                yield
            self._afterwards = None
            for cursor, read in waiting:
                read(cursor)
        finally:
            self._afterwards = None
            for cursor, _read in waiting:
                cursor.close()

    def read_answer(self, cursor: CursorWrapper, read: Callable[[Any], object]) -> None:
        """Let `read` take the answer of a statement from its cursor, now or at the end of the block of `together`."""
        if self._afterwards is not None:
            self._afterwards.append((cursor, read))
            return
        with cursor:
            read(cursor)

    def create_cursor(self, name: str | None = None) -> Any:
        if self._afterwards is not None and not self._prepares:
            raise TransactionManagementError("Only prepared statements are sent together.")
        return super().create_cursor(name)

    def make_cursor(self, cursor: Any) -> CursorWrapper:
        if self.pool is None:
            return super().make_cursor(cursor)
        wrapped = Cursor(cursor, self)
        self.busy_cursors.add(wrapped)
        return wrapped

    def chunked_cursor(self) -> Any:
        """Outside a transaction an ordinary cursor: a named one whose rows nobody reads to the end would stay open on a
        connection that has gone back to the pool."""
        if self.pool is not None and not self.in_atomic_block:
            return self.cursor()
        return super().chunked_cursor()

    def set_autocommit(self, autocommit: bool, *arguments: Any, **more: Any) -> None:
        super().set_autocommit(autocommit, *arguments, **more)
        if autocommit:
            self.release()

    def run_and_clear_commit_hooks(self) -> None:
        self.release()
        super().run_and_clear_commit_hooks()

    def release(self) -> None:
        """Give the connection back to the pool, unless a transaction or a cursor needs it."""
        raw = self.connection
        if raw is None or self.in_atomic_block or self._connecting or self.busy_cursors or self.pool is None:
            return
        if self.queries_logged or not raw.autocommit:
            return
        self._close()

    def _close(self) -> None:
        self.busy_cursors.clear()
        if self.connection is not None:
            _returned_at[self.connection] = time.monotonic()
        super()._close()  # type: ignore[misc]  # Of Django's; its stubs leave it out.

    def may_ask_again(self, sql: Any) -> bool:
        """Whether a statement that failed may be sent once more: it only reads, outside a transaction, and its
        connection is gone."""
        raw = self.connection
        only_reads = isinstance(sql, str) and sql.lstrip().upper().startswith("SELECT")
        return bool(
            self.pool is not None and only_reads and not self.in_atomic_block and raw is not None and raw.broken
        )
