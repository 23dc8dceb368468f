"""Seasons with their events and logs."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin, ReadOnlyInline
from tournaments.models import Season, SeasonEvent, SeasonLogEntry


class SeasonEventInline(ReadOnlyInline):
    """The events of a season."""

    model = SeasonEvent
    fields = ("tournament", "added_by", "added_at")
    readonly_fields = fields


class SeasonLogInline(ReadOnlyInline):
    """What was done to a season."""

    model = SeasonLogEntry
    fields = ("at", "actor", "verb", "facts")
    readonly_fields = fields


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Seasons with their events and logs."""

    list_display = ("name", "code", "owner", "game", "starts_on", "ends_on", "is_published")
    list_filter = ("is_published", "game")
    list_select_related = ("owner", "game")
    search_fields = ("name", "code", "owner__username")
    inlines = (SeasonEventInline, SeasonLogInline)
