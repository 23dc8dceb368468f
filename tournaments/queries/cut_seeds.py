"""How the top cut would be seeded by corrected Swiss results, beside how it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.models import Registration, Round, Tournament
from tournaments.queries.cut_drops import is_in_cut
from tournaments.queries.cut_rounds import division_in_cut
from tournaments.queries.division_cuts import division_cuts
from tournaments.queries.pod_repair import PodCorrection, pod_corrections
from tournaments.queries.repair_scope import Correction, corrections_since_pairing
from tournaments.queries.rounds import has_results, has_rulings
from tournaments.queries.standings import standings_of


@dataclass(frozen=True)
class OtherSeed:
    """A player with another seed by the standings as they are: the seed drawn, and the one now; `last` is another one
    where players who share a place had to draw lots."""

    player: Registration
    before: int
    first: int
    last: int


@dataclass(frozen=True)
class OtherSeeds:
    """What the corrections since the seeding change of who is in the cut: `come` would be in, `go` would not, `by_lot`
    share a place of which a new lot would decide; `moved` have another seed. `can_discard`: nothing is played yet."""

    corrections: tuple[Correction | PodCorrection, ...]
    come: tuple[Registration, ...]
    go: tuple[Registration, ...]
    by_lot: tuple[Registration, ...]
    moved: tuple[OtherSeed, ...]
    can_discard: bool


@dataclass(frozen=True)
class _Group:
    """Players who share a place, with the first and the last seed that it has."""

    first: int
    last: int
    players: tuple[Registration, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether the lots drawn at the seeding still say in which order they are."""
        drawn = sorted(entry.lot or 0 for entry in self.players)
        return len(self.players) > 1 and drawn == list(range(1, len(drawn) + 1))

    def seeds_of(self, entry: Registration) -> tuple[int, int]:
        """The first and the last seed that a player may have."""
        if self.is_drawn:
            return (self.first + (entry.lot or 1) - 1,) * 2
        return self.first, self.last


def other_seeds(tournament: Tournament) -> OtherSeeds | None:
    """How the running top cut would be seeded by the standings; None where no Swiss result was corrected since, or the
    corrections change no seed. Two queries where none was corrected."""
    if tournament.phase != Tournament.Phase.TOP_CUT:
        return None
    rounds = list(tournament.rounds.filter(stage=Round.Stage.TOP_CUT).order_by("number")[:2])
    if not rounds:
        return None
    first = rounds[0]
    corrections = pod_corrections(first) if tournament.is_in_pods else corrections_since_pairing(first)
    if not corrections:
        return None
    come: list[Registration] = []
    go: list[Registration] = []
    by_lot: list[Registration] = []
    moved: list[OtherSeed] = []
    for size, entries in _cuts(tournament):
        for group in _groups(entries):
            _compare(group, size, come, go, by_lot, moved)
    if not (come or go or by_lot or moved):
        return None
    can_discard = len(rounds) == 1 and not has_results(first) and not has_rulings(first)
    moved.sort(key=lambda one: one.before)
    return OtherSeeds(tuple(corrections), tuple(come), tuple(go), tuple(by_lot), tuple(moved), can_discard)


def _compare(
    group: _Group,
    size: int,
    come: list[Registration],
    go: list[Registration],
    by_lot: list[Registration],
    moved: list[OtherSeed],
) -> None:
    """Add what a group of a cut of this size changes."""
    is_split = group.first <= size < group.last and not group.is_drawn
    if is_split:
        by_lot += group.players
    for entry in group.players:
        first, last = group.seeds_of(entry)
        if entry.seed is None:
            come += [entry] if last <= size else []
        elif first > size:
            go.append(entry)
        elif not is_split and not first <= entry.seed <= last:
            moved.append(OtherSeed(entry, entry.seed, first, last))


def _cuts(tournament: Tournament) -> Iterator[tuple[int, list[tuple[int | None, Registration]]]]:
    """The size of each cut that was seeded, and the places of those seeded and those who may be, in the order of the
    table. A player who was seeded and left since counts: it is about the corrections alone."""
    entries: dict[str, list[tuple[int | None, Registration]]] = defaultdict(list)
    for row in standings_of(tournament):
        entry = row.registration
        if entry.seed is not None or (row.rank is not None and is_in_cut(tournament, entry)):
            entries[division_in_cut(tournament, entry.division)].append((row.rank, entry))
    sizes = {one.division.code: one.size for one in division_cuts(tournament)} or {"": tournament.top_cut}
    for division, places in entries.items():
        if any(entry.seed is not None for _rank, entry in places):
            yield sizes.get(division, 0), places


def _groups(places: Sequence[tuple[int | None, Registration]]) -> Iterator[_Group]:
    """Players who share a place, with their seeds; a disqualified one, who has no place, keeps the own seed."""
    kept = {entry.seed for rank, entry in places if rank is None}
    free = (seed for seed in range(1, 2 * len(places) + 1) if seed not in kept)
    ranked = [(rank, entry) for rank, entry in places if rank is not None]
    for _rank, group in groupby(ranked, key=lambda one: one[0]):
        players = tuple(entry for _place, entry in group)
        seeds = [next(free) for _one in players]
        yield _Group(seeds[0], seeds[-1], players)
