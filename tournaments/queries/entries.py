"""The entry list: who is entered, who is on the waiting list, who is checked in."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import BooleanField, Count, ExpressionWrapper, Q, QuerySet

from accounts.actor import Actor
from accounts.compiled import Compiled
from tournaments.models import KeepApart, Registration, Round, Tournament
from tournaments.queries.decks import with_decks
from tournaments.queries.name_order import spoken_key
from tournaments.queries.names import shown_name
from tournaments.queries.teams import entrant_of

Status = Registration.Status

_LEFT = ExpressionWrapper(Q(status=Status.WITHDRAWN), BooleanField())


@dataclass(frozen=True)
class EntryCounts:
    """How many entries there are: `entered` is everybody who has or had a seat and did not withdraw, `no_shows` those
    of them who never came."""

    active: int
    waitlisted: int
    checked_in: int
    entered: int
    no_shows: int

    @property
    def came(self) -> int:
        """How many play, or played."""
        return self.entered - self.no_shows


def listed_entries(tournament: Tournament, *, private: bool) -> list[tuple[int, Registration]]:
    """Everybody who did not withdraw, as a list shows them.

    Those who are in, by name as it is spoken, each with the number of the entry; then those who wait, counted from 1.
    """
    entered: list[Registration] = []
    waiting: list[Registration] = []
    entries = tournament.registrations.exclude(status=Status.WITHDRAWN).select_related("player")
    for entry in entries.order_by("registered_at", "id"):
        entry.tournament = tournament
        (waiting if entry.status == Status.WAITLISTED else entered).append(entry)
    entered.sort(key=lambda entry: (spoken_key(shown_name(entry, private=private)), entry.number))
    return [(entry.number, entry) for entry in entered] + list(enumerate(waiting, start=1))


def find_entry(tournament: Tournament, registration_id: int) -> Registration | None:
    """The tournament's entry of this id, a member's of a team too, player and list selected along."""
    found = with_decks(Registration.everybody.filter(tournament=tournament, pk=registration_id))
    return found.select_related("tournament", "team_entry__player").first()


_OWN = Compiled(
    lambda tournament, player: (
        Registration.people.filter(tournament=tournament, player=player).select_related("team_entry").order_by("id")
    ),
    parameters=2,
)


def own_entries_in(tournament: Tournament, actor: Actor) -> list[Registration]:
    """The entry of each player of the browser without its list, in one small query: of the player who acts now first.

    Of several entries of one player it is the one that counts, else the one withdrawn last. For a member of a team of
    two it is the team (`entrant_of`).
    """
    entries = []
    found = _all_own(tournament.pk, actor)
    for player in actor.players:
        mine = (entry for entry in found if entry.player_id == player.pk)
        entry = min(mine, key=lambda entry: (entry.status == Status.WITHDRAWN, -entry.pk), default=None)
        if entry is not None:
            entry.tournament, entry.player = tournament, player
            entries.append(entrant_of(entry))
    return entries


def own_entries(actor: Actor, tournament: Tournament) -> dict[int, str]:
    """The names, as entered, of all entries that are the actor's own, by key; of a team's member that of the team."""
    own = [entry.team_entry or entry for entry in _all_own(tournament.pk, actor)]
    return {entry.pk: entry.name for entry in own}


def _all_own(tournament_id: int, actor: Actor) -> list[Registration]:
    keys = actor.player_keys
    if len(keys) > 1:
        own = Registration.people.filter(tournament=tournament_id, player__in=keys).select_related("team_entry")
        return list(own.order_by("id"))
    return _OWN.ask(tournament_id, *keys) if keys else []


def count_entries(tournament: Tournament) -> EntryCounts:
    """The numbers of an entry list in one query."""
    counts = tournament.registrations.aggregate(
        active=Count("id", filter=Q(status=Status.ACTIVE)),
        waitlisted=Count("id", filter=Q(status=Status.WAITLISTED)),
        checked_in=Count("id", filter=Q(status=Status.ACTIVE, checked_in_at__isnull=False)),
        entered=Count("id", filter=~Q(status__in=[Status.WITHDRAWN, Status.WAITLISTED])),
        no_shows=Count("id", filter=Q(status=Status.NO_SHOW)),
    )
    return EntryCounts(**counts)


def kept_apart(tournament: Tournament) -> QuerySet[KeepApart]:
    """The pairs that are not to meet, with both entries, in the order they were named."""
    return tournament.kept_apart.select_related("registration_a", "registration_b").order_by("id")


def waiting_place(registration: Registration) -> int | None:
    """Which place on the waiting list, 1 the next to move up; None for an entry that does not wait."""
    if registration.status != Status.WAITLISTED:
        return None
    earlier = Q(registered_at__lt=registration.registered_at) | Q(
        registered_at=registration.registered_at, pk__lt=registration.pk
    )
    waiting = Registration.objects.filter(tournament=registration.tournament_id, status=Status.WAITLISTED)
    return waiting.filter(earlier).count() + 1


def dropped_by_rule(round: Round) -> list[Registration]:
    """Whom the event's settings dropped when the round ended."""
    left = Registration.objects.filter(tournament=round.tournament_id, status_round=round.number)
    return list(left.filter(status=Registration.Status.DROPPED).exclude(drop_rule="").order_by("pk"))
