"""The values of players who left, as they were after their own last round.

Their opponents' win percentages stand still from then on, in their own row and in what others take from it. The value
of that moment needs the records of that moment, so the rounds are kept one after the other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import lcm
from operator import attrgetter
from typing import NamedTuple

from tournaments.scoring.history import MatchResult, ResultKind
from tournaments.scoring.presets import Preset, Tiebreak
from tournaments.scoring.records import MATCH_PART, shares
from tournaments.scoring.tallies import Games, Ratio, bounded
from tournaments.scoring.tiebreakers import MEANS, Field, opponents_rule, ratio_of


@dataclass(frozen=True, slots=True)
class Course:
    """One entrant's rounds in order: their numbers, the opponents' positions (none for a bye), the sums so far."""

    rounds: tuple[int, ...]
    opponents: tuple[int | None, ...]
    sums: tuple[int, ...]

    def after(self, moment: int) -> int:
        """The sum after a round."""
        known = bisect_right(self.rounds, moment)
        return self.sums[known - 1] if known else 0

    def met(self, moment: int) -> Iterator[int]:
        """Whom the entrant had met by then."""
        known = bisect_right(self.rounds, moment)
        return (opponent for opponent in self.opponents[:known] if opponent is not None)


def read_courses(field: Field) -> list[Course]:
    """Everybody's counted rounds one after the other."""
    return _read(field, range(len(field.entrants)), field.history.results)


_round_of = attrgetter("round")


def _read(field: Field, wanted: Iterable[int], results: Iterable[MatchResult]) -> list[Course]:
    """The courses of these entrants, in their order, from results in any order."""
    courses = {position: _Course([], [], [0]) for position in wanted}
    at, first = field.positions, field.history.tiebreaks_from
    played: dict[Games, tuple[int, int]] = {}
    for result in sorted(results, key=_round_of):
        if result.round < first:
            continue
        games = (result.wins1, result.wins2, result.draws)
        if result.kind is not ResultKind.PLAYED:
            found = shares(result, field.history, field.preset)
        elif games in played:
            found = played[games]
        else:
            found = played[games] = shares(result, field.history, field.preset)
        one = at[result.one]
        two = None if result.two is None else at[result.two]
        for position, opponent, share in ((one, two, found[0]), (two, one, found[1])):
            course = None if position is None else courses.get(position)
            if course is not None:
                course.rounds.append(result.round)
                course.opponents.append(opponent)
                course.sums.append(course.sums[-1] + share)
    return [Course(tuple(own.rounds), tuple(own.opponents), tuple(own.sums[1:])) for own in courses.values()]


class _Course(NamedTuple):
    """A course that is being read; its sums begin with nothing."""

    rounds: list[int]
    opponents: list[int | None]
    sums: list[int]


def corrected_courses(courses: list[Course], now: Field, changed: Iterable[int]) -> list[Course]:
    """The courses with those of some entrants read again."""
    corrected, wanted = list(courses), list(changed)
    ids = {now.entrants[position].id for position in wanted}
    results = [result for result in now.history.results if result.one in ids or result.two in ids]
    for position, course in zip(wanted, _read(now, wanted, results), strict=True):
        corrected[position] = course
    return corrected


class Moments:
    """Looks one family of values up as they were after any round: a mean over the opponents, and the mean of that.

    ``base`` is the first of the two, such as OP. What was found is remembered.
    """

    def __init__(self, field: Field, courses: list[Course], base: Tiebreak) -> None:
        rule = opponents_rule(base, field.preset)
        if rule is None:
            raise ValueError(f"{base} is no mean over opponents")
        self._field, self._courses, self._rule = field, courses, rule
        self._games = base is Tiebreak.OGW
        self._empty = rule.floor.numerator, rule.floor.denominator
        self._left = [entrant.dropped_after for entrant in field.entrants]
        self._rates: dict[tuple[int, bool], Ratio] = {}
        self._means: dict[tuple[int, int], Ratio] = {}

    def mean(self, position: int, moment: int) -> Ratio:
        """The mean after a round; that of a player who had left, as it was then."""
        left = self._left[position]
        if left is not None and left < moment:
            moment = left
        found = self._means.get((position, moment))
        if found is None:
            terms = [self._rate(opponent, moment) for opponent in self._courses[position].met(moment)]
            found = self._means[position, moment] = self._of(terms)
        return found

    def mean_of_means(self, position: int, moment: int) -> Ratio:
        """The mean over the opponents of their means, after a round."""
        return self._of([self.mean(opponent, moment) for opponent in self._courses[position].met(moment)])

    def _of(self, terms: list[Ratio]) -> Ratio:
        if not terms:
            return self._empty
        denominator = lcm(*[possible for _, possible in terms])
        return sum([won * (denominator // possible) for won, possible in terms]), denominator * len(terms)

    def _rate(self, position: int, moment: int) -> Ratio:
        total = self._courses[position].after(moment)
        if not self._games:
            total &= MATCH_PART
        left = self._left[position]
        early = left is not None and left <= moment and self._field.left_early(self._field.entrants[position])
        found = self._rates.get((total, early))
        if found is None:
            ratio = ratio_of(total, self._field.history, self._rule, games=self._games)
            found = self._rates[total, early] = bounded(ratio, self._rule, left_early=early)
        return found


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
