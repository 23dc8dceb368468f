"""Rounds that staff have settled for entries before they are paired."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Case, QuerySet, Sum, When

from tournaments.models import AssignedRound, Bye, MissedRound, Registration, Round, Tournament
from tournaments.queries.rounds import newest_round

WEIGHT = Sum(Case(When(number=1, then=1), When(number=2, then=2), When(number=3, then=4), default=0))
"""Players that the awarded byes of an entry add to its one: a bye of one, two or three rounds counts as two, four or
eight players where the number of rounds follows from theirs (Magic Tournament Rules, appendix E)."""


@dataclass(frozen=True)
class Assigned:
    """One assigned round of an entry; `is_open`: it is not paired yet and can be taken back."""

    row: AssignedRound
    is_open: bool


def next_to_pair(tournament: Tournament) -> int:
    """The number of the first round that is not paired."""
    newest = newest_round(tournament)
    return newest.number + 1 if newest is not None else 1


def assigned_to(registration: Registration) -> list[Assigned]:
    """What is assigned to an entry, in order of the rounds."""
    first = next_to_pair(registration.tournament)
    rows = AssignedRound.objects.filter(registration=registration).order_by("number")
    return [Assigned(row, row.number >= first) for row in rows]


def assigned_for(registration: Registration, round: Round) -> AssignedRound | None:
    """What staff settled for an entry in a Swiss round."""
    if round.stage != Round.Stage.SWISS:
        return None
    return AssignedRound.objects.filter(registration=registration, number=round.number).first()


def losses_assigned_in(round: Round, missed: Sequence[MissedRound]) -> frozenset[int]:
    """Which of the entries that missed a round were assigned a loss in it; no query where nobody missed it."""
    keys = [row.registration_id for row in missed]
    if not keys:
        return frozenset()
    rows = AssignedRound.objects.filter(registration__in=keys, number=round.number, kind=AssignedRound.Kind.LOSS)
    return frozenset(rows.values_list("registration", flat=True))


def byes_by_hand(round: Round, byes: Iterable[Bye]) -> list[AssignedRound]:
    """Those of the round's byes that staff gave; no query where none was awarded."""
    here = [bye.registration_id for bye in byes if bye.kind == Bye.Kind.AWARDED]
    if not here:
        return []
    rows = AssignedRound.objects.filter(registration__in=here, number=round.number, kind=AssignedRound.Kind.BYE)
    return list(rows.select_related("registration__player").order_by("pk"))


def assigned_rows(round: Round) -> list[tuple[int, str]]:
    """Entries with the bye or loss that staff had settled for a round, where the round has it. Three queries."""
    here = {
        AssignedRound.Kind.BYE.value: set(
            round.byes.filter(kind=Bye.Kind.AWARDED).values_list("registration", flat=True)
        )
    }
    here[AssignedRound.Kind.LOSS.value] = set(round.missed.values_list("registration", flat=True))
    settled = AssignedRound.objects.filter(registration__tournament=round.tournament_id, number=round.number)
    rows = settled.order_by("registration").values_list("registration", "kind")
    return [(key, kind) for key, kind in rows if key in here[kind]]


def assigned_in(tournament: Tournament) -> frozenset[tuple[int, int, str]]:
    """Entry, round and kind of everything assigned in a tournament."""
    rows = AssignedRound.objects.filter(registration__tournament=tournament)
    return frozenset(rows.values_list("registration", "number", "kind"))


def awarded_byes() -> QuerySet[AssignedRound]:
    """The byes awarded to entrants who are still in their tournament."""
    return AssignedRound.objects.filter(
        registration__status=Registration.Status.ACTIVE, kind=AssignedRound.Kind.BYE
    ).order_by()


def players_for_byes(tournament: Tournament, *, only_checked_in: bool = False) -> int:
    """How many players more the awarded byes of a field count as; with `only_checked_in`, of those who are here."""
    awarded = awarded_byes().filter(registration__tournament=tournament)
    if only_checked_in:
        awarded = awarded.filter(registration__checked_in_at__isnull=False)
    return awarded.aggregate(players=WEIGHT)["players"] or 0
