"""The decklists of an event in numbers, each with the entries behind it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone

from accounts.models import Notice
from tournaments.models import DeckCheck, LogEntry, Registration, Tournament
from tournaments.queries.checks import finished_checks
from tournaments.queries.decks import SUBMITTED_STATES, DeckState, deck_entries, deck_state, with_decks
from tournaments.queries.name_order import in_spoken_order

REMINDER = "deck_reminder"
REMINDER_PAUSE = timedelta(minutes=15)
SUBMITTED = ("decklist_submitted", "decklist_fixed_by_staff")


class DeckFigure(StrEnum):
    """One number of the statistics; its value is the key in addresses."""

    ENTRIES = "entries"
    IN = "in"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    MISSING = "missing"
    CHANGED = "changed"
    CHANGED_LATE = "changed-late"
    CHECKED = "checked"
    UNCHECKED = "unchecked"
    FINDINGS = "findings"


TO_REMIND = (DeckFigure.MISSING, DeckFigure.ILLEGAL)
"""Figures whose players can be reminded: nothing submitted (a draft does not count yet), or a list that is not
legal."""


@dataclass(frozen=True)
class DeckStanding:
    """One entry's list: how far it is, how many versions of it were submitted, whether staff changed it after the lists
    were locked, how often the deck was checked, and when its player was last reminded. `is_needed` says that the event
    asks for lists.
    """

    registration: Registration
    state: DeckState
    handed_in: int
    changed_late: bool
    checks: int
    has_findings: bool
    reminded_at: datetime | None
    is_needed: bool = True

    @property
    def figures(self) -> frozenset[DeckFigure]:
        """Every number this entry counts in."""
        is_in = self.state in SUBMITTED_STATES.values()
        found = {
            DeckFigure.ENTRIES: True,
            DeckFigure.IN: is_in,
            DeckFigure.LEGAL: self.state is DeckState.LEGAL,
            DeckFigure.ILLEGAL: self.state is DeckState.ILLEGAL,
            DeckFigure.UNDECIDED: self.state is DeckState.UNDECIDED,
            DeckFigure.MISSING: not is_in,
            DeckFigure.CHANGED: self.handed_in > 1,
            DeckFigure.CHANGED_LATE: self.changed_late,
            DeckFigure.CHECKED: self.checks > 0,
            DeckFigure.UNCHECKED: self.checks == 0,
            DeckFigure.FINDINGS: self.has_findings,
        }
        return frozenset(figure for figure, counts in found.items() if counts)

    @property
    def is_due(self) -> bool:
        """Whether its player can be reminded of it: not of a list that the event does not ask for, and not of one that
        waits for the judges."""
        if self.state in SUBMITTED_STATES.values():
            return self.state is DeckState.ILLEGAL
        return self.is_needed

    @property
    def may_remind(self) -> bool:
        """Whether a reminder may go out now."""
        return self.is_due and reminder_wait(self.reminded_at) == 0


def deck_standings(tournament: Tournament) -> list[DeckStanding]:
    """The list of every active entry, by name as it is spoken, in a fixed number of queries."""
    entries = in_spoken_order(with_decks(deck_entries(tournament).filter(status=Registration.Status.ACTIVE)))
    log = LogEntry.objects.filter(tournament=tournament, verb__in=SUBMITTED).order_by()
    handed_in = Counter(entry for entry, _version in log.values_list("facts__entry", "facts__version").distinct())
    had = finished_checks(tournament)
    found = DeckCheck.objects.filter(tournament=tournament, outcome=DeckCheck.Outcome.FINDINGS)
    with_findings = set(found.values_list("registration_id", flat=True))
    reminded = last_reminders(tournament)
    return [
        DeckStanding(
            registration=entry,
            state=deck_state(entry),
            handed_in=handed_in[entry.pk],
            changed_late=_changed_late(entry, tournament),
            checks=had[entry.pk],
            has_findings=entry.pk in with_findings,
            reminded_at=reminded.get(entry.pk),
            is_needed=tournament.decklists_required,
        )
        for entry in entries
    ]


def count_figures(standings: list[DeckStanding]) -> dict[DeckFigure, int]:
    """How many entries each number counts; every figure is present."""
    counts = Counter(figure for standing in standings for figure in standing.figures)
    return {figure: counts[figure] for figure in DeckFigure}


def last_reminders(tournament: Tournament) -> dict[int, datetime]:
    """When the player of an entry was last reminded of the list, by entry."""
    sent = Notice.objects.filter(code=REMINDER, facts__tournament=tournament.pk).order_by("id")
    return dict(sent.values_list("facts__entry", "created_at"))


def reminder_wait(reminded_at: datetime | None) -> int:
    """Whole minutes until a player may be reminded again, rounded up; 0 when now."""
    if reminded_at is None:
        return 0
    left = (reminded_at + REMINDER_PAUSE - timezone.now()).total_seconds()
    return max(0, -(-int(left) // 60)) if left > 0 else 0


def _changed_late(entry: Registration, tournament: Tournament) -> bool:
    """Whether the submitted list was submitted after the lists had been locked; judging it again changes nothing."""
    decklist = entry.decklist
    if decklist is None or decklist.submitted is None or decklist.submitted_at is None:
        return False
    locked = [moment for moment in (decklist.locked_at, tournament.decklist_deadline) if moment is not None]
    return any(decklist.submitted_at > moment for moment in locked)
