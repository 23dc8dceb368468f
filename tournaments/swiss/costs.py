"""What a pairing costs: named levels, each outweighing everything below it, packed into one integer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from tournaments.swiss.history import Entrant, EntrantPair, PairingHistory, meetings
from tournaments.swiss.settings import PairingSettings, TeamPolicy


class Levels(NamedTuple):
    """The cost of a pair, a bye or a whole pairing, most important level first; compares as a tuple does."""

    repeats: int = 0
    """Rematches and second byes, one for each."""
    beyond_first: int = 0
    """Over the rematches, the earlier meetings beyond the first; over the bye, the earlier byes beyond the first."""
    bye_score: int = 0
    """How far the score of the bye lies above the lowest score in the field."""
    score_spread: int = 0
    """Sum of squared score differences over the pairs."""
    discouraged: int = 0
    """Pairs that the tournament would rather not see."""
    repeated_floats: int = 0
    """Times the higher entrants were paired down before plus times the lower ones were paired up before."""


@dataclass(frozen=True)
class CostRules:
    """What one round forbids and what it charges for; built once per round by :func:`cost_rules`."""

    lowest_score: int
    team_policy: TeamPolicy
    prohibited: frozenset[tuple[int, int]]
    discouraged: frozenset[tuple[int, int]]
    team_rounds_left: int | None = None
    """Rounds after this one in which the team policy still holds; ``None``: in all of them."""

    def may_meet(self, one: Entrant, two: Entrant) -> bool:
        """Whether the pair is possible at all; a rematch is possible, a prohibited pair is not."""
        if one.team is not None and self.team_policy is TeamPolicy.PROHIBIT and one.team == two.team:
            return False
        return not self.prohibited or ordered(one.id, two.id) not in self.prohibited

    def is_discouraged(self, one: Entrant, two: Entrant) -> bool:
        """Whether the tournament would rather not see this pair."""
        if one.team is not None and self.team_policy is TeamPolicy.DISCOURAGE and one.team == two.team:
            return True
        return bool(self.discouraged) and ordered(one.id, two.id) in self.discouraged

    def pair(self, one: Entrant, two: Entrant) -> Levels:
        """The cost of a possible pair."""
        higher, lower = (one, two) if one.score >= two.score else (two, one)
        difference = higher.score - lower.score
        again = two.id in one.met or one.id in two.met
        return Levels(
            repeats=int(again),
            beyond_first=meetings(one, two) - 1 if again else 0,
            score_spread=difference * difference,
            discouraged=1 if self.is_discouraged(one, two) else 0,
            repeated_floats=higher.floated_down + lower.floated_up if difference else 0,
        )

    def bye(self, entrant: Entrant) -> Levels:
        """The cost of giving the bye to an entrant."""
        return Levels(
            repeats=1 if entrant.had_bye else 0,
            beyond_first=max(0, int(entrant.had_bye) - 1),
            bye_score=entrant.score - self.lowest_score,
        )

    @property
    def plain(self) -> bool:
        """Whether nothing but scores, meetings, byes and floats matters."""
        return self.team_policy is TeamPolicy.IGNORE and not self.prohibited and not self.discouraged


def ordered(one: int, two: int) -> tuple[int, int]:
    """A pair of ids, the smaller first."""
    return (one, two) if one < two else (two, one)


def cost_rules(history: PairingHistory, settings: PairingSettings) -> CostRules:
    """The rules of cost for the round that ``history`` leads to."""
    return CostRules(
        lowest_score=history.lowest_score,
        team_policy=settings.team_policy_in(history.next_round),
        prohibited=frozenset(ordered(*pair) for pair in settings.prohibited),
        discouraged=frozenset(ordered(*pair) for pair in settings.discouraged),
        team_rounds_left=None if settings.team_rounds is None else max(0, settings.team_rounds - history.next_round),
    )


def pairing_cost(rules: CostRules, pairs: Iterable[EntrantPair], bye: Entrant | None) -> Levels:
    """What a whole pairing costs, counted pair by pair from the records of the entrants."""
    plain = rules.plain
    repeats = beyond = spread = discouraged = floats = bye_score = 0
    for one, two in pairs:
        if two.id in one.met or one.id in two.met:
            repeats += 1
            beyond += meetings(one, two) - 1
        if one.score != two.score or not plain:
            levels = rules.pair(one, two)
            spread += levels.score_spread
            discouraged += levels.discouraged
            floats += levels.repeated_floats
    if bye is not None:
        levels = rules.bye(bye)
        repeats += levels.repeats
        beyond += levels.beyond_first
        bye_score = levels.bye_score
    return Levels(repeats, beyond, bye_score, spread, discouraged, floats)


@dataclass(frozen=True)
class Packing:
    """A mixed-radix code: as many digits as levels, the last one least significant.

    A digit's radix exceeds the largest sum that level can reach over a whole pairing, so comparing packed sums is
    comparing level by level.
    """

    radices: tuple[int, ...]

    def pack(self, levels: Sequence[int]) -> int:
        """One integer for a tuple of levels (most important first)."""
        packed = 0
        for radix, value in zip(self.radices, levels, strict=True):
            packed = packed * radix + value
        return packed

    def unpack(self, packed: int) -> tuple[int, ...]:
        """The levels that were packed; what exceeds the first radix stays in the first level."""
        levels: list[int] = []
        for radix in reversed(self.radices[1:]):
            packed, level = divmod(packed, radix)
            levels.append(level)
        return packed, *reversed(levels)

    @property
    def weights(self) -> tuple[int, ...]:
        """What a level counts in a packed sum."""
        return tuple(prod(self.radices[place + 1 :]) for place in range(len(self.radices)))

    @property
    def span(self) -> int:
        """One more than the largest packed sum."""
        return prod(self.radices)
