"""What the rounds so far have made of the players who are to be seated in pods, and who of them are kept apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence

from tournaments.pods.entrants import POD, PodEntrant
from tournaments.pods.ranking import PodRow, meetings


def entrants_after(
    players: Iterable[int], pods: Sequence[tuple[int, ...]], rows: Mapping[int, Sequence[PodRow]]
) -> tuple[PodEntrant, ...]:  # fmt: skip
    """These players as the next seating takes them: `pods` are those of all rounds, each in the order of turns without
    who did not come, and `rows` everybody's results."""
    met = meetings(pods)
    turns: dict[int, list[tuple[int, int]]] = defaultdict(list)
    short: dict[int, int] = defaultdict(int)
    for pod in pods:
        for seat, key in enumerate(pod, start=1):
            turns[key].append((seat, len(pod)))
            short[key] += len(pod) < POD
    return tuple(
        PodEntrant(
            id=key,
            points=sum(row.points for row in rows.get(key, ())),
            met=met.get(key, {}),
            short=short[key] + sum(row.is_bye for row in rows.get(key, ())),
            turns=tuple(turns[key]),
        )
        for key in players
    )


def pairs_in_teams(teams: Iterable[tuple[int, Hashable]]) -> frozenset[frozenset[int]]:
    """Every two players of one team, of players given with theirs; who has none is in no pair."""
    members: dict[Hashable, list[int]] = defaultdict(list)
    for key, team in teams:
        if team:
            members[team].append(key)
    return frozenset(frozenset((one, two)) for team in members.values() for one in team for two in team if one < two)
