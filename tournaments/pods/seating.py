"""START HERE: seating a round in pods.

Fields up to `every_seating.MAX_PLAYERS` players are solved by looking at every division. Larger ones begin with the
division of least spread and are improved by exchanging players within a work budget; what they reach is proved only
where it equals a bound (`tournaments.pods.bounds`) and the independent check agrees.
"""

from __future__ import annotations

from random import Random

from tournaments.pods.bounds import bound_of, spread_and_cuts
from tournaments.pods.checking import is_proved
from tournaments.pods.costs import levels_of
from tournaments.pods.entrants import PROVED, PodEntrant, PodField, PodLevels, Seating
from tournaments.pods.every_seating import MAX_PLAYERS, Groups, cheapest_groups
from tournaments.pods.exchanging import Exchanging
from tournaments.pods.sizes import PodSizes, sizes_of


def seat_round(field: PodField, rng: Random) -> Seating:
    """Seat everybody: least cost by `PodLevels`, equals by lot. The same field and seed give the same seating.

    Raises `TooFewPlayers` below three players.
    """
    sizes = sizes_of(len(field.entrants))
    drawn = sorted(field.entrants, key=lambda player: player.id)
    rng.shuffle(drawn)
    drawn.sort(key=lambda player: -player.points)
    ordered = PodField(tuple(drawn), field.apart)
    tried = 0
    every_seating = len(drawn) <= MAX_PLAYERS
    if every_seating:
        groups = cheapest_groups(ordered, sizes)
    else:
        groups, tried = _improved(ordered, sizes, rng)
    pods = [in_turn([drawn[place] for place in group]) for group in groups if len(group) > 1]
    places = {player.id: place for place, player in enumerate(drawn)}
    pods.sort(key=lambda pod: sorted(places[key] for key in pod))
    byes = tuple(drawn[group[0]].id for group in groups if len(group) == 1)
    achieved = levels_of(field, pods, byes)
    bound = _without_seats(achieved) if every_seating else bound_of(field, sizes)
    certified = is_proved(field, pods, byes, every_seating=every_seating, achieved=achieved, bound=bound)
    return Seating(tuple(pods), byes, achieved, bound, certified, every_seating, tried)


def _improved(ordered: PodField, sizes: PodSizes, rng: Random) -> tuple[Groups, int]:
    points = [-player.points for player in ordered.entrants]
    groups, at = [], 0
    for size in spread_and_cuts(points, sizes)[1]:
        groups.append(tuple(range(at, at + size)))
        at += size
    work = Exchanging(ordered, tuple(groups))
    least = _packed_bound(ordered, sizes, work)
    work.improve()
    best, cost = work.groups(), work.total
    while cost > least and not work.is_spent:
        work.set(best)
        work.shake(rng)
        work.improve()
        if work.total < cost:
            best, cost = work.groups(), work.total
    return best, work.tried


def _packed_bound(ordered: PodField, sizes: PodSizes, work: Exchanging) -> int:
    bound = bound_of(ordered, sizes)
    return bound.short_again * work.weights.short + bound.spread


def in_turn(players: list[PodEntrant]) -> tuple[int, ...]:
    """The seats of a pod: who has been earlier so far goes later, equals by lot (the order they come in).

    No order costs less in `seats`: larger earliness beside fewer players after it is the least sum of products.
    """
    return tuple(player.id for player in sorted(players, key=lambda player: player.earliness))


def _without_seats(levels: PodLevels) -> PodLevels:
    return PodLevels(**{name: getattr(levels, name) for name in PROVED})
