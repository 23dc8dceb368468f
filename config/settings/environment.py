"""Reading settings from environment variables."""

import os
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def flag(name: str, default: bool = False) -> bool:
    """A yes/no variable: 1, true, yes or on in any case is yes; unset or empty is the default."""
    value = os.environ.get(name, "").strip().lower()
    return value in {"1", "true", "yes", "on"} if value else default


def number(name: str, default: int) -> int:
    """A whole number; raises ImproperlyConfigured naming the variable when it is not one."""
    value = os.environ.get(name, "").strip()
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from None


def seconds(name: str, default: float) -> float:
    """A number of seconds, 0 or more; raises ImproperlyConfigured naming the variable when it is not one."""
    value = os.environ.get(name, "").strip()
    try:
        given = float(value) if value else default
    except ValueError:
        given = -1.0
    if not 0 <= given < float("inf"):
        raise ImproperlyConfigured(f"{name} must be a number of seconds, not {value!r}")
    return given


def words(name: str) -> list[str]:
    """A comma-separated list without blanks; empty when unset."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def required(name: str) -> str:
    """A variable that must be set; raises ImproperlyConfigured naming it."""
    value = os.environ.get(name, "").strip()
    if not value:
        raise ImproperlyConfigured(f"{name} must be set")
    return value


def broker_url(redis_url: str) -> str:
    """The address of a Redis as Celery spells it: `unix://PATH?db=N` becomes `redis+socket://PATH?virtual_host=N`."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    database = parts.query.removeprefix("db=") or "0"
    return f"redis+socket://{parts.path}?virtual_host={database}"
