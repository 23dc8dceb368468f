"""What is worked out once for each version of an event and used by all its pages: standings, points, names."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sized
from typing import Any, TypeVar

from accounts.process_cache import ProcessCache
from tournaments.marks import Mark

Result = TypeVar("Result", bound=Sized)

MAX_ROWS = 60_000
"""Rows that all kept results of one process hold together. A row of a table with its entrant takes about two
kilobytes."""

kept: ProcessCache[Hashable, Any] = ProcessCache(max_size=MAX_ROWS, size_of=len, holds=operator.ge)


def kept_for(mark: Mark, what: Hashable, work_out: Callable[[], Result]) -> Result:
    """The result for a version of an event, or a later one. Callers must not change it."""
    found: Result = kept.get((mark.tournament, what), mark, work_out)
    return found


def kept_for_good(what: Hashable, work_out: Callable[[], Result]) -> Result:
    """The result of something that never changes, among the others and as bounded. Callers must not change it."""
    found: Result = kept.get(what, 0, work_out)
    return found
