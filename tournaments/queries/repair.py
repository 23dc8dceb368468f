"""What repairing a published round would do: which tables change, who moves, what stays, and the proof."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.conf import settings

from tournaments.models import Bye, Match, MatchRevision, Registration, Round, RoundRepair, Tournament
from tournaments.queries.decided_pairs import met_by_decision
from tournaments.queries.history import pairing_history
from tournaments.queries.late_seats import late_match
from tournaments.queries.pairing_settings import pairing_settings
from tournaments.queries.pod_repair import is_pod_repairable, pod_repair_to_undo
from tournaments.queries.repair_scope import free_matches, pair_of, repair_scope
from tournaments.swiss.costs import Levels, ordered
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.look_ahead import runs_short
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.quick import MAX_QUICK
from tournaments.swiss.repair import PublishedTable, RepairResult
from tournaments.swiss.running_repair import Repaired, RunningRepair
from tournaments.swiss.settings import PairingSettings, TableSettings
from tournaments.swiss.tables import as_ranges


@dataclass(frozen=True)
class TableMove:
    """One match of the round and what becomes of it. `table` and `pair` are as published, the others as repaired."""

    match: Match
    table: int | None
    pair: tuple[int, int]
    new_table: int | None
    new_pair: tuple[int, int]


@dataclass(frozen=True)
class RepairPlan:
    """A repair as it would be made now.

    `free` are the matches nobody has recorded anything in, `begun` those that have begun (or whose player has left) and
    `decided` those that meet by decision of the staff: both stay as they are. `moves` are the free tables that change,
    in order of their new number; `people` everybody of the round by key. `published` is what the free tables cost as
    published, by the corrected standings. `work` is what the core was given. `redraws`: all free tables are drawn
    again. `held_back`: this would have cost a rematch in a later round, so everything stays. `part` are the codes of
    the divisions it is about, where parts of the round were paired by themselves: then there is nothing else in it.
    """

    round: Round
    free: tuple[Match, ...]
    begun: tuple[Match, ...]
    decided: tuple[Match, ...]
    moves: tuple[TableMove, ...]
    bye: int | None
    new_bye: int | None
    result: RepairResult
    people: dict[int, Registration]
    published: Levels
    work: RunningRepair
    redraws: bool = False
    held_back: bool = False
    part: str = ""

    @property
    def fixed(self) -> tuple[Match, ...]:
        """The matches that stay whatever is repaired."""
        return self.begun + self.decided

    @property
    def is_needed(self) -> bool:
        """Whether anything would change."""
        return bool(self.moves) or self.bye != self.new_bye

    @property
    def staying(self) -> int:
        """How many tables stay as they are, those that were never to move included."""
        return len(self.fixed) + len(self.free) - len(self.moves)

    @cached_property
    def moved(self) -> tuple[int, ...]:
        """Everybody whose opponent or table becomes another, in order of key."""
        still = {player: (move.table, move.pair) for move in self.moves for player in move.pair}
        then = {player: (move.new_table, move.new_pair) for move in self.moves for player in move.new_pair}
        changed = {key for key in still.keys() | then.keys() if _seat(still, key) != _seat(then, key)}
        return tuple(sorted(changed))

    @cached_property
    def fingerprint(self) -> str:
        """A short text that is the same exactly for the same repair of the same tables."""
        facts = [
            self.round.pk,
            [[match.pk, match.version, match.table] for match in self.free + self.fixed],
            [[move.match.pk, move.new_table, move.new_pair] for move in self.moves],
            [self.bye, self.new_bye],
            self.redraws,
            *([self.part] if self.part else []),
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


def _seat(seats: dict[int, tuple[int | None, tuple[int, int]]], key: int) -> tuple[int | None, frozenset[int]] | None:
    table, pair = seats.get(key, (None, ()))
    return (table, frozenset(pair)) if pair else None


def is_repairable(round: Round) -> bool:
    """Whether the desk offers a repair: a running Swiss round, a result corrected since, a table that has not begun."""
    if round.tournament.is_in_pods:
        return is_pod_repairable(round)
    running = round.tournament.phase == Tournament.Phase.SWISS
    if not running or round.stage != Round.Stage.SWISS or round.status != Round.Status.PUBLISHED:
        return False
    scope = repair_scope(round)
    return bool(scope.corrections) and any(scope.has(match) for match in free_matches(round)[0])


def is_planned_in_a_moment(round: Round) -> bool:
    """Whether a repair of this repairable round is worked out in a moment; of a larger one it takes up to seconds."""
    return 2 * len(free_matches(round)[0]) <= MAX_QUICK and repair_work(repair_task(round)).is_quick


def newest_repair(round: Round) -> RoundRepair | None:
    """The last choice made about the round that still stands."""
    return round.repairs.filter(undone_at=None).order_by("-number").first()


def repair_to_undo(round: Round) -> RoundRepair | None:
    """The last choice made about a running round; one that moved tables only while nothing was recorded or moved after
    it, a late player's seat while nothing was recorded there."""
    if round.tournament.is_in_pods:
        return pod_repair_to_undo(round)
    if round.status != Round.Status.PUBLISHED:
        return None
    repair = newest_repair(round)
    if repair is None or repair.choice == RoundRepair.Choice.KEEP:
        return repair
    if repair.choice == RoundRepair.Choice.CUT:
        return None  # The result that moved the players is corrected again.
    if repair.choice == RoundRepair.Choice.LATE:
        return repair if late_match(round, repair) is not None else None
    if MatchRevision.objects.filter(match__round=round, changed_at__gt=repair.made_at).exists():
        return None
    return repair


