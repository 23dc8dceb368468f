"""`/healthz`: whether this process can do its work."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError


def database_state() -> tuple[str, str]:
    """State of the database and of its migrations, each "ok" or a word for what is wrong."""
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "unreachable", "unknown"
    return "ok", "pending" if pending else "ok"


def redis_state() -> str:
    """State of Redis as the cache sees it: "ok" or "unreachable"."""
    try:
        cache.get("healthz")
    except (RedisError, OSError):
        return "unreachable"
    return "ok"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and Redis are all well, 503 otherwise; the JSON body says which."""
    database, migrations = database_state()
    states = {"database": database, "migrations": migrations, "redis": redis_state()}
    healthy = all(state == "ok" for state in states.values())
    return JsonResponse({"status": "ok" if healthy else "failing", **states}, status=200 if healthy else 503)
