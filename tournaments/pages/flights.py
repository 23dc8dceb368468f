"""Working a page out once, however many ask for it at the same moment, in this process and in those beside it."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass

import redis

from tournaments.marks import Mark, patience, redis_client
from tournaments.pages.keys import PageKey
from tournaments.pages.store import KeptPage, PageStore, store

Landing = Future[bool]
"""Done when somebody has ended working a page out; whether there may be a page now."""

PUT_OFF = "dueldesk.put_off"
"""Where a server that can wait without a thread keeps the `PutOff` of a request, in its `META`."""

MAX_WAIT = 4.0
"""Seconds a thread waits for the one who works a page out; then it does so itself."""

LOCKED_FOR_MS = 5_000
LOOK_EVERY = 0.02

STALE_FOR = 3.0
"""Seconds for which a page may lag behind while it changes faster than it can be worked out."""

SHARE = 0.35
"""How much of one core a process may spend on working pages out again before older ones go out; bursts are free."""

BURST = 3.0

_UNLOCK = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end"


class Budget:
    """Seconds of a processor in hand: they come back at `SHARE` of the time that passes, up to `BURST`."""

    def __init__(self, *, share: float = SHARE, burst: float = BURST) -> None:
        self._share, self._burst = share, burst
        self._left, self._at = burst, time.monotonic()
        self._lock = threading.Lock()

    def left(self) -> float:
        with self._lock:
            now = time.monotonic()
            self._left = min(self._burst, self._left + (now - self._at) * self._share)
            self._at = now
            return self._left

    def spend(self, seconds: float) -> None:
        """Take what was used; never more than `BURST` is owed, so that a flood is over soon after it ends."""
        self.left()
        with self._lock:
            self._left = max(-self._burst, self._left - seconds)


@dataclass
class PutOff:
    """How a request waits for a page without a thread: it is answered 503 with a `landing`, and is worth asking again
    when that is done. `mark` is the version it asked for first, which is new enough for it from then on. `is_alone`: it
    has waited for a page that is none, and asks for itself.
    """

    landing: Landing | None = None
    mark: Mark | None = None
    is_alone: bool = False


class UnderWay(Exception):
    """The page is being worked out by somebody else; the request's `PutOff` says until when."""


class Flights:
    """Who is working out what, and who waits for it."""

    def __init__(self, store: PageStore, budget: Budget | None = None) -> None:
        self._store = store
        self._budget = budget or Budget()
        self._lock = threading.Lock()
        self._under_way: dict[PageKey, Landing] = {}

    def page(
        self,
        key: PageKey,
        mark: Mark,
        work_out: Callable[[], KeptPage | None],
        let_go: Callable[[], None],
        *,
        put_off: PutOff | None = None,
    ) -> KeptPage | None:
        """The page at `mark` or later. None where `work_out` says that nothing is there to be kept.

        While somebody else works it out the thread waits, after `let_go`, so that it holds no connection to the
        database; with `put_off` it does not wait, and UnderWay is raised. While pages change faster than they can be
        worked out, one that lags by `STALE_FOR` at most goes out instead.
        """
        until = time.monotonic() + MAX_WAIT
        enough = (put_off.mark if put_off is not None else None) or mark
        while True:
            page = self._store.find(key, enough) or self._lagging(key)
            if page is not None:
                return page
            if put_off is not None and put_off.is_alone:
                return work_out()
            landing, is_first = self._take_off(key)
            if is_first:
                token = secrets.token_hex(8)
                if self._locked(key, token):
                    return self._work_out(key, mark, work_out, landing, token)
                threading.Thread(target=self._watch_beside, args=(key, mark, landing), daemon=True).start()
            if put_off is not None:
                put_off.landing, put_off.mark = landing, enough
                raise UnderWay
            let_go()
            wait([landing], max(0.0, until - time.monotonic()))
            if not landing.done() or not landing.result():
                return self._store.find(key, mark) or work_out()

    def clear(self) -> None:
        """Forget the pages in memory, and what was spent on them."""
        self._store.clear()
        self._budget = Budget()

    def _lagging(self, key: PageKey) -> KeptPage | None:
        """An older page that may go out while there is no time to work out a newer one."""
        old = self._store.in_memory(key)
        lags_little = old is not None and time.time() - old.made_at < STALE_FOR
        return old if lags_little and self._budget.left() <= 0 else None

    def _take_off(self, key: PageKey) -> tuple[Landing, bool]:
        """When the page that is being worked out will be there, and whether that is now the caller's task."""
        with self._lock:
            landing = self._under_way.get(key)
            if landing is not None:
                return landing, False
            landing = self._under_way[key] = Future()
            return landing, True

    def _land(self, key: PageKey, landing: Landing, *, is_there: bool) -> None:
        with self._lock:
            self._under_way.pop(key, None)
        landing.set_result(is_there)

    def _work_out(
        self, key: PageKey, mark: Mark, work_out: Callable[[], KeptPage | None], landing: Landing, token: str
    ) -> KeptPage | None:
        started = time.thread_time()
        page = None
        try:
            page = self._store.find(key, mark)  # Another may have landed since the caller looked.
            if page is None:
                page = work_out()
                if page is not None:
                    self._store.put(key, page)
            return page
        finally:
            self._budget.spend(time.thread_time() - started)
            self._unlock(key, token)
            self._land(key, landing, is_there=page is not None)

    def _watch_beside(self, key: PageKey, mark: Mark, landing: Landing) -> None:
        """Look until the process beside has the page, or has given it up. There are as many such threads as pages
        that other processes work out at a time: a few."""
        until = time.monotonic() + MAX_WAIT
        try:
            while time.monotonic() < until and patience.may_ask():
                is_free = self._locked(key, "")  # Looked at first: a page is stored before its lock is given up.
                if self._store.find(key, mark) is not None or is_free:
                    return
                time.sleep(LOOK_EVERY)
        finally:
            self._land(key, landing, is_there=True)

    def _locked(self, key: PageKey, token: str) -> bool:
        """Take the lock of a page across processes; an empty token only looks whether it is free. True without Redis:
        then each process works for itself."""
        if not patience.may_ask():
            return True
        name = f"{key.in_redis}:lock"
        try:
            if not token:
                return not redis_client().exists(name)
            return bool(redis_client().set(name, token, nx=True, px=LOCKED_FOR_MS))
        except redis.RedisError as error:
            patience.failed(error)
            return True

    def _unlock(self, key: PageKey, token: str) -> None:
        if patience.may_ask():
            try:
                redis_client().eval(_UNLOCK, 1, f"{key.in_redis}:lock", token)
            except redis.RedisError as error:
                patience.failed(error)


flights = Flights(store)
"""Those of this process."""
