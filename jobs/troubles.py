"""Why a job is delayed or given up, as codes that pages put into words."""

from __future__ import annotations

from collections.abc import Iterator

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError
from redis.exceptions import RedisError

from config.disk.space import is_full_disk

FAILED = "failed"
"""A fault of the program."""
WORKER_LOST = "worker_lost"
NO_PROGRESS = "no_progress"
TOO_LONG = "too_long"
DISK_FULL = "disk_full"
DATABASE_AWAY = "database_away"
QUEUE_AWAY = "queue_away"

DISK_FULL_STATE = "53100"
"""PostgreSQL's `disk_full`, https://www.postgresql.org/docs/18/errcodes-appendix.html."""


def passing_trouble(error: BaseException) -> str:
    """The trouble's code if it is transient and the job may be run again; else an empty text."""
    chain = list(_chain(error))
    if any(is_full_disk(one) or getattr(one, "sqlstate", None) == DISK_FULL_STATE for one in chain):
        return DISK_FULL
    if any(isinstance(one, OperationalError | InterfaceError) for one in chain):
        return DATABASE_AWAY
    if any(isinstance(one, RedisError) for one in chain):
        return QUEUE_AWAY
    return ""


def lasting_trouble(error: BaseException) -> str:
    """Why a job that ended with this error is given up."""
    return TOO_LONG if isinstance(error, SoftTimeLimitExceeded) else FAILED


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or found.__context__
