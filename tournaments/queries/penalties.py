"""Penalties and extra time of an event."""

from __future__ import annotations

from collections import Counter

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import Penalty, Registration, Round, TimeExtension, Tournament


def penalties_of(tournament: Tournament) -> QuerySet[Penalty]:
    """Every penalty of the event, withdrawn ones too, the newest first."""
    return Penalty.objects.filter(tournament=tournament).select_related(
        "registration__player", "round", "match", "deck_check", "given_by_user"
    )


def find_penalty(tournament: Tournament, penalty_id: int) -> Penalty | None:
    """The tournament's penalty of this id."""
    return penalties_of(tournament).filter(pk=penalty_id).first()


def earlier_penalties(registration: Registration, infraction: str) -> list[Penalty]:
    """What the entrant got for the same infraction in this event, the newest first; withdrawn ones do not count."""
    mine = Penalty.objects.filter(registration=registration, infraction=infraction, withdrawn_at=None)
    return list(mine.select_related("round", "match", "deck_check").order_by("-given_at", "-pk"))


def extensions_of(tournament: Tournament) -> QuerySet[TimeExtension]:
    """Every extension of the event, withdrawn ones too, in the order given."""
    found = TimeExtension.objects.filter(Q(match__round__tournament=tournament) | Q(pod__round__tournament=tournament))
    return found.select_related("match__round", "match__player1", "match__player2", "pod__round", "deck_check")


def extensions_in(round: Round) -> QuerySet[TimeExtension]:
    """The extensions of a round, withdrawn ones too."""
    return extensions_of(round.tournament).filter(Q(match__round=round) | Q(pod__round=round))


def find_extension(tournament: Tournament, extension_id: int) -> TimeExtension | None:
    """The tournament's extension of this id."""
    return extensions_of(tournament).filter(pk=extension_id).first()


def tables_with_time(round: Round) -> list[tuple[int, int]]:
    """The tables still playing that have extra time, with their minutes, in order; one query."""
    at_match = Q(match__round=round, match__is_complete=False, match__table__isnull=False)
    at_pod = Q(pod__round=round, pod__is_complete=False, pod__table__isnull=False)
    given = TimeExtension.objects.filter(at_match | at_pod, withdrawn_at=None)
    minutes: Counter[int] = Counter()
    for table, count in given.values_list(Coalesce("match__table", "pod__table"), "minutes"):
        minutes[table or 0] += count
    return sorted(minutes.items())
