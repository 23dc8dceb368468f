"""Rounds: how they were paired, decided by hand and repaired, and who had no table."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyAdmin, ReadOnlyInline
from tournaments.models import (
    AssignedRound,
    Bye,
    DecidedPair,
    Match,
    MissedRound,
    PairingStep,
    Round,
    RoundRepair,
    SeedCommitment,
)
from tournaments.wording.receipts import STEPS


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


class StepFilter(admin.SimpleListFilter):
    """Steps by their kind, in the words that receipts have."""

    title = pgettext_lazy("field", "kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind, str(name)) for kind, name in STEPS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[PairingStep]) -> QuerySet[PairingStep]:
        kind = self.value()
        return queryset.filter(kind=kind) if kind in STEPS else queryset


@admin.register(PairingStep)
class PairingStepAdmin(ReadOnlyAdmin):
    """What was done to the pairings of rounds."""

    list_display = ("tournament", "number", "position", "said", "at", "by")
    list_filter = (StepFilter,)
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "tournament__code")

    @admin.display(description=pgettext_lazy("field", "kind"), ordering="kind")
    def said(self, step: PairingStep) -> str:
        """The kind in words."""
        return str(STEPS.get(step.kind, step.kind))


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
