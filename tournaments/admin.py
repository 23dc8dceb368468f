"""Events for support staff: everything can be looked up, nothing changed past the services.

What a superuser has to correct, they correct at the event's desk, where they count as an owner and the log says so.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyAdmin, ReadOnlyInline
from accounts.admin_labels import label_fields
from tournaments.models import (
    Announcement,
    AssignedRound,
    Bye,
    DecidedPair,
    Erasure,
    Export,
    Game,
    JoinRequest,
    KeepApart,
    LogEntry,
    Match,
    MatchRevision,
    MissedRound,
    PairingStep,
    Pod,
    PodRevision,
    PodSeat,
    Registration,
    Round,
    RoundRepair,
    Season,
    SeasonEvent,
    SeasonLogEntry,
    SeedCommitment,
    StaffLink,
    StaffMember,
    Tournament,
)

label_fields(*apps.get_app_config("tournaments").get_models())


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


class MatchInline(ReadOnlyInline):
    """The pairings of a round."""

    model = Match
    fields = ("table", "player1", "player2", "outcome", "winner_seat", "is_complete", "version")
    readonly_fields = fields


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Rounds with their pairings."""

    list_display = ("tournament", "number", "stage", "status", "edited_by_hand", "published_at", "completed_at")
    list_filter = ("stage", "status", "edited_by_hand")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "tournament__code")
    inlines = (MatchInline,)


@admin.register(RoundRepair)
class RoundRepairAdmin(ReadOnlyAdmin):
    """Repairs of published rounds, before and after."""

    list_display = ("round", "number", "made_by", "made_at", "undone_at")
    list_select_related = ("round__tournament",)
    search_fields = ("made_by", "round__tournament__name", "round__tournament__code")
    date_hierarchy = "made_at"


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


@admin.register(DecidedPair)
class DecidedPairAdmin(ReadOnlyAdmin):
    """Who meets, or does not meet, in a round by decision of the staff."""

    list_display = ("tournament", "number", "registration_a", "registration_b", "meets", "decided_by", "decided_at")
    list_filter = ("meets",)
    list_select_related = ("tournament", "registration_a", "registration_b")
    search_fields = ("registration_a__name", "registration_b__name", "tournament__name", "tournament__code")


@admin.register(SeedCommitment)
class SeedCommitmentAdmin(ReadOnlyAdmin):
    """Seeds committed to; the text is not shown, as it is secret until its round is published."""

    list_display = ("tournament", "number", "sequence", "digest", "before_pairing", "committed_at")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "tournament__code", "digest")
    exclude = ("text",)


@admin.register(PairingStep)
class PairingStepAdmin(ReadOnlyAdmin):
    """What was done to the pairings of rounds."""

    list_display = ("tournament", "number", "position", "kind", "at", "by")
    list_filter = ("kind",)
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "tournament__code")


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


class OfRoundAdmin(ReadOnlyAdmin):
    """Byes and missed rounds."""

    list_select_related = ("round__tournament", "registration")
    search_fields = ("registration__name", "round__tournament__name", "round__tournament__code")


@admin.register(Bye)
class ByeAdmin(OfRoundAdmin):
    """Byes, paired and awarded."""

    list_display = ("registration", "round", "kind")
    list_filter = ("kind",)


@admin.register(MissedRound)
class MissedRoundAdmin(OfRoundAdmin):
    """Rounds that late entrants were not there for."""

    list_display = ("registration", "round")


@admin.register(AssignedRound)
class AssignedRoundAdmin(ReadOnlyAdmin):
    """Byes awarded and losses assigned before a round is paired."""

    list_display = ("registration", "number", "kind", "reason", "assigned_by", "assigned_at")
    list_filter = ("kind",)
    list_select_related = ("registration__tournament",)
    search_fields = ("registration__name", "registration__tournament__name", "registration__tournament__code")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """The logs of all events; each event's own page says them in words."""

    list_display = ("at", "tournament", "actor", "verb", "facts")
    list_filter = ("verb",)
    list_select_related = ("tournament",)
    search_fields = ("actor", "verb", "tournament__name", "tournament__code")
    date_hierarchy = "at"


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
