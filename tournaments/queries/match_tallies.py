"""How the matches of entries went, for the entries' own side: won, lost, drawn, byes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q

from tournaments.models import Bye, Match, Pod, PodSeat, Round
from tournaments.play.records import Seat
from tournaments.pods.results import Manner, Outcome, Place, outcome_of
from tournaments.queries.match_records import winner_seat_of


@dataclass(frozen=True)
class Tally:
    """Matches won, lost and drawn, and byes."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    byes: int = 0

    @property
    def record(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return self.wins + self.losses + self.draws

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.wins + other.wins, self.losses + other.losses, self.draws + other.draws, self.byes + other.byes
        )


WON, LOST, DRAWN, BYE = Tally(wins=1), Tally(losses=1), Tally(draws=1), Tally(byes=1)
IN_POD = {Outcome.WIN: WON, Outcome.DRAW: DRAWN, Outcome.LOSS: LOST}


def matches_and_byes(entries: Collection[int]) -> Iterator[tuple[int, int | None, Tally]]:
    """Each match, pod and bye of the entries in completed rounds: the entry, the opponent's, how it went. Four queries;
    a pod has no one opponent."""
    found = (
        Match.objects.filter(Q(player1__in=entries) | Q(player2__in=entries), is_complete=True)
        .filter(round__status=Round.Status.COMPLETED)
        .select_related("round__tournament")
        .defer("round__pairing")
        .prefetch_related("games")
        .order_by("pk")
    )
    for match in found:
        for entry, opponent, seat in (
            (match.player1_id, match.player2_id, Seat.ONE),
            (match.player2_id, match.player1_id, Seat.TWO),
        ):
            if entry in entries:
                yield entry, opponent, tally_of(match, seat)
    columns = ("pod", "registration", "place", "manner")
    seats = PodSeat.objects.filter(pod__in=Pod.objects.filter(seats__registration__in=entries, is_complete=True))
    seats = seats.filter(round__status=Round.Status.COMPLETED).order_by("pod", "seat")
    for _pod, rows in groupby(seats.values_list(*columns), key=lambda row: row[0]):
        places = [Place(entry, place or PodSeat.LAST, Manner(manner)) for _key, entry, place, manner in rows]
        for one in places:
            if one.entrant in entries:
                yield one.entrant, None, IN_POD[outcome_of(one, places)]
    for entry in Bye.objects.filter(registration__in=entries, round__status=Round.Status.COMPLETED).values_list(
        "registration", flat=True
    ):
        yield entry, None, BYE


def tally_of(match: Match, seat: Seat) -> Tally:
    """How a complete match went for the player at the seat; reads `match.round.tournament` and its games."""
    winner = winner_seat_of(match, round=match.round)
    if winner is not None:
        return WON if winner == seat else LOST
    return LOST if match.is_lost_by_both else DRAWN
