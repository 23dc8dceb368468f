"""The settings that follow from where PostgreSQL and Redis are."""

from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from config.settings.environment import broker_url


def databases(url: str, *, pool: int) -> dict[str, dict[str, Any]]:
    """`DATABASES` for one PostgreSQL URL; `pool` is the most connections one process keeps, 0 for no pool.

    Raises ImproperlyConfigured for anything else; the message does not repeat the URL, which may hold a password.
    """
    if not is_postgresql(url):
        raise ImproperlyConfigured("DATABASE_URL must look like postgresql://user:password@host:5432/name")
    database: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=0, conn_health_checks=False))
    options = database.setdefault("OPTIONS", {})
    if "host" in options:
        database["HOST"] = options.pop("host")
    if pool:
        options["pool"] = {"min_size": 1, "max_size": pool, "timeout": 20}
    return {"default": database}


def is_postgresql(url: str) -> bool:
    """Whether the text reads as the URL of a PostgreSQL database; nothing is connected to."""
    try:
        database = dj_database_url.parse(url)
    except ValueError:
        return False
    return database.get("ENGINE", "").endswith(".postgresql") and bool(database.get("NAME"))


def caches(redis_url: str) -> dict[str, dict[str, Any]]:
    """`CACHES` on Redis."""
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": redis_url,
            "KEY_PREFIX": "dueldesk",
            "TIMEOUT": 300,
        }
    }


def celery_urls(redis_url: str) -> tuple[str, str]:
    """The addresses of Celery's broker and of its results."""
    address = broker_url(redis_url)
    return address, address
