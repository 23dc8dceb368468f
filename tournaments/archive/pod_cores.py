"""An archive of an event in pods as the cores take it: its table, the field of the next round, the final places."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.archive.cores import is_in, next_round_number
from tournaments.archive.document import Archive, ArchivePod, MatchKind, TeamRule
from tournaments.play.final_places import places_among, without
from tournaments.pods.entrants import PodField
from tournaments.pods.finals import FinalPod, places_in_finals
from tournaments.pods.past import entrants_after, pairs_in_teams
from tournaments.pods.ranking import PodHistory, PodPlayer
from tournaments.pods.results import Alone, AloneResult, Manner, PodPoints, PodResult

_ALONE = {MatchKind.BYE: Alone.BYE, MatchKind.LOSS: Alone.MISSED}


def pod_history(archive: Archive) -> PodHistory:
    """The results as the table of pods takes them; pods without a result are left out."""
    settings = archive.settings
    return PodHistory(
        players=tuple(
            PodPlayer(entrant.id, entrant.dropped_after, ranked=not entrant.disqualified)
            for entrant in archive.entrants
        ),
        pods=tuple(PodResult(each.number, pod.result) for each in archive.rounds for pod in each.pods if pod.result),
        alone=tuple(
            AloneResult(each.number, match.one, _ALONE[match.kind]) for each in archive.rounds for match in each.matches
        ),
        points=PodPoints(settings.win, settings.draw, settings.loss, settings.pod_places),
    )


def pods_to_seat(archive: Archive) -> PodField:
    """Those still in, as the next seating takes them: who did not come to a pod was not in it."""
    number, settings = next_round_number(archive), archive.settings
    here = [entrant for entrant in archive.entrants if is_in(entrant, number)]
    pods = [
        tuple(seat.id for seat in pod.seats if seat.manner is not Manner.NO_SHOW)
        for each in archive.rounds
        for pod in each.pods
    ]
    apart = frozenset(frozenset(pair) for pair in (*settings.prohibited, *settings.discouraged))
    if settings.teams is not TeamRule.IGNORE and number <= (settings.team_rounds or number):
        apart |= pairs_in_teams((entrant.id, entrant.team) for entrant in here)
    players = (entrant.id for entrant in here)
    return PodField(entrants_after(players, pods, pod_history(archive).rows), apart)


def open_pods(archive: Archive) -> list[tuple[int, ArchivePod]]:
    """Pods without a result, with their rounds: they keep the next round from being seated."""
    return [(each.number, pod) for each in archive.rounds for pod in each.pods if not pod.result]


def places_after_finals(archive: Archive, ranks: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The final place of everybody in the table, given with their ranks in order: those of the final pods first, then
    the ranks. Empty without final pods."""
    finals = archive.finals
    if finals is None:
        return {}
    rounds = [[FinalPod(pod.players, pod.result) for pod in pods] for pods in finals.rounds]
    away = {one.id for one in archive.entrants if one.disqualified or one.dropped_after is not None}
    barred = {one.id for one in archive.entrants if one.disqualified}
    first = places_in_finals(rounds, finals.seeds, away)
    return without(barred, places_among(list(ranks), first))
