"""Improving a division of a large field by exchanging two players at a time, as long as the work budget lasts."""

from __future__ import annotations

from random import Random

from tournaments.pods.costs import PairCosts, Weights
from tournaments.pods.entrants import POD, PodField
from tournaments.pods.every_seating import Groups

MAX_EXCHANGES = 60_000
"""Exchanges tried for a round: about half a second, on a busy machine one."""
NEAR = 40
"""Places in order of points within which a partner for an exchange is looked for first."""


class Exchanging:
    """A division of the field, whose players are in order of points, while it is being improved."""

    def __init__(self, field: PodField, groups: Groups, budget: int = MAX_EXCHANGES) -> None:
        self.weights = Weights(field)
        self.costs = PairCosts(field, self.weights)
        self.short = [player.short * self.weights.short for player in field.entrants]
        self.pods = [list(group) for group in groups]
        self.pod_of = [0] * len(field.entrants)
        for number, pod in enumerate(self.pods):
            for place in pod:
                self.pod_of[place] = number
        self.budget, self.tried = budget, 0

    @property
    def total(self) -> int:
        """What the division costs now."""
        return sum(self._pod_cost(pod) for pod in self.pods)

    @property
    def is_spent(self) -> bool:
        """Whether the budget is used up."""
        return self.tried >= self.budget

    def groups(self) -> Groups:
        """The division as it is now."""
        return tuple(tuple(sorted(pod)) for pod in self.pods)

    def improve(self) -> None:
        """Exchange players until no exchange of two is an improvement, or the budget is used up."""
        reach = NEAR
        while not self.is_spent:
            improved = [self._improve_player(place, reach) for place in self._costly_first()]
            if any(improved):
                continue
            if reach >= len(self.pod_of):
                return
            reach = len(self.pod_of)

    def shake(self, rng: Random) -> None:
        """Three exchanges by lot, to leave a division that no single exchange improves."""
        for _ in range(3):
            one, two = rng.sample(range(len(self.pod_of)), 2)
            self._exchange(one, two)

    def set(self, groups: Groups) -> None:
        """Go back to another division of the same field."""
        for pod, group in zip(self.pods, groups, strict=True):
            pod[:] = group
        for number, pod in enumerate(self.pods):
            for place in pod:
                self.pod_of[place] = number

    def _pod_cost(self, pod: list[int]) -> int:
        short = sum(self.short[place] for place in pod) if len(pod) < POD else 0
        return self.costs.of_group(pod) + short

    def _costly_first(self) -> list[int]:
        """The players of pods that cost something, those of the costliest first."""
        costs = [(self._pod_cost(pod), number) for number, pod in enumerate(self.pods)]
        return [place for cost, number in sorted(costs, reverse=True) if cost for place in self.pods[number]]

    def _improve_player(self, place: int, reach: int) -> bool:
        """Make the best exchange of a player with one at most `reach` places away; whether there was one."""
        best, partner = 0, None
        last = len(self.pod_of)
        for other in range(max(0, place - reach), min(last, place + reach + 1)):
            if self.pod_of[other] == self.pod_of[place]:
                continue
            if self.is_spent:
                break
            gain = self._gain(place, other)
            if gain > best:
                best, partner = gain, other
        if partner is not None:
            self._exchange(place, partner)
        return partner is not None

    def _gain(self, one: int, two: int) -> int:
        """What the exchange of two players of different pods saves."""
        self.tried += 1
        of = self.costs.of
        first, second = self.pods[self.pod_of[one]], self.pods[self.pod_of[two]]
        gain = 0
        for place in first:
            if place != one:
                gain += of(one, place) - of(two, place)
        for place in second:
            if place != two:
                gain += of(two, place) - of(one, place)
        if len(first) != len(second):
            difference = self.short[one] - self.short[two]
            gain += difference if len(first) < POD else -difference
        return gain

    def _exchange(self, one: int, two: int) -> None:
        a, b = self.pod_of[one], self.pod_of[two]
        if a == b:
            return
        first, second = self.pods[a], self.pods[b]
        first[first.index(one)], second[second.index(two)] = two, one
        self.pod_of[one], self.pod_of[two] = b, a
