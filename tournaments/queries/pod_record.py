"""The pod core's view of an event in pods: its rounds as plain records whose ids are registration keys."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Bye, KeepApart, MissedRound, PodSeat, Registration, Round, Tournament
from tournaments.pods.entrants import PodField
from tournaments.pods.past import entrants_after, pairs_in_teams
from tournaments.pods.ranking import PodHistory, PodPlayer, PodRow, PodStanding, PodTiebreak, rank_players
from tournaments.pods.results import Alone, AloneResult, Manner, Outcome, Place, PodPoints, PodResult
from tournaments.queries.decided_pairs import apart_in
from tournaments.queries.history import GONE, entrants_of, rounds_shown, team_key, to_be_paired, took_part
from tournaments.scoring.explanations import Calculation, Explanation, Term

PLACES = 4
_BETWEEN = re.compile(r"[-,;/\s]+")
BYES: dict[str, Alone] = {Bye.Kind.PAIRED: Alone.BYE, Bye.Kind.AWARDED: Alone.AWARDED_BYE}


class UnreadablePlaces(ValueError):
    """Points by place that are none."""


def read_places(text: str) -> tuple[int, ...]:
    """The points of the four places as typed, "4-3-2-1"; none for an empty text.

    Raises `UnreadablePlaces` unless there are four numbers up to 100 of which none is more than the one before it and
    the first is more than the last.
    """
    parts = [part for part in _BETWEEN.split(unicodedata.normalize("NFKC", text).strip()) if part]
    if not parts:
        return ()
    if len(parts) != PLACES or not all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts):
        raise UnreadablePlaces
    points = tuple(int(part) for part in parts)
    if points[0] > 100 or list(points) != sorted(points, reverse=True) or points[0] == points[-1]:
        raise UnreadablePlaces
    return points


def format_places(points: Sequence[int]) -> str:
    """The way `read_places` is written down and stored."""
    return "-".join(str(one) for one in points)


def pod_points(tournament: Tournament) -> PodPoints:
    """What the places of a pod are worth in the event."""
    return PodPoints(
        tournament.points_win, tournament.points_draw, tournament.points_loss, read_places(tournament.pod_places)
    )


@dataclass(frozen=True)
class PodRecord:
    """Everything the rounds in pods have produced up to one round. `registrations` holds every entrant by key."""

    tournament: Tournament
    history: PodHistory
    registrations: dict[int, Registration]
    after_round: int

    def standings(self) -> tuple[PodStanding, ...]:
        """The table of the pod core, disqualified entrants left out."""
        return rank_players(self.history)

    @property
    def rows(self) -> Mapping[int, Sequence[PodRow]]:
        """Every entrant's rounds in order."""
        return self.history.rows

    def explained(self, key: int, code: str) -> Explanation:
        """The arithmetic behind one tiebreaker of an entrant. Raises ValueError for an unknown code."""
        tiebreak = PodTiebreak(code)
        if tiebreak is PodTiebreak.OPPONENTS:
            return self._opponents(key)
        value = next((row.tiebreakers[code] for row in self.standings() if row.entrant == key), Fraction(0))
        if tiebreak is PodTiebreak.WON:
            won = [row.round for row in self.rows[key] if row.outcome is Outcome.WIN]
            terms = [Term(number, None, None, None, Fraction(1)) for number in won]
            return Explanation(key, tiebreak, value, Calculation.SUM, tuple(terms), value, Fraction(1))
        terms = [
            Term(row.round, rival, None, None, Fraction((rival in row.behind) - (rival in row.ahead)))
            for rival in self._level_with(key)
            for row in self.rows[key]
            if rival in row.met
        ]
        return Explanation(key, tiebreak, value, Calculation.HEAD_TO_HEAD, tuple(terms), value, Fraction(1))

    def byes_of(self, key: int) -> tuple[int, ...]:
        """The rounds that the entrant had a bye in."""
        return tuple(row.round for row in self.rows[key] if row.is_bye)

    def __len__(self) -> int:
        """How much it takes to keep, in rows of a table; two pods take as much as a row."""
        return len(self.registrations) + len(self.history.pods) // 2

    def _opponents(self, key: int) -> Explanation:
        terms = []
        for row in self.rows[key]:
            for other in row.met:
                played = [one for one in self.rows[other] if one.alone is None]
                points = Fraction(sum(one.points for one in played))
                terms.append(Term(row.round, other, points, Fraction(len(played)), self.history.averages[other]))
        total = sum((term.value for term in terms), Fraction(0))
        return Explanation(
            entrant=key,
            code=PodTiebreak.OPPONENTS,
            value=total / len(terms) if terms else Fraction(0),
            calculation=Calculation.MEAN,
            terms=tuple(terms),
            total=total,
            divisor=Fraction(len(terms)),
        )

    def _level_with(self, key: int) -> list[int]:
        """The only other entrant with the same points, won pods and opponents' average; nobody if there are more."""
        table = {row.entrant: (row.points, row.wins, row.opponents) for row in self.standings()}
        level = [other for other, values in table.items() if other != key and values == table.get(key)]
        return level if len(level) == 1 else []


