"""The inputs of a round's pairing, so that it can be computed without a lock on the tournament's row."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.refusals import Refusal
from tournaments.models import EventVersion, KeepApart, Registration, Tournament
from tournaments.queries.assigned import assigned_in
from tournaments.queries.history import pairing_history
from tournaments.queries.pairing_settings import pairing_settings, require_tables
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.settings import PairingSettings


@dataclass(frozen=True)
class Stand:
    """Everything a pairing follows from, in short: two that are equal lead to the same field and settings.

    The version counts every change of what the public sees; pairs kept apart, fixed seats and assigned rounds are not
    among it.
    """

    version: int
    apart: frozenset[tuple[int, int, bool]]
    seats: frozenset[tuple[int, int | None]]
    assigned: frozenset[tuple[int, int, str]]


@dataclass(frozen=True)
class PairingTask:
    """A round to be paired: all that the pairing core is given."""

    history: PairingHistory
    settings: PairingSettings


def stand_of(tournament: Tournament) -> Stand:
    """The inputs of a pairing of the tournament now; read under its row's lock."""
    version = EventVersion.objects.filter(tournament=tournament).values_list("number", flat=True).first()
    apart = KeepApart.objects.filter(tournament=tournament).values_list("registration_a", "registration_b", "is_hard")
    seated = Registration.objects.filter(tournament=tournament, fixed_table__isnull=False)
    seats = frozenset(seated.values_list("pk", "fixed_table"))
    return Stand(version or 0, frozenset(apart), seats, assigned_in(tournament))


def pairing_task(tournament: Tournament, number: int) -> PairingTask:
    """The field and the settings of a Swiss round.

    Raises Refusal `all_rounds_played`, `too_few_players`, `too_few_tables`.
    """
    if number > (tournament.planned_rounds or 0):
        raise Refusal("all_rounds_played", played=number - 1)
    history = pairing_history(tournament, number)
    if len(history.entrants) < 2:
        raise Refusal("too_few_players", count=len(history.entrants), needed=2)
    settings = pairing_settings(tournament, history)
    require_tables(settings.tables, len(history.entrants) // 2)
    return PairingTask(history, settings)
