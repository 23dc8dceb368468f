"""The desk's entry list: one row per entry, its filters and their counts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.models import Registration, Tournament
from tournaments.queries.decks import DeckState, deck_state, with_decks
from tournaments.queries.desk_search import Reading
from tournaments.queries.divisions import division_names
from tournaments.queries.name_order import spoken_key
from tournaments.queries.teams import members_by_team

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
    members: tuple[tuple[Registration, DeckState], ...] = ()
    """Of a team, with the state of each one's deck."""

    @classmethod
    def of(cls, entry: Registration, division: str, members: Iterable[Registration]) -> EntryRow:
        """The row of an entry; the deck of a team is its first one that is not legal."""
        states = tuple((one, deck_state(one)) for one in members)
        decks = [state for _member, state in states] or [deck_state(entry)]
        deck = next((state for state in decks if state is not DeckState.LEGAL), DeckState.LEGAL)
        return cls(entry, deck, division, states)

    @property
    def is_active(self) -> bool:
        return self.registration.status == Status.ACTIVE

    @property
    def is_here(self) -> bool:
        return self.registration.checked_in_at is not None

    @property
    def fine_decks(self) -> tuple[DeckState, ...]:
        """The states that ask nothing of the desk: a missing list does where the event requires lists."""
        if self.registration.tournament.decklists_required:
            return (DeckState.LEGAL,)
        return DeckState.LEGAL, DeckState.MISSING

    @property
    def is_gone(self) -> bool:
        return self.registration.status in GONE

    def is_in(self, show: str) -> bool:
        """Whether the row belongs under a filter of SHOWN."""
        match show:
            case "absent":
                return self.is_active and not self.is_here
            case "decks":
                return self.is_active and self.deck not in self.fine_decks
            case "no_division":
                return self.is_active and bool(self.registration.tournament.divisions) and not self.division
            case "waiting":
                return self.registration.status == Status.WAITLISTED
            case "gone":
                return self.is_gone
        return True

    def matches(self, words: Sequence[str], spoken: Sequence[Reading]) -> bool:
        """Whether every search word occurs in the name, the nickname, the team, the player ID, the division or the
        number (#12), as it is written or, with its reading in `spoken`, by pinyin.
        """
        entry = self.registration
        people = " ".join(f"{one.name} {one.public_name}" for one, _state in self.members)
        own = f"{entry.name} {entry.public_name} {entry.team} {entry.membership_id}"
        text = plain(f"{own} {self.division} #{entry.number} {people}")
        return all(word in text or reading.fits(text) for word, reading in zip(words, spoken, strict=True))


def plain(text: str) -> str:
    """Text for comparison, without differences of width and case."""
    return unicodedata.normalize("NFKC", text).casefold()


def entry_rows(tournament: Tournament) -> list[EntryRow]:
    """Every entry in two queries, three in an event for teams: those with a seat by name, those waiting in their order,
    those who left by name."""
    entries = with_decks(tournament.registrations.all()).order_by("registered_at", "id")
    placed = sorted(
        entries,
        key=lambda entry: (
            entry.status in GONE,
            entry.status == Status.WAITLISTED,
            "" if entry.status == Status.WAITLISTED else spoken_key(entry.name),
        ),
    )
    rows, divisions, members = [], division_names(tournament), members_by_team(tournament, decks=True)
    for entry in placed:
        entry.tournament = tournament
        rows.append(EntryRow.of(entry, divisions.get(entry.division, ""), members.get(entry.pk, ())))
    return rows


def filtered(rows: Sequence[EntryRow], search: str, show: str) -> list[EntryRow]:
    """The rows under the filter that contain every search word."""
    words = plain(search).split()
    spoken = [Reading(word) for word in words]
    return [row for row in rows if row.is_in(show) and row.matches(words, spoken)]


def counts_of(rows: Sequence[EntryRow]) -> dict[str, int]:
    """How many rows each filter shows."""
    return {show: sum(row.is_in(show) for row in rows) for show in SHOWN}
