"""The cache on Redis, which does without Redis while it is unreachable.

Limits on signing in, on entering and on the API count in it: they let everybody pass in the meantime, and the log says
so (`redis_left_alone`). Nothing that has to last is kept here; sessions are in the database.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from accounts.redis_patience import patience

Answer = TypeVar("Answer")

_COUNT = """
local counted = redis.call('INCRBY', KEYS[1], ARGV[1])
if counted == tonumber(ARGV[1]) then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return counted
"""


def asked(ask: Callable[[], Answer], instead: Answer) -> Answer:
    """What Redis answers; `instead` while it is away."""
    if not patience.may_ask():
        return instead
    try:
        return ask()
    except (RedisError, OSError) as error:
        patience.failed(error)
        return instead


class PatientRedisCache(RedisCache):
    """Django's cache on Redis; while Redis is unreachable nothing is found, everything set is discarded, and nobody
    waits."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return asked(lambda: super(PatientRedisCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        asked(lambda: super(PatientRedisCache, self).set(key, value, timeout, version), None)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Whether the key was new; without Redis it always is, so that code that takes a lock with it goes on."""
        return asked(lambda: super(PatientRedisCache, self).add(key, value, timeout, version), True)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return asked(lambda: super(PatientRedisCache, self).touch(key, timeout, version), False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return asked(lambda: super(PatientRedisCache, self).delete(key, version), False)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return asked(lambda: super(PatientRedisCache, self).has_key(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return asked(lambda: super(PatientRedisCache, self).incr(key, delta, version), delta)

    @cached_property
    def _client(self) -> Any:
        return self._cache.get_client(None, write=True)

    def count(self, key: Any, delta: int, timeout: int) -> int:
        """Add to a number that is kept for `timeout` seconds from its beginning; what it is now. One question."""

        def ask() -> int:
            return int(self._client.eval(_COUNT, 1, self.make_and_validate_key(key), delta, timeout))

        return asked(ask, delta)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return asked(lambda: super(PatientRedisCache, self).get_many(keys, version), {})

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        return asked(lambda: super(PatientRedisCache, self).set_many(data, timeout, version), list(data))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        asked(lambda: super(PatientRedisCache, self).delete_many(keys, version), None)

    def clear(self) -> None:
        asked(lambda: super(PatientRedisCache, self).clear(), None)
