"""The field in groups of interchangeable players, and what a pair of two groups costs at least.

A group is the players of one score; members of a team that is kept apart and crowds a bracket are a group of their own.
Rematches, listed pairs and small teams are not seen here: what does not count them bounds them from below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.swiss.costs import CostRules, Levels, Packing
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.settings import TeamPolicy

MAX_TEAMS = 4
"""This many teams at most have groups of their own."""


@dataclass(frozen=True)
class Group:
    """Players of one score, all of the ``team`` or none of a team that has groups; no members: the bye."""

    score: int
    team: str | None
    members: tuple[Entrant, ...]

    @property
    def size(self) -> int:
        """How many there are; the bye is one."""
        return len(self.members) or 1


class Groups:
    """A field in groups: best score first, the bye last. ``costs[a][b]`` is what a pair of the two groups costs at
    least, packed, ``None`` where there can be none."""

    def __init__(self, history: PairingHistory, rules: CostRules, teams: Sequence[str]) -> None:
        self.history, self.rules = history, rules
        found: dict[tuple[int, str], list[Entrant]] = {}
        for entrant in sorted(history.entrants, key=lambda one: one.id):
            team = entrant.team if entrant.team in teams else None
            found.setdefault((-entrant.score, team or ""), []).append(entrant)
        self.groups = [Group(-low, team or None, tuple(found[low, team])) for low, team in sorted(found)]
        if len(history.entrants) % 2:
            self.groups.append(Group(rules.lowest_score, None, ()))
        self.packing = self._packing()
        self.costs = [[self._least(one, two) for two in self.groups] for one in self.groups]

    def _packing(self) -> Packing:
        """Digits wide enough for the totals of any pairing."""
        entrants = self.history.entrants
        pairs = len(entrants) // 2 + 1
        gap = max(one.score for one in entrants) - min(one.score for one in entrants)
        gap = max(gap, max(one.score for one in entrants) - self.rules.lowest_score)
        floats = max(one.floated_down for one in entrants) + max(one.floated_up for one in entrants)
        again = max(max([one.had_bye, *one.times_met_all.values()]) for one in entrants)
        most = (pairs, pairs * again, gap, pairs * gap * gap, pairs, pairs * floats)
        return Packing(tuple(total + 1 for total in most))

    def _least(self, one: Group, two: Group) -> int | None:
        if one is two and one.size < 2:
            return None
        if not one.members or not two.members:
            return self._least_bye((one.members or two.members), max(one.score, two.score))
        same_team = one.team is not None and one.team == two.team
        if same_team and self.rules.team_policy is TeamPolicy.PROHIBIT:
            return None
        upper, lower = (one, two) if one.score >= two.score else (two, one)
        gap = upper.score - lower.score
        floats = 0
        if gap:
            floats = min(each.floated_down for each in upper.members) + min(each.floated_up for each in lower.members)
        together = int(same_team and self.rules.team_policy is TeamPolicy.DISCOURAGE)
        return self.packing.pack(Levels(score_spread=gap * gap, discouraged=together, repeated_floats=floats))

    def _least_bye(self, members: Sequence[Entrant], score: int) -> int:
        fewest = min(each.had_bye for each in members)
        above = score - self.rules.lowest_score
        return self.packing.pack(Levels(repeats=int(fewest > 0), beyond_first=max(0, fewest - 1), bye_score=above))


def crowding_teams(entrants: Iterable[Entrant], rules: CostRules) -> dict[str, int]:
    """The teams that have more than half of a bracket while their members should not meet, those that crowd most first,
    with the number of members who cannot be paired in their brackets."""
    if rules.team_policy is TeamPolicy.IGNORE:
        return {}
    brackets: dict[int, Counter[str | None]] = {}
    for entrant in entrants:
        brackets.setdefault(entrant.score, Counter())[entrant.team] += 1
    excess: Counter[str] = Counter()
    for teams in brackets.values():
        for team, count in teams.items():
            if team is not None and 2 * count > teams.total():
                excess[team] += 2 * count - teams.total()
    ranked = sorted(excess.items(), key=lambda item: (-item[1], item[0]))
    return dict(ranked[:MAX_TEAMS])
