"""What the players of a pod report, put together: the result they agree on, or that there is none.

A report is the place of each player, equal places shared. It counts once more than half of the players who are there
have said the same and nobody says otherwise; then a table of which one has gone home still gets its result, and no two
of four can report for the others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Places = Mapping[int, int]


def reports_needed(players: int) -> int:
    """How many of the players have to say the same before it counts."""
    return players // 2 + 1


def places_among(places: Places, players: Collection[int]) -> dict[int, int]:
    """The places of these players alone, from 1 on: who was placed before counts only where they are among them."""
    given = {key: places[key] for key in players if key in places}
    return {key: 1 + sum(other < place for other in given.values()) for key, place in given.items()}


def still_said(places: Places, players: Collection[int]) -> dict[int, int] | None:
    """What a report says of these players alone; None where it says nothing of how they stand.

    That is so once somebody who was first is gone, unless all shared the first place: who was level behind a winner has
    not drawn, and who shared the first place has not won alone. A report that leaves out one of them says nothing, too.
    """
    winners = _winners(places)
    is_drawn = len(winners) == len(places)
    if any(key not in places for key in players) or not (is_drawn or winners <= set(players)):
        return None
    return places_among(places, players)


def agreed_places(reports: Sequence[Places], *, by_place: bool) -> dict[int, int] | None:
    """The places that all reports have in common; None where they contradict each other.

    Where points go by place every place counts. Otherwise only the first place is worth anything: of reports with the
    same first place the order of the others is taken from those who tell one, unless they tell different ones.
    """
    first = dict(reports[0])
    if all(dict(one) == first for one in reports):
        return first
    if by_place or len({_winners(one) for one in reports}) > 1:
        return None
    orders = [dict(one) for one in reports if dict(one) != winners_alone(one)]
    return orders[0] if all(one == orders[0] for one in orders) else winners_alone(first)


def winners_alone(places: Places) -> dict[int, int]:
    """The same first place, shared or not, and all others together behind it."""
    winners = _winners(places)
    return {key: 1 if key in winners else 1 + len(winners) for key in places}


def _winners(places: Places) -> frozenset[int]:
    return frozenset(key for key, place in places.items() if place == 1)
