#!/usr/bin/env python
"""Django's command line for DuelDesk."""

import os
import secrets
import sys

from django.core.management import execute_from_command_line

from config.settings.services import is_postgresql

ON_FILES = ("check_deck", "check_pack", "convert_deck", "pair_file", "standings_file", "simulate_tournament")
"""Commands that read files and need no service."""

SAYING_ALL = (*ON_FILES, "import_cards")
"""Commands whose output says all that there is to say: their error output holds complaints and no log."""

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    if sys.argv[1:2] and sys.argv[1] in SAYING_ALL:
        os.environ.setdefault("LOG_LEVEL", "ERROR")
    if sys.argv[1:2] and sys.argv[1] in ON_FILES:
        # They sign nothing: a key of the moment spares them a data folder, which they may not be allowed to make.
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
        # They do without a database that cannot be reached, so also without one whose address makes no sense.
        if not is_postgresql(os.environ.get("DATABASE_URL", "")):
            os.environ.pop("DATABASE_URL", None)
    execute_from_command_line(sys.argv)
