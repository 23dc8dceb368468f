"""The submitted lists of an event as pages list them: all in their order, and the decks of a part of them."""

from __future__ import annotations

from collections.abc import Iterable

from decks.models import Decklist
from tournaments.marks import Mark
from tournaments.models import Registration, Tournament
from tournaments.permissions import NOT_PLAYING
from tournaments.queries.decks import deck_entries
from tournaments.queries.entries import listed_entries
from tournaments.queries.kept import kept_for
from tournaments.queries.name_order import spoken_key
from tournaments.queries.names import shown_name
from tournaments.queries.teams import who_play


def lists_in_order(mark: Mark, tournament: Tournament, *, private: bool) -> list[Registration]:
    """The entries with a submitted list, of teams their members', by name as it is spoken.

    What may be read of them is the caller's business. Kept for the version `mark` of the event. `with_lists` reads the
    lists of a part of them.
    """

    def read() -> list[Registration]:
        submitted = set(
            deck_entries(tournament)
            .exclude(status__in=NOT_PLAYING)
            .filter(decklist__submitted__isnull=False)
            .values_list("pk", flat=True)
        )
        listed = who_play(tournament, (entry for _, entry in listed_entries(tournament, private=private)))
        if tournament.is_for_teams:
            listed.sort(key=lambda entry: (spoken_key(shown_name(entry, private=private)), entry.number))
        return [entry for entry in listed if entry.pk in submitted]

    return kept_for(mark, ("lists", private), read)


def with_lists(entries: Iterable[Registration]) -> list[tuple[Registration, Decklist]]:
    """Each of the entries with its list and the submitted version. One query."""
    lists = Decklist.objects.select_related("submitted").in_bulk([entry.decklist_id for entry in entries])
    return [(entry, lists[entry.decklist_id]) for entry in entries if entry.decklist_id in lists]
