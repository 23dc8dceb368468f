"""`python -m bench.pages_measured PLAYERS…`: times of public pages on the database of the test suite, as JSON."""

from __future__ import annotations

import gzip
import json
import os
import random
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from typing import Any

import django

from bench.measuring import median_seconds

ROUNDS = 5
FAMILIES = ("赛罗", "诸星", "早田", "Kaito ", "李", "欧阳", "Mina ", "北斗")
SCORES = ((2, 0), (2, 1), (1, 2), (0, 2))


def make_event(players: int, rng: random.Random) -> Any:
    """An event with `ROUNDS` played rounds and one more under way, its rows written at once; pairs are drawn by lot."""
    models = import_module("tournaments.models")
    now = import_module("django.utils.timezone").now()
    game = import_module("cardpool.models").CardGame.objects.get(slug="ultraman-hero-duel")
    event = models.Tournament.objects.create(
        name=f"{players} players",
        starts_at=now,
        game=game,
        ruleset=game.rulesets.first(),
        phase="swiss",
        planned_rounds=ROUNDS + 1,
        started_at=now,
        decklists_required=False,
    )
    player = import_module("accounts.models").Player
    people = player.objects.bulk_create(
        [player(name=f"{rng.choice(FAMILIES)}{n:04}", birth_year=2015 if n % 9 == 0 else None) for n in range(players)]
    )
    entries = models.Registration.objects.bulk_create(
        [
            models.Registration(tournament=event, player=one, number=number, name=one.name)
            for number, one in enumerate(people, start=1)
        ]
    )
    for number in range(1, ROUNDS + 2):
        _play(models, event, entries, number, now, rng)
    return event


def _play(models: Any, event: Any, entries: list[Any], number: int, now: Any, rng: random.Random) -> None:
    open_ = number > ROUNDS
    round_ = models.Round.objects.create(
        tournament=event,
        number=number,
        status="published" if open_ else "completed",
        published_at=now,
        clock_started_at=now - timedelta(minutes=5) if open_ else None,
        clock_ends_at=now + timedelta(minutes=45) if open_ else None,
        completed_at=None if open_ else now,
    )
    order = rng.sample(entries, len(entries))
    pairs = list(zip(order[::2], order[1::2], strict=False))
    matches = models.Match.objects.bulk_create(
        [
            models.Match(
                round=round_, table=table, player1=one, player2=two, is_complete=not open_ or table % 2 == 0, version=2
            )
            for table, (one, two) in enumerate(pairs, 1)
        ]
    )
    games = []
    for match in matches:
        if match.is_complete:
            one, two = rng.choice(SCORES)
            seats = [1] * one + [2] * two
            games += [
                models.Game(match=match, number=at, winner_seat=seat, details_known=False)
                for at, seat in enumerate(seats, 1)
            ]
    models.Game.objects.bulk_create(games, batch_size=5000)


def measure(players: int) -> dict[str, Any]:
    """Seconds and bytes for an event of that size; every page as a visitor asks for it."""
    event = make_event(players, random.Random(players))
    client = import_module("django.test").Client(headers={"accept-encoding": "gzip", "accept-language": "zh-hans"})
    models = import_module("tournaments.models")
    answer = {}

    def changed() -> None:
        models.Tournament.objects.filter(pk=event.pk).update(place=str(random.random()))

    for name, path in PATHS.items():
        address = f"/t/{event.code}/{path}"
        body = client.get(address)
        fresh, kept = median_seconds([_both(changed, client, address), partial(client.get, address)], repeats=5)
        answer[name] = {
            "first": fresh,
            "kept": kept,
            "page": len(gzip.decompress(body.content) if body.get("Content-Encoding") == "gzip" else body.content),
            "sent": len(body.content),
        }
    mark = client.get(f"/t/{event.code}/live/mark").content.decode()
    unchanged = f"/t/{event.code}/live/mark?seen={mark}"
    answer["mark"] = {"kept": median_seconds([lambda: client.get(unchanged)], repeats=9)[0]}
    answer["ready"] = {"kept": _ready(event)}
    return answer


PATHS = {"pairings": "pairings/", "standings": "standings/", "players": "players/", "find": "pairings/?find=诸星"}


def _both(before: Callable[[], None], client: Any, address: str) -> Callable[[], object]:
    def run() -> object:
        before()
        return client.get(address)

    return run


def _ready(event: Any) -> float:
    """What the web process itself needs for one kept page, before Django is asked."""
    ready, sending = import_module("tournaments.pages.ready"), import_module("tournaments.pages.sending")
    mark = import_module("tournaments.queries.versions").mark_of(event.code)
    path = f"/t/{event.code}/pairings/"
    client = import_module("django.test").Client(headers={"accept-language": "zh-hans"})
    client.get(path)

    def hundred() -> None:
        for _ in range(100):
            page = ready.find_cached_page(path, "", "zh-hans", mark)
            sending.reply_with(page, accept_encoding="gzip, br", if_none_match="")

    return median_seconds([hundred], repeats=9)[0] / 100


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    call = import_module("django.core.management").call_command
    call("migrate", verbosity=0)
    call("load_games", verbosity=0)
    import_module("django.test.utils").setup_test_environment()
    sys.stdout.write(json.dumps({size: measure(int(size)) for size in sys.argv[1:]}))


if __name__ == "__main__":
    main()
