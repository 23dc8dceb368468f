"""The desk's entry list: one row per entry, its filters and their counts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.models import Registration, Tournament
from tournaments.queries.decks import DeckState, deck_state, with_decks
from tournaments.queries.divisions import division_names
from tournaments.queries.name_order import spoken_key

Status = Registration.Status
GONE = frozenset({Status.WITHDRAWN, Status.DROPPED, Status.NO_SHOW, Status.DISQUALIFIED})

SHOWN = {
    "": _("All"),
    "absent": _("Not checked in"),
    "decks": _("Deck needs attention"),
    "no_division": _("In no division"),
    "waiting": _("Waiting list"),
    "gone": _("Left"),
}
"""The filters of the list; the empty one shows everybody, those who left at the end."""


@dataclass(frozen=True)
class EntryRow:
    """One entry as the list shows it; `division` is the name of its division in the active language."""

    registration: Registration
    deck: DeckState
    division: str = ""

    @property
    def is_active(self) -> bool:
        return self.registration.status == Status.ACTIVE

    @property
    def is_here(self) -> bool:
        return self.registration.checked_in_at is not None

    @property
    def is_gone(self) -> bool:
        return self.registration.status in GONE

    def is_in(self, show: str) -> bool:
        """Whether the row belongs under a filter of SHOWN."""
        match show:
            case "absent":
                return self.is_active and not self.is_here
            case "decks":
                return self.is_active and self.deck is not DeckState.LEGAL
            case "no_division":
                return self.is_active and bool(self.registration.tournament.divisions) and not self.division
            case "waiting":
                return self.registration.status == Status.WAITLISTED
            case "gone":
                return self.is_gone
        return True

    def matches(self, words: Sequence[str]) -> bool:
        """Whether every search word occurs in the name, the nickname, the team, the division or the number (#12)."""
        entry = self.registration
        text = plain(f"{entry.name} {entry.public_name} {entry.team} {self.division} #{entry.number}")
        return all(word in text for word in words)


def plain(text: str) -> str:
    """Text for comparison, without differences of width and case."""
    return unicodedata.normalize("NFKC", text).casefold()


def entry_rows(tournament: Tournament) -> list[EntryRow]:
    """Every entry in two queries: those with a seat by name, those waiting in their order, those who left by name."""
    entries = with_decks(tournament.registrations.all()).order_by("registered_at", "id")
    placed = sorted(
        entries,
        key=lambda entry: (
            entry.status in GONE,
            entry.status == Status.WAITLISTED,
            "" if entry.status == Status.WAITLISTED else spoken_key(entry.name),
        ),
    )
    rows, divisions = [], division_names(tournament)
    for entry in placed:
        entry.tournament = tournament
        rows.append(EntryRow(entry, deck_state(entry), divisions.get(entry.division, "")))
    return rows


def filtered(rows: Sequence[EntryRow], search: str, show: str) -> list[EntryRow]:
    """The rows under the filter that contain every search word."""
    words = plain(search).split()
    return [row for row in rows if row.is_in(show) and row.matches(words)]


def counts_of(rows: Sequence[EntryRow]) -> dict[str, int]:
    """How many rows each filter shows."""
    return {show: sum(row.is_in(show) for row in rows) for show in SHOWN}
