"""Everything between "the services answer" and "the site may start": one process, one line of JSON at its end.

`--owner-link` does nothing but issue a new link for the owner.
"""

import argparse
import hashlib
import json
import os
import sys
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from config.embedded.translations import compile_translations


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--owner-link", action="store_true")
    parser.add_argument("--own-database", action="store_true", help="DATABASE_URL is the user's own: add no demo")
    parser.add_argument("--no-demo", action="store_true")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    with redirect_stdout(sys.stderr):
        if not arguments.owner_link:
            compile_translations(Path(settings.BASE_DIR) / "locale")
        django.setup()
        if not arguments.owner_link:
            fill_database(demo=not (arguments.own_database or arguments.no_demo))
            collect_static_files(Path(settings.STATIC_ROOT))
        link = owner_link(asked=arguments.owner_link, own_database=arguments.own_database)
    sys.stdout.write(json.dumps({"owner_link": link}) + "\n")


def fill_database(*, demo: bool) -> None:
    """Check the program, migrate, load the shipped games, and on an empty database of our own make the demo.

    The database may have been restored from a copy: versions are raised beyond all that phones have seen.
    """
    call_command("check")
    call_command("migrate", interactive=False, verbosity=1)
    import_module("tournaments.services.versions").raise_versions()
    call_command("load_games")
    if demo:
        call_command("make_demo", "--if-empty")


def collect_static_files(target: Path) -> None:
    """Gather and compress the static files where anything changed since the last time."""
    mark = target / ".gathered"
    fingerprint = static_fingerprint()
    if mark.exists() and mark.read_text() == fingerprint:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    mark.write_text(fingerprint)


def static_fingerprint() -> str:
    """Changes when a static file is added, removed or written."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            state = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def owner_link(*, asked: bool, own_database: bool) -> str | None:
    """The path of a new one-time link: when asked for, or while nobody can sign in to the embedded database."""
    # Models can be imported only after django.setup().
    services = import_module("accounts.services")
    if asked or (not own_database and services.owner_needs_link()):
        return str(services.issue_owner_link())
    return None


if __name__ == "__main__":
    main()
