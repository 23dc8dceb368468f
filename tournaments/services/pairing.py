"""Pairing a Swiss round without holding the lock on the tournament's row.

The inputs of the pairing are read under the row's lock, the pairing is computed without it, and then, under the lock
again, it is written if its inputs are still the same. In the meantime results, entries and drops go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from accounts.refusals import Conflict, Refusal
from tournaments.models import Bye, Match, Round, Tournament
from tournaments.queries.pairing_stand import PairingTask, Stand, pairing_task, stand_of
from tournaments.services.entries.assigned import write_assigned
from tournaments.services.pairing_facts import added_up, facts_of_parts, keep_field, pairing_facts
from tournaments.services.pairing_process import answer_in_time
from tournaments.services.pairing_work import PartsWork, RoundWork
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.costs import Levels
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.refusals import NoLegalPairing

PLAYERS_IN_TIME = 2_000
"""This many players have `PAIRING_SECONDS`; more have proportionally more time."""
TAKES_LONG = "pairing_takes_long"
"""The code of the refusal where no pairing was found in time."""
MAX_TRIES = 3
"""How often a pairing is computed again because its inputs have changed."""

Lock = Callable[[], Tournament]
"""Locks the tournament's row and prepares it for pairing its round; raises what prevents that."""
Note = Callable[[Tournament, Round], None]
"""Writes down, in the transaction that writes the round, that it was paired."""


@dataclass(frozen=True)
class Paired:
    """A paired round: the parts that were paired by themselves, by the codes of their divisions, or one without any."""

    parts: tuple[tuple[str, PairingResult], ...]

    @property
    def is_apart(self) -> bool:
        return len(self.parts) > 1

    @property
    def results(self) -> tuple[PairingResult, ...]:
        return tuple(result for _part, result in self.parts)

    @property
    def achieved(self) -> Levels:
        """What the round costs, its parts added up."""
        return added_up([result.achieved for result in self.results])

    @property
    def certified(self) -> bool:
        """Whether every part is proved."""
        return all(result.certified for result in self.results)


@dataclass(frozen=True)
class Rehearsal:
    """What is to be paired, and the inputs it depends on."""

    tournament: Tournament
    stand: Stand
    task: PairingTask


def pair_apart(lock: Lock, number: int, seed: int, note: Note, *, patience: float | None = None) -> Round:
    """Pair a round as a draft, within `PAIRING_SECONDS` or, if that is less, within `patience` seconds.

    The caller does not hold the row's lock. Raises what `lock` does, Refusal `all_rounds_played`, `too_few_players`,
    `too_few_tables`, `no_legal_pairing`, `pairing_takes_long`, and Conflict `pairing_outdated` where something changed
    every time.
    """
    for _ in range(MAX_TRIES):
        rehearsal = rehearse(lock, number)
        try:
            paired = as_paired(rehearsal.task, answer_in_time(work_in_time(rehearsal.task, seed), patience=patience))
        except NoLegalPairing as failure:
            raise no_legal_pairing(rehearsal.tournament, failure) from failure
        except OutOfTime as failure:
            raise Refusal(TAKES_LONG, number=number) from failure
        round = write_if_unchanged(lock, rehearsal.stand, number, seed, paired, note)
        if round is not None:
            return round
    raise Conflict("pairing_outdated", number=number)


def rehearse(lock: Lock, number: int) -> Rehearsal:
    """Read what is to be paired; whatever `lock` wrote for that is taken back."""
    with transaction.atomic():
        tournament = lock()
        rehearsal = Rehearsal(tournament, stand_of(tournament), pairing_task(tournament, number))
        transaction.set_rollback(True)
    return rehearsal


@transaction.atomic
def write_if_unchanged(lock: Lock, stand: Stand, number: int, seed: int, paired: Paired, note: Note) -> Round | None:
    """Write the pairing as a draft; None, and nothing is written, where its inputs have changed."""
    tournament = lock()
    if stand_of(tournament) != stand:
        transaction.set_rollback(True)
        return None
    facts = facts_of_parts(paired.parts) if paired.is_apart else pairing_facts(paired.results[0])
    round = Round.objects.create(tournament=tournament, number=number, seed=seed, pairing=facts)
    for part, result in paired.parts:
        keep_field(round, result, part=part)
    Match.objects.bulk_create(
        Match(round=round, table=table, player1_id=one, player2_id=two)
        for result in paired.results
        for (one, two), table in zip(result.pairs, result.tables, strict=True)
    )
    byes = [result.bye for result in paired.results if result.bye is not None]
    Bye.objects.bulk_create(Bye(round=round, registration_id=key, kind=Bye.Kind.PAIRED) for key in byes)
    write_assigned(tournament, round)
    note(tournament, round)
    return round


def work_in_time(task: PairingTask, seed: int) -> RoundWork | PartsWork:
    """The pairing of the round, to be ended after the time that this number of players has."""
    return work_within(task, seed, seconds_for(len(task.history.entrants)))


def work_within(task: PairingTask, seed: int, seconds: float) -> RoundWork | PartsWork:
    """The pairing of the round within a number of seconds."""
    if not task.parts:
        return RoundWork(task.history, task.settings, seed, seconds)
    return PartsWork(tuple((part.history, part.settings) for part in task.parts), seed, seconds)


def as_paired(task: PairingTask, outcome: PairingResult | tuple[PairingResult, ...]) -> Paired:
    """What the work of the task came to."""
    if isinstance(outcome, PairingResult):
        return Paired((("", outcome),))
    return Paired(tuple((part.divisions, result) for part, result in zip(task.parts, outcome, strict=True)))


def seconds_for(players: int) -> float:
    """How long the first pairing of this number of players may take."""
    seconds: float = settings.PAIRING_SECONDS
    return seconds * max(1, players / PLAYERS_IN_TIME)


def no_legal_pairing(tournament: Tournament, failure: NoLegalPairing) -> Refusal:
    """What the pairing core could not do, with the names of those concerned."""
    names = tournament.registrations.filter(pk__in=failure.entrants).order_by("pk").values_list("name", flat=True)
    return Refusal("no_legal_pairing", reason=failure.reason.value, names=list(names))
