"""What pairs cost, counted once more from the records for the check of a witness.

Shares nothing with :mod:`~tournaments.swiss.costs` but the shape of the rules, so that a fault there is not repeated
here: a pairing that is best by a wrong count is not called proved.
"""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.swiss.costs import CostRules, Levels
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.settings import TeamPolicy


class Recount:
    """The costs of one field by its rules."""

    def __init__(self, history: PairingHistory, rules: CostRules) -> None:
        self.history = history
        self.policy = rules.team_policy
        self.prohibited = frozenset(map(frozenset, rules.prohibited))
        self.discouraged = frozenset(map(frozenset, rules.discouraged))
        self.lowest = min(one.score for one in history.entrants)

    def pair(self, one: Entrant, two: Entrant) -> Levels | None:
        """A pair, ``None`` where it is prohibited."""
        mates = one.team is not None and one.team == two.team
        names = frozenset((one.id, two.id))
        if (mates and self.policy is TeamPolicy.PROHIBIT) or names in self.prohibited:
            return None
        low, high = (one, two) if one.score < two.score else (two, one)
        times = max(one.times_met(two.id), two.times_met(one.id))
        rather_not = (mates and self.policy is TeamPolicy.DISCOURAGE) or names in self.discouraged
        is_level = high.score == low.score
        floats = 0 if is_level else high.floated_down + low.floated_up
        return Levels(min(times, 1), max(0, times - 1), 0, (high.score - low.score) ** 2, int(rather_not), floats)

    def bye(self, entrant: Entrant) -> Levels:
        """The bye of a player."""
        return Levels(min(entrant.had_bye, 1), max(0, entrant.had_bye - 1), entrant.score - self.lowest)

    def pairing(self, pairs: Iterable[tuple[int, int]], bye: int | None) -> Levels | None:
        """All pairs and the bye; ``None`` where somebody sits twice or not at all, or a pair is prohibited."""
        listed, by_id = list(pairs), self.history.by_id
        seated = [player for pair in listed for player in pair] + ([] if bye is None else [bye])
        if len(seated) != len(by_id) or set(seated) != by_id.keys():
            return None
        costs = [] if bye is None else [self.bye(by_id[bye])]
        for one, two in listed:
            cost = self.pair(by_id[one], by_id[two])
            if cost is None:
                return None
            costs.append(cost)
        return Levels(*map(sum, zip(*costs, strict=True)))
