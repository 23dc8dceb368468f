"""The final pods of an event in pods, after the Swiss rounds: who sits where, who goes on, and the places they give.

Up to four seeds play one pod. More play pods of four or three first, whose winners meet in the final. Nothing is drawn
again: seeds are spread over the pods to and fro (first and last of sixteen together), and in a pod the better seed has
the earlier turn, as multiplayer playoffs are seated (Multiplayer Addendum to the Magic Tournament Rules, SCT, 2.2B). A
first place that is shared goes to the best seed among those who share it, so that a pod always has one winner.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.pods.entrants import POD
from tournaments.pods.results import Place

FINAL_SIZES = (POD, POD * POD)
"""How many the final pods are for: those of one pod, or those of as many pods as a pod has seats."""
MIN_SEEDED = {POD: 3, POD * POD: 9}
"""The fewest players by that size: three make a pod, and nine make three pods whose winners make one."""


@dataclass(frozen=True)
class FinalPod:
    """One pod: its players in the order of turns, and its places once it has its result."""

    players: tuple[int, ...]
    places: tuple[Place, ...] = ()


def first_pods(seeds: Sequence[int]) -> list[tuple[int, ...]]:
    """The pods of the first round, of players given in the order of their seeds; each in the order of turns."""
    count = -(-len(seeds) // POD)
    pods: list[list[int]] = [[] for _pod in range(count)]
    for place, key in enumerate(seeds):
        lap, at = divmod(place, count)
        pods[at if lap % 2 == 0 else count - 1 - at].append(key)
    return [tuple(pod) for pod in pods]


def finishing_order(pod: FinalPod, seeds: Sequence[int]) -> tuple[int, ...]:
    """The players of a pod from the first on: those who share a place by seed; by seed alone without a result."""
    seed = {key: number for number, key in enumerate(seeds)}
    ordered = sorted(pod.places, key=lambda one: (one.is_last, one.place, seed[one.entrant]))
    return tuple(one.entrant for one in ordered) or tuple(sorted(pod.players, key=lambda key: seed[key]))


def next_pod(rounds: Sequence[Sequence[FinalPod]], seeds: Sequence[int], away: Collection[int]) -> tuple[int, ...]:
    """Who plays the final, in the order of turns: of each pod of the newest round the first who is not `away`. Nobody
    where that round was the final, or where fewer than two would meet."""
    if not rounds or len(rounds[-1]) == 1:
        return ()
    ordered = [finishing_order(pod, seeds) for pod in rounds[-1]]
    through = {next((key for key in keys if key not in away), None) for keys in ordered}
    final = tuple(key for key in seeds if key in through)
    return final if len(final) > 1 else ()


def places_in_finals(
    rounds: Sequence[Sequence[FinalPod]], seeds: Sequence[int], away: Collection[int]
) -> dict[int, int]:  # fmt: skip
    """Places 1 to n of all seeds: those of the final as it finished, then by seed. Where the event ends before the
    final is played, those who would play it come first, by seed."""
    final = rounds[-1][0] if rounds and len(rounds[-1]) == 1 else FinalPod(next_pod(rounds, seeds, away))
    first = finishing_order(final, seeds)
    order = [*first, *(key for key in seeds if key not in first)]
    return {key: place for place, key in enumerate(order, start=1)}
