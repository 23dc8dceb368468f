"""Penalties and extra time of an event."""

from __future__ import annotations

from collections import Counter

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import Penalty, Pod, PodSeat, Registration, Round, TimeExtension, Tournament

LOSSES = (Penalty.Level.GAME_LOSS, Penalty.Level.MATCH_LOSS)
"""What loses a game or a match."""


def penalties_of(tournament: Tournament) -> QuerySet[Penalty]:
    """Every penalty of the event, withdrawn ones too, the newest first."""
    return Penalty.objects.filter(tournament=tournament).select_related(
        "registration__player", "round", "match", "deck_check", "given_by_user"
    )


def find_penalty(tournament: Tournament, penalty_id: int) -> Penalty | None:
    """The tournament's penalty of this id."""
    return penalties_of(tournament).filter(pk=penalty_id).first()


def standing_penalties(registration: Registration) -> QuerySet[Penalty]:
    """What the entrant got in this event and was not withdrawn."""
    return Penalty.objects.filter(registration=registration, withdrawn_at=None)


def earlier_penalties(registration: Registration, infraction: str) -> list[Penalty]:
    """What the entrant got for the same infraction in this event, the newest first; withdrawn ones do not count."""
    mine = standing_penalties(registration).filter(infraction=infraction)
    return list(mine.select_related("round", "match", "deck_check").order_by("-given_at", "-pk"))


def standing_losses(round: Round) -> QuerySet[Penalty]:
    """The penalties of a round that mean a loss and are not withdrawn."""
    return Penalty.objects.filter(round=round, level__in=LOSSES, withdrawn_at=None)


def pod_still_lost(penalty: Penalty) -> Pod | None:
    """Of a withdrawn penalty, the pod whose result still has the loss, although no other penalty means it."""
    if penalty.round is None or penalty.level not in LOSSES:
        return None
    if standing_losses(penalty.round).filter(registration=penalty.registration_id).exists():
        return None
    lost = PodSeat.objects.filter(round=penalty.round, registration=penalty.registration_id)
    seat = lost.filter(manner=PodSeat.Manner.MATCH_LOSS, pod__is_complete=True).select_related("pod").first()
    return seat.pod if seat is not None else None


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
