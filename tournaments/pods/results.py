"""Results of pods, and the points a place is worth.

A result is the finishing order: places from 1, equal places shared. Points are either those of won, drawn and lost
matches (the only first place wins, a shared one draws, all others lose), as the MTR/IPG Addendum for Commander Events
counts them, or a list by place such as 4-3-2-1. Those who share places share their points, rounded up; in a pod of
three the list counts from the top, so that its last place is worth what third place is worth elsewhere (both as
Howayte's published Commander structure has it). A no-show or a disqualified player gets the points of a loss, by place
none; who lost by a penalty gets what the last place of the pod is worth. A bye, paired or awarded, is worth a won pod;
a missed round a lost one, by place nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Manner(StrEnum):
    """How a player's part in a pod ended. `NO_SHOW` and `DISQUALIFIED` are absent; they, and `MATCH_LOSS`, are last."""

    PLAYED = "played"
    CONCEDED = "conceded"
    NO_SHOW = "no_show"
    DISQUALIFIED = "disqualified"
    MATCH_LOSS = "match_loss"


ABSENT = frozenset({Manner.NO_SHOW, Manner.DISQUALIFIED})
"""Who was not there to the end, by fault or absence."""
LAST = ABSENT | {Manner.MATCH_LOSS}
"""Who is last, whatever happens at the table: a penalty that loses the game loses the pod, which is one game."""


class Alone(StrEnum):
    """A round without a pod."""

    BYE = "bye"
    AWARDED_BYE = "awarded_bye"
    MISSED = "missed"


class Outcome(StrEnum):
    """A pod from one seat."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Place:
    """One player of a finished pod. Those of `LAST` have the last place."""

    entrant: int
    place: int
    manner: Manner = Manner.PLAYED

    @property
    def is_absent(self) -> bool:
        """Whether the player was not there to the end of it, by fault or absence."""
        return self.manner in ABSENT

    @property
    def is_last(self) -> bool:
        """Whether the player is last, without having been placed."""
        return self.manner in LAST

    def follows(self, other: Place) -> bool:
        """Whether the player finished behind the other one; of those who are last nobody is behind another."""
        return not other.is_last and (self.is_last or other.place < self.place)


@dataclass(frozen=True, slots=True)
class PodResult:
    """A finished pod of a round."""

    round: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class AloneResult:
    """A round of a player who sat in no pod."""

    round: int
    entrant: int
    kind: Alone


@dataclass(frozen=True, slots=True)
class PodPoints:
    """What places are worth: by won, drawn and lost pod, or by `places` from the first on where there are any."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    places: tuple[int, ...] = ()

    def of(self, result: PodResult) -> dict[int, int]:
        """The points of everybody in a finished pod."""
        return {one.entrant: self._points(one, result.places) for one in result.places}

    def alone(self, kind: Alone) -> int:
        """The points of a round without a pod."""
        if kind is Alone.MISSED:
            return 0 if self.places else self.loss
        return self.places[0] if self.places else self.win

    def _points(self, one: Place, everybody: Sequence[Place]) -> int:
        if not self.places:
            return {Outcome.WIN: self.win, Outcome.DRAW: self.draw, Outcome.LOSS: self.loss}[outcome_of(one, everybody)]
        if one.is_absent:
            return 0
        if one.is_last:
            return self.places[len(everybody) - 1]
        level = sum(other.place == one.place for other in everybody if not other.is_last)
        shared = self.places[one.place - 1 : one.place - 1 + level]
        return -(-sum(shared) // level)


def outcome_of(one: Place, everybody: Sequence[Place]) -> Outcome:
    """Won by the only first place, drawn by those who share it, lost by all others."""
    if one.place > 1 or one.is_last:
        return Outcome.LOSS
    first = sum(other.place == 1 and not other.is_last for other in everybody)
    return Outcome.WIN if first == 1 else Outcome.DRAW


class UnreadableOrder(ValueError):
    """A finishing order that is none: `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def places_from(order: Sequence[Sequence[int]], absent: dict[int, Manner], players: Sequence[int]) -> tuple[Place, ...]:
    """The places of a pod from its finishing order: groups of players from the first on, who share a place in a group.

    Everybody in the pod is in the order or, with their manner, in `absent`: these are last. Raises `UnreadableOrder`
    `twice`, `stranger`, `missing`, `nobody`.
    """
    named = [key for group in order for key in group]
    if len(set(named)) != len(named) or set(named) & absent.keys():
        raise UnreadableOrder("twice")
    if (set(named) | absent.keys()) - set(players):
        raise UnreadableOrder("stranger")
    if set(players) - set(named) - absent.keys():
        raise UnreadableOrder("missing")
    if not players:
        raise UnreadableOrder("nobody")
    place, found = 1, {}
    for group in order:
        for key in group:
            found[key] = Place(key, place)
        place += len(group)
    last = place
    for key, manner in absent.items():
        found[key] = Place(key, last, manner)
    return tuple(found[key] for key in players)
