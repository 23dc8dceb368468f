"""`manage.py restore_event`: an event from a snapshot's file, on this site or another one."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User
from accounts.refusals import Refusal
from tournaments.services.snapshots.reading import read_file
from tournaments.services.snapshots.restoring import restore
from tournaments.wording import say_refusal


class Command(BaseCommand):
    """Exit status 0 when the event was made, 2 with the reason when it was not."""

    help = "Make a new event from the file of a snapshot (var/backups/…/….json.gz)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="user name of the new event's owner")
        parser.add_argument("--name", default="", help="name of the new event; as it was if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(username__iexact=options["owner"]).first()
        if owner is None:
            self._refuse(Refusal("no_such_user", username=options["owner"]))
            return
        try:
            document = read_file(options["file"])
            event = restore(document, owner=owner, name=options["name"])
        except Refusal as refusal:
            self._refuse(refusal)
            return
        self.stdout.write(f"/t/{event.code}/ {event.name}")

    def _refuse(self, refusal: Refusal) -> None:
        self.stderr.write(say_refusal(refusal))
        sys.exit(2)
