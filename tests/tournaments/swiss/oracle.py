"""Brute force over every pairing of a small field: shares no code with the engine beyond the plain records."""

from collections.abc import Iterator

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.settings import PairingSettings, TeamPolicy

Pairs = tuple[tuple[int, int], ...]


def every_pairing(ids: tuple[int, ...]) -> Iterator[tuple[Pairs, int | None]]:
    """Every way to pair the ids, with every choice of the bye when their number is odd."""
    if len(ids) % 2:
        for place, bye in enumerate(ids):
            for pairs, _ in every_pairing(ids[:place] + ids[place + 1 :]):
                yield pairs, bye
        return
    if not ids:
        yield (), None
        return
    first = ids[0]
    for place in range(1, len(ids)):
        for pairs, _ in every_pairing(ids[1:place] + ids[place + 1 :]):
            yield ((first, ids[place]), *pairs), None


def has_met(one: Entrant, two: Entrant) -> bool:
    return two.id in one.met or one.id in two.met


def times_met(one: Entrant, two: Entrant) -> int:
    return max(list(one.met).count(two.id), list(two.met).count(one.id))


def listed(pairs: frozenset[tuple[int, int]], one: Entrant, two: Entrant) -> bool:
    return (one.id, two.id) in pairs or (two.id, one.id) in pairs


def cost_of(
    history: PairingHistory, settings: PairingSettings, pairs: Pairs, bye: int | None
) -> tuple[int, int, int, int, int, int] | None:
    """The six levels of a pairing, ``None`` when it is not allowed."""
    field = history.by_id
    teams_count = settings.team_rounds is None or history.next_round <= settings.team_rounds
    policy = settings.team_policy if teams_count else TeamPolicy.IGNORE
    repeats = beyond = bye_score = spread = disliked = floats = 0
    if bye is not None:
        repeats += bool(field[bye].had_bye)
        beyond += max(0, field[bye].had_bye - 1)
        bye_score = field[bye].score - min(entrant.score for entrant in history.entrants)
    for a, b in pairs:
        one, two = field[a], field[b]
        if one.score < two.score:
            one, two = two, one
        mates = one.team is not None and one.team == two.team
        if (mates and policy is TeamPolicy.PROHIBIT) or listed(settings.prohibited, one, two):
            return None
        repeats += has_met(one, two)
        beyond += max(0, times_met(one, two) - 1)
        spread += (one.score - two.score) ** 2
        disliked += (mates and policy is TeamPolicy.DISCOURAGE) or listed(settings.discouraged, one, two)
        if one.score != two.score:
            floats += one.floated_down + two.floated_up
    return repeats, beyond, bye_score, spread, disliked, floats


def best_cost(history: PairingHistory, settings: PairingSettings) -> tuple[int, int, int, int, int] | None:
    """The least cost over all pairings, ``None`` when none is allowed."""
    ids = tuple(entrant.id for entrant in history.entrants)
    costs = (cost_of(history, settings, pairs, bye) for pairs, bye in every_pairing(ids))
    return min((cost for cost in costs if cost is not None), default=None)
