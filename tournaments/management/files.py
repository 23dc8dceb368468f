"""What the commands on files share: reading, refusing in words with exit status 2, printing JSON."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.languages import LANGUAGES
from cardpool.intake.files import decode_utf8
from cardpool.intake.unreadable import UnreadableFile
from cardpool.wording.imports import say_row
from tournaments.archive.document import Archive
from tournaments.archive.problems import ArchiveError
from tournaments.archive.reading import read_archive
from tournaments.wording.archives import say_problem

UNREADABLE = 2
MAX_BYTES = 64 * 1024 * 1024


class CannotRead(Exception):
    """The file or an option cannot be used; the sentences say why."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


class FileCommand(BaseCommand):
    """A command that needs files alone: no database, no settings beyond the defaults.

    Exit status 0 when done, 2 when the file or an option cannot be used, with every reason on the error output.
    """

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
        parser.add_argument("--lang", choices=sorted(LANGUAGES), default="zh", help="language of the messages")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run and print; bad input leaves with status 2."""
        with translation.override(LANGUAGES[options["lang"]]):
            try:
                printed = self.answer(options)
            except CannotRead as refusal:
                self.stderr.write("\n".join(refusal.sentences))
                sys.exit(UNREADABLE)
        self.stdout.write(printed)

    def answer(self, options: dict[str, Any]) -> str:
        """What the command prints. Raises CannotRead."""
        raise CannotRead


def text_at(path: str) -> str:
    """The text of a file, or of standard input for `-`. Raises CannotRead."""
    try:
        return sys.stdin.read() if path == "-" else _text(Path(path))
    except OSError as error:
        raise CannotRead(_("%(path)s cannot be read: %(reason)s") % {"path": path, "reason": error.strerror}) from None
    except (UnicodeDecodeError, UnreadableFile):
        raise CannotRead(f"{path}: {say_row('file_not_unicode', {})}") from None


def archive_at(path: str) -> Archive:
    """The archive of a file, or of standard input for `-`. Raises CannotRead."""
    try:
        return read_archive(text_at(path))
    except ArchiveError as error:
        raise CannotRead(*(say_problem(problem) for problem in error.problems[:50])) from None


def _text(path: Path) -> str:
    if path.is_file() and path.stat().st_size > MAX_BYTES:
        raise CannotRead(_("%(path)s is larger than %(most)s MB.") % {"path": path, "most": MAX_BYTES // 2**20})
    return decode_utf8(path.read_bytes(), path.name)


def as_json(value: Any) -> str:
    """One JSON object, readable, in UTF-8."""
    return json.dumps(value, ensure_ascii=False, indent=2)
