"""The tournament's log as the desk shows it: who did what, where to look, how to undo it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from tournaments.models import LogEntry, Registration, Tournament
from tournaments.queries.rounds import cut_in_log
from tournaments.views.desk.undo import UndoFinder
from tournaments.wording import say_log


@dataclass(frozen=True)
class LogLine:
    """One line: when, who (empty: the program itself), what; the page it is about and the address that undoes it.

    `is_ruling` marks what is not a routine step: see `RULINGS`.
    """

    at: datetime
    who: str
    words: str
    url: str
    undo: str
    is_ruling: bool = False

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


def lines_of(
    tournament: Tournament, allowed: dict[str, bool], entries: Sequence[LogEntry], *, undo: bool = True
) -> list[LogLine]:
    """Log entries, newest first, as lines; without `undo` none can be taken back: newer lines may be left out."""
    finder = UndoFinder(tournament, allowed, entries) if undo else None
    cut = cut_in_log(tournament)
    return [
        LogLine(
            entry.at,
            entry.actor,
            say_log(entry, cut),
            page_of(tournament, entry),
            finder.way_back(entry) if finder is not None else "",
            is_ruling(entry),
        )
        for entry in entries
    ]


RULINGS = frozenset(
    {
        "game_undone", "pod_cleared", "pod_corrected", "result_cleared", "result_corrected", "result_reopened",
        "entry_disqualified", "entry_no_show", "entry_reinstated", "entry_undropped", "entry_late",
        "penalty_given", "penalty_taken_back", "call_closed", "call_reopened",
        "time_taken_back", "check_with_findings", "check_reopened",
        "players_swapped", "table_changed", "pairing_decided", "round_repaired", "pairings_kept", "repair_undone",
        "kept_apart", "pairing_allowed",
        "round_unpublished", "round_reopened", "draft_discarded", "clock_undone", "clock_reset",
        "tournament_edited", "tournament_cancelled", "tournament_reinstated", "tournament_reopened",
        "top_cut_discarded", "staff_added", "staff_removed", "staff_link_issued", "staff_link_revoked",
        "card_settled", "card_ruling_withdrawn",
    }
)  # fmt: skip
"""Verbs of lines that changed what stood, or that a person decided: what somebody looks for in a log."""


def is_ruling(entry: LogEntry) -> bool:
    """Whether a line is one of the rulings, or lets a game stand against the rule."""
    return entry.verb in RULINGS or bool(entry.facts.get("override_reason"))


def rulings_in(entries: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
    """Those of the entries that are rulings."""
    against = Q(facts__override_reason__isnull=False) & ~Q(facts__override_reason="")
    return entries.filter(Q(verb__in=RULINGS) | against)


def page_of(tournament: Tournament, entry: LogEntry) -> str:
    """The desk page a line is about; empty if it has none."""
    facts = entry.facts
    if isinstance(facts.get("call"), int):
        return reverse("desk_call", args=[tournament.code, facts["call"]])
    if isinstance(facts.get("pod"), int):
        return reverse("desk_pod", args=[tournament.code, facts["pod"]])
    if isinstance(facts.get("match"), int):
        return reverse("desk_match", args=[tournament.code, facts["match"]])
    if isinstance(facts.get("entry"), int):
        return reverse("desk_entry", args=[tournament.code, facts["entry"]])
    if isinstance(facts.get("round"), int) and not entry.verb.endswith("discarded"):
        return reverse("desk_round", args=[tournament.code, facts["round"]])
    return ""
