"""Seats and the waiting list. The tournament's row is locked by the caller throughout."""

from __future__ import annotations

from accounts.actor import SYSTEM, Actor
from tournaments.models import Registration, Tournament
from tournaments.services.log import write_log


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


def promote_waiting(*, tournament: Tournament, actor: Actor = SYSTEM) -> list[Registration]:
    """Give free seats to the waiting list, in its order, while registration is open; each is logged."""
    if tournament.phase != Tournament.Phase.REGISTRATION:
        return []
    waiting = tournament.registrations.filter(status=Registration.Status.WAITLISTED)
    free = free_seats(tournament)
    promoted = list(waiting.order_by("registered_at", "id")[:free])
    for registration in promoted:
        registration.status = Registration.Status.ACTIVE
        registration.save(update_fields=["status"])
        write_log(tournament, actor, "entry_promoted", entry=registration.pk, name=registration.name)
    return promoted
