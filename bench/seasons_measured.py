"""`python -m bench.seasons_measured EVENTS ENTRIES`: times of a season's pages on the tests' database, as JSON."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import django

from bench.measuring import median_seconds

ENTRIES_OF_A_PERSON = 5
"""Entries of a person, in the middle: people come back, and one of them to every event."""
DIVISIONS = [{"code": "junior", "zh": "少年组", "en": "Junior"}, {"code": "open", "zh": "通用组", "en": "Open"}]
REPEATS = 3


def make_season(events: int, entries: int) -> Any:
    """A published season of ended events with as many entries together, its rows written at once; places by lot."""
    models, rng = import_module("tournaments.models"), random.Random(events)
    now = import_module("django.utils.timezone").now()
    game = import_module("cardpool.models").CardGame.objects.get(slug="ultraman-hero-duel")
    owner = import_module("accounts.models").User.objects.create_user("organiser", may_create_tournaments=True)
    player = import_module("accounts.models").Player
    people = player.objects.bulk_create(
        [
            player(name=f"选手{n:05}", birth_year=2015 if n % 3 == 0 else None)
            for n in range(entries // ENTRIES_OF_A_PERSON)
        ]
    )
    season = models.Season.objects.create(
        owner=owner,
        name="年度积分",
        game=game,
        points="25 18 15 12 10 8 6 4 2 1",
        participation=1,
        best_of=20,
        is_published=True,
    )
    for number in range(events):
        event = models.Tournament.objects.create(
            name=f"第 {number + 1} 站",
            starts_at=now,
            finished_at=now,
            game=game,
            ruleset=game.rulesets.first(),
            phase="finished",
            divisions=DIVISIONS,
            created_by=owner,
        )
        here = [people[0], *rng.sample(people[1:], entries // events - 1)]
        models.Registration.objects.bulk_create(
            [
                models.Registration(
                    tournament=event,
                    player=one,
                    number=place,
                    name=one.name,
                    final_place=place,
                    division="junior" if one.birth_year else "open",
                )
                for place, one in enumerate(here, start=1)
            ]
        )
        models.SeasonEvent.objects.create(season=season, tournament=event)
    return season


def measure(events: int, entries: int) -> dict[str, Any]:
    """Seconds, statements and bytes of each page: after a change of the season, and as it is kept."""
    season = make_season(events, entries)
    models, seasons = import_module("tournaments.models"), import_module("tournaments.queries.seasons")
    person = models.Registration.objects.filter(
        tournament__season_events__season=season, player__name="选手00000"
    ).earliest("pk")
    client = import_module("django.test").Client(headers={"accept-language": "zh-hans"})
    root = f"/seasons/{season.code}/"
    paths = {
        "leaderboard": root,
        "division": f"{root}division/少年组/",
        "find": f"{root}?find=手00",
        "history": f"{root}players/{person.pk}/",
        "csv": f"{root}leaderboard.csv",
        "workbook": f"{root}leaderboard.xlsx",
    }

    def changed() -> None:
        models.Season.objects.filter(pk=season.pk).update(revision=import_module("django.db.models").F("revision") + 1)

    board = partial(seasons.read_board, season)
    answer: dict[str, Any] = {
        "board": {"first": median_seconds([board], repeats=REPEATS)[0], "first_statements": statements(board)}
    }
    for name, path in paths.items():
        changed()
        ask = partial(client.get, path)
        first_statements = statements(ask)
        found = ask()
        if found.status_code != 200:
            raise RuntimeError(f"{path}: {found.status_code}")
        first, kept = median_seconds([_both(changed, ask), ask], repeats=REPEATS)
        answer[name] = {
            "first": first,
            "first_statements": first_statements,
            "kept": kept,
            "kept_statements": statements(ask),
            "bytes": len(found.content),
        }
    return answer


def statements(run: Callable[[], object]) -> int:
    """How many statements a run sends to the database."""
    capture = import_module("django.test.utils").CaptureQueriesContext(import_module("django.db").connection)
    with capture:
        run()
    return len(capture)


def _both(before: Callable[[], None], ask: Callable[[], object]) -> Callable[[], object]:
    def run() -> object:
        before()
        return ask()

    return run


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    call = import_module("django.core.management").call_command
    call("migrate", verbosity=0)
    call("load_games", verbosity=0)
    import_module("django.test.utils").setup_test_environment()
    sys.stdout.write(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]))))


if __name__ == "__main__":
    main()
