"""Pairing a Swiss round without holding the lock on the tournament's row.

The inputs of the pairing are read under the row's lock, the pairing is computed without it, and then, under the lock
again, it is written if its inputs are still the same. In the meantime results, entries and drops go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import transaction

from accounts.refusals import Conflict, Refusal
from tournaments.models import Bye, Match, Round, Tournament
from tournaments.models.match import TEAM_MATCH_LENGTH
from tournaments.queries.decided_pairs import ForcedPair
from tournaments.queries.pairing_stand import PairingTask, Stand, pairing_task, stand_of
from tournaments.services.draft_seats import DraftSeats
from tournaments.services.entries.assigned import write_assigned
from tournaments.services.pairing_facts import added_up, facts_of_parts, keep_field, pairing_facts, with_decided
from tournaments.services.pairing_process import answer_in_time
from tournaments.services.pairing_steps import DrawSeed, is_used, seed_to_draw
from tournaments.services.pairing_work import PartsWork, RoundWork
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.costs import Levels
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import PublishedTable
from tournaments.swiss.tables import table_numbers

PLAYERS_IN_TIME = 2_000
"""This many players have `PAIRING_SECONDS`; more have proportionally more time."""
TAKES_LONG = "pairing_takes_long"
"""The code of the refusal where no pairing was found in time."""
MAX_TRIES = 3
"""How often a pairing is computed again because its inputs have changed."""

Lock = Callable[[], Tournament]
"""Locks the tournament's row and prepares it for pairing its round; raises what prevents that."""


@dataclass(frozen=True)
class ForcedTable:
    """A pair that meets by decision, at its table."""

    forced: ForcedPair
    table: int


@dataclass(frozen=True)
class Paired:
    """A paired round: the parts that were paired by themselves, by the codes of their divisions, or one without any.

    `forced` are the pairs that meet by decision, with their tables. `is_decided`: something about the round was decided
    by hand.
    """

    parts: tuple[tuple[str, PairingResult], ...]
    forced: tuple[ForcedTable, ...] = ()
    is_decided: bool = False

    @property
    def is_apart(self) -> bool:
        return len(self.parts) > 1

    @property
    def results(self) -> tuple[PairingResult, ...]:
        return tuple(result for _part, result in self.parts)

    @property
    def achieved(self) -> Levels:
        """What the round costs, its parts added up."""
        costs = [result.achieved for result in self.results]
        return added_up(costs + [table.forced.cost for table in self.forced])

    @property
    def certified(self) -> bool:
        """Whether every part is proved."""
        return all(result.certified for result in self.results)


Note = Callable[[Tournament, Round, Paired, DrawSeed], None]
"""Writes down, in the transaction that writes the round, that it was paired, and with which seed."""


@dataclass(frozen=True)
class Rehearsal:
    """What is to be paired, and the inputs it depends on."""

    tournament: Tournament
    stand: Stand
    task: PairingTask


def pair_apart(
    lock: Lock, number: int, note: Note, *, seed: int | None = None, patience: float | None = None
) -> Round:  # fmt: skip
    """Pair a round as a draft with its committed seed, or with `seed`, within `PAIRING_SECONDS` or, if that is less,
    within `patience` seconds.

    The caller does not hold the row's lock. Raises what `lock` does, Refusal `all_rounds_played`, `too_few_players`,
    `too_few_tables`, `all_pairs_decided`, `no_legal_pairing`, `pairing_takes_long`, and Conflict `pairing_outdated`
    where something changed every time.
    """
    for _ in range(MAX_TRIES):
        rehearsal = rehearse(lock, number)
        drawn = seed_to_draw(rehearsal.tournament, number) if seed is None else DrawSeed(seed)
        paired = paired_in_time(rehearsal, number, drawn, patience)
        round = write_if_unchanged(lock, rehearsal.stand, number, drawn, paired, note)
        if round is not None:
            return round
    raise Conflict("pairing_outdated", number=number)


def paired_in_time(rehearsal: Rehearsal, number: int, drawn: DrawSeed, patience: float | None) -> Paired:
    """What a draw of round `number` comes to. Raises Refusal `no_legal_pairing`, `pairing_takes_long`,
    `too_few_tables`."""
    try:
        work = work_in_time(rehearsal.task, drawn.seed)
        return as_paired(rehearsal.task, answer_in_time(work, patience=patience))
    except NoLegalPairing as failure:
        raise no_legal_pairing(rehearsal.tournament, failure) from failure
    except OutOfTime as failure:
        raise Refusal(TAKES_LONG, number=number) from failure


def rehearse(lock: Lock, number: int) -> Rehearsal:
    """Read what is to be paired; whatever `lock` wrote for that is taken back."""
    with transaction.atomic():
        tournament = lock()
        rehearsal = Rehearsal(tournament, stand_of(tournament), pairing_task(tournament, number))
        transaction.set_rollback(True)
    return rehearsal


