"""What players want to hear, in the words in which they chose it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyAdmin
from accounts.models import QuietNotice
from tournaments.queries.notice_choice import KINDS, kind_of_code
from tournaments.wording.notices import kind_names


class NoticeKindFilter(admin.SimpleListFilter):
    """Switched-off notices by their kind."""

    title = pgettext_lazy("field", "kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(kind_names().items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[QuietNotice]) -> QuerySet[QuietNotice]:
        kind = self.value()
        return queryset.filter(code__in=KINDS[kind]) if kind in KINDS else queryset


@admin.register(QuietNotice)
class QuietNoticeAdmin(ReadOnlyAdmin):
    """Which notices players switched off; they switch them on again on their own page."""

    list_display = ("player", "channel", "said")
    list_filter = ("channel", NoticeKindFilter)
    list_select_related = ("player",)
    search_fields = ("player__name",)
    fields = ("player", "channel", "said")

    @admin.display(description=pgettext_lazy("field", "kind"))
    def said(self, row: QuietNotice) -> str:
        """The kind in words; a code no longer known as it stands."""
        kind = kind_of_code(row.code)
        return kind_names()[kind] if kind is not None else row.code
