"""The independent check of a seating: counts everything again, in other ways than the search does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.pods.entrants import PROVED, PodField, PodLevels
from tournaments.pods.sizes import sizes_of


def is_proved(
    field: PodField,
    pods: Sequence[Sequence[int]],
    byes: Sequence[int],
    *,
    every_seating: bool,
    achieved: PodLevels,
    bound: PodLevels,
) -> bool:
    """Whether the seating is whole, costs what it says, and no seating costs less in the levels `PROVED`.

    `every_seating`: the search has looked at all of them; the bound is what it found, and only the seating and its
    cost are checked. Otherwise the bound is worked out again here.
    """
    if not _is_whole(field, pods, byes) or any(
        getattr(achieved, name) != value for name, value in _recounted(field, pods, byes).items()
    ):
        return False
    if any(getattr(achieved, name) != getattr(bound, name) for name in PROVED):
        return False
    return every_seating or _is_bound(field, pods, bound)


def _is_whole(field: PodField, pods: Sequence[Sequence[int]], byes: Sequence[int]) -> bool:
    """Everybody has exactly one place, in pods of the right sizes."""
    sizes = sizes_of(len(field.entrants))
    seated = Counter(key for pod in pods for key in pod) + Counter(byes)
    return (
        seated == Counter(player.id for player in field.entrants)
        and Counter(len(pod) for pod in pods) == +Counter({4: sizes.fours, 3: sizes.threes})
        and len(byes) == sizes.byes
    )


def _recounted(field: PodField, pods: Sequence[Sequence[int]], byes: Sequence[int]) -> dict[str, int]:
    """The levels `PROVED` counted player by player, each pair from both sides."""
    pod_of = {key: number for number, pod in enumerate(pods) for key in pod}
    sizes = [len(pod) for pod in pods]
    met = spread = 0
    for player in field.entrants:
        if player.id not in pod_of:
            continue
        mates = [field.by_id[key] for key in pods[pod_of[player.id]]]
        met += sum(player.met.get(mate.id, 0) ** 2 for mate in mates if mate.id != player.id)
        spread += sum((player.points - mate.points) ** 2 for mate in mates)
    short = [player for player in field.entrants if player.id in byes or sizes[pod_of[player.id]] < 4]
    return {
        "together": sum(_share_a_pod(pair, pod_of) for pair in _pairs_here(field)),
        "repeats": met // 2,
        "short_again": sum(player.short for player in short),
        "bye_points": sum(field.by_id[key].points for key in byes),
        "spread": spread // 2,
    }


def _share_a_pod(pair: frozenset[int], pod_of: dict[int, int]) -> bool:
    return pair <= pod_of.keys() and len({pod_of[key] for key in pair}) == 1


def _pairs_here(field: PodField) -> list[frozenset[int]]:
    return [pair for pair in field.apart if len(pair) == 2 and all(key in field.by_id for key in pair)]


def _is_bound(field: PodField, pods: Sequence[Sequence[int]], bound: PodLevels) -> bool:
    """Whether the bound is one: nothing below zero, the shortest players in the pods of three, and the least spread of
    a division in order of points, worked out from the other end."""
    threes = sum(len(pod) == 3 for pod in pods)
    shorts = sorted(player.short for player in field.entrants)[: 3 * threes]
    points = sorted((player.points for player in field.entrants), reverse=True)
    return (
        (bound.together, bound.repeats, bound.bye_points) == (0, 0, 0)
        and bound.short_again == sum(shorts)
        and bound.spread == _spread_from_above(points, threes)
    )


def _spread_from_above(points: Sequence[int], threes: int) -> int:
    """The least spread of the players from the first of each pod on, for each number of pods of three left."""
    last = len(points)
    least: dict[tuple[int, int], int] = {(last, 0): 0}
    for at in range(last - 1, -1, -1):
        for left in range(threes + 1):
            ways = [
                least[at + size, left - taken] + _within(points[at : at + size])
                for size, taken in ((4, 0), (3, 1))
                if (at + size, left - taken) in least
            ]
            if ways:
                least[at, left] = min(ways)
    return least[0, threes]


def _within(points: Sequence[int]) -> int:
    return sum((one - two) ** 2 for place, one in enumerate(points) for two in points[place + 1 :])
