"""What the two players of a match say about it, and where they differ.

Each player tells games as won, lost or drawn by themselves, and may note who chose, who started and how a game ended.
Two reports are compared game by game: only the results can differ. A detail that one of them noted counts; one that
they noted differently is left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.play.records import Choice, GameRecord, Seat

Score = tuple[int, int, int]
"""Games won by oneself and by the other, and drawn."""


class Result(StrEnum):
    """How a game ended for the player who tells it."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"

    @property
    def turned(self) -> Result:
        """The same as the other player tells it."""
        return {Result.WON: Result.LOST, Result.LOST: Result.WON}.get(self, self)


class Side(StrEnum):
    """The player who tells it, or the one opposite; unknown where it was not noted."""

    ME = "me"
    OTHER = "other"
    UNKNOWN = ""

    @property
    def turned(self) -> Side:
        """The same as the other player tells it."""
        return {Side.ME: Side.OTHER, Side.OTHER: Side.ME}.get(self, self)


@dataclass(frozen=True, slots=True)
class SaidGame:
    """One game as one of its players tells it. ``ending`` is a code of the game pack, or empty."""

    result: Result
    chose: Side = Side.UNKNOWN
    first: Side = Side.UNKNOWN
    ending: str = ""
    conceded: bool = False

    @property
    def turned(self) -> SaidGame:
        """The same game as the other player tells it."""
        return replace(self, result=self.result.turned, chose=self.chose.turned, first=self.first.turned)

    @property
    def has_details(self) -> bool:
        """Whether anything but the result was noted."""
        return bool(self.chose or self.first or self.ending or self.conceded)

    def record(self, number: int, me: Seat) -> GameRecord:
        """The game as a record; ``me`` is the seat of the player who tells it."""
        seats = {Side.ME: me, Side.OTHER: me.other, Side.UNKNOWN: None}
        winners = {Result.WON: me, Result.LOST: me.other, Result.DRAWN: None}
        chooser, first = seats[self.chose], seats[self.first]
        choice = None
        if chooser is not None and first is not None:
            choice = Choice.FIRST if chooser is first else Choice.SECOND
        return GameRecord(
            number=number,
            chooser=chooser,
            choice=choice,
            first=first,
            winner=winners[self.result],
            drawn=self.result is Result.DRAWN,
            ending=self.ending or None,
            conceded=self.conceded,
            known=self.has_details,
        )


@dataclass(frozen=True, slots=True)
class Said:
    """What one player says of the whole match: the score, the games reported one by one, whether that is all.

    ``score`` also counts games that staff had recorded before; ``games`` are those that follow.
    """

    score: Score
    games: tuple[SaidGame, ...] = ()
    is_final: bool = True

    @property
    def turned(self) -> Said:
        """The same as the other player tells it."""
        won, lost, drawn = self.score
        return Said((lost, won, drawn), tuple(game.turned for game in self.games), self.is_final)


SCORE_DIFFERS = 0


def find_difference(one: Said, two: Said) -> int | None:
    """Where two reports, as one side says them, cannot both be right: the place of the first such game in their lists,
    counted from 1, ``SCORE_DIFFERS`` where only the scores say so, nothing where both may be right."""
    for place, (game, other) in enumerate(zip(one.games, two.games, strict=False), start=1):
        if game.result is not other.result:
            return place
    if one.is_final and two.is_final:
        return None if one.score == two.score else SCORE_DIFFERS
    for part, whole in ((one, two), (two, one)):
        if whole.is_final and any(mine > all_of_it for mine, all_of_it in zip(part.score, whole.score, strict=True)):
            return SCORE_DIFFERS
    return None


def merge_games(one: Sequence[SaidGame], two: Sequence[SaidGame]) -> tuple[tuple[SaidGame, ...], tuple[int, ...]]:
    """The games of two reports without a difference, as one side says them, with what either noted; and the places of
    those of which they noted a detail differently, which is left open there."""
    longer, shorter = (one, two) if len(one) >= len(two) else (two, one)
    merged, open_places = list(longer), []
    for place, (game, other) in enumerate(zip(longer, shorter, strict=False)):
        merged[place], is_open = _merge(game, other)
        if is_open:
            open_places.append(place + 1)
    return tuple(merged), tuple(open_places)


def _merge(one: SaidGame, two: SaidGame) -> tuple[SaidGame, bool]:
    clashes = [
        name
        for name in ("chose", "first", "ending")
        if getattr(one, name) and getattr(two, name) and getattr(one, name) != getattr(two, name)
    ]
    merged = SaidGame(
        result=one.result,
        chose=Side.UNKNOWN if "chose" in clashes else one.chose or two.chose,
        first=Side.UNKNOWN if "first" in clashes else one.first or two.first,
        ending="" if "ending" in clashes else one.ending or two.ending,
        conceded=one.conceded or two.conceded,
    )
    return merged, bool(clashes)
