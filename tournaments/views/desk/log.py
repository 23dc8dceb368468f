"""The tournament's log as the desk shows it: who did what, where to look, how to undo it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone

from tournaments.models import LogEntry, Registration, Round, Tournament
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
    """The newest rulings of the newest round, up to `MAX_FIRST`, then the newest other lines, newest first; a single
    line is the newest of all. None for visitors who may not see the log."""
    if count == 0 or not allowed["view_log"]:
        return []
    published = Round.objects.filter(tournament=tournament, published_at__isnull=False).order_by("-number")
    log = LogEntry.objects.filter(tournament=tournament).annotate(begun=Subquery(published.values("published_at")[:1]))
    newest = list(log[:count])
    lines = lines_of(tournament, allowed, newest)
    if count == 1:
        return lines
    rulings = [entry.pk for entry in newest if is_ruling(entry) and entry.begun and entry.at >= entry.begun]
    first = rulings[:MAX_FIRST]
    older: list[LogEntry] = []
    if len(newest) == count and len(first) < MAX_FIRST:
        left = rulings_in(log.filter(at__gte=F("begun"), pk__lt=newest[-1].pk))
        older = list(left[: MAX_FIRST - len(first)])
    shown = [line for entry, line in zip(newest, lines, strict=True) if entry.pk in first]
    shown += lines_of(tournament, allowed, older, undo=False)
    shown += [line for entry, line in zip(newest, lines, strict=True) if entry.pk not in first]
    return shown[:count]


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
        "players_swapped", "table_changed", "tables_followed", "pairing_decided", "round_repaired", "cut_moved",
        "pairings_kept", "repair_undone",
        "kept_apart", "pairing_allowed", "rounds_assigned", "rounds_unassigned",
        "round_unpublished", "round_reopened", "draft_discarded", "clock_undone", "clock_reset",
        "tournament_edited", "tournament_cancelled", "tournament_reinstated", "tournament_reopened",
        "top_cut_discarded", "staff_added", "staff_removed", "staff_link_issued", "staff_link_revoked",
        "card_settled", "card_ruling_withdrawn",
    }
)  # fmt: skip
"""Verbs of lines that changed what stood, or that a person decided: what somebody looks for in a log."""


DECIDED = frozenset({"judge_award", "match_loss", "double_loss"})
"""Outcomes of a match that a person decided: those of `outcome_recorded` that are rulings."""
MAX_FIRST = 3
"""Rulings that stand before the newest lines: a corrected slip is looked for when eight more have come in."""


def is_ruling(entry: LogEntry) -> bool:
    """Whether a line is one of the rulings, decides a match, or lets a game stand against the rule."""
    decides = entry.verb == "outcome_recorded" and entry.facts.get("outcome") in DECIDED
    return entry.verb in RULINGS or decides or bool(entry.facts.get("override_reason"))


def rulings_in(entries: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
    """Those of the entries that are rulings."""
    against = Q(facts__override_reason__isnull=False) & ~Q(facts__override_reason="")
    decides = Q(verb="outcome_recorded", facts__outcome__in=sorted(DECIDED))
    return entries.filter(Q(verb__in=RULINGS) | decides | against)


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
