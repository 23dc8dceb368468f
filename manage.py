#!/usr/bin/env python
"""Django's command line for DuelDesk."""

import os
import secrets
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    if sys.argv[1:2] == ["check_deck"]:
        # It signs nothing: a key of the moment spares it a data folder, which it may not be allowed to make.
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
    execute_from_command_line(sys.argv)
