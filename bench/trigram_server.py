"""A PostgreSQL with `pg_trgm` for `bench.trigrams`, in a temporary folder: the one that DuelDesk brings lacks it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench.measuring import CannotMeasure
from config.embedded import postgres, temporary

INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian and others install each version."""


@contextmanager
def trigram_database() -> Iterator[psycopg.Connection]:
    """A connection to an empty database with the extension; raises CannotMeasure where no PostgreSQL has it."""
    programs = _programs()
    folder = temporary.make_folder()
    try:
        user = postgres.system_user()
        data, sockets = folder / "postgres", folder / "run"
        for place in (data, sockets):
            postgres.give_to_postgres(place, user)
        options = ["-U", postgres.SUPERUSER, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions"]
        postgres.run([str(programs / "initdb"), "-D", str(data), *options], user)
        command = [str(programs / "postgres"), *postgres.server_command(data, sockets, "shared_buffers=256MB")[1:]]
        temporary.launch(folder, "postgres", command, user)
        deadline = time.monotonic() + temporary.PATIENCE
        while not postgres.answers(sockets):
            if time.monotonic() > deadline:
                raise CannotMeasure((folder / "postgres.log").read_text())
            time.sleep(0.05)
        with psycopg.connect(
            f"host={sockets} user={postgres.SUPERUSER} dbname=postgres", autocommit=True
        ) as connection:
            try:
                connection.execute("CREATE EXTENSION pg_trgm")
            except psycopg.Error as error:
                raise CannotMeasure(str(error)) from None
            yield connection
    finally:
        temporary.remove(folder)


def _programs() -> Path:
    """The folder of the newest PostgreSQL that is installed on the machine."""
    found = sorted(INSTALLED.glob("*/bin/postgres"), key=lambda program: float(program.parts[-3]))
    on_path = shutil.which("postgres")
    if on_path is not None:
        found.insert(0, Path(on_path).resolve())
    if not found:
        raise CannotMeasure("There is no PostgreSQL with pg_trgm on this machine (Debian: postgresql).")
    return found[-1].parent
