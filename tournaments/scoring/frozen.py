"""The values of players who left, as they were after their own last round.

Their opponents' win percentages stand still from then on, in their own row and in what others take from it. The value
of that moment needs the records of that moment, so the rounds are kept one after the other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import lcm
from operator import attrgetter

from tournaments.scoring.history import ResultKind
from tournaments.scoring.presets import Preset, Tiebreak
from tournaments.scoring.records import MATCH_PART, missed_of, shares
from tournaments.scoring.tallies import Games, Ratio, bounded
from tournaments.scoring.tiebreakers import MEANS, Field, opponents_rule, ratio_of


@dataclass(frozen=True, slots=True)
class Course:
    """One entrant's rounds in order: their numbers, the opponents' positions (none for a bye), the sums so far."""

    rounds: Sequence[int]
    opponents: Sequence[int | None]
    sums: Sequence[int]

    def met(self, moment: int) -> Iterator[int]:
        """Whom the entrant had met by then."""
        known = bisect_right(self.rounds, moment)
        return (opponent for opponent in self.opponents[:known] if opponent is not None)


_round_of = attrgetter("round")


def read_courses(field: Field) -> list[Course]:
    """Everybody's counted rounds one after the other."""
    rounds: list[list[int]] = [[] for _ in field.entrants]
    opponents: list[list[int | None]] = [[] for _ in field.entrants]
    sums: list[list[int]] = [[] for _ in field.entrants]
    so_far = [0] * len(field.entrants)
    at, first, ordinary = field.positions, field.history.tiebreaks_from, ResultKind.PLAYED
    played: dict[Games, tuple[int, int]] = {}
    for result in sorted(field.history.results, key=_round_of):
        number = result.round
        if number < first:
            continue
        games = (result.wins1, result.wins2, result.draws)
        found = played.get(games) if result.kind is ordinary else None
        if found is None:
            found = shares(result, field.history, field.preset)
            if result.kind is ordinary:
                played[games] = found
        one = at[result.one]
        two = None if result.two is None else at[result.two]
        rounds[one].append(number)
        opponents[one].append(two)
        so_far[one] += found[0]
        sums[one].append(so_far[one])
        if two is not None:
            rounds[two].append(number)
            opponents[two].append(one)
            so_far[two] += found[1]
            sums[two].append(so_far[two])
    return list(map(Course, rounds, opponents, sums))


class Moments:
    """Looks one family of values up as they were after any round: a mean over the opponents, and the mean of that.

    ``base`` is the first of the two, such as OP. What was found is remembered.
    """

    def __init__(self, field: Field, courses: list[Course], base: Tiebreak) -> None:
        rule = opponents_rule(base, field.preset)
        if rule is None:
            raise ValueError(f"{base} is not a mean over opponents")
        self._field, self._courses, self._rule = field, courses, rule
        self._games = base is Tiebreak.OGW
        self._counts_late = field.preset.late_opponent and base is Tiebreak.OP
        self._empty = rule.floor.numerator, rule.floor.denominator
        self._part = -1 if self._games else MATCH_PART
        self._left = [entrant.dropped_after for entrant in field.entrants]
        self._early = [field.left_early(entrant) for entrant in field.entrants]
        self._rates: dict[tuple[int, bool], Ratio] = {}
        self._means: dict[tuple[int, int], Ratio] = {}

    def mean(self, position: int, moment: int) -> Ratio:
        """The mean after a round; that of a player who had left, as it was then."""
        left = self._left[position]
        if left is not None and left < moment:
            moment = left
        found = self._means.get((position, moment))
        if found is None:
            found = self._means[position, moment] = self._of(
                self._rates_met(position, moment) + self._late(position, moment)
            )
        return found

    def mean_of_means(self, position: int, moment: int) -> Ratio:
        """The mean over the opponents of their means, after a round."""
        met = [self.mean(opponent, moment) for opponent in self._courses[position].met(moment)]
        return self._of(met + self._late(position, moment))

    def _late(self, position: int, moment: int) -> list[Ratio]:
        """The floor for each round missed by then, where these count as opponents."""
        course = self._courses[position]
        rounds = bisect_right(course.rounds, moment)
        return [self._empty] * missed_of(course.sums[rounds - 1]) if self._counts_late and rounds else []

    def _of(self, terms: list[Ratio]) -> Ratio:
        if not terms:
            return self._empty
        denominator = lcm(*[possible for _, possible in terms])
        return sum([won * (denominator // possible) for won, possible in terms]), denominator * len(terms)

    def _rates_met(self, position: int, moment: int) -> list[Ratio]:
        """The win percentages after a round of everybody met by then."""
        courses, part, known, left = self._courses, self._part, self._rates, self._left
        terms = []
        for opponent in courses[position].met(moment):
            course = courses[opponent]
            rounds = bisect_right(course.rounds, moment)
            total = course.sums[rounds - 1] & part if rounds else 0
            went = left[opponent]
            early = went is not None and went <= moment and self._early[opponent]
            rate = known.get((total, early))
            if rate is None:
                ratio = ratio_of(total, self._field.history, self._rule, games=self._games)
                rate = known[total, early] = bounded(ratio, self._rule, left_early=early)
            terms.append(rate)
        return terms


def keeps_value(tiebreak: Tiebreak, preset: Preset) -> bool:
    """Whether a player who left keeps this value."""
    return preset.freeze_after_drop and (tiebreak in MEANS or opponents_rule(tiebreak, preset) is not None)


def frozen_positions(field: Field) -> dict[int, int]:
    """Who left before the last round, and after which round."""
    return {
        position: entrant.dropped_after
        for position, entrant in enumerate(field.entrants)
        if entrant.dropped_after is not None and entrant.dropped_after < field.last_round
    }
