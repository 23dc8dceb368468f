"""What a player was penalised for in other events of the same organiser, as far as a judge may see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from accounts.actor import Actor
from tournaments.models import Penalty, Registration, StaffMember, Tournament
from tournaments.permissions import Action, may

MAX_SHOWN = 10


@dataclass(frozen=True)
class PenaltyElsewhere:
    """That there was a penalty: for what and when. `event` and `level` only for those who give penalties there too."""

    infraction: str
    on: date
    event: str = ""
    level: str = ""


def penalties_elsewhere(actor: Actor, entry: Registration) -> list[PenaltyElsewhere]:
    """The same player's penalties in other events with an owner of this one, the newest first; not withdrawn ones.

    For accounts that give penalties in this event. A staff link is for one event, and shows none of another.
    """
    here = entry.tournament
    if actor.user is None or not may(actor, Action.GIVE_PENALTIES, here):
        return []
    owners = StaffMember.objects.filter(tournament=here, role=StaffMember.Role.OWNER).values("user")
    events = StaffMember.objects.filter(user__in=owners, role=StaffMember.Role.OWNER).values("tournament")
    found = (
        Penalty.objects.filter(registration__player=entry.player_id, tournament__in=events, withdrawn_at=None)
        .exclude(tournament=here)
        .select_related("tournament")
        .order_by("-given_at", "-pk")[:MAX_SHOWN]
    )
    return [_as_seen(actor, penalty) for penalty in found]


def _as_seen(actor: Actor, penalty: Penalty) -> PenaltyElsewhere:
    on = timezone.localdate(penalty.given_at)
    event: Tournament = penalty.tournament
    if may(actor, Action.GIVE_PENALTIES, event):
        return PenaltyElsewhere(penalty.infraction, on, event=event.name, level=penalty.level)
    return PenaltyElsewhere(penalty.infraction, on)
