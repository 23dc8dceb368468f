"""The table of an event in pods.

Points, then won pods (byes included), then the opponents' average points (the mean, over every meeting, of the points
the opponent has per pod played; byes and missed rounds are left out on both sides), then head to head between exactly
two players who are level: who finished ahead more often where they met. The average is taken over meetings, so a pod of
three, which has two opponents, weighs no more and no less than one of four. Exact fractions throughout.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from tournaments.pods.results import Alone, AloneResult, Outcome, PodPoints, PodResult, outcome_of


class PodTiebreak(StrEnum):
    """What ranks players level on points, in this order. The value is the code at the head of the column."""

    WON = "WP"
    """Won pods, byes included."""
    OPPONENTS = "OAP"
    """The opponents' average points."""
    HEAD_TO_HEAD = "AHEAD"
    """How often the player finished ahead of the only other one who is level, less how often behind."""


@dataclass(frozen=True, slots=True)
class PodPlayer:
    """An entrant of the table. A disqualified one is not `ranked`, and counts as an opponent all the same."""

    id: int
    dropped_after: int | None = None
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class PodRow:
    """One round of one player; `met` are the others of the pod, and of them `behind` finished behind, `ahead` ahead."""

    round: int
    outcome: Outcome
    points: int
    alone: Alone | None = None
    place: int | None = None
    met: tuple[int, ...] = ()
    behind: frozenset[int] = frozenset()
    ahead: frozenset[int] = frozenset()

    @property
    def is_bye(self) -> bool:
        """Whether the round was a bye, paired or awarded."""
        return self.alone in (Alone.BYE, Alone.AWARDED_BYE)


@dataclass(frozen=True, slots=True)
class PodStanding:
    """One row of the table. `rank` is shared by those level in everything."""

    rank: int
    entrant: int
    points: int
    wins: int
    losses: int
    draws: int
    byes: int
    rounds: int
    dropped_after: int | None
    opponents: Fraction
    head_to_head: int

    @property
    def record(self) -> tuple[int, int, int]:
        """Pods won, lost, drawn."""
        return self.wins, self.losses, self.draws

    @property
    def tiebreakers(self) -> dict[str, Fraction]:
        """The values in the order in which they rank, by code."""
        values = (Fraction(self.wins), self.opponents, Fraction(self.head_to_head))
        return dict(zip(PodTiebreak, values, strict=True))


@dataclass(frozen=True)
class PodHistory:
    """The results so far, and what places are worth."""

    players: tuple[PodPlayer, ...]
    pods: tuple[PodResult, ...]
    alone: tuple[AloneResult, ...] = ()
    points: PodPoints = field(default_factory=PodPoints)

    @cached_property
    def rows(self) -> dict[int, tuple[PodRow, ...]]:
        """Every player's rounds in order."""
        found: dict[int, list[PodRow]] = {player.id: [] for player in self.players}
        for one in self.alone:
            outcome = Outcome.LOSS if one.kind is Alone.MISSED else Outcome.WIN
            found[one.entrant].append(PodRow(one.round, outcome, self.points.alone(one.kind), one.kind))
        for pod in self.pods:
            for key, row in _rows_of(pod, self.points):
                found[key].append(row)
        return {key: tuple(sorted(rows, key=lambda row: row.round)) for key, rows in found.items()}

    @cached_property
    def averages(self) -> dict[int, Fraction]:
        """Everybody's points per pod played; 0 before the first."""
        return {key: _average(rows) for key, rows in self.rows.items()}

    def opponents(self, key: int) -> Fraction:
        """The mean of the averages of everybody met, once for each meeting; 0 where nobody was met."""
        met = [other for row in self.rows[key] for other in row.met]
        return sum((self.averages[other] for other in met), Fraction(0)) / len(met) if met else Fraction(0)

    def ahead_of(self, one: int, other: int) -> int:
        """How often the one finished ahead of the other, less how often behind."""
        return sum((other in row.behind) - (other in row.ahead) for row in self.rows[one])


def rank_players(history: PodHistory) -> tuple[PodStanding, ...]:
    """Everybody in order but those who are not ranked; true ties share a rank and stand in order of their keys."""
    measured = []
    for player in history.players:
        if player.ranked:
            rows = history.rows[player.id]
            wins = sum(row.outcome is Outcome.WIN for row in rows)
            key = (sum(row.points for row in rows), wins, history.opponents(player.id))
            measured.append((key, player))
    measured.sort(key=lambda one: ([-value for value in one[0]], one[1].id))
    table: list[PodStanding] = []
    for key, grouped in groupby(measured, key=lambda one: one[0]):
        level = [player for _key, player in grouped]
        heads = dict.fromkeys((player.id for player in level), 0)
        if len(level) == 2:
            one, other = (player.id for player in level)
            heads[one] = history.ahead_of(one, other)
            heads[other] = -heads[one]
        level.sort(key=lambda player: (-heads[player.id], player.id))
        first, rank = len(table) + 1, len(table) + 1
        for place, player in enumerate(level):
            if place and heads[player.id] != heads[level[place - 1].id]:
                rank = first + place
            table.append(_standing(rank, player, history, key[2], heads[player.id]))
    return tuple(table)


def meetings(pods: Iterable[tuple[int, ...]]) -> dict[int, dict[int, int]]:
    """How often each player sat in a pod with each other."""
    met: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for pod in pods:
        for one in pod:
            for other in pod:
                if one != other:
                    met[one][other] += 1
    return {key: dict(others) for key, others in met.items()}


def _standing(rank: int, player: PodPlayer, history: PodHistory, opponents: Fraction, head: int) -> PodStanding:
    rows = history.rows[player.id]
    outcomes = [row.outcome for row in rows]
    return PodStanding(
        rank=rank,
        entrant=player.id,
        points=sum(row.points for row in rows),
        wins=outcomes.count(Outcome.WIN),
        losses=outcomes.count(Outcome.LOSS),
        draws=outcomes.count(Outcome.DRAW),
        byes=sum(row.is_bye for row in rows),
        rounds=len(rows),
        dropped_after=player.dropped_after,
        opponents=opponents,
        head_to_head=head,
    )


def _rows_of(pod: PodResult, points: PodPoints) -> Iterable[tuple[int, PodRow]]:
    worth = points.of(pod)
    for one in pod.places:
        others = [other for other in pod.places if other.entrant != one.entrant]
        rank = (one.is_last, one.place)
        yield (
            one.entrant,
            PodRow(
                round=pod.round,
                outcome=outcome_of(one, pod.places),
                points=worth[one.entrant],
                place=one.place,
                met=tuple(other.entrant for other in others),
                behind=frozenset(other.entrant for other in others if (other.is_last, other.place) > rank),
                ahead=frozenset(other.entrant for other in others if (other.is_last, other.place) < rank),
            ),
        )


def _average(rows: tuple[PodRow, ...]) -> Fraction:
    played = [row for row in rows if row.alone is None]
    return Fraction(sum(row.points for row in played), len(played)) if played else Fraction(0)
