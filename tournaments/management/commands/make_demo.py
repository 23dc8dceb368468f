"""`manage.py make_demo`: two made-up events to look at and to try things out on."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from accounts.refusals import Refusal
from tournaments.demo.making import make_demo, site_is_empty
from tournaments.wording import say_refusal


class Command(BaseCommand):
    """Exit status 0 when made, or with --if-empty when there was nothing to do; 2 with the reason when refused."""

    help = "Make the demo events on an empty site. Nothing is ever added to a site that has events or players."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing, quietly, unless the site is empty")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and not site_is_empty():
            return
        try:
            made = make_demo()
        except Refusal as refusal:
            if options["if_empty"] and refusal.code in ("site_not_empty", "demo_cards_hidden"):
                return
            self.stderr.write(say_refusal(refusal))
            sys.exit(2)
        if options["verbosity"]:
            for tournament in made:
                self.stdout.write(f"/t/{tournament.code}/ {tournament.name}")
