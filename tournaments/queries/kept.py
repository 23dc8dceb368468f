"""What is worked out once for each version of an event and used by all its pages: standings, points, names."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sized
from typing import Any, TypeVar

from tournaments.marks import Mark

Result = TypeVar("Result", bound=Sized)

MAX_ROWS = 60_000
"""Rows that all kept results of one process hold together; those used longest ago go first. A row of a table with its
entrant takes about two kilobytes."""


class Kept:
    """Results by the version they hold for. One thread works a result out, others who want it wait for it."""

    def __init__(self, *, max_rows: int = MAX_ROWS) -> None:
        self._results: OrderedDict[Hashable, Any] = OrderedDict()
        self._rows = 0
        self._max_rows = max_rows
        self._lock = threading.Lock()
        self._working: dict[Hashable, threading.Lock] = {}

    @property
    def rows(self) -> int:
        return self._rows

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._results.clear()
            self._rows = 0

    def get(self, mark: Mark, what: Hashable, work_out: Callable[[], Result]) -> Result:
        """The result for a version. It must not be changed by whoever gets it."""
        key = (mark.tournament, what)
        with self._lock:
            working = self._working.setdefault(key, threading.Lock())
        with working:
            found = self._known(key, mark)
            if found is None:
                found = work_out()
                self._remember(key, mark, found)
        return found

    def _known(self, key: Hashable, mark: Mark) -> Any:
        with self._lock:
            held = self._results.get(key)
            if held is None or held[0] < mark:
                return None
            self._results.move_to_end(key)
            return held[1]

    def _remember(self, key: Hashable, mark: Mark, result: Sized) -> None:
        with self._lock:
            before = self._results.pop(key, None)
            self._rows += len(result) - (len(before[1]) if before is not None else 0)
            self._results[key] = (mark, result)
            while self._rows > self._max_rows and len(self._results) > 1:
                gone, (_, held) = self._results.popitem(last=False)
                self._rows -= len(held)
                self._working.pop(gone, None)


kept = Kept()
"""The results of this process."""
