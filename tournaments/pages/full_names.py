"""How many full names may be looked for from one network: who knows a child's whole name finds their table, and nobody
tries out the names of a school.

Counted are names that no shown name holds, found or not, each once for an event: a page that renews itself asks again.
Each process counts for itself, in memory, as found pages are sent without Redis.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

from accounts.visitors import network_of
from tournaments.queries.finding import folded

MAX_NAMES = 600
"""Names of one event from one network within `SECONDS`; more in a large event (`TIMES_ENTRIES`)."""

TIMES_ENTRIES = 3
"""Where more, this many names for each entry: a hall behind one address in which everybody is masked looks for its own
name, and for those of its friends."""

SECONDS = 60 * 60

MAX_NETWORKS = 500
"""Networks and events that a process remembers, the latest; some 70 bytes a name each."""


class FullNames:
    """The names that were looked for, by event and network."""

    def __init__(self) -> None:
        self._asked: OrderedDict[tuple[str, str], tuple[float, set[int]]] = OrderedDict()
        self._lock = Lock()

    def take(self, path: str, address: str, name: str, *, entries: int) -> bool:
        """Whether this name may be looked for as a full name on the page of an event with this many `entries`; it
        counts from then on."""
        key, now, asked = (path.split("/")[2], network_of(address)), time.monotonic(), hash(folded(name))
        with self._lock:
            since, names = self._asked.get(key, (now, set()))
            if now - since >= SECONDS:
                since, names = now, set()
            is_open = asked in names or len(names) < max(MAX_NAMES, TIMES_ENTRIES * entries)
            if is_open:
                names.add(asked)
            self._asked[key] = since, names
            self._asked.move_to_end(key)
            if len(self._asked) > MAX_NETWORKS:
                self._asked.popitem(last=False)
        return is_open

    def clear(self) -> None:
        self._asked.clear()


full_names = FullNames()
