"""Telling players without a legal list that the deadline for decklists, or the start that closes them, is near."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.inbox import send_notices, who_got
from jobs.services.leases import ask_job
from tournaments.models import Tournament
from tournaments.queries.deck_statistics import deck_standings
from tournaments.services.locking import lock_tournament

NOTIFY_DEADLINE = "tournaments.notify_deadline"
"""The kind of job; it is due when the deadline is near."""
DEADLINE = "deadline_near"
"""The code of the notice."""
NEAR = timedelta(hours=1)


def plan_deadline_notice(tournament: Tournament) -> None:
    """Have the notice sent when the deadline is near; the caller's transaction has written it."""
    deadline = deadline_of(tournament)
    if deadline is not None and not tournament.is_demo:
        ask_job(kind=NOTIFY_DEADLINE, subject=tournament.pk, due_at=deadline - NEAR)


def deadline_of(tournament: Tournament) -> datetime | None:
    """When lists close: at the deadline that was set, else, where lists are asked for, when the event is to start."""
    at_start = tournament.starts_at if tournament.decklists_required else None
    return tournament.decklist_deadline or at_start


@transaction.atomic
def notify_deadline(tournament_id: int) -> None:
    """Send it, once for each deadline, to everybody whose list is missing or not legal.

    Nothing is sent once the deadline was taken away or has passed, or the event has begun. Called too early, as where
    the deadline was moved or clocks differ, it is planned again.
    """
    if not Tournament.objects.filter(pk=tournament_id).exists():
        return
    tournament = lock_tournament(tournament_id)
    deadline, now = deadline_of(tournament), timezone.now()
    if tournament.phase != Tournament.Phase.REGISTRATION or deadline is None:
        return
    if now < deadline - NEAR:
        plan_deadline_notice(tournament)
        return
    if now >= deadline:
        return
    of_deadline = {"tournament": tournament.pk, "deadline": deadline.isoformat()}
    at_start = tournament.decklist_deadline is None
    due = [one.registration for one in deck_standings(tournament) if one.is_due]
    reached = who_got([entry.player for entry in due], code=DEADLINE, **of_deadline)
    for entry in due:
        if entry.player_id not in reached:
            path = reverse("deck_editor", args=[entry.pk])
            facts = {**of_deadline, "event": tournament.name, "entry": entry.pk, "at_start": at_start}
            send_notices([(entry.player, facts)], code=DEADLINE, path=path)
