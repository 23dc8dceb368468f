"""Staff links: which of them work, and what the one of a browser permits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone

from accounts.actor import Actor, StaffPass
from accounts.secrets import secret_hash
from tournaments.models import StaffLink, Tournament
from tournaments.permissions import Action, permits, staff_roles_in

GOOD_AFTER_THE_END = timedelta(hours=12)
"""A link works this long after its event has finished, for corrections and the finish taken back."""


class End(StrEnum):
    """Why a link works no more."""

    REVOKED = "revoked"
    EXPIRED = "expired"
    EVENT_OVER = "event_over"
    ISSUER_LEFT = "issuer_left"


@dataclass(frozen=True)
class LinkState:
    """A link, and why it works no more; None while it does."""

    link: StaffLink
    end: End | None


def find_link(secret: str) -> StaffLink | None:
    """The link of this secret while it works, with its tournament."""
    return _working(StaffLink.objects.filter(secret_hash=secret_hash(secret)).select_related(*WITH).first())


def pass_of(key: int, hashed: str) -> tuple[StaffPass, StaffLink] | None:
    """What the link with this key and hash permits, and the link; None once it works no more. Two queries."""
    link = _working(StaffLink.objects.filter(pk=key, secret_hash=hashed).select_related(*WITH).first())
    if link is None:
        return None
    return StaffPass(link=link.pk, event=link.tournament_id, role=link.role, name=link.name), link


def links_of(tournament: Tournament) -> list[LinkState]:
    """The event's links, those that work first, then the newest."""
    links = StaffLink.objects.filter(tournament=tournament).select_related(*WITH)
    states = [LinkState(link, end_of(link, timezone.now())) for link in links]
    return sorted(states, key=lambda state: (state.end is not None, -state.link.pk))


def end_of(link: StaffLink, now: datetime) -> End | None:
    """Why a link works no more; None while it does. Its tournament and issuer are read along."""
    if link.revoked_at is not None:
        return End.REVOKED
    if link.expires_at is not None and link.expires_at <= now:
        return End.EXPIRED
    issuer = Actor(user=link.issued_by)
    if not permits(staff_roles_in(issuer, link.tournament_id), Action.ISSUE_STAFF_LINKS):
        return End.ISSUER_LEFT
    event = link.tournament
    finished_at = event.finished_at if event.phase == Tournament.Phase.FINISHED else None
    if event.phase == Tournament.Phase.CANCELLED:
        return End.EVENT_OVER
    if finished_at is not None and finished_at <= now - GOOD_AFTER_THE_END:
        return End.EVENT_OVER
    return None


WITH = ("tournament", "issued_by")


def _working(link: StaffLink | None) -> StaffLink | None:
    return link if link is not None and end_of(link, timezone.now()) is None else None
