"""`manage.py import_cards`: bring card files into a game's pool, all of them or none."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand
from django.db.utils import Error as DatabaseFailure
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.actor import SYSTEM
from accounts.languages import LANGUAGES
from accounts.refusals import Refusal
from accounts.typed_text import one_line
from cardpool.importers.cdb import INCLUDE_OTHERS
from cardpool.importers.formats import POKEMON, SPELLINGS, guess_format
from cardpool.importers.pokemon import LANGUAGE, NAMES_ONLY
from cardpool.importing.jobs import import_files
from cardpool.importing.writing import ImportResult
from cardpool.intake.unreadable import UnreadableFile
from cardpool.management.closed_output import quiet_when_closed
from cardpool.models import CardGame
from cardpool.packs import GamePack
from cardpool.queries import pack_in_force
from cardpool.wording import say_refusal
from cardpool.wording.import_rows import ShownRow, show_row, titles
from cardpool.wording.imports import say_row

DONE, ROWS_REFUSED, NOT_DONE = 0, 1, 2
MAX_SHOWN = 50
ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".cdb", ".conf", ".json")


class _Wrong(Exception):
    """What keeps the command from doing anything, in words."""


class Command(BaseCommand):
    """Reads card files and writes their cards, or only says what would be written."""

    help = (
        "Import card files into a game's pool: all of them or none, nothing is deleted. Exit status: 0 done, 1 done "
        "but some rows were refused (they are named), 2 nothing was done."
    )
    requires_system_checks: list[str] = []
    _line_open = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="card files; a folder means its files")
        parser.add_argument("--game", required=True, metavar="GAME", help="the game's key, such as ultraman-hero-duel")
        parser.add_argument(
            "--format", choices=tuple(SPELLINGS), help="the files' format; recognised by their content if left out"
        )
        parser.add_argument("--dry-run", action="store_true", help="say what would be done, and write nothing")
        parser.add_argument(
            "--map",
            action="append",
            default=[],
            type=_mapped,
            metavar="COLUMN=FIELD",
            help="what a table's column holds: number, name, name_en, an attribute's key …; nothing leaves it out",
        )
        parser.add_argument(
            "--sheet", default="", metavar="NAME", help="the sheet of a workbook; the first if left out"
        )
        parser.add_argument(
            "--include-others",
            action="store_true",
            help="card databases: take cards of the sister game too, so that lists with them say so",
        )
        parser.add_argument(
            "--card-language",
            default="",
            metavar="CODE",
            help="set files: the language whose files state the cards, en if left out; others give further names",
        )
        parser.add_argument(
            "--names-only",
            action="store_true",
            help="set files: take only the names, as further names of known cards",
        )
        parser.add_argument("--json", action="store_true", help="print the whole report as JSON")
        parser.add_argument(
            "--all", action="store_true", help=f"print every row, not only the first {MAX_SHOWN} of a kind"
        )
        parser.add_argument(
            "--lang", metavar="zh|en", default="zh", choices=tuple(LANGUAGES), help="language of the report"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the report and leave with 0 or 1; what cannot be done is one line on the error output and status 2."""
        with translation.override(LANGUAGES[options["lang"]]):
            try:
                result, pack = self._import(options)
            except _Wrong as wrong:
                self._leave(str(wrong))
            except UnreadableFile as mistake:
                place = f"{mistake.place.file}:{mistake.place.row}" if mistake.place.row else mistake.place.file
                self._leave(f"{place}: {say_row(mistake.code, mistake.facts)}")
            except Refusal as refusal:
                self._leave(say_refusal(refusal))
            except OSError as mistake:
                self._leave(f"{mistake.filename or ''}: {mistake.strerror or mistake}")
            except (DatabaseFailure, ImproperlyConfigured) as mistake:
                self._leave(_("The site's database cannot be reached: %(reason)s") % {"reason": one_line(str(mistake))})
            else:
                with quiet_when_closed():
                    self._print(result, pack, options)
                    self.stdout.flush()
        if result.refused:
            sys.exit(ROWS_REFUSED)

    def _import(self, options: Mapping[str, Any]) -> tuple[ImportResult, GamePack]:
        game = CardGame.objects.filter(slug=options["game"]).first()
        if game is None:
            known = ", ".join(CardGame.objects.values_list("slug", flat=True))
            raise _Wrong(
                _("There is no game “%(game)s”. There are: %(known)s.") % {"game": options["game"], "known": known}
            )
        stated = SPELLINGS.get(options["format"] or "")
        paths = list(_files(options["paths"], whole_folders=stated == POKEMON))
        format = stated or guess_format(paths)
        reading: dict[str, Any] = {"map": dict(options["map"])} if options["map"] else {}
        if options["sheet"]:
            reading["sheet"] = options["sheet"]
        if options["include_others"]:
            reading[INCLUDE_OTHERS] = True
        if options["card_language"]:
            reading[LANGUAGE] = options["card_language"]
        if options["names_only"]:
            reading[NAMES_ONLY] = True
        result = import_files(
            actor=SYSTEM,
            game=game,
            format=format,
            paths=paths,
            options=reading,
            dry_run=options["dry_run"],
            progress=self._progress,
        )
        return result, pack_in_force(game)

    def _progress(self, percent: int) -> None:
        """One line that overwrites itself, where somebody watches."""
        if self.stderr.isatty():
            self._line_open = percent < 100
            self.stderr.write(f"\r{percent:3d} %", ending="" if self._line_open else "\n")

    def _print(self, result: ImportResult, pack: GamePack, options: Mapping[str, Any]) -> None:
        if options["json"]:
            kinds = {kind: list(getattr(result, kind)) for kind in result.KINDS}
            facts = {"dry_run": options["dry_run"], "counts": result.counts, **kinds}
            self.stdout.write(json.dumps(facts, ensure_ascii=False, indent=2))
            return
        for line in report_text(
            result, pack, dry_run=options["dry_run"], most=sys.maxsize if options["all"] else MAX_SHOWN
        ):
            self.stdout.write(line)

    def _leave(self, words: str) -> None:
        self.stderr.write(f"\n{words}" if self._line_open else words)
        sys.exit(NOT_DONE)


