"""Searches for the best pairing of a round."""

from __future__ import annotations

from tournaments.models import PairingSearch, Tournament

OPEN = (PairingSearch.State.QUEUED, PairingSearch.State.RUNNING)


def search_of(tournament: Tournament, number: int) -> PairingSearch | None:
    """The newest search for a pairing of the round."""
    return PairingSearch.objects.filter(tournament=tournament, number=number).order_by("-pk").first()


def can_be_searched(tournament: Tournament, number: int) -> bool:
    """Whether there is such a round, or it is the next one."""
    return 1 <= number <= tournament.rounds.count() + 1


def open_search(tournament: Tournament) -> PairingSearch | None:
    """The search that waits or runs."""
    return PairingSearch.objects.filter(tournament=tournament, state__in=OPEN).first()
