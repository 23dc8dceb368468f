"""How long Redis is waited for: a moment, and then not at all for a while, so that nobody waits again and again.

What Redis holds (limits, marks, cached pages, jobs that wait) can be done without for a time or said plainly; a visitor
who waits cannot. Every user of Redis in a web process shares `patience`.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import structlog
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError
from redis.retry import Retry

logger = structlog.get_logger(__name__)

PATIENCE = 0.3
"""Seconds to wait for Redis: a page is quicker worked out than that."""
LEFT_ALONE_FOR = 3.0
"""Seconds in which Redis is not asked again after it failed."""


def hasty_options() -> dict[str, Any]:
    """Options of a redis client each of whose answers takes at most `PATIENCE` seconds, or is a RedisError.

    A connection that Redis has closed since its last use is opened again, once and at once.
    """
    return {
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": PATIENCE,
        "retry": Retry(NoBackoff(), 1, supported_errors=(ConnectionError,)),
    }


class Patience:
    """Whether Redis may be asked: not for a while after it failed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._again_at = 0.0

    def may_ask(self) -> bool:
        return time.monotonic() >= self._again_at

    def failed(self, error: Exception) -> None:
        """Leave Redis alone for a while, and say so once."""
        with self._lock:
            first = self.may_ask()
            self._again_at = time.monotonic() + LEFT_ALONE_FOR
        if first:
            logger.warning("redis_left_alone", seconds=LEFT_ALONE_FOR, error=str(error)[:200])

    def answered(self) -> None:
        """Redis works again."""
        with self._lock:
            self._again_at = 0.0


patience = Patience()
