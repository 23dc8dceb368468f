"""The announcements of an event: those that stand, and what stood there before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.models import Announcement, Round, Tournament


def announcements_of(tournament: Tournament) -> QuerySet[Announcement]:
    """Every announcement of an event, the newest first."""
    return Announcement.objects.filter(tournament=tournament)


def standing_announcements(tournament: Tournament) -> list[Announcement]:
    """The announcements that everybody reads now, the newest first. One query."""
    return list(_standing().filter(tournament=tournament))


def announcements_by_event(tournaments: Iterable[int]) -> Mapping[int, list[Announcement]]:
    """The same of several events, by their keys. One query."""
    found = (
        _standing()
        .filter(tournament__in=set(tournaments))
        .select_related("tournament")
        .order_by("tournament_id", "-id")
    )
    return {key: list(some) for key, some in groupby(found, key=lambda one: one.tournament_id)}


def find_announcement(tournament: Tournament, announcement_id: int) -> Announcement | None:
    """The event's announcement of this id."""
    return announcements_of(tournament).filter(pk=announcement_id).first()


def round_to_end(tournament: Tournament) -> Round | None:
    """The round whose end an announcement made now may wait for: the one that is not completed."""
    return Round.objects.filter(tournament=tournament).exclude(status=Round.Status.COMPLETED).first()


@dataclass(frozen=True)
class HallAnnouncements:
    """What a wall shows of the announcements: the first lines of the newest on a strip, and pages with the whole of
    those that do not fit there."""

    strip: list[Announcement]
    pages: list[Announcement]


MAX_ON_STRIP = 3
MAX_WIDTH_OF_ONE = 100
"""The widest text of which the strip shows all where it stands there alone, on two lines of a screen of 4:3; a Chinese
character is two wide. Of two each has half of that, a line."""


def on_the_wall(standing: list[Announcement]) -> HallAnnouncements:
    """The standing announcements as a wall shows them."""
    strip = standing[:MAX_ON_STRIP]
    room = MAX_WIDTH_OF_ONE if len(strip) == 1 else MAX_WIDTH_OF_ONE // 2
    return HallAnnouncements(strip, [one for one in standing if one not in strip or _width(one.text) > room])


def _width(text: str) -> int:
    return sum(2 if ord(character) > 0x2E7F else 1 for character in text)


def is_over(announcement: Announcement) -> bool:
    """Whether its time, or the round with which it ends, is over, whether or not somebody ended it before."""
    return not _not_over().filter(pk=announcement.pk).exists()


def _standing() -> QuerySet[Announcement]:
    """Those that nobody has ended and whose time, or round, is not over."""
    return _not_over().filter(ended_at__isnull=True)


def _not_over() -> QuerySet[Announcement]:
    over = Round.objects.filter(
        tournament=OuterRef("tournament"), number__gte=OuterRef("until_round"), status=Round.Status.COMPLETED
    )
    in_time = Q(until_at__isnull=True) | Q(until_at__gt=timezone.now())
    return Announcement.objects.filter(in_time, ~Exists(over))
