"""Kept pages for the web process itself, which sends them before Django is asked: no thread, no database, no Redis.

A visitor who may be signed in is sent on to Django, which fills in their own parts; where Django is busy or away, they
get the page of everybody, and its script asks for their parts by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qs

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from accounts.themes import THEMES
from tournaments.marks import SITE, Mark
from tournaments.pages.addressed import find_page_at
from tournaments.pages.found import find_in_memory
from tournaments.pages.keys import PageKey, prints_its_address, section_of
from tournaments.pages.store import KeptPage, store

MESSAGES_COOKIE = "messages"

OWN_COOKIE = "dueldesk_own"
"""What the script of an event's pages knows of the visitor's own parts; set for the addresses of that event alone."""

OWN_MISSING, OWN_BY_SCRIPT, OWN_OF_STAFF = "ask", "live", "staff"
"""Its values: a page went out without them; the script has filled them in; the visitor is staff, so Django answers."""


MAX_FIND = 80
"""Characters of a name that is looked for."""


def asks_for_no_page(headers: Mapping[str, str]) -> bool:
    """Whether something else than the page is asked for: a part for htmx, or by a token. Names are in lower case."""
    return "hx-request" in headers or "authorization" in headers


def may_be_somebody(cookies: Mapping[str, str]) -> bool:
    """Whether the visitor may have a page of their own: nobody can sign in, be staff, or be notified without a session
    or a message that waits."""
    return settings.SESSION_COOKIE_NAME in cookies or MESSAGES_COOKIE in cookies


def may_get_everybodys_page(cookies: Mapping[str, str], *, when_busy: bool) -> bool:
    """Whether somebody may get the page of everybody, which holds nothing private, instead of their own.

    `when_busy`: Django could still answer, so only those whose script is known to fill in what is missing, and not
    before they have read the message that waits for them. Otherwise everybody but known staff, who would miss the desk.
    """
    state = cookies.get(OWN_COOKIE, "")
    if when_busy:
        return state == OWN_BY_SCRIPT and MESSAGES_COOKIE not in cookies
    return state != OWN_OF_STAFF


def language_asked_for(cookies: Mapping[str, str], accept_language: str) -> str:
    """The language Django's LocaleMiddleware finds for a visitor without a session."""
    visitor = HttpRequest()
    visitor.COOKIES = dict(cookies)
    visitor.META = {"HTTP_ACCEPT_LANGUAGE": accept_language}
    return translation.get_language_from_request(visitor)


def find_cached_page(
    path: str,
    query: str,
    language: str,
    mark: Mark | None,
    *,
    theme: str = THEMES[0],
    site: str = "",
    address: str = "",
) -> KeptPage | None:
    """The page of an address as this process keeps it, at `mark` or later; None where Django has to be asked.

    Without a mark the last good page, however old: what goes out when Django cannot be reached. `site` is the address
    of the site itself, for pages that print it; `address` is the visitor's, for the limit of `full_names`.
    The page is sent by `tournaments.pages.sending.reply_with`.
    """
    asked = _asked_for(path, query, language, theme)
    if asked is None:
        return None
    key, find = asked
    if find:
        found = find_in_memory(key, find, mark, address=address)
        return found if isinstance(found, KeptPage) else None
    page = store.in_memory(key)
    if page is None or not (mark is None or page.shows(mark)):
        return None
    return find_page_at(key, page, site) if prints_its_address(path) else page


def key_of_address(
    path: str, query: str, language: str, mark: Mark | None = None, *, theme: str = THEMES[0]
) -> PageKey | None:
    """What distinguishes the page of an address from others; None where it is never sent without asking Django.

    Where a name is looked for, the first part of the answer that this process lacks at `mark`; None if it has all.
    """
    asked = _asked_for(path, query, language, theme)
    if asked is None:
        return None
    key, find = asked
    if not find:
        return key
    lacking = find_in_memory(key, find, mark)
    return lacking if isinstance(lacking, PageKey) else None


def search_text(typed: str) -> str:
    """The name that is looked for: what was typed after `?find=`."""
    return typed.strip()[:MAX_FIND]


def _asked_for(path: str, query: str, language: str, theme: str) -> tuple[PageKey, str] | None:
    """The page of an address and the name looked for on it; None where only Django can read the address."""
    if not (path == SITE or path.startswith("/t/")) or not query.isascii():
        return None
    try:
        asked = parse_qs(query, keep_blank_values=True, max_num_fields=20) if query else {}
    except ValueError:
        return None
    section = section_of(asked.get("page", [""])[-1])
    find = search_text(asked.get("find", [""])[-1])
    return PageKey(path=path, section=1 if find else section, language=language, theme=theme), find
