"""Which late players could play somebody with the bye, as the pages of the round and of the entry offer it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tournaments.models import Registration, Round, Tournament
from tournaments.queries.late_seats import late_seats
from tournaments.queries.rounds import newest_round

MAX_LATE = 12
"""Late players listed on one page; the page of an entry has its own offer."""


@dataclass(frozen=True)
class LateOffer:
    """A late player, and everybody with the bye whom they could play in the running round."""

    round: Round
    late: Registration
    byes: tuple[Registration, ...]


def late_offers(round: Round | None, *, only: int | None = None) -> list[LateOffer]:
    """What the page of a round, or of an entry with `only` it, offers; nothing where no bye can become a match."""
    if round is None:
        return []
    found = late_seats(round, only=only)
    offers = [
        LateOffer(round, late, tuple(one.with_bye for one in both))
        for late, both in groupby(found, key=lambda one: one.late)
    ]
    return offers[:MAX_LATE]


def offers_now(tournament: Tournament, *, only: int | None = None) -> list[LateOffer]:
    """The same of the round that is running."""
    newest = newest_round(tournament)
    if newest is not None:
        newest.tournament = tournament
    return late_offers(newest, only=only)