@dataclass(frozen=True)
class RepairTask:
    """All that a repair of a published round follows from. `whole` is the field with those who have begun: where a
    short field is to stay playable, and everybody is still in. With `redraws` all free tables are drawn again. `part`
    is the one that all this is about, where parts of the round were paired by themselves."""

    round: Round
    free: tuple[Match, ...]
    begun: tuple[Match, ...]
    decided: tuple[Match, ...]
    bye: Registration | None
    history: PairingHistory
    settings: PairingSettings
    seed: str
    whole: PairingHistory | None
    redraws: bool = False
    part: str = ""

    @property
    def fixed(self) -> tuple[Match, ...]:
        """The matches that stay: those that have begun, and those that meet by decision."""
        return self.begun + self.decided

    @property
    def stand(self) -> tuple[Any, ...]:
        """What is equal exactly for the same repair of the same tables."""
        matches = [(match.pk, match.version, match.table, *pair_of(match)) for match in self.free + self.fixed]
        bye = None if self.bye is None else self.bye.pk
        return matches, len(self.free), bye, self.history, self.settings, self.seed, self.whole


def repair_task(round: Round, *, redraws: bool = False) -> RepairTask:
    """What is to be corrected of this published Swiss round. The tables that have begun, and the pairs that meet by
    decision of the staff, are left out of the field; so is everybody of another part than the one that comes next."""
    tournament, scope = round.tournament, repair_scope(round)
    open_ones, begun = free_matches(round)
    others = [match for match in (*open_ones, *begun) if not scope.has(match)]
    open_ones, begun = ([match for match in some if scope.has(match)] for some in (open_ones, begun))
    meeting = met_by_decision(round)
    decided = [match for match in open_ones if frozenset(pair_of(match)) in meeting]
    free = [match for match in open_ones if match not in decided]
    fixed = begun + decided
    byes = Bye.objects.filter(round=round, kind=Bye.Kind.PAIRED).select_related("registration__player")
    bye = next((one for one in byes if scope.members is None or one.registration_id in scope.members), None)
    entries = [entry for match in free for entry in (match.player1, match.player2)]
    entries += [bye.registration] if bye is not None else []
    history = pairing_history(tournament, round.number, entries=_by_key(entries))
    wanted = pairing_settings(tournament, history)
    tables = _tables_to_use(wanted.tables, free, [*fixed, *others])
    everybody = _by_key([*entries, *(entry for match in fixed for entry in (match.player1, match.player2))])
    are_in = all(entry.status == Registration.Status.ACTIVE for entry in everybody)
    whole = pairing_history(tournament, round.number, entries=everybody) if fixed and are_in else None
    return RepairTask(
        round=round,
        free=tuple(free),
        begun=tuple(begun),
        decided=tuple(decided),
        bye=bye.registration if bye is not None else None,
        history=history,
        settings=replace(wanted, look_ahead=not fixed, tables=tables),
        seed=f"{round.seed}/{round.repairs.count() + 1}" + ("/again" if redraws else ""),
        whole=whole if whole is not None and runs_short(whole) else None,
        redraws=redraws,
        part=scope.part,
    )


