"""`manage.py export_archive`: an event as an archive file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.languages import LANGUAGES
from tournaments.archive.writing import write_archive
from tournaments.management.files import UNREADABLE
from tournaments.models import Tournament
from tournaments.queries.archived_event import archived


class Command(BaseCommand):
    """Exit status 0 when the file is written, 2 with the reason when it is not."""

    help = "Write an event as an archive file (docs/archive.md), for pair_file and standings_file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the event's code, as in /t/CODE/")
        parser.add_argument("file", metavar="FILE|-", help="the file to write; - writes to standard output")
        parser.add_argument(
            "--names",
            choices=("public", "entered"),
            default="public",
            help="names as everybody reads them, or as entered with the pairs kept apart",
        )
        parser.add_argument("--lang", choices=sorted(LANGUAGES), default="zh", help="language of names and messages")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(LANGUAGES[options["lang"]]):
            event = Tournament.objects.filter(code=options["code"]).first()
            if event is None:
                self._refuse(_("There is no event with the code “%(code)s”.") % {"code": options["code"]})
                return
            text = write_archive(archived(event, private=options["names"] == "entered"))
            if options["file"] == "-":
                self.stdout.write(text)
                return
            try:
                Path(options["file"]).write_text(text + "\n", encoding="utf-8")
            except OSError as error:
                facts = {"path": options["file"], "reason": error.strerror}
                self._refuse(_("%(path)s cannot be written: %(reason)s") % facts)

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(UNREADABLE)
