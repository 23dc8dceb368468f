"""Public pages, the same for everybody, sent from memory on the event loop: no thread, no database, no Redis."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import Resolver404, resolve

from accounts.addresses import LOOPBACK
from accounts.themes import theme_of
from config.hosts import is_own_host, machine_names
from config.serving.asgi_types import Answer, Message
from tournaments.marks import SITE, read_mark
from tournaments.pages.keys import PageKey
from tournaments.pages.ready import (
    OWN_COOKIE,
    OWN_MISSING,
    asks_for_no_page,
    find_cached_page,
    key_of_address,
    language_asked_for,
    may_be_somebody,
    may_get_everybodys_page,
)
from tournaments.pages.sending import reply_with

CODE = r"[-\w]{1,12}"
"""The form of an event's code; anything else is not looked up (`Tournament.code`)."""
OF_EVENT = re.compile(rf"/t/({CODE})/", re.ASCII)
OWN_HOSTS = "config.hosts.OwnHostMiddleware"
HEARD_MARK = "x-event-mark"
"""The mark a phone has received, perhaps from another process than the one it asks for the page."""
MAX_REMEMBERED, MAX_REMEMBERED_PATH = 2_048, 200
"""Paths of which a process remembers whether their page is kept, and the characters of one: those kept are short."""
MAX_LAG = 60.0
"""Age in seconds of the oldest page of an earlier version that goes out while Django is busy, or that was kept when the
database was lost: a name hidden since may stand on it."""
OWN_MISSING_FOR = 12 * 3600
"""Seconds for which a phone remembers that a page came without its owner's parts: a day in the hall."""


class KeptPages:
    """Finds what may be sent without Django; None whenever there is a doubt."""

    def __init__(self, headers: list[tuple[bytes, bytes]]) -> None:
        self.headers = headers
        self.own_hosts = OWN_HOSTS in settings.MIDDLEWARE
        self.names = machine_names()

    @staticmethod
    def event_of(scope: Message) -> str:
        """The code of the event whose page is asked for, `SITE` for the first page; empty for anything else."""
        if scope["method"] not in {"GET", "HEAD"}:
            return ""
        found = OF_EVENT.match(scope["path"])
        return found[1] if found else SITE if scope["path"] == SITE else ""

    @staticmethod
    def heard_mark(scope: Message) -> str:
        """The newest mark the phone says it has received."""
        return next((text.decode("latin-1") for name, text in scope["headers"] if name == HEARD_MARK.encode()), "")

    def last_good(self, scope: Message, *, max_age: float, newest: str | None = None) -> Answer | None:
        """The last kept page, better than none when Django cannot answer: one no older than `max_age` seconds, or
        however old at the `newest` version that is known here."""
        return self.answer(scope, None, max_age=max_age, newest=newest) if self.event_of(scope) else None

    def answer(
        self,
        scope: Message,
        mark: str | None,
        *,
        busy: bool = False,
        max_age: float = math.inf,
        newest: str | None = None,
    ) -> Answer | None:
        """The page at `mark` or later; without a mark, at any, as `last_good` says.

        Somebody who is signed in gets it while Django is `busy`, or when it cannot answer (without a mark). Where the
        address leads is the same for everybody at any time.
        """
        sent = _headers_of(scope)
        cookies = parse_cookie(sent.get("cookie", ""))
        is_for_them = _is_for_visitor(scope, cookies, mark_is_known=mark is not None, busy=busy)
        if not self._may_be_sent(scope, sent) or (not is_for_them and b"find=" in scope.get("query_string", b"")):
            return None
        page = find_cached_page(
            *_address_of(scope, sent, cookies),
            read_mark(mark) if mark is not None else None,
            theme=theme_of(cookies),
            site=_site_of(scope, sent),
            address=(scope.get("client") or ("",))[0],
        )
        if page is None:
            return None
        known = read_mark(newest) if newest is not None else None
        is_new = page.age <= max_age or (known is not None and page.mark >= known)
        if not (page.location or (is_for_them and is_new)):
            return None
        somebody = may_be_somebody(cookies) and not page.location and scope["path"] != SITE
        reply = reply_with(
            page,
            accept_encoding=sent.get("accept-encoding", ""),
            if_none_match=sent.get("if-none-match", ""),
        )
        raw = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in reply.headers.items()]
        if somebody and OWN_COOKIE not in cookies:
            raw.append((b"set-cookie", self._own_missing(scope)))
        return Answer(reply.status, reply.body, [*raw, *self.headers])

    def key_of(self, scope: Message, mark: str | None = None, *, busy: bool = True) -> PageKey | None:
        """The public page that would answer the request if it were kept: while Django is `busy`, or when it cannot
        answer at all. None if only Django can answer.

        Where a name is looked for, the first page that this process lacks for the answer at `mark`.
        """
        if not self.event_of(scope) or not _is_for_everybody(scope["path"]):
            return None
        sent = _headers_of(scope)
        cookies = parse_cookie(sent.get("cookie", ""))
        if not self._may_be_sent(scope, sent) or not _is_for_visitor(scope, cookies, mark_is_known=busy, busy=busy):
            return None
        known = read_mark(mark) if mark is not None else None
        return key_of_address(*_address_of(scope, sent, cookies), known, theme=theme_of(cookies))

    def _may_be_sent(self, scope: Message, sent: dict[str, str]) -> bool:
        """Whether the request is for a page, and at an address of this site."""
        return not asks_for_no_page(sent) and self._is_here(scope, sent.get("host", ""))

    def _own_missing(self, scope: Message) -> bytes:
        """The cookie that tells the page's script to request the visitor's own parts."""
        path = f"/t/{self.event_of(scope)}/"
        return f"{OWN_COOKIE}={OWN_MISSING}; Path={path}; Max-Age={OWN_MISSING_FOR}; SameSite=Lax".encode()

    def _is_here(self, scope: Message, host: str) -> bool:
        """Whether Django would answer under this host name, and would not redirect to HTTPS first."""
        if settings.SECURE_SSL_REDIRECT and scope["scheme"] != "https":
            return False
        if self.own_hosts:
            return is_own_host(host, self.names)
        return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


