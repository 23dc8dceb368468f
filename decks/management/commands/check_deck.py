"""`manage.py check_deck`: judge a decklist file, with or without a database."""

from __future__ import annotations

import errno
import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.languages import LANGUAGES
from accounts.wording import with_clause
from cardpool.intake.unreadable import UnreadableFile
from cardpool.legality.card_pool import PoolPolicy
from cardpool.legality.restriction import ListInForce, Restriction
from cardpool.legality.violations import Verdict
from cardpool.management.closed_output import quiet_when_closed
from cardpool.wording.play import say_best_of
from decks.findings import unread_lines
from decks.judging import JudgedList, JudgingBook, judge_list
from decks.list_files import MAX_BYTES, file_list
from decks.list_words import say_file_error
from decks.management.restriction_file import RestrictionFileError, read_restrictions
from decks.management.standalone import find_book, known_games, known_to_lists
from decks.notice_words import say_notice
from decks.reading_words import MIN_GROUPED, say_error, say_ignored, say_suggestions, say_unknown
from decks.wording import say_basis, say_question, say_remedies, say_section, say_verdict, say_violation

UNREADABLE = 2
STATUSES = {Verdict.LEGAL: 0, Verdict.NOT_LEGAL: 1, Verdict.UNDECIDED: 3}
"""The exit status for each verdict."""


class CannotJudge(Exception):
    """Nothing can be judged: a bad option, no such game, no readable file. `message` is a sentence that says which."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


class Command(BaseCommand):
    """Judges one list. Works without a database; the shipped rules and cards are read from their files."""

    help = (
        "Judge a decklist. Exit status: 0 legal, 1 not legal, 2 unreadable (the file, an option, no list at all), "
        "3 cannot be decided: a line asks or cannot be read, or too little is known of a card. "
        "The shipped rules and cards are used; the database's cards are added when one can be reached."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE|-", help="the list: text in any format, CSV or XLSX; - reads standard input"
        )
        parser.add_argument("--game", required=True, help="the game's identifier, such as ultraman-hero-duel")
        parser.add_argument("--best-of", metavar="1|3|5", help="match length; the game's usual one when left out (3)")
        parser.add_argument(
            "--pool", metavar="open|closed", help="unknown card numbers; the game's default when left out"
        )
        parser.add_argument("--as-of", metavar="DATE", help="judge as of this day, YYYY-MM-DD; today when left out")
        parser.add_argument("--format", metavar="KEY", default="", help="judge by this format's restriction lists too")
        parser.add_argument(
            "--restrictions",
            metavar="LIST",
            help="a CSV table or lflist.conf, in place of the site's restriction lists",
        )
        parser.add_argument("--list", metavar="NAME", help="which list of an lflist.conf that holds several")
        parser.add_argument("--json", action="store_true", help="print one JSON object (UTF-8) instead of sentences")
        parser.add_argument(
            "--lang", metavar="zh|en", default="zh", help="language of the messages; Chinese by default"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the verdict and exit with its status; return normally for a legal list."""
        speak_utf8()
        with translation.override(LANGUAGES.get(options["lang"], LANGUAGES["zh"])):
            status, printed, complaint = judge_and_say(options)
        with quiet_when_closed():
            if printed:
                self.stdout.write(printed)
            if complaint:
                self.stderr.write(complaint)
            self.stdout.flush()
        if status:
            sys.exit(status)


def judge_and_say(options: dict[str, Any]) -> tuple[int, str, str]:
    """The exit status, what goes to the output and what to the error output."""
    try:
        book, judged = judge_file(options)
    except CannotJudge as refusal:
        if options["json"]:
            return UNREADABLE, _as_json(refusal_json(refusal)), ""
        return UNREADABLE, "", refusal.message
    status = STATUSES[judged.verdict] if judged.readable else UNREADABLE
    if options["json"]:
        return status, _as_json(judged_json(judged, book)), ""
    return status, "\n".join(judged_lines(judged, book)), ""


