"""Announcing each new version of what the public sees of an event, once its change is committed.

The database counts (`tournaments.models.EventVersion`) and tells the connection that made the change, which passes it
on after the commit. So no service has to remember to announce anything, and nothing is announced that was rolled back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakSet

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Connection
from psycopg.errors import Diagnostic

from tournaments.marks import Mark, hold_mark, read_mark
from tournaments.models import Match, Pod
from tournaments.queries.versions import mark_of

COUNTED = "DDESK"
"""The SQLSTATE of the message by which the database says that it counted (migration 0007)."""

NO_SAVEPOINT = {None}
"""How Django notes a block within a transaction that has no savepoint: it stands or falls with the block around it."""

_listening: WeakSet[Connection[Any]] = WeakSet()


def listen_to_counts(opened: BaseDatabaseWrapper) -> None:
    """Hear what the database counts on this connection; one of a pool may come along more than once."""
    raw = opened.connection
    if isinstance(raw, Connection) and raw not in _listening:
        _listening.add(raw)
        raw.add_notice_handler(announce_change)


def announce_change(said: Diagnostic) -> None:
    """Tell Redis the new mark of an event after the commit; a rollback announces nothing.

    A transaction counts with every statement; of those that stand or fall with one savepoint the newest mark goes out.
    """
    if said.sqlstate != COUNTED:
        return
    code, _, words = (said.message_primary or "").partition(" ")
    mark = read_mark(words)
    if mark is None:
        return
    waiting = transaction.get_connection()
    savepoints = set(waiting.savepoint_ids) - NO_SAVEPOINT
    for held_by, waits, _robust in waiting.run_on_commit:
        if isinstance(waits, Announcement) and waits.code == code and held_by - NO_SAVEPOINT == savepoints:
            waits.mark = mark
            return
    transaction.on_commit(Announcement(code, mark), robust=True)


RAISE = """
WITH raised AS (
    SELECT tournament_id AS id, greatest(number + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS number
    FROM tournaments_eventversion
)
UPDATE tournaments_eventversion SET number = raised.number, table_number = raised.number
FROM raised WHERE tournament_id = raised.id
"""


def raise_versions() -> None:
    """Give every event a new version, higher than any it had; called when the site starts.

    A database restored from a copy counts from where the copy was made. Its numbers come again for other contents,
    unless counting goes on from the clock (milliseconds since 1970), which is ahead of every earlier count.
    """
    with connection.cursor() as cursor:
        cursor.execute(RAISE)


@dataclass
class Announcement:
    """What is announced once the transaction is committed."""

    code: str
    mark: Mark
    entries: set[int] = field(default_factory=set)

    def __call__(self) -> None:
        hold_mark(self.code, self.mark, self.entries)


@dataclass
class PrivateNews:
    """News for the open pages of some entries that are in no public page, once the transaction is committed."""

    code: str
    entries: set[int]

    def __call__(self) -> None:
        mark = mark_of(self.code)
        if mark is not None:
            hold_mark(self.code, mark)  # Should it be new, then it is so for everybody.
            hold_mark(self.code, mark, self.entries, is_private=True)


def tell_privately(code: str, entries: Iterable[int]) -> None:
    """Let the open pages of these entries ask for what only they may read, though nothing public has changed: the
    event keeps its version, and nobody else looks or hears of it."""
    for _savepoints, waits, _robust in transaction.get_connection().run_on_commit:
        if isinstance(waits, PrivateNews) and waits.code == code:
            waits.entries.update(entries)
            return
    transaction.on_commit(PrivateNews(code, set(entries)), robust=True)


def tell_players(code: str, match: Match) -> None:
    """As `tell_entries`, for who plays the match; of a board for their teams, by whose keys open pages follow the
    event.
    """
    paired = match.team_match or match
    tell_entries(code, {match.player1_id, match.player2_id, paired.player1_id, paired.player2_id})


def tell_pod(code: str, pod: Pod) -> None:
    """As `tell_entries`, for who sits in the pod. One query."""
    tell_entries(code, pod.seats.values_list("registration", flat=True))


def tell_entries(code: str, entries: Iterable[int]) -> None:
    """Let the open pages of these entries look at once when the transaction's change is announced.

    Everybody else's look in their time, which in a full hall takes seconds: for changes about one table. Nothing else
    depends on it.
    """
    for _savepoints, waits, _robust in transaction.get_connection().run_on_commit:
        if isinstance(waits, Announcement) and waits.code == code:
            waits.entries.update(entries)
