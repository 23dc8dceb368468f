"""Numbers in the cache that end by themselves, for limits on how often something is done."""

from __future__ import annotations

from typing import Protocol, cast

from django.core.cache import cache


class Counting(Protocol):
    """A cache that adds to a number and keeps its end in one step (`config/caching.py`)."""

    def count(self, key: str, delta: int, timeout: int) -> int: ...


def count(key: str, units: int, seconds: int) -> int:
    """Add units to the number of this key, which is kept for `seconds` from its beginning; what it is now."""
    return cast(Counting, cache).count(key, units, seconds)
