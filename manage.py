#!/usr/bin/env python
"""Django's command line for DuelDesk."""

import os
import secrets
import sys

from django.core.management import execute_from_command_line

from config.settings.services import is_postgresql

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    if sys.argv[1:2] == ["check_deck"]:
        # It signs nothing: a key of the moment spares it a data folder, which it may not be allowed to make.
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
        # It does without a database that cannot be reached, so also without one whose address makes no sense.
        if not is_postgresql(os.environ.get("DATABASE_URL", "")):
            os.environ.pop("DATABASE_URL", None)
    execute_from_command_line(sys.argv)
