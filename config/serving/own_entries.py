"""The events that a stream follows, the entries that its phone names as its own in each, and the browser that does."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import zip_longest
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error
from django.http import parse_cookie

from config.serving.asgi_types import Message, header
from config.serving.kept_pages import CODE

logger = logging.getLogger(__name__)

MAX_OWN_ENTRIES = 20
"""Entries of an event that a stream may name as those of its phone: as many as a phone can have."""
MAX_EVENTS = 20
"""Events that one stream follows; the page asks about further ones (`static/js/following.js`)."""
MAX_NAMED = 4_000
"""Characters of them that are read."""

A_CODE = re.compile(CODE, re.ASCII)

ReadOwners = Callable[[Collection[int], Collection[str]], set[str]]


@dataclass(frozen=True)
class Own:
    """The entries that a stream names as its phone's, by the code of their event: they are no secret, and give no
    access. `session` is the key of the browser's session, by which it is known whether an entry is its own when there
    is private news of it."""

    named: dict[str, frozenset[int]] = field(default_factory=dict)
    session: str = ""


NOBODYS = Own()


def own_entries(scope: Message, code: str = "") -> Own:
    """What a stream says of its phone, by its address and the cookie of its session: `?own=41,77` at that of an event,
    else `?event=<code>&own=41,77` for each event that it follows."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1")[:MAX_NAMED], keep_blank_values=True)
    codes = [code] if code else [one for one in query.get("event", []) if A_CODE.fullmatch(one)][:MAX_EVENTS]
    lists = query.get("own", [])[: len(codes)]
    named = {code: _entries_in(text) for code, text in zip_longest(codes, lists, fillvalue="")}
    cookies = parse_cookie(header(scope, b"cookie").decode("latin-1"))
    return Own(named, cookies.get(settings.SESSION_COOKIE_NAME, ""))


def _entries_in(text: str) -> frozenset[int]:
    keys = [int(one) for one in text.split(",") if one.isascii() and one.isdigit() and len(one) < 19]
    return frozenset(keys[:MAX_OWN_ENTRIES])


class Owners:
    """Reads whose entries are whose, in a thread; the event loop alone calls it."""

    def __init__(self, read: ReadOwners, thread: Executor) -> None:
        self.read = read
        self.thread = thread

    async def among(self, sessions: set[str], entries: Collection[int]) -> set[str]:
        """Those of the sessions that have one of the entries as their own at this moment; none where the database
        does not answer."""
        asked = sorted(sessions - {""})
        if not asked:
            return set()
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, self.read, entries, asked)
        except Error as mistake:
            logger.warning("private_news_not_sent: %s", type(mistake).__name__)
            return set()
