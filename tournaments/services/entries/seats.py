"""Seats and the waiting list. The tournament's row is locked by the caller throughout."""

from __future__ import annotations

from accounts.actor import SYSTEM
from accounts.refusals import Conflict, Refusal
from tournaments.models import Registration, Tournament
from tournaments.services.log import write_log

MAX_ENTRIES = 5_000
"""Entries of one event, those who wait or withdrew included: it bounds the work behind public pages, which grows with
the entries of an event (docs/architecture/limits.md)."""


MAY_JOIN = (Tournament.Phase.REGISTRATION, Tournament.Phase.SWISS)
"""When players join by themselves: they claim a prepared name, enter, or from the start on ask for a late entry."""


def refuse_started(tournament: Tournament) -> None:
    """Raise Conflict `already_started` once the event has left registration."""
    if tournament.phase != Tournament.Phase.REGISTRATION:
        raise Conflict("already_started", phase=tournament.phase)


def refuse_closed(tournament: Tournament) -> None:
    """Raise Refusal `registration_closed` where nobody can sign up by themselves."""
    if tournament.phase != Tournament.Phase.REGISTRATION or not tournament.registration_open:
        raise Refusal("registration_closed", phase=tournament.phase)


def refuse_closed_to_players(tournament: Tournament) -> None:
    """Raise Refusal `registration_closed` where nobody can join, not even by asking for a late entry."""
    if tournament.phase not in MAY_JOIN or not tournament.registration_open:
        raise Refusal("registration_closed", phase=tournament.phase)


def refuse_teams(tournament: Tournament) -> None:
    """Raise Refusal `teams_only` where a single person cannot be entered."""
    if tournament.is_for_teams:
        raise Refusal("teams_only")


def refuse_too_many(tournament: Tournament, more: int = 1) -> None:
    """Raise Refusal `too_many_entries` where the event has no room for `more` entries."""
    if more and Registration.everybody.filter(tournament=tournament).count() + more > MAX_ENTRIES:
        raise Refusal("too_many_entries", limit=MAX_ENTRIES)


def seat_status(tournament: Tournament) -> Registration.Status:
    """What the next entrant becomes: active while a seat is free and nobody waits for it, else waiting."""
    waiting = tournament.registrations.filter(status=Registration.Status.WAITLISTED).exists()
    if waiting or free_seats(tournament) == 0:
        return Registration.Status.WAITLISTED
    return Registration.Status.ACTIVE


def free_seats(tournament: Tournament) -> int | None:
    """Seats not taken, None where there is no limit."""
    if tournament.capacity is None:
        return None
    entered = tournament.registrations.filter(status=Registration.Status.ACTIVE).count()
    return max(0, tournament.capacity - entered)


def promote_waiting(*, tournament: Tournament) -> None:
    """Give free seats to the waiting list, in its order, while registration is open; each is logged."""
    if tournament.phase != Tournament.Phase.REGISTRATION:
        return
    waiting = tournament.registrations.filter(status=Registration.Status.WAITLISTED)
    free = free_seats(tournament)
    for registration in waiting.order_by("registered_at", "id")[:free]:
        registration.status = Registration.Status.ACTIVE
        registration.save(update_fields=["status"])
        write_log(tournament, SYSTEM, "entry_promoted", entry=registration.pk, name=registration.name)
