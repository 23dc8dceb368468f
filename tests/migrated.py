"""One migrated database for all processes of a run, which PostgreSQL copies in a moment: migrating takes longer."""

from __future__ import annotations

import fcntl
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from config.embedded import postgres

TEMPLATE = "migrated"


def migrate_once(folder: Path) -> None:
    """Make the database `TEMPLATE` on the servers of the run's folder; another process that makes it is waited for."""
    done = folder / "migrated"
    with (folder / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.exists():
            return
        postgres.create_database(folder / "run", TEMPLATE)
        usual = connection.settings_dict["NAME"]
        connection.close()
        connection.settings_dict["NAME"] = TEMPLATE
        try:
            call_command("migrate", verbosity=0, interactive=False)
        finally:
            connection.close()
            connection.settings_dict["NAME"] = usual
        done.touch()