def _is_for_visitor(scope: Message, cookies: dict[str, str], *, mark_is_known: bool, busy: bool) -> bool:
    """Whether this visitor may get the page of everybody. No script fills in what is theirs on the first page."""
    if not may_be_somebody(cookies):
        return True
    if scope["path"] == SITE and mark_is_known:
        return False
    return (busy or not mark_is_known) and may_get_everybodys_page(cookies, when_busy=mark_is_known)


def _is_for_everybody(path: str) -> bool:
    """Whether the address is that of a kept page (`tournaments.views.everybody.for_everybody`)."""
    if len(path) > MAX_REMEMBERED_PATH:
        return False
    return _leads_to_everybodys_page(path, settings.ROOT_URLCONF)


@lru_cache(MAX_REMEMBERED)
def _leads_to_everybodys_page(path: str, urls: str) -> bool:
    """Whether the address leads to a view of kept pages. A hall asks for few pages, and finding a view takes more time
    than all else that the event loop does for a waiting phone: the answer is remembered."""
    try:
        return hasattr(resolve(path).func, "own_facts")
    except Resolver404:
        return False


def _site_of(scope: Message, sent: dict[str, str]) -> str:
    """The site's address as a page prints it (`accounts.addresses`); empty where Django knows better."""
    host = sent.get("host", "")
    return "" if split_domain_port(host)[0] in LOOPBACK else f"{scope['scheme']}://{host}/"


def _headers_of(scope: Message) -> dict[str, str]:
    return {name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]}


def _address_of(scope: Message, sent: dict[str, str], cookies: dict[str, str]) -> tuple[str, str, str]:
    """Path, query and language of the request."""
    query = scope.get("query_string", b"").decode("latin-1")
    return scope["path"], query, language_asked_for(cookies, sent.get("accept-language", ""))
