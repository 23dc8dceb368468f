"""Keeping pages: in this process's memory up to a bound, and in Redis for the processes beside it."""

from __future__ import annotations

import gzip
import hashlib
import json
import operator
import time
from collections.abc import Callable
from dataclasses import dataclass

import brotli
import redis

from accounts.process_cache import ProcessCache
from tournaments.marks import Mark, patience, redis_client
from tournaments.pages.keys import PageKey

MAX_MEMORY = 48 * 1024 * 1024
"""Bytes of pages one process keeps; those asked for longest ago go first."""

IN_REDIS_FOR = 120
"""Seconds Redis keeps a page for the other processes."""

MAX_AGE = 300.0
"""Seconds after which a page is worked out again though nothing was changed: what it shows may follow from the date."""

BROTLI_QUALITY = 5
GZIP_LEVEL = 6
QUICKLY = 1
"""The quality of both for a page that goes out once."""


@dataclass(frozen=True)
class KeptPage:
    """A page as everybody gets it, compressed once.

    What it shows is never older than `mark`, which was read before it was worked out. `made_at` is in seconds since
    1970, `etag` in its quotes. Where there is a `location`, the page only leads there. A page that is not kept is
    `plain`: it is compressed when it is sent, for the one browser that gets it.
    """

    mark: Mark
    made_at: float
    etag: str
    content_type: str
    gzipped: bytes
    brotlied: bytes
    location: str = ""
    plain: bytes = b""

    @property
    def size(self) -> int:
        return len(self.gzipped) + len(self.brotlied) + 500

    @property
    def age(self) -> float:
        """Seconds since it was worked out."""
        return time.time() - self.made_at

    def shows(self, mark: Mark) -> bool:
        """Whether it may go out while `mark` is the newest."""
        return self.mark.tournament == mark.tournament and self.mark >= mark and self.age < MAX_AGE

    @property
    def body(self) -> bytes:
        return self.plain or gzip.decompress(self.gzipped)

    def encoded(self, encoding: str) -> bytes:
        """The body for a browser that takes `br`, `gzip` or, where it is empty, neither."""
        if encoding == "br":
            return self.brotlied or brotli.compress(self.body, quality=QUICKLY)
        if encoding == "gzip":
            return self.gzipped or gzip.compress(self.body, QUICKLY, mtime=0)
        return self.body

    def packed(self) -> bytes:
        """As it lies in Redis."""
        head = [self.mark.tournament, self.mark.version, self.made_at, self.etag, self.content_type, len(self.gzipped)]
        head += [self.location] if self.location else []
        return json.dumps(head).encode() + b"\n" + self.gzipped + self.brotlied

    @classmethod
    def unpacked(cls, packed: bytes) -> KeptPage:
        head, _, bodies = packed.partition(b"\n")
        tournament, version, made_at, etag, content_type, length, *location = json.loads(head)
        mark = Mark(tournament, version)
        return cls(mark, made_at, etag, content_type, bodies[:length], bodies[length:], *location)


def keep_body(body: bytes, *, mark: Mark, content_type: str) -> KeptPage:
    """A page compressed for keeping."""
    return KeptPage(
        mark=mark,
        made_at=time.time(),
        etag=_etag_of(body),
        content_type=content_type,
        gzipped=gzip.compress(body, GZIP_LEVEL, mtime=0),
        brotlied=brotli.compress(body, quality=BROTLI_QUALITY),
    )


def body_for_one(body: bytes, *, mark: Mark, made_at: float, content_type: str) -> KeptPage:
    """A page that goes out once and is not kept."""
    return KeptPage(mark, made_at, _etag_of(body), content_type, gzipped=b"", brotlied=b"", plain=body)


def _etag_of(body: bytes) -> str:
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


def keep_redirect(location: str, *, mark: Mark) -> KeptPage:
    """An address that leads to another one for everybody."""
    return KeptPage(mark, time.time(), etag="", content_type="", gzipped=b"", brotlied=b"", location=location)


class PageStore:
    """The kept pages: the newest rendering of each key."""

    def __init__(self, *, max_memory: int = MAX_MEMORY, client: Callable[[], redis.Redis] = redis_client) -> None:
        self._pages: ProcessCache[PageKey, KeptPage] = ProcessCache(
            max_size=max_memory, size_of=operator.attrgetter("size"), holds=operator.ge
        )
        self._client = client

    @property
    def size(self) -> int:
        """Bytes kept in memory."""
        return self._pages.size

    def clear(self) -> None:
        """Forget the pages in memory."""
        self._pages.clear()

    def in_memory(self, key: PageKey) -> KeptPage | None:
        """The page as this process knows it."""
        return self._pages.find(key)

    def find(self, key: PageKey, mark: Mark) -> KeptPage | None:
        """The page at this mark or a later one, from memory or else from Redis."""
        page = self.in_memory(key)
        if page is not None and page.shows(mark):
            return page
        page = self._in_redis(key)
        if page is None or not page.shows(mark):
            return None
        self._remember(key, page)
        return page

    def put(self, key: PageKey, page: KeptPage) -> None:
        """Keep a page that has just been worked out."""
        self._remember(key, page)
        if patience.may_ask():
            try:
                self._client().set(key.in_redis, page.packed(), ex=IN_REDIS_FOR)
            except redis.RedisError as error:
                patience.failed(error)

    def _in_redis(self, key: PageKey) -> KeptPage | None:
        if not patience.may_ask():
            return None
        try:
            packed = self._client().get(key.in_redis)
        except redis.RedisError as error:
            patience.failed(error)
            return None
        return KeptPage.unpacked(packed) if isinstance(packed, bytes) else None

    def _remember(self, key: PageKey, page: KeptPage) -> None:
        self._pages.put(key, (page.mark, page.made_at), page)


store = PageStore()
"""The pages of this process."""