def read_pods(tournament: Tournament, *, after_round: int | None = None) -> PodRecord:
    """The rounds up to `after_round`; up to the last completed one by default.

    Pods without a result yet are left out, so a round under way counts as far as it has got.
    """
    rounds = rounds_shown(tournament)
    completed = [number for _key, number, status in rounds if status == Round.Status.COMPLETED]
    last = max(completed, default=0) if after_round is None else after_round
    counted = {key: number for key, number, _status in rounds if number <= last}
    pods: dict[tuple[int, int], list[Place]] = defaultdict(list)
    seen: set[int] = set()
    seats = PodSeat.objects.filter(round__in=counted).order_by("pod", "seat")
    columns = ("pod", "round", "registration", "place", "manner", "pod__is_complete")
    for pod, round, entry, place, manner, is_complete in seats.values_list(*columns):
        seen.add(entry)
        if is_complete and place is not None:
            pods[counted[round], pod].append(Place(entry, place, Manner(manner)))
    alone = [
        AloneResult(counted[round], entry, BYES[kind])
        for round, entry, kind in Bye.objects.filter(round__in=counted).values_list("round", "registration", "kind")
    ]
    missed = MissedRound.objects.filter(round__in=counted).values_list("round", "registration")
    alone += [AloneResult(counted[round], entry, Alone.MISSED) for round, entry in missed]
    seen |= {one.entrant for one in alone}
    registrations = {entry.pk: entry for entry in entrants_of(tournament) if took_part(entry, seen)}
    history = PodHistory(
        players=tuple(_player(entry, last) for entry in registrations.values()),
        pods=tuple(PodResult(number, tuple(places)) for (number, _pod), places in sorted(pods.items())),
        alone=tuple(alone),
        points=pod_points(tournament),
    )
    return PodRecord(tournament, history, registrations, last)


def _player(entry: Registration, last: int) -> PodPlayer:
    left = entry.status_round if entry.status in GONE else None
    out = entry.status == Registration.Status.DISQUALIFIED and (left or 0) <= last
    return PodPlayer(entry.pk, dropped_after=left, ranked=not out)


def pod_field(
    tournament: Tournament, number: int, *, entries: Sequence[Registration] | None = None
) -> PodField:  # fmt: skip
    """The field before round `number`, as the pod core takes it: those who are to be seated, or only `entries`.

    Who did not come to a pod was not in it: the others have not met them, and sat in a smaller pod with their turns as
    they were among those who were there.
    """
    record = read_pods(tournament, after_round=number - 1)
    seats = PodSeat.objects.filter(round__tournament=tournament, round__number__lt=number).order_by("pod", "seat")
    seats = seats.exclude(manner=PodSeat.Manner.NO_SHOW)
    pods: dict[int, list[int]] = defaultdict(list)
    for pod, entry in seats.values_list("pod", "registration"):
        pods[pod].append(entry)
    if entries is None:
        entries = list(to_be_paired(tournament, number))
    players = (entry.pk for entry in entries)
    return PodField(
        entrants_after(players, [tuple(pod) for pod in pods.values()], record.rows),
        _apart(tournament, number, entries),
    )


def _apart(tournament: Tournament, number: int, entries: Sequence[Registration]) -> frozenset[frozenset[int]]:
    """Pairs who sit in one pod as rarely as can be: named by the staff, for the event or the round, or of one team
    where the event keeps teams apart. A pod has six pairs, so "always" cannot be promised; all count the same."""
    pairs = KeepApart.objects.filter(tournament=tournament).values_list("registration_a", "registration_b")
    found = {frozenset(pair) for pair in pairs}
    found |= {frozenset(pair) for pair in apart_in(tournament, number, {entry.pk for entry in entries})}
    keeps = tournament.team_policy != Tournament.TeamPolicy.IGNORE
    if not keeps or number > (tournament.team_rounds or number):
        return frozenset(found)
    return frozenset(found | pairs_in_teams((entry.pk, team_key(entry.team)) for entry in entries))
