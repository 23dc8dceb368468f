"""What pods cost, level by level: for the search as one integer, for everybody else as `PodLevels`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from tournaments.pods.entrants import POD, PodEntrant, PodField, PodLevels


def levels_of(field: PodField, pods: Iterable[Sequence[int]], byes: Iterable[int]) -> PodLevels:
    """The cost of any seating of the field, also of one changed by hand; pods in the order of their seats."""
    by_id = field.by_id
    together = repeats = short_again = spread = seats = 0
    for pod in pods:
        players = [by_id[key] for key in pod]
        for one, two in combinations(players, 2):
            together += frozenset((one.id, two.id)) in field.apart
            repeats += one.met.get(two.id, 0) ** 2
            spread += (one.points - two.points) ** 2
        if len(players) < POD:
            short_again += sum(player.short for player in players)
        seats += seat_cost(players)
    resting = [by_id[key] for key in byes]
    return PodLevels(
        together=together,
        repeats=repeats,
        short_again=short_again + sum(player.short for player in resting),
        bye_points=sum(player.points for player in resting),
        spread=spread,
        seats=seats,
    )


def seat_cost(players: Sequence[PodEntrant]) -> int:
    """The level `seats` of one pod in this order."""
    return sum(player.earliness * (len(players) - seat) for seat, player in enumerate(players, start=1))


class Weights:
    """The levels `PROVED` as one integer: the weight of each is more than all below it can amount to."""

    def __init__(self, field: PodField) -> None:
        players = field.entrants
        points = [player.points for player in players]
        gap = max(points) - min(points)
        pairs = len(players) * (POD - 1) // 2 + POD
        self.bye = pairs * gap * gap + 1
        self.low = min(points)
        self.short = self.bye * (gap + 1)
        shorts = sum(sorted((player.short for player in players), reverse=True)[: 3 * POD])
        self.repeat = self.short * (shorts + 1)
        met = max((count for player in players for count in player.met.values()), default=0)
        self.together = self.repeat * (pairs * met * met + 1)


class PairCosts:
    """The cost of two players in one pod, by their places in the field."""

    def __init__(self, field: PodField, weights: Weights) -> None:
        self.points = [player.points for player in field.entrants]
        places = {player.id: place for place, player in enumerate(field.entrants)}
        self.special: list[dict[int, int]] = [
            {places[other]: weights.repeat * count * count for other, count in player.met.items() if other in places}
            for player in field.entrants
        ]
        for pair in field.apart:
            if len(pair) == 2 and all(key in places for key in pair):
                one, two = (places[key] for key in pair)
                self.special[one][two] = self.special[one].get(two, 0) + weights.together
                self.special[two][one] = self.special[two].get(one, 0) + weights.together

    def of(self, one: int, two: int) -> int:
        """The cost of these two."""
        gap = self.points[one] - self.points[two]
        return gap * gap + self.special[one].get(two, 0)

    def of_group(self, group: Sequence[int]) -> int:
        """The cost of all pairs of a group."""
        return sum(self.of(one, two) for one, two in combinations(group, 2))
