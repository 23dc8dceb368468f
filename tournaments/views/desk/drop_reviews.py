"""Drops that a corrected result speaks for or against, as the desk asks about them."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.models import Tournament
from tournaments.queries.rule_drops import DropReview, drops_to_review
from tournaments.wording.entries import say_drop_review


def drop_reviews(tournament: Tournament, *, only: Collection[int] | None = None) -> list[tuple[DropReview, str]]:
    """The players to decide about, `only` these entries where given, each with the question."""
    found = [review for review in drops_to_review(tournament) if only is None or review.entry.pk in only]
    return [(review, say_drop_review(review, tournament.drop_after_losses)) for review in found]
