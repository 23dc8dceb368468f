"""The submitted lists of an event as pages list them: all in their order, and the decks of a part of them."""

from __future__ import annotations

from collections.abc import Iterable

from decks.models import Decklist
from tournaments.marks import Mark
from tournaments.models import Registration, Tournament
from tournaments.permissions import NOT_PLAYING
from tournaments.queries.entries import listed_entries
from tournaments.queries.kept import kept_for


def lists_in_order(mark: Mark, tournament: Tournament, *, private: bool) -> list[Registration]:
    """The entries with a submitted list, by name as it is spoken; what may be read of them is the caller's business.

    Kept for the version `mark` of the event. `with_lists` reads the lists of a part of them.
    """

    def read() -> list[Registration]:
        submitted = set(
            tournament.registrations.exclude(status__in=NOT_PLAYING)
            .filter(decklist__submitted__isnull=False)
            .values_list("pk", flat=True)
        )
        return [entry for _, entry in listed_entries(tournament, private=private) if entry.pk in submitted]

    return kept_for(mark, ("lists", private), read)


def with_lists(entries: Iterable[Registration]) -> list[tuple[Registration, Decklist]]:
    """Each of the entries with its list and the submitted version. One query."""
    lists = Decklist.objects.select_related("submitted").in_bulk([entry.decklist_id for entry in entries])
    return [(entry, lists[entry.decklist_id]) for entry in entries if entry.decklist_id in lists]
