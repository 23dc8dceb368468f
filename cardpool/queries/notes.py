"""Reads of judge notes."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from cardpool.models import Card, CardGame, CardNote
from cardpool.queries.cards import search_cards

MAX_CARDS = 500


@dataclass(frozen=True)
class NoteLine:
    """A note in its current version, and the versions it replaced, the newest of them first."""

    newest: CardNote
    older: tuple[CardNote, ...]

    @property
    def is_withdrawn(self) -> bool:
        return self.newest.withdrawn_at is not None


def notes_in_force() -> QuerySet[CardNote]:
    """The notes that are neither replaced nor withdrawn."""
    return CardNote.objects.filter(withdrawn_at__isnull=True, replaced_by__isnull=True)


def note_lines(card: Card) -> list[NoteLine]:
    """Every note of a card with its history, in the order in which they were first written; withdrawn ones too."""
    notes = list(CardNote.objects.filter(card=card).order_by("id"))
    by_id = {note.pk: note for note in notes}
    replaced = {note.replaces_id for note in notes}
    lines = []
    for newest in (note for note in notes if note.pk not in replaced):
        older, before = [], newest.replaces_id
        while before is not None:
            older.append(by_id[before])
            before = by_id[before].replaces_id
        lines.append(NoteLine(newest, tuple(older)))
    return sorted(lines, key=lambda line: (line.older[-1] if line.older else line.newest).pk)


def noted_cards(game: CardGame) -> dict[str, int]:
    """The keys of the game's cards that have notes in force, with how many."""
    found: dict[str, int] = {}
    for key in notes_in_force().filter(card__game=game).values_list("card__key", flat=True):
        found[key] = found.get(key, 0) + 1
    return found


def notes_of_game(game: CardGame, text: str = "") -> QuerySet[CardNote]:
    """The game's notes in force, the newest first; with a text those whose words, or whose card, it is found in."""
    notes = notes_in_force().filter(card__game=game).select_related("card").order_by("-written_at", "-id")
    wanted = " ".join(text.replace("\x00", "").split())[:100]
    if not wanted:
        return notes
    keys = [card.key for card in search_cards(game, wanted, limit=MAX_CARDS)]
    inside = Q(question__icontains=wanted) | Q(answer__icontains=wanted) | Q(source__icontains=wanted)
    return notes.filter(inside | Q(card__key__in=keys))
