"""What a tournament's Swiss rounds have produced so far, as plain records: the input of every standings table."""

from __future__ import annotations

from collections.abc import Iterable
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


WITHOUT_OPPONENT = frozenset({ResultKind.BYE, ResultKind.AWARDED_BYE, ResultKind.MISSED})
WITH_NAMED_WINNER = frozenset({ResultKind.NO_SHOW, ResultKind.MATCH_LOSS})


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


class FaultCode(StrEnum):
    """What is wrong with a history."""

    ENTRANT_TWICE = "entrant_twice"
    UNKNOWN_ENTRANT = "unknown_entrant"
    AGAINST_SELF = "against_self"
    NEEDS_OPPONENT = "needs_opponent"
    NEEDS_NO_OPPONENT = "needs_no_opponent"
    NEGATIVE_GAMES = "negative_games"
    WINNER_NOT_IN_MATCH = "winner_not_in_match"
    TWO_RESULTS_IN_ROUND = "two_results_in_round"


@dataclass(frozen=True, slots=True)
class HistoryFault:
    """One fault: what, which entrant, in which round (0 for the entry list)."""

    code: FaultCode
    entrant: int | None
    round: int


class HistoryError(ValueError):
    """A history that cannot be scored; ``faults`` lists why."""

    def __init__(self, faults: Iterable[HistoryFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(
            ", ".join(f"{fault.code} (entrant {fault.entrant}, round {fault.round})" for fault in self.faults)
        )


def history_faults(history: History) -> tuple[HistoryFault, ...]:
    """Everything that is wrong with a history, for data that came from outside."""
    faults: list[HistoryFault] = []
    known: set[int] = set()
    for entrant in history.entrants:
        if entrant.id in known:
            faults.append(HistoryFault(FaultCode.ENTRANT_TWICE, entrant.id, 0))
        known.add(entrant.id)
    seen: set[tuple[int, int]] = set()
    for result in history.results:
        faults += [HistoryFault(code, result.one, result.round) for code in _result_faults(result)]
        for entrant_id in (result.one, result.two):
            if entrant_id is None:
                continue
            if entrant_id not in known:
                faults.append(HistoryFault(FaultCode.UNKNOWN_ENTRANT, entrant_id, result.round))
            if (result.round, entrant_id) in seen and result.one != result.two:
                faults.append(HistoryFault(FaultCode.TWO_RESULTS_IN_ROUND, entrant_id, result.round))
            seen.add((result.round, entrant_id))
    return tuple(faults)


def _result_faults(result: MatchResult) -> list[FaultCode]:
    faults = []
    alone = result.kind in WITHOUT_OPPONENT
    if alone and result.two is not None:
        faults.append(FaultCode.NEEDS_NO_OPPONENT)
    if not alone and result.two is None:
        faults.append(FaultCode.NEEDS_OPPONENT)
    if result.one == result.two:
        faults.append(FaultCode.AGAINST_SELF)
    if min(result.wins1, result.wins2, result.draws) < 0:
        faults.append(FaultCode.NEGATIVE_GAMES)
    missing = result.winner is None and result.kind in WITH_NAMED_WINNER
    if missing or result.winner not in (None, result.one, result.two):
        faults.append(FaultCode.WINNER_NOT_IN_MATCH)
    return faults