def _as_json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def judge_file(options: dict[str, Any]) -> tuple[JudgingBook, JudgedList]:
    """Judge the file named in the options. Raises `CannotJudge`."""
    if options["lang"] not in LANGUAGES:
        raise CannotJudge("bad_option", _("--lang is zh or en, not “%(found)s”.") % {"found": options["lang"]})
    as_of = _day(options["as_of"])
    book = find_book(options["game"], as_of=as_of)
    if book is None:
        facts = {"game": options["game"], "known": ", ".join(known_games())}
        raise CannotJudge("unknown_game", _("There is no game “%(game)s”; known: %(known)s.") % facts)
    best_of = _best_of(options["best_of"], book)
    pool = options["pool"] or book.pack.tournament.pool
    if pool not in tuple(PoolPolicy):
        raise CannotJudge("bad_option", _("--pool is open or closed, not “%(found)s”.") % {"found": pool})
    if options["restrictions"] is not None:
        restrictions, stated = _restrictions(options, book)
        book = replace(book, rules=replace(book.rules, restrictions=restrictions, lists=(stated,)))
    judged = judge_list(
        file_text(options["file"]),
        book=book,
        best_of=best_of,
        pool=pool,
        as_of=as_of,
        format=options["format"].strip().lower(),
    )
    return book, judged


def _restrictions(options: dict[str, Any], book: JudgingBook) -> tuple[tuple[Restriction, ...], ListInForce]:
    """What the file of `--restrictions` restricts, and the list."""
    try:
        known = known_to_lists(options["game"], book.pack)
        return read_restrictions(options["restrictions"], name=options["list"], known=known)
    except RestrictionFileError as mistake:
        raise CannotJudge("bad_restrictions", str(mistake)) from mistake


def judged_json(judged: JudgedList, book: JudgingBook) -> dict[str, Any]:
    """The verdict as the JSON object the command prints. Some keys depend on the list: a violation's `suggestions` (an
    unknown card's number may be a typing error), `errors` and `asks` (the cards are not settled), `ignored` and `apart`
    (there are any), `as_of` and `restrictions` (lists were in force, or a format was asked for), `format` (one was
    asked for)."""
    report = judged.report
    violations = [
        {key: found[key] for key in ("code", "clause", "section", "cards", "limit", "actual")}
        | ({"suggestions": found["suggestions"]} if found.get("suggestions") else {})
        | {"message": say_violation(found, pack=book.pack, best_of=report["best_of"])}
        for found in report["violations"]
    ]
    questions = [
        {key: found[key] for key in ("code", "clause", "section", "cards", "limit", "remedies")}
        | {"message": say_question(found, pack=book.pack, best_of=report["best_of"])}
        for found in report["questions"]
    ]
    printed = {
        "verdict": report["verdict"],
        "legal": report["legal"],
        "ruleset": report["ruleset"],
        "violations": violations,
        "questions": questions,
        "notices": [notice | {"message": say_notice(notice, pack=book.pack)} for notice in report["notices"]],
    }
    if report["restrictions"] or judged.format:
        printed |= {"as_of": judged.legality.as_of.isoformat(), "restrictions": report["restrictions"]}
    if judged.format:
        printed["format"] = judged.format
    if report["ignored"]:
        printed["ignored"] = report["ignored"]
    if report["apart"]:
        printed["apart"] = report["apart"]
    if not judged.settled:
        printed["errors"] = [
            {key: error[key] for key in ("line", "text", "code", "suggestions")} | {"message": say_error(error)}
            for error in report["errors"]
        ]
        printed["asks"] = [ask | {"message": say_error(ask)} for ask in report["asks"]]
    return printed


def refusal_json(refusal: CannotJudge) -> dict[str, Any]:
    """The JSON object of a list that could not be judged: the keys of a verdict, with one error."""
    error: dict[str, Any] = {
        "line": None,
        "text": "",
        "code": refusal.code,
        "suggestions": [],
        "message": refusal.message,
    }
    return {
        "verdict": str(Verdict.NOT_LEGAL),
        "legal": False,
        "ruleset": None,
        "violations": [],
        "questions": [],
        "notices": [],
        "errors": [error],
    }