def _tables_to_use(listed: TableSettings, free: Iterable[Match], fixed: Iterable[Match]) -> TableSettings:
    """The tables of the event without those that stay. Where only listed ones are used, the tables of the round stay
    its tables whatever was listed since: else there could be fewer than matches."""
    taken = {match.table for match in fixed if match.table is not None}
    own = {match.table for match in free if match.table is not None} - taken
    if listed.only_ranges:
        listed = replace(listed, ranges=listed.ranges + as_ranges(own), blocked=listed.blocked - own)
    return replace(listed, blocked=listed.blocked | taken)


def _by_key(entries: Iterable[Registration]) -> list[Registration]:
    return sorted(entries, key=lambda entry: entry.pk)


def repair_work(task: RepairTask, *, seconds: float | None = None) -> RunningRepair:
    """The task as the pairing core takes it: about `seconds` at most, by default `PAIRING_SECONDS`, counted by work
    instead of a clock."""
    return RunningRepair(
        history=task.history,
        settings=task.settings,
        published=tuple(PublishedTable(match.table, pair_of(match)) for match in task.free),
        bye=None if task.bye is None else task.bye.pk,
        seed=task.seed,
        seconds=settings.PAIRING_SECONDS if seconds is None else seconds,
        playing=tuple(pair_of(match) for match in task.fixed),
        whole=task.whole,
        redraws=task.redraws,
    )


def repair_plan(task: RepairTask, work: RunningRepair, repaired: Repaired) -> RepairPlan:
    """What the repair that the core has made of the task would do; reads nothing after the task."""
    result = repaired.result
    bye = None if task.bye is None else task.bye.pk
    people = {} if task.bye is None else {task.bye.pk: task.bye}
    people |= {entry.pk: entry for match in task.free + task.fixed for entry in (match.player1, match.player2)}
    return RepairPlan(
        round=task.round,
        free=task.free,
        begun=task.begun,
        decided=task.decided,
        moves=() if repaired.is_held_back else _moves(task.free, result.pairing),
        bye=bye,
        new_bye=bye if repaired.is_held_back else result.pairing.bye,
        result=result,
        people=people,
        published=repaired.published,
        work=work,
        redraws=task.redraws,
        held_back=repaired.is_held_back,
        part=task.part,
    )


def _moves(free: Sequence[Match], pairing: PairingResult) -> tuple[TableMove, ...]:
    """Every free match that changes: pairs that stay keep their row, the others take the row of their table if free."""
    rows = {ordered(match.player1_id, match.player2_id): match for match in free}
    seated = dict(zip(pairing.tables, pairing.pairs, strict=True))
    kept = {table: rows.pop(ordered(*pair)) for table, pair in seated.items() if ordered(*pair) in rows}
    fresh = {table: pair for table, pair in seated.items() if table not in kept}
    own = {match.table: match for match in rows.values() if match.table is not None and match.table in fresh}
    others = iter([match for match in rows.values() if match not in own.values()])
    placed = kept | {table: own.get(table) or next(others) for table in fresh}
    moves = [
        TableMove(match, match.table, (match.player1_id, match.player2_id), table, seated[table])
        for table, match in sorted(placed.items())
    ]
    return tuple(
        move for move in moves if move.table != move.new_table or ordered(*move.pair) != ordered(*move.new_pair)
    )
