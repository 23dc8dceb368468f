"""Games, rulesets and cards for support staff."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from accounts.admin import ReadOnlyAdmin
from accounts.admin_labels import label_fields
from cardpool.models import Card, CardGame, CardNote, Printing, Ruleset
from cardpool.services import delete_card, pool_changed, save_card

label_fields(*apps.get_app_config("cardpool").get_models())


@admin.register(CardGame)
class CardGameAdmin(admin.ModelAdmin):
    """Games come from their packs; whether one is offered for new events is chosen here."""

    list_display = ("slug", "name_zh", "name_en", "is_listed", "position")
    list_editable = ("is_listed", "position")
    search_fields = ("slug", "name_zh", "name_en")
    fields = ("slug", "name_zh", "name_en", "is_listed", "position")
    readonly_fields = ("slug", "name_zh", "name_en")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Ruleset)
class RulesetAdmin(ReadOnlyAdmin):
    """Versions of the rules, exactly as they were loaded."""

    list_display = ("game", "version", "effective_from", "loaded_at", "digest")
    list_filter = ("game",)
    list_select_related = ("game",)
    search_fields = ("version", "digest")


class PrintingInline(admin.TabularInline):
    """The physical versions of a card."""

    model = Printing
    extra = 0


@admin.register(Card)
class CardAdmin(admin.ModelAdmin):
    """Cards. A shipped card that is changed here is the store's from then on."""

    list_display = ("number", "name", "game", "copy_limit", "is_demo")
    list_filter = ("game", "is_demo")
    list_select_related = ("game",)
    search_fields = ("number", "name", "key", "other_names")
    fields = ("game", "key", "number", "name", "other_names", "attributes", "copy_limit", "deck_rules", "is_demo")
    inlines = (PrintingInline,)
    show_full_result_count = False

    def get_readonly_fields(self, request: HttpRequest, obj: Card | None = None) -> tuple[str, ...]:
        """Past lists refer to a card by game and key."""
        return ("game", "key") if obj is not None else ()

    def save_model(self, request: HttpRequest, obj: Card, form: ModelForm, change: bool) -> None:
        save_card(card=obj)

    def delete_model(self, request: HttpRequest, obj: Card) -> None:
        delete_card(card=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Card]) -> None:
        games = {card.game for card in queryset.select_related("game")}
        super().delete_queryset(request, queryset)
        for game in games:
            pool_changed(game=game)


@admin.register(CardNote)
class CardNoteAdmin(ReadOnlyAdmin):
    """Judge notes with every version; they are written on the page of their card."""

    list_display = ("card", "question", "written_by", "written_at", "withdrawn_at")
    list_filter = ("card__game",)
    list_select_related = ("card",)
    search_fields = ("card__number", "card__name", "question", "answer")
