"""Removing what a test has committed, in milliseconds: only tables that have rows are emptied.

Django's own way, `flush`, truncates every table of the site and writes its permissions again: a third of a second for
each test that commits.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import connection, transaction

KEPT = {"django_migrations", "django_content_type", "auth_permission"}
"""What migrating writes and no test changes."""


def empty_tables(_case: Any) -> None:
    """Replaces `TransactionTestCase._fixture_teardown`. Without foreign keys and triggers: all rows are deleted."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(_filled())
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@cache
def _filled() -> str:
    """The query for the tables that have rows."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT FROM {connection.ops.quote_name(table)})"
        for table in sorted(set(tables) - KEPT)
    )


def end_other_sessions() -> None:
    """End what others still do in this process's database: a request of a page that has been closed, for example."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
