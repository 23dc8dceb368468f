"""Announcements, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Announcement

Facts = Mapping[str, Any]


def say_made(announcement: Announcement) -> str:
    """When it was made."""
    return date_format(timezone.localtime(announcement.made_at), "SHORT_DATETIME_FORMAT")


def say_end(announcement: Announcement) -> str:
    """When it ends by itself; empty for one that stands until somebody takes it down."""
    if announcement.until_at is not None:
        when = date_format(timezone.localtime(announcement.until_at), "SHORT_DATETIME_FORMAT")
        return _("shown until %(when)s") % {"when": when}
    if announcement.until_round is not None:
        return _("shown until round %(number)s ends") % {"number": announcement.until_round}
    return ""


def _too_many(facts: Facts) -> str:
    said = ngettext(
        "An event shows at most %(limit)s announcement at a time. Take one down first.",
        "An event shows at most %(limit)s announcements at a time. Take one down first.",
        facts["limit"],
    )
    return said % facts


REFUSALS: dict[str, Callable[[Facts], str]] = {
    "text_required": lambda facts: _("Write what everybody should know."),
    "too_many_announcements": _too_many,
    "no_such_announcement": lambda facts: _("There is no such announcement."),
    "announcement_ended": lambda facts: (
        _("%(by)s took this announcement down, or corrected it, in the meantime.") % {"by": facts["by"] or "–"}
    ),
    "no_round_to_end": lambda facts: _("No round is under way at whose end it could end."),
    "announcement_one_end": lambda facts: _("Choose the end of the round or a time, not both."),
    "announcement_ends_before_now": lambda facts: _("This time has passed already."),
    "announcement_ends_too_late": lambda facts: _("An announcement stands %(limit)s days at most.") % facts,
}


def _taken_down(facts: Facts) -> str:
    if facts["reason"]:
        return _("took the announcement “%(text)s” down: %(reason)s") % facts
    return _("took the announcement “%(text)s” down") % facts


LOG: dict[str, Callable[[Facts], str]] = {
    "announcement_made": lambda facts: _("announced: “%(text)s”") % facts,
    "announcement_corrected": lambda facts: _("corrected the announcement “%(was)s” to “%(text)s”: %(reason)s") % facts,
    "announcement_taken_down": _taken_down,
}
