"""Measuring for `bench.files`: `prepare PLAYERS` prints an event's code, `<file> CODE` measures one file as JSON."""

# ruff: noqa: E402
from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Callable

import django

django.setup()

from django.core.management import call_command
from django.db import connection

from accounts.actor import Actor
from accounts.models import User
from bench.pages_measured import make_event
from config.serving.bridge import FilePieces
from decks.models import Decklist, DecklistVersion
from tournaments.models import Export, Registration, StaffMember, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.exporting import SheetOrder, request_export

MAIN = [f"3 HBU01-A{number:02}" for number in range(1, 14)] + ["1 HBU01-A14"]
SIDE = [f"1 HBU02-A{number:02}" for number in range(1, 11)]
LIST = "\n".join(["Main", *MAIN, "Side", *SIDE])
SITE = "http://192.168.1.20:8000"


def prepare(players: int) -> None:
    """An event with a list for every entry: one is saved by the service, the others have its rows."""
    call_command("migrate", verbosity=0)
    call_command("load_games", verbosity=0)
    event = make_event(players, random.Random(players))
    owner = User.objects.create_user("owner")
    StaffMember.objects.create(tournament=event, user=owner, role="owner")
    entries = list(event.registrations.select_related("player").order_by("pk"))
    Tournament.objects.filter(pk=event.pk).update(phase="registration", decklists_required=True)
    save_entry_decklist(actor=Actor(user=owner), registration_id=entries[0].pk, text=LIST, submit=True, name="Deck")
    Tournament.objects.filter(pk=event.pk).update(phase="swiss")
    first = Registration.objects.get(pk=entries[0].pk).decklist
    assert first is not None
    version = first.submitted
    facts = {"ruleset": first.ruleset, "name": first.name, "best_of": first.best_of, "pool": first.pool}
    lists = Decklist.objects.bulk_create([Decklist(owner=entry.player, **facts) for entry in entries[1:]])
    copied = ("number", "text", "cards", "verdict", "judged_as_of", "report", "saved_by")
    saved = DecklistVersion.objects.bulk_create(
        [DecklistVersion(decklist=one, **{name: getattr(version, name) for name in copied}) for one in lists]
    )
    for entry, one, kept in zip(entries[1:], lists, saved, strict=True):
        one.submitted, one.submitted_at, entry.decklist = kept, first.submitted_at, one
    Decklist.objects.bulk_update(lists, ["submitted", "submitted_at"], batch_size=1_000)
    Registration.objects.bulk_update(entries[1:], ["decklist"], batch_size=1_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    sys.stdout.write(event.code)


def peak() -> float:
    """The most memory this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(work: Callable[[], Export | int]) -> dict[str, float]:
    """What the work takes, and what it takes to send the file it has made."""
    wall, cpu = time.perf_counter(), time.process_time()
    made = work()
    found = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "peak": peak(), "bytes": 0.0}
    if not isinstance(made, Export):
        return found | {"bytes": made}
    made.refresh_from_db()
    if made.state != Export.State.READY:
        raise SystemExit(f"{made.kind}: {made.state} {made.error}")
    start = time.perf_counter()
    pieces = iter(FilePieces(made.file.open("rb")))
    size = len(next(pieces))
    first = time.perf_counter() - start
    size += sum(len(piece) for piece in pieces)
    return found | {"bytes": size, "first_ms": first * 1000, "sent_peak": peak() - found["peak"]}


def main(what: str, subject: str) -> None:
    """One step; jobs run where they are asked for, under a lease as in the worker."""
    if what == "prepare":
        prepare(int(subject))
        return
    event = Tournament.objects.get(code=subject)
    owner = Actor(user=User.objects.get(username="owner"))

    steps: dict[str, Callable[[], Export | int]] = {
        "nothing": lambda: 0,
        "everybody": lambda: request_export(actor=Actor(), tournament_id=event.pk, language="en"),
        "staff": lambda: request_export(actor=owner, tournament_id=event.pk, language="en"),
        "sheets": lambda: request_export(
            actor=owner, tournament_id=event.pk, language="en", sheets=SheetOrder(shown="all", site=SITE)
        ),
    }
    sys.stdout.write(json.dumps(measured(steps[what])))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
