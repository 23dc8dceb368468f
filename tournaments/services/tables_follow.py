"""Giving the tables of a draft the numbers that the event's settings have: for all at once, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import LogEntry, Round, Tournament
from tournaments.queries.draft_tables import FOLLOWED, Seated, moves_by_settings, seated_in
from tournaments.queries.pairing_settings import require_tables, table_settings
from tournaments.queries.rounds import newest_round
from tournaments.receipts.document import TABLE
from tournaments.services.drafts import lock_round, require_draft
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import write_step
from tournaments.services.table_numbers import refuse_table
from tournaments.swiss.settings import TableSettings
from tournaments.swiss.tables import first_tables

TABLE_FIELDS = frozenset({"first_table", "table_ranges", "feature_tables", "blocked_tables", "only_listed_tables"})
"""The settings that say which tables there are, and in which order they fill."""


def follow_tables(actor: Actor, tournament: Tournament, before: TableSettings) -> None:
    """Move an open draft to the tables that fill by the event's settings, as `moves_by_settings` says; `before` are
    those it was paired by. The tournament's row is locked."""
    round = newest_round(tournament)
    if round is None or round.status != Round.Status.DRAFT:
        return
    count = round.matches.count() + round.pods.count()
    _move(actor, tournament, round, moves_by_settings(round, first_tables(before, count)))


@transaction.atomic
def use_settings_tables(*, actor: Actor, round_id: int) -> Round:
    """Move a draft to the tables that fill by the settings, wherever it sits: it may have been published while they
    were changed. Raises Conflict `round_not_draft`, Refusal `too_few_tables`.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_draft(round)
    require_tables(table_settings(tournament), round.matches.count() + round.pods.count())
    _move(actor, tournament, round, moves_by_settings(round), all=True)
    return round


@transaction.atomic
def tables_back(*, actor: Actor, round_id: int, line_id: int) -> Round:
    """Give the tables of a draft the numbers back that they had before a line of the log, while nothing moved since.

    Raises Conflict `round_not_draft`, `draft_changed`, Refusal `no_such_table`, `table_blocked`.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_draft(round)
    lines = LogEntry.objects.filter(tournament=tournament, verb=FOLLOWED, facts__round=round.number)
    line = lines.filter(pk=line_id).first()
    seated = {seat.table: seat for seat in seated_in(round)}
    moves = {after: was for was, after in line.facts["tables"]} if line is not None else {}
    if not moves or not moves.keys() <= seated.keys() or set(moves.values()) & (seated.keys() - moves.keys()):
        raise Conflict("draft_changed", number=round.number)
    for table in moves.values():
        refuse_table(tournament, table)
    _move(actor, tournament, round, [(seated[table], was) for table, was in moves.items()], undoes=True)
    return round


def _move(
    actor: Actor, tournament: Tournament, round: Round, moves: Sequence[tuple[Seated, int]], **facts: Any
) -> None:  # fmt: skip
    """Give them their tables: a line of the log for all, a step of the receipt for each."""
    if not moves:
        return
    numbers = {seat.table: table for seat, table in moves}
    name = "pod" if tournament.is_in_pods else "pair"
    for seat, table in moves:
        seat.row.table = table
        seat.row.save(update_fields=["table", "updated_at"])
        write_step(actor, tournament, round.number, TABLE, {name: list(seat.players), "table": table})
    _renumber_as_paired(round, numbers)
    tables = [[was, table] for was, table in numbers.items()]
    write_log(tournament, actor, FOLLOWED, round=round.number, tables=tables, **facts)


def _renumber_as_paired(round: Round, numbers: Mapping[int, int]) -> None:
    """What the draft was paired as has the same tables: other numbers for all are no edit of the pairing."""
    kept = round.pairing.get("as_paired")
    if kept is None:
        return
    if "tables" in kept:  # Of pods: the pod and its table.
        kept["tables"] = [[pod, numbers.get(table or 0, table)] for pod, table in kept["tables"]]
    else:
        kept["seats"] = [_renumbered(seat, numbers) for seat in kept["seats"]]
    round.save(update_fields=["pairing"])


def _renumbered(seat: list[int | None], numbers: Mapping[int, int]) -> list[int | None]:
    """A match with its table and its two players; a bye, with its one, has none."""
    if len(seat) == 2:
        return seat
    match, table, *players = seat
    return [match, numbers.get(table or 0, table), *players]
