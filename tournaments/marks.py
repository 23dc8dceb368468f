"""The mark of each event's newest version, held in Redis, where every process finds it without the database.

A mark is `"<tournament's key>.<version>"`. Redis only repeats what the database says: what it holds runs out after
`HELD_FOR` seconds and is read again, so that an announcement lost with its process is caught up by itself. Every
function answers without Redis, too, after at most `PATIENCE` seconds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import redis
from django.conf import settings

from accounts.redis_patience import hasty_options, patience

SITE = "/"
"""Stands for the code where the mark is that of all events together; no event's code has a slash."""

HELD_FOR = 20
_HOLD = """
local held = redis.call('GET', KEYS[1])
local number = held and tonumber(string.match(held, '%.(%d+)$'))
if number and number > tonumber(ARGV[2]) and string.match(held, '^(%d+)%.') == ARGV[1] then
    if ARGV[6] ~= '' then redis.call('PUBLISH', ARGV[4], ARGV[5] .. ' ' .. held .. ARGV[6]) end
    return held
end
local mark = ARGV[1] .. '.' .. ARGV[2]
redis.call('SET', KEYS[1], mark, 'EX', ARGV[3])
if held ~= mark or ARGV[6] ~= '' then redis.call('PUBLISH', ARGV[4], ARGV[5] .. ' ' .. mark .. ARGV[6]) end
return mark
"""


@dataclass(frozen=True, order=True)
class Mark:
    """A version of an event; of two marks of one event the greater is the newer."""

    tournament: int
    version: int

    def __str__(self) -> str:
        return f"{self.tournament}.{self.version}"


def read_mark(text: str) -> Mark | None:
    """The mark a text spells, or None."""
    tournament, dot, version = text.partition(".")
    if not (dot and _is_number(tournament) and _is_number(version)):
        return None
    return Mark(int(tournament), int(version))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20


def key_of_mark(code: str) -> str:
    """Where Redis holds an event's mark."""
    return f"dueldesk:event:{code}:mark"


@cache
def redis_client() -> redis.Redis:
    """This process's connections to Redis; each answer takes at most `PATIENCE` seconds or is a RedisError."""
    return redis.Redis.from_url(settings.REDIS_URL, **hasty_options())


def channel() -> str:
    """Where new marks are announced: one for each database of a Redis server, whose channels all databases share.

    A message is `"<code> <mark>"`, or `"<code> <mark> 41,77"` for a change about these entries, and
    `"<code> <mark> !41,77"` for one that is in no public page.
    """
    return f"dueldesk:{redis_client().get_connection_kwargs().get('db') or 0}:events"


def _text(answer: bytes | str) -> str:
    return answer.decode() if isinstance(answer, bytes) else answer


PRIVATE = "!"
"""Before the entries of a change that only they may know of."""


def hold_mark(code: str, mark: Mark, entries: Collection[int] = (), *, is_private: bool = False) -> Mark:
    """Let Redis hold a mark that the database has, and announce it if it is new; the newer of both is returned.

    `entries`: their phones hear of it by themselves, without waiting for their turn; of what `is_private` those alone
    that have proved an entry.
    """
    concerned = f" {PRIVATE if is_private else ''}{','.join(map(str, sorted(entries)))}" if entries else ""
    if patience.may_ask():
        try:
            answer = redis_client().eval(
                _HOLD, 1, key_of_mark(code), mark.tournament, mark.version, HELD_FOR, channel(), code, concerned
            )
            return read_mark(_text(answer)) or mark
        except redis.RedisError as error:
            patience.failed(error)
    return mark
