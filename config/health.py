"""`/healthz`: whether this process can do its work."""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.redis_patience import hasty_options
from config.disk.space import Level
from jobs.space import gauge


def database_state() -> tuple[str, str]:
    """State of the database and of its migrations, each "ok" or a word for what is wrong."""
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "unreachable", "unknown"
    return "ok", "pending" if pending else "ok"


def redis_state() -> str:
    """State of Redis: "ok" or "unreachable". It is asked even where others leave it alone for a while."""
    client = redis.Redis.from_url(settings.REDIS_URL, **hasty_options())
    try:
        client.ping()
    except (redis.RedisError, OSError):
        return "unreachable"
    finally:
        client.close()
    return "ok"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and Redis are all well and the disk is not full, 503 otherwise, with JSON."""
    database, migrations = database_state()
    states = {"database": database, "migrations": migrations, "redis": redis_state()}
    level = gauge().level
    healthy = level is not Level.FULL and all(state == "ok" for state in states.values())
    states["disk"] = "ok" if level is Level.PLENTY else level.name.lower()
    return JsonResponse({"status": "ok" if healthy else "failing", **states}, status=200 if healthy else 503)
