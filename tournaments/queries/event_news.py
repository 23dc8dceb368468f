"""What concerns everybody at an event and cannot wait, for thousands of open pages at once: the round's clock and the
announcements.

All of it stands on the public pages. The web process pushes it to them (`config/serving/pushed.py`); nothing of a draft
is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Announcement, Round, Tournament
from tournaments.queries.announcements import standing_announcements
from tournaments.queries.clock import ClockFace, clock_face


@dataclass(frozen=True)
class EventNews:
    """`clock`: the face of the running round's clock, and `round` its key; both None where no clock was started.
    `announcements`: those that stand, the newest first."""

    round: int | None
    clock: ClockFace | None
    announcements: Sequence[Announcement]


def event_news(code: str) -> EventNews | None:
    """The news of an event as of now; None where there is no such event. Three queries."""
    event = Tournament.objects.filter(code=code).first()
    if event is None:
        return None
    visible = Round.objects.filter(tournament=event).exclude(status=Round.Status.DRAFT)
    round = visible.order_by("-number").first()
    clock = clock_face(round) if round is not None else None
    return EventNews(
        round.pk if round is not None and clock is not None else None, clock, standing_announcements(event)
    )
