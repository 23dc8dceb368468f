"""How many versions a list keeps: the oldest drafts that nothing needs any more make room for newer ones.

A draft is superseded when a newer version exists. It is removed only if it was never submitted, was saved by the player
and was not the newest when the list was locked (`DecklistVersion.is_kept`), and if no other record refers to it, as a
deck check or a changed verdict does.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, ForeignObjectRel, OuterRef, QuerySet
from django.utils import timezone

from accounts.refusals import Refusal
from decks.models import Decklist, DecklistVersion

MAX_DRAFTS = 100
"""Superseded drafts of one list; one more removes the oldest."""

MIN_DRAFTS_TO_NOTICE = 80
"""From this many on, pages say what will happen at MAX_DRAFTS."""

MAX_SUBMITTED = 200
"""Versions a player may have submitted of one list, each of which is kept; staff may submit further ones."""


@dataclass(frozen=True)
class DraftRoom:
    """How many superseded drafts a list has, how many were removed, and when the last of them was."""

    drafts: int
    removed: int
    removed_at: datetime | None

    @property
    def is_near(self) -> bool:
        """Whether it is time to say what will be removed."""
        return self.drafts >= MIN_DRAFTS_TO_NOTICE or self.removed > 0

    @property
    def maximum(self) -> int:
        return MAX_DRAFTS


def draft_room(decklist: Decklist) -> DraftRoom:
    """A list's room for drafts, in one query."""
    return DraftRoom(superseded_drafts(decklist).count(), decklist.drafts_removed, decklist.drafts_removed_at)


def superseded_drafts(decklist: Decklist) -> QuerySet[DecklistVersion]:
    """The versions of a list that may be removed to make room, the oldest first."""
    newer = DecklistVersion.objects.filter(decklist=OuterRef("decklist"), number__gt=OuterRef("number"))
    referring = [
        relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
        for relation in DecklistVersion._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel)
    ]
    drafts = decklist.versions.filter(Exists(newer), is_kept=False)
    return drafts.filter(*(~Exists(records) for records in referring)).order_by("number")


def remove_superseded_drafts(decklist: Decklist) -> int:
    """Remove the oldest superseded drafts beyond MAX_DRAFTS and count them; the caller holds the list's row lock."""
    places = list(superseded_drafts(decklist).values_list("pk", flat=True))
    beyond = places[: max(0, len(places) - MAX_DRAFTS)]
    if beyond:
        DecklistVersion.objects.filter(pk__in=beyond).delete()
        decklist.drafts_removed += len(beyond)
        decklist.drafts_removed_at = timezone.now()
        decklist.save(update_fields=["drafts_removed", "drafts_removed_at"])
    return len(beyond)


def check_room_to_submit(decklist: Decklist) -> None:
    """Raises Refusal `submitted_too_often` when the player may not submit a further version; the row is locked."""
    if decklist.versions.filter(is_kept=True, by_staff=False).count() >= MAX_SUBMITTED:
        raise Refusal("submitted_too_often", limit=MAX_SUBMITTED)
