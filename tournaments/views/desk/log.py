"""The tournament's log as the desk shows it: who did what, where to look, how to undo it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from tournaments.models import LogEntry, Registration, Tournament
from tournaments.views.desk.undo import UndoFinder
from tournaments.wording import say_log


@dataclass(frozen=True)
class LogLine:
    """One line: when, who (empty: the program itself), what; the page it is about and the address that undoes it."""

    at: datetime
    who: str
    words: str
    url: str
    undo: str

    @property
    def is_today(self) -> bool:
        return timezone.localdate(self.at) == timezone.localdate()


def recent_lines(tournament: Tournament, allowed: dict[str, bool], count: int) -> list[LogLine]:
    """The newest lines, newest first; none for visitors who may not see the log."""
    if not allowed["view_log"]:
        return []
    return lines_of(tournament, allowed, list(LogEntry.objects.filter(tournament=tournament)[:count]))


def lines_about(tournament: Tournament, allowed: dict[str, bool], registration: Registration) -> list[LogLine]:
    """The lines about one entry, newest first."""
    if not allowed["view_log"]:
        return []
    return lines_of(
        tournament, allowed, list(LogEntry.objects.filter(tournament=tournament, facts__entry=registration.pk)[:50])
    )


def lines_of(tournament: Tournament, allowed: dict[str, bool], entries: Sequence[LogEntry]) -> list[LogLine]:
    """Log entries, newest first, as lines."""
    finder = UndoFinder(tournament, allowed, entries)
    return [
        LogLine(entry.at, entry.actor, say_log(entry), page_of(tournament, entry), finder.way_back(entry))
        for entry in entries
    ]


def page_of(tournament: Tournament, entry: LogEntry) -> str:
    """The desk page a line is about; empty if it has none."""
    facts = entry.facts
    if isinstance(facts.get("match"), int):
        return reverse("desk_match", args=[tournament.code, facts["match"]])
    if isinstance(facts.get("entry"), int):
        return reverse("desk_entry", args=[tournament.code, facts["entry"]])
    if isinstance(facts.get("round"), int) and not entry.verb.endswith("discarded"):
        return reverse("desk_round", args=[tournament.code, facts["round"]])
    return ""
