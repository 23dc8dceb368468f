"""Events with submitted lists, for tests of what judges do at the table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.actor import Actor
from tests.people_and_events import enter, make_event, owner_of, staff_actor
from tests.running_events import publish
from tournaments.models import DeckCheck, Match, Registration, Round, Tournament
from tournaments.services import checks
from tournaments.services.check_counts import CountInput
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.start import start_tournament

MAIN = {f"HBU01-A{number:02}": 3 for number in range(1, 14)} | {"HBU01-A14": 1}
SIDE = {f"HBU02-A{number:02}": 2 for number in range(1, 6)}


def list_text(main: dict[str, int] = MAIN, side: dict[str, int] = SIDE) -> str:
    """A list in the site's own text."""
    lines = ["主牌", *(f"{count} {number}" for number, count in main.items())]
    return "\n".join([*lines, "备牌", *(f"{count} {number}" for number, count in side.items())])


def hand_in(entry: Registration, text: str = "") -> None:
    """Submit a list for an entry, as its tournament's owner."""
    save_entry_decklist(
        actor=owner_of(entry.tournament),
        registration_id=entry.pk,
        text=text or list_text(),
        submit=True,
        reason="代为提交",
    )


def event_with_lists(players: int = 8, **changes: Any) -> tuple[Tournament, Round, Actor]:
    """A best-of-three event whose first round is running and everybody's list is in; with one of its judges."""
    tournament = make_event(**changes)
    for entry in enter(tournament, *(f"P{number:02}" for number in range(1, players + 1))):
        hand_in(entry)
    tournament = start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    return tournament, publish(tournament), staff_actor(tournament, "judge")


def begin(judge: Actor, entry: Registration, mode: str = "start") -> DeckCheck:
    """A check of the entry's deck, just started."""
    return checks.start_check(actor=judge, registration_id=entry.pk, mode=mode)


def lay_out(judge: Actor, check: DeckCheck, main: dict[str, int] = MAIN, side: dict[str, int] = SIDE) -> DeckCheck:
    """Count these cards and nothing else."""
    lying = [("main", key, count) for key, count in main.items()] + [
        ("side", key, count) for key, count in side.items()
    ]
    listed = [(card["section"], card["key"], 0) for card in check.version.cards]
    counts = {(section, key): count for section, key, count in [*listed, *lying]}
    check.refresh_from_db()
    return checks.save_counts(
        actor=judge,
        check_id=check.pk,
        expected_revision=check.revision,
        counts=[
            CountInput(section=section, key=key, number=key, count=count) for (section, key), count in counts.items()
        ],
    )


def took(check: DeckCheck, seconds: int) -> None:
    """Make the check's start this long ago."""
    DeckCheck.objects.filter(pk=check.pk).update(started_at=timezone.now() - timedelta(seconds=seconds))


def end(judge: Actor, check: DeckCheck, outcome: str = "clean", **more: Any) -> DeckCheck:
    """End the check at its present revision."""
    check.refresh_from_db()
    return checks.finish_check(
        actor=judge, check_id=check.pk, expected_revision=check.revision, outcome=outcome, **more
    )


def table_of(entry: Registration) -> Match:
    """The entry's match of the running round."""
    return Match.objects.get(Q(player1=entry) | Q(player2=entry), round__status="published")


def seat_somebody_else(match: Match) -> Registration:
    """Give the match the second player of another table of its round, as a repair does; the new opponent."""
    other = Match.objects.filter(round=match.round).exclude(pk=match.pk).earliest("table")
    with transaction.atomic():
        Match.objects.filter(pk=other.pk).update(player2=match.player2, version=other.version + 1)
        Match.objects.filter(pk=match.pk).update(player2=other.player2, version=match.version + 1, report_state="")
    return other.player2
