"""A second opinion on a table: Magic Tournament Rules, Appendix C, computed separately from what was entered.

Nothing here is shared with the program: players are names, results are what is on a slip. The rules, as in the
appendix: 3 match points for a win and 1 for a draw, game points likewise; an unplayed game is worth nothing; a bye is a
match won 2-0 and is left out of the player's own opponents; a match-win or game-win percentage under 0.33 counts as
0.33. A round a late entrant missed is a lost match in which no game was played.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

LEAST = Fraction(33, 100)


@dataclass(frozen=True)
class Slip:
    """One player's side of one round: games won, lost and drawn, and against whom (nobody: a bye or a missed round)."""

    won: int
    lost: int
    drawn: int
    opponent: str | None
    missed: bool = False

    @property
    def match_points(self) -> int:
        if self.missed or self.won < self.lost:
            return 0
        return 3 if self.won > self.lost else 1


@dataclass(frozen=True)
class Line:
    """One line of the table. `left_after` is the last round of somebody who dropped."""

    rank: int
    name: str
    points: int
    won: int
    lost: int
    drawn: int
    omw: Fraction
    gw: Fraction
    ogw: Fraction
    left_after: int | None


class IndependentTable:
    """Takes slips as they come in; another slip for the same players and round is a correction."""

    def __init__(self) -> None:
        self.slips: dict[str, dict[int, Slip]] = {}
        self.left: dict[str, int] = {}

    def match(self, round_: int, one: str, two: str, won: int, lost: int, drawn: int = 0) -> None:
        """A match from the side of player one."""
        self._note(round_, one, Slip(won, lost, drawn, two))
        self._note(round_, two, Slip(lost, won, drawn, one))

    def bye(self, round_: int, name: str) -> None:
        self._note(round_, name, Slip(2, 0, 0, None))

    def missed(self, round_: int, name: str) -> None:
        self._note(round_, name, Slip(0, 0, 0, None, missed=True))

    def drop(self, name: str, after: int) -> None:
        self.left[name] = after

    def _note(self, round_: int, name: str, slip: Slip) -> None:
        self.slips.setdefault(name, {})[round_] = slip

    def match_points(self, name: str) -> int:
        return sum(slip.match_points for slip in self.slips[name].values())

    def match_win(self, name: str) -> Fraction:
        return share(self.match_points(name), 3 * len(self.slips[name]))

    def game_win(self, name: str) -> Fraction:
        slips = self.slips[name].values()
        points = sum(3 * slip.won + slip.drawn for slip in slips)
        return share(points, sum(3 * (slip.won + slip.lost + slip.drawn) for slip in slips))

    def opponents(self, name: str) -> list[str]:
        return [slip.opponent for _round, slip in sorted(self.slips[name].items()) if slip.opponent is not None]

    def lines(self) -> list[Line]:
        """Best first; those equal in everything share a rank and are in order of name."""
        keys = {}
        for name in self.slips:
            omw = mean([self.match_win(opponent) for opponent in self.opponents(name)])
            ogw = mean([self.game_win(opponent) for opponent in self.opponents(name)])
            keys[name] = (self.match_points(name), omw, self.game_win(name), ogw)
        lines = []
        for name in sorted(keys, key=lambda name: ([-part for part in keys[name]], name)):
            rank = 1 + sum(other > keys[name] for other in keys.values())
            outcomes = [slip.match_points for slip in self.slips[name].values()]
            record = (outcomes.count(3), outcomes.count(0), outcomes.count(1))
            points, omw, gw, ogw = keys[name]
            lines.append(Line(rank, name, points, *record, omw, gw, ogw, self.left.get(name)))
        return lines

    def line(self, name: str) -> Line:
        return next(line for line in self.lines() if line.name == name)


def share(points: int, possible: int) -> Fraction:
    """The share of the possible points, never under the floor; the floor if nothing was possible."""
    return max(Fraction(points, possible), LEAST) if possible else LEAST


def mean(values: list[Fraction]) -> Fraction:
    """The average; the floor for a player who met nobody."""
    return sum(values, Fraction(0)) / len(values) if values else LEAST
