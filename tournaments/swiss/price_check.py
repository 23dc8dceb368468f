"""The check of a bound by prices: what the witness shows that every pairing of a field costs at least.

Groups, what their pairs cost, the weights of the levels and the chains are worked out again from the records. Shared
with what finds prices are the records, the rules of the round and the shape of the witness.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from tournaments.swiss.check_work import CheckWork
from tournaments.swiss.costs import CostRules, Levels
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.prices import MAX_GROUPS, PriceWitness
from tournaments.swiss.settings import TeamPolicy

EIGHTHS = 8
"""Prices count halves of a packed cost, potentials and blossoms eighths."""
SUMS_OF_A_LOOK = 40
"""As many sums, members or blossoms as this take the time of one look."""
Members = list[Entrant]


def proved_levels(
    witness: PriceWitness, history: PairingHistory, rules: CostRules, work: CheckWork | None = None
) -> Levels | None:
    """What every pairing of the field costs at least; ``None`` where the witness claims more than the field bears
    out. Raises ``TooMuchWork`` where the check would take more than it may."""
    work = work or CheckWork()
    weights = level_weights(history)
    groups = _groups(history, witness.teams)
    if len(witness.prices) != len(groups) or len(groups) > MAX_GROUPS or (witness.levels or weights) != weights:
        return None
    work.spend(len(groups) ** 2 + len(groups) * (len(groups) ** 2 + 2 * len(history.entrants)) // SUMS_OF_A_LOOK)
    beyond: list[list[int | None]] = [[None] * len(groups) for _ in groups]
    for first, one in enumerate(groups):
        for second, two in enumerate(groups):
            levels = _least(history, rules, witness.teams, one, two)
            if levels is None or (first == second and len(one) < 2):
                continue
            cost = sum(level * weight for level, weight in zip(levels, weights, strict=True))
            beyond[first][second] = 2 * cost - witness.prices[first] - witness.prices[second]
    if any(rest is not None and rest < 0 for row in beyond for rest in row):
        return None
    odd = [place for place, members in enumerate(groups) if (len(members) or 1) % 2]
    work.spend(sum(len(inside) for inside, _weight in witness.blossoms))
    work.spend(len(odd) ** 2 // 2 * (1 + len(witness.blossoms) // SUMS_OF_A_LOOK))
    chains = _least_of_chains(witness, odd, beyond)
    if chains is None:
        return None
    bound = chains + EIGHTHS // 2 * sum(
        (len(members) or 1) * price for members, price in zip(groups, witness.prices, strict=True)
    )
    whole = max(0, -(-bound // EIGHTHS))
    least: list[int] = []
    for weight in weights:
        level, whole = divmod(whole, weight)
        least.append(level)
    return rounded_up(Levels(*least), history)


def _groups(history: PairingHistory, teams: Sequence[str]) -> list[Members]:
    """Players of one score, those of each of these teams by themselves; best score first, the bye, without members,
    last."""
    found: dict[tuple[int, str], Members] = {}
    for entrant in history.entrants:
        team = entrant.team if entrant.team in teams else None
        found.setdefault((-entrant.score, team or ""), []).append(entrant)
    nobody: list[Members] = [[]] if len(history.entrants) % 2 else []
    return [found[key] for key in sorted(found)] + nobody


def _least(
    history: PairingHistory, rules: CostRules, teams: Sequence[str], one: Members, two: Members
) -> Levels | None:
    """The least that a pair of two groups can cost, ``None`` where there can be none. Rematches and listed pairs are
    not looked at: without them a pair costs no more."""
    if not one or not two:
        members = one or two
        if not members:
            return None
        byes = min(player.had_bye for player in members)
        lowest = min(player.score for player in history.entrants)
        return Levels(min(byes, 1), max(0, byes - 1), members[0].score - lowest)
    team = one[0].team
    are_mates = team is not None and team in teams and team == two[0].team
    if are_mates and rules.team_policy is TeamPolicy.PROHIBIT:
        return None
    high, low = (one, two) if one[0].score >= two[0].score else (two, one)
    gap = high[0].score - low[0].score
    floats = min(player.floated_down for player in high) + min(player.floated_up for player in low) if gap else 0
    unwanted = are_mates and rules.team_policy is TeamPolicy.DISCOURAGE
    return Levels(0, 0, 0, gap * gap, int(unwanted), floats)


def level_weights(history: PairingHistory) -> tuple[int, ...]:
    """What one unit of each level counts in a packed cost: one more than all levels below it can come to."""
    field = history.entrants
    scores, seats = [player.score for player in field], len(field) // 2 + 1
    gap = max(scores) - min(scores)
    again = max(max([player.had_bye, *player.times_met_all.values()]) for player in field)
    floats = max(player.floated_down for player in field) + max(player.floated_up for player in field)
    weights = [1]
    for most in (seats * floats, seats, seats * gap * gap, gap, seats * again):
        weights.insert(0, weights[0] * (most + 1))
    return tuple(weights)


def _least_of_chains(witness: PriceWitness, odd: list[int], beyond: list[list[int | None]]) -> int | None:
    """The least that chains cost which join the groups with an odd number of members two and two, in eighths, by the
    potentials; ``None`` where these claim too much."""
    if len(witness.potentials) != len(odd):
        return None
    least, ends = sum(witness.potentials), set(range(len(odd)))
    for inside, weight in witness.blossoms:
        if weight < 0 or len(inside) % 2 == 0 or len(set(inside)) < len(inside) or not set(inside) <= ends:
            return None
        least -= weight * (len(inside) // 2)
    chains, odd_sets = _cheapest_chains(beyond), [(set(inside), weight) for inside, weight in witness.blossoms]
    for second in range(len(odd)):
        for first in range(second):
            chain = chains[odd[first]][odd[second]]
            shared = sum(weight for inside, weight in odd_sets if first in inside and second in inside)
            claimed = witness.potentials[first] + witness.potentials[second] - shared
            if chain is not None and claimed > EIGHTHS // 2 * chain:
                return None
    return least


def _cheapest_chains(beyond: list[list[int | None]]) -> list[list[int | None]]:
    """From group to group through any others; ``None`` where no pairs lead there."""
    never = 1 + sum(rest for row in beyond for rest in row if rest is not None)
    known = [[never if rest is None else rest for rest in row] for row in beyond]
    for through in range(len(known)):
        onward = known[through]
        for row in known:
            if row[through] < never:
                row[:] = [min(direct, row[through] + rest) for direct, rest in zip(row, onward, strict=True)]
    return [[None if rest >= never else rest for rest in row] for row in known]


def rounded_up(least: Levels, history: PairingHistory) -> Levels:
    """The least total that a pairing can have, if it has no less than this one.

    With scores that are multiples of a unit u apart, a difference of k steps costs k²u². Over the pairs the k²
    add up to an even number or an odd one as the steps of all who play do, whatever the pairs: k² is odd when k is,
    and k is odd when the steps of the two add up to an odd number.
    """
    lowest = min(player.score for player in history.entrants)
    unit = gcd(*(player.score - lowest for player in history.entrants))
    if not unit or least.bye_score % unit:
        return least
    steps = sum(player.score - lowest for player in history.entrants) // unit
    if len(history.entrants) % 2:
        steps -= least.bye_score // unit
    squares = -(-least.score_spread // unit**2)
    squares += (squares - steps) % 2
    if squares * unit**2 == least.score_spread:
        return least
    return least._replace(score_spread=squares * unit**2, discouraged=0, repeated_floats=0)
