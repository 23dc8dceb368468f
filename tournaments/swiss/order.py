"""The last level: what the tournament's order asks of pairs that are equal in everything above."""

from collections.abc import Iterable

from tournaments.swiss.history import Entrant
from tournaments.swiss.settings import Order


def by_standing(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Best first: by score, then rank, then id."""
    return sorted(entrants, key=lambda entrant: (-entrant.score, entrant.rank, entrant.id))


class OrderCosts:
    """How far a pair is from the one the order asks for, as a square, so that one large deviation costs more than two
    small ones.

    ``NEIGHBOURS`` wants places in the standings next to each other. ``FOLD`` wants, inside a bracket, places half a
    bracket apart, and across brackets the last of the upper one against the first of the lower one. Both want the bye
    at the bottom of its bracket. ``RANDOM`` wants nothing.
    """

    def __init__(self, entrants: Iterable[Entrant], order: Order) -> None:
        self.order = order
        self.place: dict[int, int] = {}
        self.start: dict[int, int] = {}
        self.size: dict[int, int] = {}
        if order is Order.RANDOM:
            return
        for place, entrant in enumerate(by_standing(entrants)):
            self.place[entrant.id] = place
            self.start.setdefault(entrant.score, place)
            self.size[entrant.score] = self.size.get(entrant.score, 0) + 1

    def pair(self, one: Entrant, two: Entrant) -> int:
        """The cost of a pair."""
        if self.order is Order.RANDOM:
            return 0
        first, second = sorted((one, two), key=lambda entrant: self.place[entrant.id])
        apart = self.place[second.id] - self.place[first.id]
        if self.order is Order.NEIGHBOURS:
            return apart * apart
        if first.score == second.score:
            off = apart - self.size[first.score] // 2
            return off * off
        return self.bye(first) + (self.place[second.id] - self.start[second.score]) ** 2

    def bye(self, entrant: Entrant) -> int:
        """The cost of the bye, and of leaving a bracket downwards: how far from the bottom of the bracket."""
        if self.order is Order.RANDOM:
            return 0
        bottom = self.start[entrant.score] + self.size[entrant.score] - 1
        return (bottom - self.place[entrant.id]) ** 2
