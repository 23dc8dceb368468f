"""Events with their staff, entries, announcements and logs, and what is made from them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyAdmin, ReadOnlyInline
from tournaments.models import (
    Announcement,
    Erasure,
    Export,
    JoinRequest,
    KeepApart,
    LogEntry,
    Registration,
    Round,
    StaffLink,
    StaffMember,
    Tournament,
)
from tournaments.queries.rounds import CutInLog
from tournaments.wording import say_log
from tournaments.wording.audit import area_names, verbs_of


class StaffInline(ReadOnlyInline):
    """Who is on the staff."""

    model = StaffMember
    fields = ("user", "role", "added_at")
    readonly_fields = fields


class StaffLinkInline(ReadOnlyInline):
    """The links of helpers without an account; the event's desk ends one."""

    model = StaffLink
    fields = ("name", "role", "issued_by", "issued_at", "expires_at", "last_used_at", "revoked_at")
    readonly_fields = fields


class RoundInline(ReadOnlyInline):
    """The rounds so far."""

    model = Round
    fields = ("number", "stage", "status", "edited_by_hand", "published_at", "completed_at")
    readonly_fields = fields


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    """Events with their settings, staff and rounds."""

    list_display = ("name", "code", "page", "game", "phase", "starts_at", "place", "is_demo")
    list_filter = ("phase", "game", "is_demo")
    list_select_related = ("game",)
    search_fields = ("name", "code", "place")
    date_hierarchy = "starts_at"
    inlines = (StaffInline, StaffLinkInline, RoundInline)

    @admin.display(description=_("page"))
    def page(self, tournament: Tournament) -> SafeString:
        """A link to where the event is run."""
        return format_html('<a href="/t/{}/">{}</a>', tournament.code, _("Open"))


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    """Entries with their status."""

    list_display = (
        "name",
        "kind",
        "tournament",
        "status",
        "status_round",
        "first_round",
        "checked_in_at",
        "final_place",
    )
    list_filter = ("status", "kind")
    list_select_related = ("tournament",)
    search_fields = ("name", "public_name", "team", "player__name", "tournament__name", "tournament__code")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Registration]:
        return Registration.everybody.all()


@admin.register(KeepApart)
class KeepApartAdmin(ReadOnlyAdmin):
    """Pairs of entrants who are kept apart."""

    list_display = ("tournament", "registration_a", "registration_b", "is_hard", "added_at")
    list_filter = ("is_hard",)
    list_select_related = ("tournament", "registration_a", "registration_b")
    search_fields = ("registration_a__name", "registration_b__name", "tournament__name", "tournament__code")


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnlyAdmin):
    """What staff announced at an event."""

    list_display = ("tournament", "text", "made_by", "made_at", "ended_by", "ended_at")
    list_select_related = ("tournament",)
    search_fields = ("text", "tournament__name", "tournament__code")


@admin.register(JoinRequest)
class JoinRequestAdmin(ReadOnlyAdmin):
    """Who asked the desk to join, and what it answered."""

    list_display = ("tournament", "name", "state", "asked_at", "decided_by", "decided_at")
    list_select_related = ("tournament",)
    search_fields = ("name", "tournament__name", "tournament__code")


class LogAreaFilter(admin.SimpleListFilter):
    """Lines of the log by what they are about, as the desk's own page of the log has it."""

    title = _("about")
    parameter_name = "area"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(area_names().items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
        area = self.value()
        return queryset.filter(verb__in=verbs_of(area)) if area in area_names() else queryset


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """The logs of all events in words; each event's own page has them with what was before and after."""

    list_display = ("at", "tournament", "actor", "said")
    list_filter = (LogAreaFilter,)
    list_select_related = ("tournament",)
    search_fields = ("actor", "verb", "tournament__name", "tournament__code")
    date_hierarchy = "at"

    @admin.display(description=_("what was done"))
    def said(self, obj: LogEntry) -> str:
        """The line in words; its rounds are numbered, also those of a top cut, which saves reading every event's."""
        return say_log(obj, CutInLog({}, 0))


@admin.register(Export)
class ExportAdmin(ReadOnlyAdmin):
    """Workbooks that were asked for."""

    list_display = ("tournament", "requested_by", "language", "state", "progress", "error", "created_at", "finished_at")
    list_filter = ("state", "language")
    list_select_related = ("tournament", "requested_by")
    search_fields = ("tournament__name", "tournament__code", "requested_by__username", "error")


@admin.register(Erasure)
class ErasureAdmin(ReadOnlyAdmin):
    """Players whose data was erased, and files that could not be removed yet."""

    list_display = ("player", "erased_on", "erased_by_user", "files_gone_at")
    list_select_related = ("player", "erased_by_user")
    date_hierarchy = "erased_on"
