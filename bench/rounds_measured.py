"""The measuring process of `bench.rounds`: prints milliseconds and queries by step as JSON. Its database is its own."""

# ruff: noqa: E402
from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import TypeVar

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import User
from cardpool.models import CardGame
from tournaments.models import Game, Match, Round, Tournament
from tournaments.queries.history import pairing_history
from tournaments.queries.pairing_reasons import reason_in, reasons_of
from tournaments.queries.pairing_settings import pairing_settings
from tournaments.queries.rounds import matches_of
from tournaments.queries.settings import TournamentData
from tournaments.queries.standings import standings_of
from tournaments.services import rounds
from tournaments.services.drafts import pair_again, pair_next_round
from tournaments.services.entries import ListAges, add_entries, add_entry
from tournaments.services.finish import finish_tournament
from tournaments.services.results import record_score
from tournaments.services.setup import create_tournament
from tournaments.services.start import start_tournament
from tournaments.swiss.pairing import pair_round
from tournaments.views.desk.draft import draft_review

PLAYED = 3
"""Rounds played before the one that is measured."""
REPEATS = 3
LINES = 1_000
"""Names pasted at once."""
Answer = TypeVar("Answer")


class Stopwatch:
    """Milliseconds and queries of each step."""

    def __init__(self) -> None:
        self.steps: dict[str, dict[str, float]] = {}

    def time(self, name: str, work: Callable[[], Answer], *, repeats: int = 1) -> Answer:
        """Run `work` and note the median of its times."""
        taken = []
        for _ in range(repeats):
            with CaptureQueriesContext(connection) as queries:
                start = time.perf_counter()
                done = work()
                taken.append((time.perf_counter() - start) * 1000)
        self.steps[name] = {"ms": statistics.median(taken), "queries": len(queries)}
        return done


def play(round: Round, rng: random.Random) -> None:
    """A winner at every table, two games to nil, written without the services: this is not what is measured."""
    matches = list(round.matches.all())
    games = []
    for match in matches:
        winner = rng.choice((1, 2))
        games += [Game(match=match, number=number, winner_seat=winner, details_known=False) for number in (1, 2)]
        match.is_complete, match.completed_at, match.version = True, timezone.now(), 2
    Game.objects.bulk_create(games, batch_size=2_000)
    Match.objects.bulk_update(matches, ["is_complete", "completed_at", "version"], batch_size=1_000)


def measured(players: int) -> dict[str, dict[str, float]]:
    """Every step of a round of an event with `players` players, and what the engine alone and the bare rows cost."""
    rng = random.Random(players)
    watch = Stopwatch()
    actor = Actor(user=User.objects.create_user(f"owner{players}", may_create_tournaments=True))
    game = CardGame.objects.order_by("pk")[0]
    data = TournamentData(
        name="Bench", starts_at=timezone.now(), game_slug=game.slug, decklists_required=False, planned_rounds=13
    )
    event = create_tournament(actor=actor, data=data)
    for first in range(0, players, LINES):
        names = [f"Player {number:05d}\tTeam {number % 97}" for number in range(first, min(first + LINES, players) - 1)]
        add_entries(actor=actor, tournament_id=event.pk, names=names, ages=ListAges("adult"))
    watch.time("enter one player", lambda: add_entry(actor=actor, tournament_id=event.pk, name="The last of all"))
    watch.time("start", lambda: start_tournament(actor=actor, tournament_id=event.pk))
    for number in range(1, PLAYED + 1):
        round = pair_next_round(actor=actor, tournament_id=event.pk, number=number, seed=number)
        rounds.publish_round(actor=actor, round_id=round.pk)
        play(round, rng)
        rounds.complete_round(actor=actor, round_id=round.pk)
    event = Tournament.objects.select_related("game", "ruleset").get(pk=event.pk)
    number = PLAYED + 1
    history = watch.time("read the field", lambda: pairing_history(event, number), repeats=REPEATS)
    settings = pairing_settings(event, history)
    watch.time("engine alone", lambda: pair_round(history, settings, random.Random(1)), repeats=REPEATS)
    round = watch.time("pair", lambda: pair_next_round(actor=actor, tournament_id=event.pk, number=number, seed=1))
    watch.time("look the draft over", lambda: draft_review(Round.objects.get(pk=round.pk)))
    watch.time("pair again", lambda: pair_again(actor=actor, round_id=round.pk))
    round = event.rounds.get(number=number)
    watch.time("publish", lambda: rounds.publish_round(actor=actor, round_id=round.pk))
    watch.time("read the tables", lambda: matches_of(round), repeats=REPEATS)
    one = round.matches.order_by("-table")[0]
    watch.time(
        "record a result",
        lambda: record_score(actor=actor, match_id=one.pk, expected_version=one.version, wins1=2, wins2=0),
    )
    one.games.all().delete()
    play(round, rng)
    watch.time("reasons of all tables", lambda: every_reason(round))
    watch.time("complete", lambda: rounds.complete_round(actor=actor, round_id=round.pk))
    watch.time("standings", lambda: standings_of(event), repeats=REPEATS)
    watch.time("bare rows of the event", lambda: bare_rows(event), repeats=REPEATS)
    watch.time("finish", lambda: finish_tournament(actor=actor, tournament_id=event.pk, early=True))
    return watch.steps


def every_reason(round: Round) -> int:
    """Why the two players of each table meet, one after the other."""
    found = reasons_of(round)
    return sum(bool(reason_in(found, match)) for match in round.matches.all())


def bare_rows(event: Tournament) -> int:
    """The bound: all entries, tables and games of the event read as plain tuples."""
    read: list[tuple[object, ...]] = list(event.registrations.values_list("pk", "name", "status", "team"))
    read += Match.objects.filter(round__tournament=event).values_list("pk", "player1", "player2", "outcome")
    read += Game.objects.filter(match__round__tournament=event).values_list("match", "number", "winner_seat", "is_draw")
    return len(read)


def write_measured(measure: Callable[[int], dict[str, dict[str, float]]]) -> None:
    """Measure each size of event that the command line names, in a database with the shipped games."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    call_command("migrate", verbosity=0)
    call_command("load_games", verbosity=0)
    sys.stdout.write(json.dumps({size: measure(int(size)) for size in sys.argv[1:]}))


if __name__ == "__main__":
    write_measured(measured)
