"""Pages that Django is rendering, and the requests that wait for them on the event loop.

If a lane already has requests waiting, a request for a page that another request is about to render takes no place in
the queue: a thousand phones that open one page at the same moment are one request, and none is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from tournaments.pages.keys import PageKey


class Arrivals:
    """The pages that requests of this process are about to render."""

    def __init__(self) -> None:
        self.expected: dict[PageKey, asyncio.Future[None]] = {}

    @contextmanager
    def bringing(self, page: PageKey | None) -> Iterator[None]:
        """For the length of the block, a request is about to render the page; only the first one counts."""
        if page is None or page in self.expected:
            yield
            return
        arrival = self.expected[page] = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            del self.expected[page]
            arrival.set_result(None)

    async def wait(self, page: PageKey | None, until: float) -> bool:
        """Wait until the request that is about to render the page has ended, at most `until` (the loop's time).

        Returns whether there was one and it has ended: the page may be kept now.
        """
        arrival = self.expected.get(page) if page is not None else None
        if arrival is None:
            return False
        await asyncio.wait([arrival], timeout=max(0.0, until - asyncio.get_running_loop().time()))
        return arrival.done()
