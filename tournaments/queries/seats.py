"""Where the entrants of an event sit in its newest round, a hundred entries at a time."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Bye, Match, Registration, Round, Tournament
from tournaments.queries.matches import carry_tournament, with_players

IN_SECTION = 100
"""Keys of entries that one section covers: their keys divided by this, rounded down, are the section's number."""


@dataclass(frozen=True)
class Seat:
    """An entry in a round: its match, or a bye, or neither."""

    entry: Registration
    match: Match | None = None
    bye: bool = False


def section_of_seat(entry: Registration) -> int:
    """The number of the section that holds the entry's seat. It stays the same as long as the entry exists."""
    return entry.pk // IN_SECTION


def seats_of(tournament: Tournament, round: Round | None, section: int) -> list[Seat]:
    """The seats of a section's entries in a round of the event, in order of entry; no seats without a round.

    Matches come with players, games and extra time; five queries for any size of event.
    """
    first = section * IN_SECTION
    entries = Registration.objects.filter(tournament=tournament, pk__gte=first, pk__lt=first + IN_SECTION)
    found = list(entries.select_related("player").order_by("pk"))
    for entry in found:
        entry.tournament = tournament
    if round is None or not found:
        return [Seat(entry) for entry in found]
    keys = [entry.pk for entry in found]
    seated: dict[int, Match] = {}
    matches = Match.objects.filter(Q(player1__in=keys) | Q(player2__in=keys), round=round)
    for match in with_players(matches).prefetch_related("games", "time_extensions").order_by():
        match.round = round
        carry_tournament(match, tournament)
        seated[match.player1_id] = seated[match.player2_id] = match
    byes = set(Bye.objects.filter(round=round, registration__in=keys).values_list("registration", flat=True))
    return [Seat(entry, seated.get(entry.pk), entry.pk in byes) for entry in found]
