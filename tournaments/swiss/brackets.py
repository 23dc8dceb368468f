"""Brackets as the bound sees them: players level on points, interchangeable until shown otherwise."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from tournaments.swiss.costs import CostRules
from tournaments.swiss.history import Entrant
from tournaments.swiss.settings import TeamPolicy

Vector = tuple[int, int, int, int, int, int, int]
"""Cost of one pair or one float in halves where halves are needed: repeats, meetings beyond the first, bye score,
spread, 2 × discouraged, repeated floats, 2 × published pairs broken."""

_id_of = attrgetter("id")
_down_of = attrgetter("floated_down")
_up_of = attrgetter("floated_up")
_bye_of = attrgetter("had_bye")


@dataclass(slots=True)
class Bracket:
    """The interchangeable members of one score.

    ``crowd`` names a team that outnumbers the other members while its members should not meet: of ``k`` in the crowd
    and ``m`` in all at least ``2k - m`` play inside the crowd (``forced``, counted in halves of pairs), one fewer for
    every member of the crowd who leaves the bracket. ``standing`` says that the members are whole published pairs
    which a repair would like to keep.
    """

    score: int
    members: list[Entrant]
    least_down: int
    least_up: int
    bye_is_second: bool
    crowd: str | None = None
    forced: int = 0
    standing: bool = False

    def leaving(self, member: Entrant) -> int:
        """What it adds to the forced halves of discouraged pairs that this member plays outside the bracket."""
        if self.crowd is None:
            return 0
        return -1 if member.team == self.crowd else 1

    @property
    def size(self) -> int:
        """How many members there are."""
        return len(self.members)


def bracket_of(members: list[Entrant], rules: CostRules, *, standing: bool = False) -> Bracket:
    """The bracket of players level on points (at least one)."""
    bracket = Bracket(
        score=members[0].score,
        members=members,
        least_down=min(map(_down_of, members)),
        least_up=min(map(_up_of, members)),
        bye_is_second=bool(min(map(_bye_of, members))),
        standing=standing,
    )
    if rules.team_policy is TeamPolicy.DISCOURAGE and not standing:
        crowd = crowded_team(members)
        if crowd is not None:
            bracket.crowd = crowd
            bracket.forced = 2 * sum(member.team == crowd for member in members) - len(members)
    return bracket


def crowded_team(members: Iterable[Entrant]) -> str | None:
    """The team that has more than half of the members, if one has."""
    teams = Counter(member.team for member in members)
    (team, count), *_ = teams.most_common(1)
    return team if team is not None and 2 * count > teams.total() else None


def by_score(entrants: Iterable[Entrant]) -> list[list[Entrant]]:
    """Players grouped by score, best score first, by id inside a group."""
    groups: dict[int, list[Entrant]] = {}
    for entrant in sorted(entrants, key=_id_of):
        score = entrant.score
        if score in groups:
            groups[score].append(entrant)
        else:
            groups[score] = [entrant]
    return [groups[score] for score in sorted(groups, reverse=True)]


def pair_vector(rules: CostRules, one: Entrant, two: Entrant) -> Vector | None:
    """What a real pair costs, ``None`` when it is prohibited."""
    if not rules.may_meet(one, two):
        return None
    levels = rules.pair(one, two)
    spread, discouraged, floats = levels.score_spread, 2 * levels.discouraged, levels.repeated_floats
    return levels.repeats, levels.beyond_first, 0, spread, discouraged, floats, 0


def crossing_vector(
    rules: CostRules, one: Entrant, upper: Bracket | None, two: Entrant, lower: Bracket | None
) -> Vector | None:
    """What a real pair costs together with what leaving their brackets does to these; ``None`` when it is prohibited.

    A bracket is ``None`` for a player who stands alone already.
    """
    vector = pair_vector(rules, one, two)
    if vector is None:
        return None
    halves = (upper.leaving(one) if upper else 0) + (lower.leaving(two) if lower else 0)
    broken = (upper.standing if upper else False) + (lower.standing if lower else False)
    repeats, beyond, bye, spread, discouraged, floats, _ = vector
    return repeats, beyond, bye, spread, discouraged + halves, floats, broken


def add_vectors(vectors: Iterable[Vector]) -> Vector:
    """The sum, level by level."""
    a = b = c = d = e = f = g = 0
    for vector in vectors:
        a += vector[0]
        b += vector[1]
        c += vector[2]
        d += vector[3]
        e += vector[4]
        f += vector[5]
        g += vector[6]
    return a, b, c, d, e, f, g
