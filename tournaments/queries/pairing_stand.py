"""The inputs of a round's pairing, so that it can be computed without a lock on the tournament's row."""

from __future__ import annotations

from dataclasses import dataclass, replace

from accounts.refusals import Refusal
from tournaments.models import EventVersion, KeepApart, Registration, Tournament
from tournaments.queries.assigned import assigned_in
from tournaments.queries.decided_pairs import ForcedPair, apart_in, decided_in, forced_pairs
from tournaments.queries.divisions import parts_of
from tournaments.queries.history import pairing_history
from tournaments.queries.pairing_settings import pairing_settings, require_tables
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.settings import PairingSettings


@dataclass(frozen=True)
class Stand:
    """Everything a pairing follows from, in short: two that are equal lead to the same field and settings.

    The version counts every change of what the public sees; pairs kept apart, fixed seats, assigned rounds and decided
    pairs are not among it.
    """

    version: int
    apart: frozenset[tuple[int, int, bool]]
    seats: frozenset[tuple[int, int | None]]
    assigned: frozenset[tuple[int, int, str]]
    decided: frozenset[tuple[int, int, int, bool]]


@dataclass(frozen=True)
class PairingPart:
    """Players who are paired by themselves: the codes of their divisions, their field and their settings."""

    divisions: str
    history: PairingHistory
    settings: PairingSettings


@dataclass(frozen=True)
class PairingTask:
    """A round to be paired: all that the pairing core is given. `parts` are those that are paired by themselves, where
    the event pairs its divisions apart; none where everybody is paired together.

    `forced` are the pairs that meet by decision: their players are in no field. `is_decided`: they, or others who do
    not meet in this round, are decided by hand.
    """

    history: PairingHistory
    settings: PairingSettings
    parts: tuple[PairingPart, ...] = ()
    forced: tuple[ForcedPair, ...] = ()
    is_decided: bool = False


def stand_of(tournament: Tournament) -> Stand:
    """The inputs of a pairing of the tournament now; read under its row's lock."""
    version = EventVersion.objects.filter(tournament=tournament).values_list("number", flat=True).first()
    apart = KeepApart.objects.filter(tournament=tournament).values_list("registration_a", "registration_b", "is_hard")
    seated = Registration.objects.filter(tournament=tournament, fixed_table__isnull=False)
    seats = frozenset(seated.values_list("pk", "fixed_table"))
    return Stand(version or 0, frozenset(apart), seats, assigned_in(tournament), decided_in(tournament))


def pairing_task(tournament: Tournament, number: int) -> PairingTask:
    """The field and the settings of a Swiss round.

    Raises Refusal `all_rounds_played`, `too_few_players`, `too_few_tables`, `all_pairs_decided`.
    """
    if number > (tournament.planned_rounds or 0):
        raise Refusal("all_rounds_played", played=number - 1)
    history = pairing_history(tournament, number)
    if len(history.entrants) < 2:
        raise Refusal("too_few_players", count=len(history.entrants), needed=2)
    settings = pairing_settings(tournament, history)
    require_tables(settings.tables, len(history.entrants) // 2)
    forced = forced_pairs(tournament, history, settings)
    if not forced:
        is_decided = bool(apart_in(tournament, number, history.by_id))
        return PairingTask(history, settings, pairing_parts(tournament, history), is_decided=is_decided)
    placed = {key for one in forced for key in one.pair}
    others = replace(history, entrants=tuple(one for one in history.entrants if one.id not in placed))
    if not others.entrants:
        raise Refusal("all_pairs_decided", number=number)
    tables = frozenset(one.fixed_table for one in forced if one.fixed_table is not None)
    settings = around(pairing_settings(tournament, others), tables)
    parts = tuple(replace(part, settings=around(part.settings, tables)) for part in pairing_parts(tournament, others))
    return PairingTask(others, settings, parts, forced, is_decided=True)


def around(settings: PairingSettings, taken: frozenset[int]) -> PairingSettings:
    """The settings for those who are paired around decided pairs, whose tables are `taken`. Rounds to come are not
    looked at: the players they would be played with are not all in the field."""
    tables = replace(settings.tables, blocked=settings.tables.blocked | taken)
    return replace(settings, look_ahead=False, tables=tables)


def pairing_parts(tournament: Tournament, history: PairingHistory) -> tuple[PairingPart, ...]:
    """The field in the parts that are paired by themselves; none where everybody is paired together."""
    entries = Registration.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "division")
    parts = parts_of(tournament, {key: code for key, code in entries if key in history.by_id})
    if len(parts) == 1:
        return ()
    found = []
    for divisions, keys in parts:
        here = tuple(entrant for entrant in history.entrants if entrant.id in keys)
        part = replace(history, entrants=here)
        found.append(PairingPart(divisions, part, pairing_settings(tournament, part)))
    return tuple(found)
