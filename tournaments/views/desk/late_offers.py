"""From when a late player plays, and which of them could play somebody with the bye, as the desk says it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from tournaments.models import Registration, Round, Tournament
from tournaments.queries.late_seats import late_seats
from tournaments.queries.rounds import newest_round

MAX_LATE = 12
"""Late players listed on one page; the page of an entry has its own offer."""


def say_from_when(tournament: Tournament) -> str:
    """From which round on somebody plays who is entered now, while the Swiss rounds run."""
    newest = tournament.rounds.filter(stage=Round.Stage.SWISS).order_by("number").last()
    number = newest.number if newest is not None else 0
    facts = {"number": number, "next": number + 1}
    if newest is not None and newest.status == Round.Status.DRAFT:
        if number == tournament.planned_rounds:
            return (
                _("Round %(number)s is a draft, and the last round: who comes late plays once it is paired again.")
                % facts
            )
        return (
            _("Round %(number)s is a draft: who comes late is in it once paired again, else from round %(next)s on.")
            % facts
        )
    if tournament.is_in_pods and newest is not None and newest.status == Round.Status.PUBLISHED:
        return _("Who comes late plays from round %(next)s on: nobody is added to a pod of a published round.") % facts
    return _("Who comes late plays from round %(next)s on.") % facts


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
