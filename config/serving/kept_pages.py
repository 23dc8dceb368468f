"""Public pages that everybody sees alike, sent from memory on the event loop: no thread, no database, no Redis."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from accounts.themes import theme_of
from config.hosts import is_own_host, machine_names
from config.serving.asgi_types import Answer, Message
from tournaments.marks import read_mark
from tournaments.pages.ready import (
    OWN_COOKIE,
    OWN_MISSING,
    asks_for_no_page,
    find_cached_page,
    language_asked_for,
    may_be_somebody,
    may_get_everybodys_page,
)
from tournaments.pages.sending import reply_with

CODE = r"[-\w]{1,12}"
"""What may be an event's code; anything else is not looked up (`Tournament.code`)."""
OF_EVENT = re.compile(rf"/t/({CODE})/", re.ASCII)
OWN_HOSTS = "config.hosts.OwnHostMiddleware"
HEARD_MARK = "x-event-mark"
"""The mark a phone has heard of, perhaps from another process than the one it asks for the page."""
OWN_MISSING_FOR = 12 * 3600
"""Seconds for which a phone remembers that a page came without its owner's parts: a day in the hall."""


class KeptPages:
    """Finds what may be sent without asking Django; None wherever there is a doubt."""

    def __init__(self, headers: list[tuple[bytes, bytes]]) -> None:
        self.headers = headers
        self.own_hosts = OWN_HOSTS in settings.MIDDLEWARE
        self.names = machine_names()

    @staticmethod
    def event_of(scope: Message) -> str:
        """The code of the event whose page is asked for; empty for anything else."""
        found = OF_EVENT.match(scope["path"]) if scope["method"] in {"GET", "HEAD"} else None
        return found[1] if found else ""

    @staticmethod
    def heard_mark(scope: Message) -> str:
        """The newest mark the phone says it has heard of."""
        return next((text.decode("latin-1") for name, text in scope["headers"] if name == HEARD_MARK.encode()), "")

    def last_good(self, scope: Message) -> Answer | None:
        """The page as it was last, however old: better than none when Django cannot be reached."""
        return self.answer(scope, None) if self.event_of(scope) else None

    def answer(self, scope: Message, mark: str | None, *, busy: bool = False) -> Answer | None:
        """The page at `mark` or later; without a mark of any.

        Somebody who is signed in gets it while Django is `busy`, or when it cannot answer (without a mark).
        """
        sent = {name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]}
        cookies = parse_cookie(sent.get("cookie", ""))
        if asks_for_no_page(sent) or not self._is_here(scope, sent.get("host", "")):
            return None
        somebody = may_be_somebody(cookies)
        if somebody and mark is not None and not busy:
            return None
        if somebody and not may_get_everybodys_page(cookies, when_busy=mark is not None):
            return None
        page = find_cached_page(
            scope["path"],
            scope.get("query_string", b"").decode("latin-1"),
            language_asked_for(cookies, sent.get("accept-language", "")),
            read_mark(mark) if mark is not None else None,
            theme=theme_of(cookies),
        )
        if page is None:
            return None
        reply = reply_with(
            page,
            accept_encoding=sent.get("accept-encoding", ""),
            if_none_match=sent.get("if-none-match", ""),
        )
        raw = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in reply.headers.items()]
        if somebody and OWN_COOKIE not in cookies:
            raw.append((b"set-cookie", self._own_missing(scope)))
        return Answer(reply.status, reply.body, [*raw, *self.headers])

    def _own_missing(self, scope: Message) -> bytes:
        """The cookie by which the page's script learns that its visitor's own parts are still to be asked for."""
        path = f"/t/{self.event_of(scope)}/"
        return f"{OWN_COOKIE}={OWN_MISSING}; Path={path}; Max-Age={OWN_MISSING_FOR}; SameSite=Lax".encode()

    def _is_here(self, scope: Message, host: str) -> bool:
        """Whether Django would answer under this name, and would not send the visitor to HTTPS first."""
        if settings.SECURE_SSL_REDIRECT and scope["scheme"] != "https":
            return False
        if self.own_hosts:
            return is_own_host(host, self.names)
        return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
