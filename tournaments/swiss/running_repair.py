"""Repairing a round some of whose tables play already, so that a short event stays playable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.swiss.budget import counted
from tournaments.swiss.costs import cost_rules
from tournaments.swiss.disjoint_rounds import find_rounds
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.look_ahead import later_meetings, open_meetings
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
    ``seconds`` are counted by work, not by a clock.
    """

    history: PairingHistory
    settings: PairingSettings
    published: tuple[PublishedTable, ...]
    bye: int | None
    seed: str
    seconds: float
    playing: tuple[tuple[int, int], ...] = ()
    whole: PairingHistory | None = None

    @property
    def is_quick(self) -> bool:
        """Whether this takes a moment."""
        in_whole = 0 if self.whole is None else len(self.whole.entrants)
        return is_quick(self.history, self.settings) and in_whole <= MAX_QUICK_AHEAD

    def run(self) -> "Repaired":
        """The repair. Raises ``NoLegalPairing`` and ``OutOfTime`` as ``repair_round`` does."""
        rng, budget = Random(self.seed), counted(self.seconds)
        result = repair_round(
            self.history, self.settings, self.published, rng, published_bye=self.bye, budget=budget
        )  # fmt: skip
        return Repaired(result, self.whole is not None and self._costs_a_rematch(self.whole, result))

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
    """A repair; ``is_held_back`` says that it would cost a rematch in a later round, so that nothing should move."""

    result: RepairResult
    is_held_back: bool


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