def report_text(result: ImportResult, pack: GamePack, *, dry_run: bool, most: int) -> Iterator[str]:
    """The report as lines of text: counts, then the first rows of each kind but the untouched ones."""
    counts, words = result.counts, titles()
    yield _("Dry run: nothing was written.") if dry_run else _("Imported.")
    yield _("Rows read: %(rows)s") % counts
    for kind, title in words.items():
        if counts[kind] or kind != "noticed":
            yield f"{title}: {counts[kind]}"
    for kind in ("refused", "changed", "added", "skipped", "noticed"):
        entries = getattr(result, kind)
        if entries:
            yield ""
            yield words[kind]
        for entry in entries[:most]:
            yield f"- {_row_text(show_row(entry, pack))}"
        if len(entries) > most:
            yield _("… and %(more)s more (--all prints every row)") % {"more": len(entries) - most}


def _row_text(row: ShownRow) -> str:
    changes = " · ".join(f"{change.field} {change.before} → {change.after}" for change in row.changes)
    column = f"{row.column}:" if row.column else ""
    card = f"{row.number} {row.name}".strip() if not row.reason else ""
    return one_line(" ".join(part for part in (f"[{row.place}]", card, changes, column, row.reason) if part))


def _mapped(word: str) -> tuple[str, str]:
    column, sign, field = word.rpartition("=")
    if not sign or not column:
        raise ArgumentTypeError(f"{word}: write COLUMN=FIELD")
    return column.strip(), field.strip()


def _files(paths: list[Path], *, whole_folders: bool) -> Iterator[Path]:
    """The files named, and those of the folders named; a folder that holds set files further down stands for itself.

    Raises `_Wrong` for what is not there.
    """
    for path in paths:
        if path.is_dir() and whole_folders:
            yield path
        elif path.is_dir():
            found = sorted(file for file in path.iterdir() if file.suffix.lower() in ENDINGS and file.is_file())
            if not found and next(path.rglob("*.json"), None) is None:
                raise _Wrong(_("%(path)s: no card files in this folder.") % {"path": path})
            yield from found or [path]
        elif path.is_file():
            yield path
        else:
            raise _Wrong(_("%(path)s: there is no such file.") % {"path": path})
