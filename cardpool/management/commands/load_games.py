"""`manage.py load_games`: bring the shipped games, their rules and their cards into the database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from cardpool.packs.problems import PackError
from cardpool.services import SHIPPED, LoadedGame, load_games, read_shipped


class Command(BaseCommand):
    """Loads every pack of a folder."""

    help = "Load the shipped games, their rulesets and card pools. Doing it again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=SHIPPED, help="where the <game>.toml files are")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit status 2 with one line per mistake (file, line, path) when a pack cannot be read."""
        try:
            loaded = load_games(read_shipped(options["folder"]))
        except PackError as error:
            for problem in error.problems:
                self.stderr.write(str(problem))
            sys.exit(2)
        if options["verbosity"]:
            for game in loaded:
                self.stdout.write(report_line(game))


def report_line(game: LoadedGame) -> str:
    """What loading one game did, for the person at the terminal."""
    ruleset = "new" if game.is_new_ruleset else "unchanged"
    cards = f"{game.added} added, {game.updated} updated, {game.unchanged} unchanged"
    kept = f", {game.kept} kept as changed here" if game.kept else ""
    return f"{game.slug} {game.version}: rules {ruleset}; cards {cards}{kept}"
