"""Which version of an event the public sees."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Max, Sum

from tournaments.marks import SITE, Mark, hold_mark
from tournaments.models import EventVersion, Tournament


def mark_of(code: str) -> Mark | None:
    """The mark of an event as the database has it now; None where there is no such event. One query."""
    row = Tournament.objects.filter(code=code).values_list("pk", "public_version__number").first()
    return Mark(row[0], row[1] or 0) if row is not None else None


def current_mark(code: str) -> Mark | None:
    """The mark of an event as the database has it now, which is kept in Redis from then on."""
    mark = mark_of(code)
    return hold_mark(code, mark) if mark is not None else None


def table_mark_of(tournament: Tournament) -> Mark:
    """The mark of the event's Swiss table: a result of the round under way leaves it as it is. One query."""
    number = EventVersion.objects.filter(tournament=tournament).values_list("table_number", flat=True).first()
    return Mark(tournament.pk, number or 0)


def marks_of(codes: Collection[str]) -> dict[str, str]:
    """The marks of several events as text, by code, and that of the `SITE`; a code that names no event is left out.

    One query for events, one for the site.
    """
    rows = Tournament.objects.filter(code__in=codes).values_list("code", "pk", "public_version__number")
    marks = {code: str(Mark(tournament, version or 0)) for code, tournament, version in rows}
    return marks | {SITE: str(site_mark())} if SITE in codes else marks


def site_mark() -> Mark:
    """The mark of all events together: the newest event, and the sum of all versions. It grows with every change."""
    found = EventVersion.objects.aggregate(newest=Max("tournament_id"), total=Sum("number"))
    return Mark(found["newest"] or 0, int(found["total"] or 0))
