"""Repairing a round some of whose tables play already, so that a short event stays playable."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.swiss.budget import Budget, counted
from tournaments.swiss.costs import Levels, cost_rules, ordered, pairing_cost
from tournaments.swiss.disjoint_rounds import find_rounds
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.look_ahead import later_meetings, open_meetings
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.quick import MAX_QUICK_AHEAD, is_quick
from tournaments.swiss.repair import PublishedTable, RepairResult, repair_round
from tournaments.swiss.round_bounds import Graph, certainly_playable, without
from tournaments.swiss.settings import PairingSettings

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class RunningRepair:
    """What the repair of a running round follows from; the same gives the same repair everywhere.

    ``history`` are those whose tables, ``published``, have not begun; ``bye`` is the published one. ``playing`` are the
    pairs that have begun. ``whole`` is the field with those, where a short field should stay playable, else ``None``.
    ``seconds`` are counted by work, not by a clock. With ``redraws`` all tables that have not begun are drawn again: as
    good a round, in which nothing published is kept on purpose.
    """

    history: PairingHistory
    settings: PairingSettings
    published: tuple[PublishedTable, ...]
    bye: int | None
    seed: str
    seconds: float
    playing: tuple[tuple[int, int], ...] = ()
    whole: PairingHistory | None = None
    redraws: bool = False

    @property
    def is_quick(self) -> bool:
        """Whether this takes a moment."""
        in_whole = 0 if self.whole is None else len(self.whole.entrants)
        return is_quick(self.history, self.settings) and in_whole <= MAX_QUICK_AHEAD

    def run(self) -> "Repaired":
        """The repair. Raises ``NoLegalPairing`` and ``OutOfTime`` as ``repair_round`` does."""
        rng, budget = Random(self.seed), counted(self.seconds)
        result = self._redrawn(rng, budget) if self.redraws else self._repaired(rng, budget)
        costs_more = self.whole is not None and self._costs_a_rematch(self.whole, result)
        return Repaired(result, costs_more, self._published_cost())

    def _repaired(self, rng: Random, budget: Budget) -> RepairResult:
        return repair_round(
            self.history, self.settings, self.published, rng, published_bye=self.bye, budget=budget
        )  # fmt: skip

    def _redrawn(self, rng: Random, budget: Budget) -> RepairResult:
        """A new draw. That nothing keeps more tables is not looked for, so all of them are the only bound on it."""
        result = pair_round(self.history, self.settings, rng, budget)
        tables = [PublishedTable(table, pair) for table, pair in zip(result.tables, result.pairs, strict=True)]
        still, now = dict(_seats(self.published, self.bye)), dict(_seats(tables, result.bye))
        meeting = {ordered(*pair) for pair in result.pairs}
        kept = tuple(seat.pair for seat in self.published if ordered(*seat.pair) in meeting)
        moved = tuple(sorted(key for key in now if now[key] != still.get(key)))
        return RepairResult(result, kept, len(self.published), moved)

    def _published_cost(self) -> Levels:
        """What the published tables that have not begun cost by the corrected standings."""
        by_id = self.history.by_id
        pairs = [(by_id[one], by_id[two]) for one, two in (table.pair for table in self.published)]
        bye = None if self.bye is None else by_id[self.bye]
        return pairing_cost(cost_rules(self.history, self.settings), pairs, bye)

    def _costs_a_rematch(self, whole: PairingHistory, result: RepairResult) -> bool:
        """Whether the field could be played out as published but not as repaired.

        With everybody still to be paired the core looks ahead itself. Where somebody has dropped, nothing is promised.
        """
        field = _WholeField(whole, self.settings, self.playing)
        published = [table.pair for table in self.published]
        if field.is_playable(result.pairing.pairs, result.pairing.bye):
            return False
        return field.is_playable(published, self.bye)


@dataclass(frozen=True)
class Repaired:
    """A repair, and what the tables it is about cost as ``published``.

    ``is_held_back`` says that it would cost a rematch in a later round, so that nothing should move.
    """

    result: RepairResult
    is_held_back: bool
    published: Levels


def _seats(tables: Iterable[PublishedTable], bye: int | None) -> Iterator[tuple[int, tuple[int | None, int | None]]]:
    """Everybody's table and opponent; neither with the bye."""
    for seat in tables:
        one, two = seat.pair
        yield one, (seat.table, two)
        yield two, (seat.table, one)
    if bye is not None:
        yield bye, (None, None)


class _WholeField:
    """A field with the tables that play, and whether the rounds to come can be played after these and others."""

    def __init__(self, history: PairingHistory, settings: PairingSettings, playing: Pairs) -> None:
        entrants = sorted(history.entrants, key=lambda one: one.id)
        rules = cost_rules(history, settings)
        self.playing = playing
        self.graph: Graph = open_meetings(entrants, rules)
        self.opening = later_meetings(entrants, rules)
        self.place = {entrant.id: node for node, entrant in enumerate(entrants)}
        self.later = (history.planned_rounds or 0) - history.next_round

    def is_playable(self, pairs: Iterable[tuple[int, int]], bye: int | None) -> bool:
        """Whether the rounds to come can be played without a rematch after this one."""
        partner = list(range(len(self.graph)))
        for one, two in (*self.playing, *pairs):
            partner[self.place[one]], partner[self.place[two]] = self.place[two], self.place[one]
        if bye is not None:
            partner[self.place[bye]], partner[-1] = len(self.graph) - 1, self.place[bye]
        left = without(self.graph, partner)
        if certainly_playable(left, self.later):
            return True
        return find_rounds(left, self.later, Random(0), self.opening).rounds is not None
