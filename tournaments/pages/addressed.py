"""Kept pages that print the event's address, for each address under which the site is opened.

Such a page is worked out once, with empty places; for an address only its places are filled. So a visitor who names
one address after the other has little more done than filling, and fills no memory but this.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import replace

from accounts.own_parts import fill
from accounts.process_cache import ProcessCache
from tournaments.pages.keys import PageKey
from tournaments.pages.store import KeptPage, keep_body

MAX_MEMORY = 4 * 1024 * 1024
"""Bytes of such pages one process keeps: a hundred large ones. A hall uses one address or two."""

filled_pages: ProcessCache[tuple[PageKey, str], KeptPage] = ProcessCache(
    max_size=MAX_MEMORY, size_of=operator.attrgetter("size")
)


def find_page_at(key: PageKey, page: KeptPage, address: str) -> KeptPage | None:
    """The page filled for the site's `address` (`http://10.0.0.7:8000/`), if this process has it."""
    found = filled_pages.find((key, address))
    return found if found is not None and _version(found) == _version(page) else None


def page_at(key: PageKey, page: KeptPage, address: str, parts: Callable[[], Mapping[str, str]]) -> KeptPage:
    """The page filled for the site's `address`: from memory, else from the `parts` by the names of their places."""

    def filled() -> KeptPage:
        body = fill(page.body.decode(), parts()).encode()
        return replace(keep_body(body, mark=page.mark, content_type=page.content_type), made_at=page.made_at)

    return filled_pages.get((key, address), _version(page), filled)


def _version(page: KeptPage) -> tuple[object, float]:
    return page.mark, page.made_at
