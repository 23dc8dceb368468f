"""The top cut of each division of an event: the size it is planned with, and the one the game's table has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Registration, Tournament
from tournaments.play.divisions import Division
from tournaments.queries.cut_rounds import division_in_cut
from tournaments.queries.settings import divisions_of, recommended_cut


@dataclass(frozen=True)
class DivisionCut:
    """The top cut of one division: its size (0: none), and the one the game's table has for its `players`.

    `players` began the event, or are entered before its start; `here` are those who are still in. `is_set`: staff chose
    the size.
    """

    division: Division
    players: int
    here: int
    size: int
    by_table: int
    is_set: bool


def division_cuts(tournament: Tournament) -> list[DivisionCut]:
    """The planned top cut of each division, in their order; empty where everybody plays one cut."""
    if not tournament.cuts_apart:
        return []
    active = Q(status=Registration.Status.ACTIVE)
    began = tournament.registrations.filter(active | Q(status_round__gt=0)).order_by()
    players: Counter[str] = Counter()
    here: Counter[str] = Counter()
    walks_over = tournament.cut_drop == Tournament.CutDrop.WALK_OVER
    for division, status, left in began.values_list("division", "status", "left_before_cut"):
        code = division_in_cut(tournament, division)
        players[code] += 1
        here[code] += status == Registration.Status.ACTIVE or (walks_over and left)
    return [_planned(tournament, one, players[one.code], here[one.code]) for one in divisions_of(tournament)]


def plans_cut(tournament: Tournament) -> int:
    """How many the largest top cut that the event plans has; 0 where it plans none."""
    if tournament.cuts_apart and tournament.phase != Tournament.Phase.TOP_CUT:
        return max((one.size for one in division_cuts(tournament) if one.players > 1), default=0)
    return tournament.top_cut


def _planned(tournament: Tournament, division: Division, players: int, here: int) -> DivisionCut:
    by_table = recommended_cut(tournament.ruleset, players) if players else 0
    chosen = tournament.division_cuts.get(division.code)
    size = by_table if chosen is None else chosen
    return DivisionCut(division, players, here, size, by_table, chosen is not None)