@transaction.atomic
def write_if_unchanged(
    lock: Lock, stand: Stand, number: int, drawn: DrawSeed, paired: Paired, note: Note
) -> Round | None:  # fmt: skip
    """Write the pairing as a draft; None, and nothing is written, where its inputs have changed, or its seed was used
    by another draw."""
    tournament = lock()
    if stand_of(tournament) != stand or is_used(tournament, number, drawn):
        transaction.set_rollback(True)
        return None
    facts = facts_of_parts(paired.parts) if paired.is_apart else pairing_facts(paired.results[0])
    facts = with_decided(facts, [table.forced for table in paired.forced]) if paired.is_decided else facts
    round = Round.objects.create(
        tournament=tournament, number=number, seed=drawn.seed, pairing=facts, edited_by_hand=paired.is_decided
    )
    for part, result in paired.parts:
        keep_field(round, result, part=part)
    best_of = TEAM_MATCH_LENGTH if tournament.is_by_seat else None
    Match.objects.bulk_create(
        Match(round=round, table=table, player1_id=one, player2_id=two, best_of=best_of)
        for result in paired.results
        for (one, two), table in zip(result.pairs, result.tables, strict=True)
    )
    Match.objects.bulk_create(
        Match(
            round=round,
            table=one.table,
            player1_id=one.forced.pair[0],
            player2_id=one.forced.pair[1],
            best_of=best_of,
        )
        for one in paired.forced
    )
    byes = [result.bye for result in paired.results if result.bye is not None]
    Bye.objects.bulk_create(Bye(round=round, registration_id=key, kind=Bye.Kind.PAIRED) for key in byes)
    write_assigned(tournament, round)
    note(tournament, round, paired, drawn)
    return round


def work_in_time(task: PairingTask, seed: int) -> RoundWork | PartsWork:
    """The pairing of the round, to be ended after the time that this number of players has."""
    return work_within(task, seed, seconds_for(len(task.history.entrants)))


def work_within(task: PairingTask, seed: int, seconds: float) -> RoundWork | PartsWork:
    """The pairing of the round within a number of seconds."""
    if not task.parts:
        return RoundWork(task.history, task.settings, seed, seconds)
    return PartsWork(tuple((part.history, part.settings) for part in task.parts), seed, seconds)


def as_paired(
    task: PairingTask,
    outcome: PairingResult | tuple[PairingResult, ...],
    *,
    reserved: Mapping[tuple[int, int], int] | None = None,
) -> Paired:
    """What the work of the task came to; `reserved` are the tables of pairs that meet by decision, where the work left
    them free. The others get the first tables that nobody has."""
    codes = [part.divisions for part in task.parts] if task.parts else [""]
    results = (outcome,) if isinstance(outcome, PairingResult) else outcome
    parts = tuple(zip(codes, results, strict=True))
    if not task.forced:
        return Paired(parts, is_decided=task.is_decided)
    kept = {one.pair: one.fixed_table for one in task.forced if one.fixed_table is not None} | dict(reserved or {})
    taken = {table for result in results for table in result.tables} | set(kept.values())
    settings = task.settings.tables
    free = table_numbers(replace(settings, blocked=settings.blocked | taken))
    tables = []
    for forced in task.forced:
        table = kept.get(forced.pair) or next(free, None)
        if table is None:
            raise Refusal("too_few_tables", needed=len(taken) + 1, there=len(taken))
        tables.append(ForcedTable(forced, table))
    return Paired(parts, tuple(tables), is_decided=True)


def seats_of_pairing(paired: Paired) -> DraftSeats:
    """Who sits where in a round as it was paired, before it is written."""
    tables = [
        PublishedTable(table, pair)
        for result in paired.results
        for table, pair in zip(result.tables, result.pairs, strict=True)
    ]
    tables += [PublishedTable(one.table, one.forced.pair) for one in paired.forced]
    tables.sort(key=lambda seat: (seat.table or 0, seat.pair))
    return DraftSeats(tuple(tables), tuple(result.bye for result in paired.results if result.bye is not None))


def seconds_for(players: int) -> float:
    """How long the first pairing of this number of players may take."""
    seconds: float = settings.PAIRING_SECONDS
    return seconds * max(1, players / PLAYERS_IN_TIME)


def no_legal_pairing(tournament: Tournament, failure: NoLegalPairing) -> Refusal:
    """What the pairing core could not do, with the names of those concerned."""
    names = tournament.registrations.filter(pk__in=failure.entrants).order_by("pk").values_list("name", flat=True)
    return Refusal("no_legal_pairing", reason=failure.reason.value, names=list(names))
