"""Why two meet in the top cut: their seeds, and whom each beat to get there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Match, Registration
from tournaments.play.bracket import MatchKey
from tournaments.queries.bracket import CutRecord, cut_of, key_of, read_cuts


@dataclass(frozen=True)
class WayHere:
    """How one of the two got into a match of the bracket: `before`, the opponent of the round before, is None in the
    first round and after a round without a match."""

    entry: Registration
    seed: int
    before: Registration | None


@dataclass(frozen=True)
class CutReason:
    """`is_first`: the match is of the bracket's first round; `players`: how many are left in it, 2 in the final."""

    ways: tuple[WayHere, WayHere]
    is_first: bool
    is_third_place: bool
    players: int


def reason_in_cut(match: Match) -> CutReason:
    """Why the two players of a match of the top cut meet; four queries."""
    cut = cut_of(read_cuts(match.round.tournament), match)
    key = key_of(match, cut.first_round)
    before = [(other, one) for other, one in cut.matches.items() if other.round == key.round - 1]
    seated = {entry.pk: other for other, one in before for entry in one.entries}
    one, two = (_way(cut, entry.pk, seated) for entry in match.entries)
    return CutReason((one, two), key.round == 1, match.is_third_place, cut.players_in(key.round))


def _way(cut: CutRecord, entry: int, seated: Mapping[int, MatchKey]) -> WayHere:
    """`seated`: where everybody played in the round before."""
    found = seated.get(entry)
    before = cut.matches[found].opponent_of(entry) if found is not None else None
    return WayHere(cut.registrations[entry], cut.bracket.seed(entry), before)
