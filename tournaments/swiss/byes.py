"""Why this bye: the facts behind the one entrant who sits out."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.swiss.history import PairingHistory


class ByeCode(StrEnum):
    """What gave the bye to this entrant rather than to another."""

    LOWEST_SCORE = "lowest_score"
    """Nobody stands lower."""
    LOWEST_WITHOUT_BYE = "lowest_without_bye"
    """Everybody who stands lower has had a bye."""
    EVERYBODY_HAD_ONE = "everybody_had_one"
    """A second bye could not be avoided."""
    BEST_FOR_THE_FIELD = "best_for_the_field"
    """Any bye further down would have forced a rematch, or a second bye where this is the first."""


@dataclass(frozen=True)
class ByeReason:
    """The facts behind a bye.

    ``above_lowest`` is how far the score lies above the lowest in the field, ``earlier_byes`` how many the entrant had,
    ``had_one_below`` the ids of those standing lower who were passed over because of an earlier bye, and ``candidates``
    how many entrants of the same score had no bye either, this one included.
    """

    entrant: int
    code: ByeCode
    above_lowest: int
    earlier_byes: int
    had_one_below: tuple[int, ...]
    candidates: int


def explain_bye(history: PairingHistory, bye: int) -> ByeReason:
    """The facts behind the bye of the entrant with this id."""
    entrant = history.by_id[bye]
    below = [other for other in history.entrants if other.score < entrant.score]
    had_one = tuple(sorted(other.id for other in below if other.had_bye))
    if entrant.had_bye:
        everybody = all(other.had_bye for other in history.entrants)
        code = ByeCode.EVERYBODY_HAD_ONE if everybody else ByeCode.BEST_FOR_THE_FIELD
    elif not below:
        code = ByeCode.LOWEST_SCORE
    elif len(had_one) == len(below):
        code = ByeCode.LOWEST_WITHOUT_BYE
    else:
        code = ByeCode.BEST_FOR_THE_FIELD
    level = [other for other in history.entrants if other.score == entrant.score]
    return ByeReason(
        entrant=bye,
        code=code,
        above_lowest=entrant.score - history.lowest_score,
        earlier_byes=int(entrant.had_bye),
        had_one_below=had_one,
        candidates=sum(not other.had_bye or other.id == bye for other in level),
    )
