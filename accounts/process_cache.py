"""What one process keeps in memory: values worked out once for a key and a version, up to a total size.

`functools.lru_cache` serves what follows from the arguments alone and never changes while the process runs; this is for
values that become out of date, that differ in size, or that several threads want at once.
"""

from __future__ import annotations

import operator
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class ProcessCache(Generic[Key, Value]):
    """A value for each key, used by every thread, so nobody may change one.

    `size_of` says how large a value is; those used longest ago go while all together are larger than `max_size`, the
    newest one never. `holds(kept, asked)` says whether a value of one version answers for another: `operator.eq`, or
    `operator.ge` where versions have an order. A version may be a moment until which the value holds.
    """

    def __init__(
        self,
        *,
        max_size: int,
        size_of: Callable[[Value], int] = lambda value: 1,
        holds: Callable[[Any, Any], bool] = operator.eq,
    ) -> None:
        self._values: OrderedDict[Key, tuple[Any, Value]] = OrderedDict()
        self._max_size, self._size_of, self._holds = max_size, size_of, holds
        self._size = 0
        self._lock = threading.Lock()
        self._under_way: dict[Key, threading.Lock] = {}

    @property
    def size(self) -> int:
        """Of all values together."""
        return self._size

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._size = 0

    def get(self, key: Key, version: Any, work_out: Callable[[], Value]) -> Value:
        """The value for this version. One thread works it out, others that want the same wait for it."""
        found = self._known(key, version)
        if found is not None:
            return found[1]
        with self._lock:
            under_way = self._under_way.setdefault(key, threading.Lock())
        try:
            with under_way:
                found = self._known(key, version)
                return found[1] if found is not None else self.put(key, version, work_out())
        finally:
            with self._lock:
                if self._under_way.get(key) is under_way:
                    del self._under_way[key]

    def find(self, key: Key) -> Value | None:
        """The value of any version."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[1]

    def find_for(self, key: Key, version: Any) -> Value | None:
        """The value that answers for this version."""
        found = self._known(key, version)
        return found[1] if found is not None else None

    def put(self, key: Key, version: Any, value: Value) -> Value:
        """Keep a value, unless one is kept that answers for this version; returns the one that is kept."""
        with self._lock:
            before = self._values.pop(key, None)
            if before is not None and self._holds(before[0], version):
                version, value = before
            elif before is not None:
                self._size -= self._size_of(before[1])
                before = None
            self._values[key] = (version, value)
            if before is None:
                self._size += self._size_of(value)
            while self._size > self._max_size and len(self._values) > 1:
                _, (_, gone) = self._values.popitem(last=False)
                self._size -= self._size_of(gone)
        return value

    def _known(self, key: Key, version: Any) -> tuple[Any, Value] | None:
        with self._lock:
            found = self._values.get(key)
            if found is None or not self._holds(found[0], version):
                return None
            self._values.move_to_end(key)
            return found
