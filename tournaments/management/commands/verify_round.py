"""`manage.py verify_round`: work the pairing of a round out again from its receipt."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from tournaments.management.files import CannotRead, FileCommand, as_json, text_at
from tournaments.receipts.checking import SECONDS, check_text
from tournaments.receipts.document import UnreadableReceipt
from tournaments.receipts.verdict import record_verdict
from tournaments.wording.receipts import say_unreadable, say_verdict

DISAGREES = 1


class Command(FileCommand):
    """Needs the file alone: no database, and no trust in the site that wrote it."""

    help = (
        "Work the pairing of a round out again from its receipt (docs/receipts.md). Exit status: 0 it agrees, "
        "1 it does not (the place is printed), 2 the file cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE|-", help="the receipt, JSON in UTF-8; - reads standard input")
        parser.add_argument(
            "--seconds", type=float, default=SECONDS, metavar="S",
            help=f"what working it out may take on a slow machine, counted by its work and not by a clock ({SECONDS})",
        )  # fmt: skip
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and print; a receipt that does not agree leaves with status 1."""
        self.agrees = True
        super().handle(*args, **options)
        if not self.agrees:
            sys.exit(DISAGREES)

    def answer(self, options: dict[str, Any]) -> str:
        """What the check came to, in words or as JSON."""
        try:
            verdict = record_verdict(check_text(text_at(options["file"]), seconds=options["seconds"]))
        except UnreadableReceipt as error:
            raise CannotRead(say_unreadable(error.code, error.place)) from None
        self.agrees = bool(verdict["agrees"])
        return as_json(verdict) if options["json"] else "\n".join(say_verdict(verdict))
