"""Matches and pods with their games, seats and changes."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin, ReadOnlyInline
from tournaments.models import Game, Match, MatchRevision, Pod, PodRevision, PodSeat


class GameInline(ReadOnlyInline):
    """The games of a match."""

    model = Game
    fields = ("number", "chooser_seat", "choice", "first_seat", "winner_seat", "is_draw", "ending", "override_reason")
    readonly_fields = fields
    show_change_link = False


class RevisionInline(ReadOnlyInline):
    """How a match's record changed."""

    model = MatchRevision
    fields = ("version", "changed_by", "reason", "changed_at")
    readonly_fields = fields


class PodSeatInline(ReadOnlyInline):
    """The seats of a pod."""

    model = PodSeat
    fields = ("seat", "registration", "place", "manner")
    readonly_fields = fields
    show_change_link = False


class PodRevisionInline(ReadOnlyInline):
    """The changes of a pod's result."""

    model = PodRevision
    fields = ("version", "changed_by", "changed_at", "reason")
    readonly_fields = fields
    show_change_link = False


@admin.register(Pod)
class PodAdmin(ReadOnlyAdmin):
    """Pods with their seats and the changes of their results."""

    list_display = ("round", "table", "is_complete", "ended_by_time", "version", "completed_at")
    list_filter = ("is_complete", "ended_by_time")
    list_select_related = ("round__tournament",)
    search_fields = ("seats__registration__name", "round__tournament__name", "round__tournament__code")
    inlines = (PodSeatInline, PodRevisionInline)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches with their games and every change of them."""

    list_display = ("round", "table", "player1", "player2", "outcome", "is_complete", "version", "updated_at")
    list_filter = ("outcome", "is_complete", "stopped_by_time")
    list_select_related = ("round__tournament", "player1", "player2")
    search_fields = ("player1__name", "player2__name", "round__tournament__name", "round__tournament__code")
    inlines = (GameInline, RevisionInline)


@admin.register(MatchRevision)
class MatchRevisionAdmin(ReadOnlyAdmin):
    """Changes of matches, before and after."""

    list_display = ("match", "version", "changed_by", "reason", "changed_at")
    list_select_related = ("match__round__tournament", "match__player1", "match__player2")
    search_fields = ("changed_by", "reason", "match__player1__name", "match__player2__name")
    date_hierarchy = "changed_at"