def judged_lines(judged: JudgedList, book: JudgingBook) -> list[str]:
    """The verdict in sentences, the answer first."""
    report = judged.report
    head = say_verdict(judged.verdict) if judged.readable else _("Unreadable")
    sizes = [f"{say_section(total.section, pack=book.pack)} {total.count}" for total in judged.totals]
    lines = [" · ".join([head, *sizes, report["ruleset"], say_best_of(report["best_of"]), str(judged.legality.as_of)])]
    open_lines = unread_lines(report)
    unknown = [error for error in open_lines if error["code"] == "unreadable"]
    if len(unknown) >= MIN_GROUPED:
        open_lines = [error for error in open_lines if error not in unknown]
        numbers = ", ".join(str(error["line"]) for error in unknown)
        lines.append(_("Lines %(lines)s: %(error)s") % {"lines": numbers, "error": say_unknown(unknown)})
    for error in open_lines:
        said = " ".join(filter(None, [say_error(error), say_suggestions(error)]))
        lines.append(_("Line %(line)s: %(error)s") % {"line": error["line"], "error": said} if error["line"] else said)
    for found in report["violations"]:
        said = say_violation(found, pack=book.pack, best_of=report["best_of"])
        lines.append(f"✗ {with_clause(said, found['clause'])}")
    for found in report["questions"]:
        said = say_question(found, pack=book.pack, best_of=report["best_of"])
        lines.append(f"? {with_clause(said, found['clause'])}")
        lines.append(f"  {say_remedies(found)}")
    if report["restrictions"] or judged.format:
        lines.append(f"i {say_basis(report, day=judged.legality.as_of)}")
    lines.extend(f"i {say_ignored(one)}" for one in report["ignored"] if one["is_clear"])
    lines.extend(f"i {say_notice(notice, pack=book.pack)}" for notice in report["notices"])
    return lines


def _day(typed: str | None) -> date:
    if typed is None:
        return timezone.localdate()
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise CannotJudge(
            "bad_option", _("--as-of is a date such as 2026-05-01, not “%(found)s”.") % {"found": typed}
        ) from None


def _best_of(typed: str | None, book: JudgingBook) -> int:
    choices = {str(choice): choice for choice in book.ruleset.best_of}
    if typed is None:
        return book.pack.tournament.best_of
    if str(typed) not in choices:
        facts = {"known": ", ".join(choices), "found": typed}
        raise CannotJudge("bad_option", _("--best-of is one of %(known)s, not “%(found)s”.") % facts)
    return choices[str(typed)]


def file_text(path: str) -> str:
    """A file's list as text, `-` for standard input. Raises `CannotJudge`."""
    try:
        if path == "-":
            return file_list(sys.stdin.buffer.read(MAX_BYTES + 1))
        with open(path, "rb") as file:
            return file_list(file.read(MAX_BYTES + 1), path)
    except UnreadableFile as mistake:
        if mistake.code == "file_too_large":
            facts = {"file": path, "limit": mistake.facts["most"]}
            raise CannotJudge(mistake.code, _("%(file)s is larger than %(limit)s bytes.") % facts) from mistake
        raise CannotJudge(mistake.code, say_file_error(mistake.code, {**mistake.facts, "file": path})) from mistake
    except (OSError, ValueError) as mistake:
        facts = {"file": path, "reason": _why_unreadable(mistake)}
        raise CannotJudge("no_file", _("%(file)s cannot be read: %(reason)s.") % facts) from mistake


def _why_unreadable(mistake: Exception) -> str:
    """The operating system's reason in the active language; a rare one in the system's words."""
    said = {
        errno.ENOENT: _("there is no such file"),
        errno.ENOTDIR: _("there is no such folder"),
        errno.EISDIR: _("it is a folder"),
        errno.EACCES: _("you may not read it"),
        errno.EPERM: _("you may not read it"),
        errno.ENAMETOOLONG: _("the name is too long"),
        errno.EIO: _("the disk does not answer"),
    }
    number = getattr(mistake, "errno", None)
    return said.get(number or 0) or getattr(mistake, "strerror", None) or _("it has no proper name")


def speak_utf8() -> None:
    """Write card names and JSON as UTF-8, whatever the terminal's locale is."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
