"""What a player was penalised for in other events of the same organisers, as far as a judge may see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.actor import Actor
from cardpool.packs import Names
from cardpool.queries import pack_of
from tournaments.models import Penalty, Registration, StaffMember, Tournament
from tournaments.permissions import PERMITTED, Action, may
from tournaments.queries.origins import copies_of
from tournaments.queries.teams import members_of

MAX_SHOWN = 10
ORGANISERS = (StaffMember.Role.OWNER, StaffMember.Role.ORGANISER)


@dataclass(frozen=True)
class PenaltyElsewhere:
    """That there was a penalty: for what and when. `event` and `level` only for those who give penalties there too.

    `called` is what that event's game calls the infraction, None where it no longer knows it.
    """

    infraction: str
    on: date
    event: str = ""
    level: str = ""
    called: Names | None = None


def penalties_elsewhere(actor: Actor, entry: Registration) -> list[PenaltyElsewhere]:
    """The same player's penalties in other events of the same organisers, the newest first; not withdrawn ones.

    For accounts that give penalties in this event. A staff link is for one event, and shows none of another. Whichever
    events are of the same organisers, those in which the account gives penalties too are shown. The same player is also
    who was entered again under the same player ID of the game. Of a team its members' are shown. An event that this one
    was restored from, or that was restored from the same, is this event and no other.
    """
    here = entry.tournament
    if actor.user is None or not may(actor, Action.GIVE_PENALTIES, here):
        return []
    roles = [role.value for role in PERMITTED[Action.GIVE_PENALTIES]]
    own = StaffMember.objects.filter(user=actor.user, role__in=roles).values("tournament")
    found = (
        Penalty.objects.filter(_same_person(entry), withdrawn_at=None)
        .filter(Q(tournament__in=own) | Q(tournament__in=of_the_same(here).values("pk")))
        .exclude(tournament=here)
        .exclude(tournament__in=copies_of(here))
        .select_related("tournament__ruleset__game")
        .order_by("-given_at", "-pk")[:MAX_SHOWN]
    )
    return [_as_seen(actor, penalty) for penalty in found]


def of_the_same(here: Tournament) -> QuerySet[Tournament]:
    """The events of the same organisers as this one: one account made both and still owns them, or the makers of the
    two help to run each other's.

    Somebody can be added to an event without being asked, so that alone opens no other event: each side has to have
    added the other.
    """
    owners = StaffMember.objects.filter(role=StaffMember.Role.OWNER)
    maker = here.created_by_id
    if maker is None or not owners.filter(tournament=here, user=maker).exists():
        return Tournament.objects.none()
    helpers = StaffMember.objects.filter(tournament=here, role__in=ORGANISERS).values("user")
    helped = StaffMember.objects.filter(user=maker, role__in=ORGANISERS).values("tournament")
    is_owned = Exists(owners.filter(tournament=OuterRef("pk"), user=OuterRef("created_by")))
    return Tournament.objects.filter(is_owned, created_by__in=helpers, pk__in=helped)


def _same_person(entry: Registration) -> Q:
    """The entries of the player, by the player and by their ID; of a team those of its members."""
    people = members_of(entry) or [entry]
    ids = [one.membership_id for one in people if one.membership_id]
    by_id = Q(registration__membership_id__in=ids, tournament__game=entry.tournament.game_id)
    return Q(registration__player__in=[one.player_id for one in people]) | by_id


def _as_seen(actor: Actor, penalty: Penalty) -> PenaltyElsewhere:
    on = timezone.localdate(penalty.given_at)
    event: Tournament = penalty.tournament
    known = pack_of(event.ruleset).infraction(penalty.infraction)
    called = known.names if known is not None else None
    if may(actor, Action.GIVE_PENALTIES, event):
        return PenaltyElsewhere(penalty.infraction, on, event=event.name, level=penalty.level, called=called)
    return PenaltyElsewhere(penalty.infraction, on, called=called)
