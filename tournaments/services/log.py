"""The tournament's log: one line for each thing done, written in the transaction that did it."""

from __future__ import annotations

from typing import Any

from accounts.actor import Actor
from tournaments.models import LogEntry, Tournament
from tournaments.services.compiled_writes import CompiledInsert
from tournaments.services.snapshots.asking import after_step

_LINES = CompiledInsert(LogEntry)


def write_log(tournament: Tournament, actor: Actor, verb: str, **facts: Any) -> LogEntry:
    """Add one line. `verb` is a key of `tournaments.wording.LOG`; `facts` are JSON values, people by `person(…)`.

    Called inside the service's transaction: a line exists exactly when its change does. After some steps a snapshot of
    the event is taken.
    """
    line = _LINES.create(tournament=tournament, user=actor.user, actor=actor.label[:150], verb=verb, facts=facts)
    after_step(tournament, verb)
    return line
