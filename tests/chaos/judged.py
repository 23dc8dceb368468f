"""Whether each acknowledged change of cards or restrictions left every open deck judged by the newest rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.config.running_site import RunningSite

Change = tuple[str, str]
"""What was changed: a list's id with `added` or `withdrawn`, or an import's key with `imported`."""

CHANGES = """
    SELECT id::text, 'added', saved_at FROM cardpool_restrictionlist UNION ALL
    SELECT id::text, 'withdrawn', withdrawn_at FROM cardpool_restrictionlist WHERE withdrawn_at IS NOT NULL UNION ALL
    SELECT key::text, 'imported', finished_at FROM cardpool_cardimport WHERE state = 'done'"""
RUNS = "SELECT cause, state, total, done, finished_at FROM tournaments_rejudging"
OPEN_DECKS = """
    SELECT entry.id, (
        SELECT version.verdict FROM decks_decklistversion version
        WHERE version.decklist_id = entry.decklist_id ORDER BY version.number DESC LIMIT 1)
    FROM tournaments_registration entry JOIN tournaments_tournament event ON event.id = entry.tournament_id
    WHERE event.phase = 'registration' AND entry.decklist_id IS NOT NULL"""


@dataclass(frozen=True)
class Run:
    """One judging of all open decks. `cause` is the newest change that it was asked for."""

    cause: Change
    is_done: bool
    total: int
    done: int
    finished_at: datetime | None


def changes_and_runs(site: RunningSite) -> tuple[dict[Change, datetime], list[Run]]:
    """When each change was made, and every judging of open decks."""
    rows: list[Any] = site.sql(CHANGES)
    runs: list[Any] = site.sql(RUNS)
    found = [Run(_change(cause), state == "done", *rest) for cause, state, *rest in runs]
    return {(key, what): when for key, what, when in rows}, found


def unjudged(
    acknowledged: Iterable[Change], made: Mapping[Change, datetime], runs: Iterable[Run], decks: int
) -> list[str]:
    """What is wrong, for each acknowledged change: it is not there, or no finished run judged all decks by it.

    A run takes in what is changed while it waits, and its cause is the newest of these. So it judges by every change
    that is no newer than its cause.
    """
    listed, found = list(runs), []
    for change in acknowledged:
        when = made.get(change)
        if when is None:
            found.append(f"the acknowledged change {change} is not there")
        elif not any(_has_judged(run, change, when, made, decks) for run in listed):
            found.append(f"no finished judging of all {decks} open decks follows the change {change}")
    return found


def verdicts_found(site: RunningSite, *, is_banned: bool, decks: int) -> list[str]:
    """Decks whose newest verdict is not that of the restrictions in force, or that are missing."""
    expected = "not_legal" if is_banned else "legal"
    rows = site.sql(OPEN_DECKS)
    found = [f"entry {entry}: {verdict}, not {expected}" for entry, verdict in rows if verdict != expected]
    return found + ([] if len(rows) == decks else [f"{len(rows)} open decks of {decks}"])


def _has_judged(run: Run, change: Change, when: datetime, made: Mapping[Change, datetime], decks: int) -> bool:
    if not run.is_done or not run.total == run.done == decks or run.finished_at is None or run.finished_at < when:
        return False
    cause_made = made.get(run.cause)
    return run.cause == change or (cause_made is not None and when <= cause_made)


def _change(cause: dict[str, Any]) -> Change:
    if cause.get("kind") == "restrictions":
        return str(cause["list_id"]), str(cause["done"])
    return str(cause.get("source", "")), "imported"
