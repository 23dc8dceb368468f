"""`manage.py convert_deck`: write a decklist in another format, with or without a database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.languages import LANGUAGES
from accounts.refusals import Refusal
from decks.exports.lists import ExportFormat, ListTerms, WrittenList, export_judged, share_payload
from decks.findings import unread_lines
from decks.judging import JudgedList, JudgingBook, judge_list
from decks.list_words import say_export_notice, say_list_refusal
from decks.management.commands.check_deck import CannotJudge, file_text, speak_utf8
from decks.management.standalone import find_book, known_games
from decks.reading_words import say_error, say_suggestions

DONE, REFUSED, UNREADABLE = 0, 1, 2
LINK = "link"


class Command(BaseCommand):
    """Writes one list. Works without a database; the shipped rules and cards are read from their files."""

    help = (
        "Write a decklist in another format, to standard output or a file. Exit status: 0 written, 1 the format cannot "
        "say every card, 2 the list cannot be read. What is written reads back as the same cards."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        formats = [*map(str, ExportFormat), LINK]
        parser.add_argument(
            "file", metavar="FILE|-", help="the list: text in any format, CSV or XLSX; - reads standard input"
        )
        parser.add_argument("--game", required=True, help="the game's identifier, such as pokemon-tcg")
        parser.add_argument("--to", required=True, choices=formats, help="the format to write")
        parser.add_argument("--output", metavar="FILE", help="write here instead of standard output")
        parser.add_argument("--lang", choices=tuple(LANGUAGES), default="zh", help="language of headings and messages")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the list, or say why not on the error output and exit with the status."""
        speak_utf8()
        language = LANGUAGES[options["lang"]]
        with translation.override(language):
            try:
                book, judged = self._read(options)
                file = _written(judged, book, options["to"], language)
            except CannotJudge as mistake:
                self._leave(UNREADABLE, [mistake.message])
            except Refusal as refusal:
                self._leave(REFUSED, [say_list_refusal(refusal)])
            self._write(file, options["output"])
            for notice in file.notices:
                self.stderr.write(f"i {say_export_notice(notice)}")

    def _read(self, options: dict[str, Any]) -> tuple[JudgingBook, JudgedList]:
        today = timezone.localdate()
        book = find_book(options["game"], as_of=today)
        if book is None:
            facts = {"game": options["game"], "known": ", ".join(known_games())}
            raise CannotJudge("unknown_game", _("There is no game “%(game)s”; known: %(known)s.") % facts)
        usual = book.pack.tournament
        judged = judge_list(file_text(options["file"]), book=book, best_of=usual.best_of, pool=usual.pool, as_of=today)
        if not judged.settled:
            self._leave(UNREADABLE, _sentences(judged))
        return book, judged

    def _write(self, file: WrittenList, output: str | None) -> None:
        if output:
            try:
                with open(output, "wb") as target:
                    target.write(file.data)
            except (OSError, ValueError) as mistake:
                self._leave(REFUSED, [f"{output}: {getattr(mistake, 'strerror', None) or mistake}"])
        elif file.text:
            self.stdout.write(file.text, ending="")
        else:
            sys.stdout.buffer.write(file.data)
            sys.stdout.buffer.flush()

    def _leave(self, status: int, sentences: list[str]) -> None:
        for sentence in sentences:
            self.stderr.write(sentence)
        sys.exit(status)


def _written(judged: JudgedList, book: JudgingBook, to: str, language: str) -> WrittenList:
    if to != LINK:
        return export_judged(judged, to=ExportFormat(to), language=language)
    usual = book.pack.tournament
    text = f"decks/shared/{share_payload(judged.cards, book=book, terms=ListTerms(usual.best_of, usual.pool))}\n"
    return WrittenList(ExportFormat.TEXT, text.encode(), "", "text/plain", text)


def _sentences(judged: JudgedList) -> list[str]:
    """Every line that cannot be read, as check_deck says it."""
    sentences = []
    for error in unread_lines(judged.report):
        said = " ".join(filter(None, [say_error(error), say_suggestions(error)]))
        line = {"line": error["line"], "error": said}
        sentences.append(_("Line %(line)s: %(error)s") % line if error["line"] else said)
    return sentences
