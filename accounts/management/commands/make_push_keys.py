"""`manage.py make_push_keys`: the key by which the site signs what it sends to phones."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from py_vapid import Vapid

PRIVATE_KEY_BYTES = 32


class Command(BaseCommand):
    """Writes the file of the data folder, for its owner alone to read. Nothing is sent anywhere."""

    help = "Make the key that turns push on, in the data folder. Restart the site afterwards."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("contact", help="whom push services may write to, such as mailto:owner@example.org")
        parser.add_argument("--replace", action="store_true", help="make a new key: every phone has to subscribe again")

    def handle(self, *args: Any, **options: Any) -> None:
        contact = options["contact"]
        if not contact.startswith(("mailto:", "https:")):
            raise CommandError("The contact begins with mailto: or https:")
        file = Path(settings.PUSH_KEYS_FILE)
        if file.exists() and not options["replace"]:
            raise CommandError(f"{file} exists. With --replace every phone has to subscribe again.")
        key = Vapid()
        key.generate_keys()
        number = key.private_key.private_numbers().private_value
        secret = urlsafe_b64encode(number.to_bytes(PRIVATE_KEY_BYTES, "big")).decode().rstrip("=")
        fresh = file.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
            json.dump({"private_key": secret, "contact": contact}, written)
        fresh.replace(file)
        self.stdout.write(f"{file}: restart the site, and push is on.")
