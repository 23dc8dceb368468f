"""`manage.py check_pack`: check a game pack file, and show what it declares. Needs no database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.languages import LANGUAGES
from cardpool.intake.files import read_utf8
from cardpool.intake.unreadable import UnreadableFile
from cardpool.legality.violations import Verdict
from cardpool.pack_check import Problem, check_pack
from cardpool.wording.imports import say_row
from cardpool.wording.pack_problems import say_problem
from cardpool.wording.play import say_best_of
from decks.notice_words import say_notice
from decks.pack_preview import PackPreview, preview_pack
from decks.wording import say_violation

FINE, WRONG = 0, 2
MAX_BYTES = 4 * 2**20


class Command(BaseCommand):
    """Checks one pack with the card pool file beside it."""

    help = "Check a game pack. Exit status: 0 fine (a preview is printed), 2 with every mistake and its place."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the pack, a .toml file")
        parser.add_argument(
            "--cards", metavar="FILE", type=Path, help="its card pool; <pack>.cards.csv beside it when left out"
        )
        parser.add_argument(
            "--lang",
            metavar="zh|en",
            default="zh",
            choices=tuple(LANGUAGES),
            help="language of the mistakes and the preview",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the preview, or exit with status 2 and one line per mistake on the error output."""
        file: Path = options["file"]
        cards_file: Path = options["cards"] or file.with_name(f"{file.stem}.cards.csv")
        with translation.override(LANGUAGES[options["lang"]]):
            try:
                text = read_utf8(file, MAX_BYTES)
                cards_text = read_utf8(cards_file, MAX_BYTES) if options["cards"] or cards_file.exists() else ""
            except UnreadableFile as mistake:
                reason = mistake.facts.get("reason") or say_row(mistake.code, mistake.facts)
                self.stderr.write(f"{mistake.place.file}: {reason}")
                sys.exit(WRONG)
            checked = check_pack(text, source=file.name, cards_text=cards_text, cards_source=cards_file.name)
            for problem in checked.problems:
                self.stderr.write(problem_line(problem))
            if checked.problems or checked.pack is None:
                sys.exit(WRONG)
            preview = preview_pack(checked.pack, checked.cards, as_of=timezone.localdate())
            self.stdout.write("\n".join(preview_lines(preview)))


def problem_line(problem: Problem) -> str:
    """A mistake with its file, line and path, as compilers write it."""
    place = problem.source if problem.line is None else f"{problem.source}:{problem.line}"
    return ": ".join(part for part in (place, problem.path, say_problem(problem)) if part)


def preview_lines(preview: PackPreview) -> Iterator[str]:
    """The preview as lines of text."""
    pack = preview.pack
    yield f"{pack.names.zh} · {pack.names.en} · {pack.ruleset_name} · {pack.effective}"
    numbers = _(", ").join(pack.mapping["cards"]["number"]["examples"])
    yield _("Cards: %(count)s; numbers such as %(numbers)s") % {"count": preview.cards, "numbers": numbers}
    yield ""
    for rule in preview.rules:
        lengths = "".join(f" · {say_best_of(length)}" for length in rule.best_of)
        yield f"- {rule.sentence}{lengths}" + (f" [{rule.clause}]" if rule.clause else "")
    yield ""
    yield from (f"- {sentence}" for sentence in preview.play)
    if preview.infractions:
        yield ""
    for one in preview.infractions:
        yield f"- {one.name}: {one.usual}" + (f" [{one.clause}]" if one.clause else "")
    if preview.judged is None:
        return
    yield ""
    report = preview.judged.report
    yield _("A sample deck, legal:") if preview.judged.verdict is Verdict.LEGAL else _("A sample deck, not legal:")
    yield preview.sample.rstrip()
    yield from (f"✗ {say_violation(one, pack=pack, best_of=report['best_of'])}" for one in report["violations"])
    yield from (f"i {say_notice(one, pack=pack)}" for one in report["notices"])
