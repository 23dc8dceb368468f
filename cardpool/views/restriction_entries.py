"""The entries of a restriction list a page at a time: a whitelist names thousands of cards."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from cardpool.queries.restriction_preview import ShownEntry

PAGE_SIZE = 100
MAX_QUERY_LENGTH = 80


def entries_page(entries: Sequence[ShownEntry], query: str, number: str | None) -> Page[ShownEntry]:
    """The page `number` of the entries that match the query; the first or last page if there is no such number."""
    return Paginator(matching_entries(entries, query), PAGE_SIZE).get_page(number)


def matching_entries(entries: Sequence[ShownEntry], query: str) -> Sequence[ShownEntry]:
    """The entries that name a card whose number or name contains the query, ignoring case; all without a query."""
    if not query:
        return entries
    wanted = query.casefold()
    return [
        shown
        for shown in entries
        if any(wanted in card.key.casefold() or wanted in card.name.casefold() for card in shown.cards)
    ]


def entries_query(request: HttpRequest) -> str:
    """The search text (`?q=`), without superfluous spaces."""
    return " ".join(request.GET.get("q", "").replace("\x00", "").split())[:MAX_QUERY_LENGTH]
