"""Reads of decklists and their versions."""

from __future__ import annotations

from django.db.models import QuerySet

from decks.models import Decklist, DecklistVersion


def versions_of(decklist: Decklist) -> QuerySet[DecklistVersion]:
    """Every version, the newest first, with the account that saved it."""
    return decklist.versions.select_related("saved_by_user").order_by("-number")


def newest_version(decklist: Decklist | None) -> DecklistVersion | None:
    """The version saved last, submitted or not; None for no list or an empty one."""
    if decklist is None:
        return None
    return decklist.versions.order_by("-number").first()
