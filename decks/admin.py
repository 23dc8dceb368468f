"""Decklists and their versions for support staff, read-only: they are changed at the desk, which records it."""

from __future__ import annotations

from django.apps import apps
from django.contrib import admin

from accounts.admin import ReadOnlyAdmin, ReadOnlyInline
from accounts.admin_labels import label_fields
from decks.models import Decklist, DecklistVersion

label_fields(*apps.get_app_config("decks").get_models())


class VersionInline(ReadOnlyInline):
    """Every saved version of the list."""

    model = DecklistVersion
    fk_name = "decklist"
    fields = ("number", "verdict", "judged_as_of", "saved_by", "by_staff", "is_kept", "reason", "saved_at")
    readonly_fields = fields


@admin.register(Decklist)
class DecklistAdmin(ReadOnlyAdmin):
    """Lists with their owner, rules and locks."""

    list_display = ("id", "name", "owner", "ruleset", "best_of", "pool", "submitted_at", "locked_at")
    list_filter = ("best_of", "pool", "ruleset__game")
    list_select_related = ("owner", "ruleset__game")
    search_fields = ("name", "owner__name")
    inlines = (VersionInline,)


@admin.register(DecklistVersion)
class DecklistVersionAdmin(ReadOnlyAdmin):
    """Saved versions, which never change."""

    list_display = ("decklist", "number", "verdict", "judged_as_of", "saved_by", "by_staff", "reason", "saved_at")
    list_filter = ("verdict", "by_staff")
    list_select_related = ("decklist",)
    search_fields = ("decklist__name", "decklist__owner__name", "saved_by", "reason", "text")
    date_hierarchy = "saved_at"
