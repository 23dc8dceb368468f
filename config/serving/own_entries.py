"""The entries that a phone names as its own when it opens the stream of an event, and the browser that names them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from dataclasses import dataclass
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error
from django.http import parse_cookie

from config.serving.asgi_types import Message, header

logger = logging.getLogger(__name__)

MAX_OWN_ENTRIES = 20
"""Entries that a stream may name as those of its phone: as many as a phone can have."""
MAX_NAMED = 4_000
"""Characters of them that are read."""
MAX_ASKED = 100
"""Browsers of which one news asks whether an entry is theirs: everybody may name it, and few have it."""

ReadOwners = Callable[[Collection[int], Collection[str]], set[str]]


@dataclass(frozen=True)
class Own:
    """The entries that a stream names as its phone's: they are no secret, and give no access. `session` is the key of
    the browser's session, by which it is known whether an entry is its own when there is private news of it."""

    named: frozenset[int] = frozenset()
    session: str = ""


NOBODYS = Own()


def own_entries(scope: Message) -> Own:
    """What a stream says of its phone: `?own=41,77`, and the cookie of its session."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1")[:MAX_NAMED])
    cookies = parse_cookie(header(scope, b"cookie").decode("latin-1"))
    return Own(entries_in(query.get("own", [""])[0]), cookies.get(settings.SESSION_COOKIE_NAME, ""))


def entries_in(text: str) -> frozenset[int]:
    """The keys of entries that a text names."""
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
        asked = sorted(sessions - {""})[:MAX_ASKED]
        if not asked:
            return set()
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, self.read, entries, asked)
        except Error as mistake:
            logger.warning("private_news_not_told: %s", type(mistake).__name__)
            return set()
