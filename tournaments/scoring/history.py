"""What a tournament's Swiss rounds have produced so far, as plain records: the input of every standings table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class ResultKind(StrEnum):
    """How a result came to be. All but ``PLAYED`` are entered as such; their games follow from the preset.

    ``BYE`` (from the pairing) and ``AWARDED_BYE`` have no opponent and count as a won match. ``MISSED`` is the loss of
    a late entrant for a round before they came, without an opponent. ``NO_SHOW`` and ``MATCH_LOSS`` are won by the
    opponent as if played to nil. ``JUDGE_AWARD`` stands as the judge says. ``DOUBLE_LOSS`` is a lost match for both.
    """

    PLAYED = "played"
    BYE = "bye"
    AWARDED_BYE = "awarded_bye"
    MISSED = "missed"
    INTENTIONAL_DRAW = "intentional_draw"
    NO_SHOW = "no_show"
    MATCH_LOSS = "match_loss"
    JUDGE_AWARD = "judge_award"
    DOUBLE_LOSS = "double_loss"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of one match or bye.

    ``two`` is empty for the kinds without an opponent. ``wins1``, ``wins2``, ``draws`` count the games. ``winner`` (an
    entrant) is needed for ``NO_SHOW`` and ``MATCH_LOSS``, says who wins a ``JUDGE_AWARD`` (empty: a drawn match) and is
    not looked at otherwise: a played match is won by more won games.
    """

    round: int
    one: int
    two: int | None = None
    wins1: int = 0
    wins2: int = 0
    draws: int = 0
    kind: ResultKind = ResultKind.PLAYED
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry. ``dropped_after``: the last round they were in (0: none). ``ranked``: false for a disqualified player,
    who keeps counting as an opponent but has no place.
    """

    id: int
    dropped_after: int | None = None
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Match points: any integers (3-1-0, 2-1-0, 6-3-0; half points are doubled)."""

    win: int = 3
    draw: int = 1
    loss: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """All entrants and all results known so far, in any order. Unfinished matches are left out.

    ``planned_rounds`` is the planned number of rounds, if known: an entrant who leaves after the last one has not left
    early. ``tiebreaks_from`` is the first round the tiebreakers look at (a second day that counts its own rounds
    alone); points and records always count every round.
    """

    entrants: tuple[Entrant, ...]
    results: tuple[MatchResult, ...]
    points: PointSystem = PointSystem()
    best_of: int = 3
    planned_rounds: int | None = None
    tiebreaks_from: int = 1

    @property
    def last_round(self) -> int:
        """The last round with a result, 0 before the first."""
        return max((result.round for result in self.results), default=0)

    def up_to(self, round_number: int) -> History:
        """The history as it was after that round: later results and later drops have not happened."""
        return replace(
            self,
            entrants=tuple(
                replace(entrant, dropped_after=None)
                if entrant.dropped_after is not None and entrant.dropped_after > round_number
                else entrant
                for entrant in self.entrants
            ),
            results=tuple(result for result in self.results if result.round <= round_number),
        )


class HistoryError(ValueError):
    """A result that cannot be scored: it names an ``entrant`` who is not in the history, or a winner who is not in the
    match.
    """

    def __init__(self, problem: str, *, entrant: int | None, round_number: int) -> None:
        self.entrant = entrant
        super().__init__(f"{problem} (entrant {entrant}, round {round_number})")
