"""Pages that Django is rendering, and the requests that wait for one on the event loop.

Where a lane has others waiting already, whoever asks for a page that another's request is about to bring takes no place
in the queue: a thousand phones that open one page in the same moment are one request, and none of them is sent away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from tournaments.pages.keys import PageKey


class Arrivals:
    """The pages that requests of this process are about to bring."""

    def __init__(self) -> None:
        self.expected: dict[PageKey, asyncio.Future[None]] = {}

    @contextmanager
    def bringing(self, page: PageKey | None) -> Iterator[None]:
        """For the length of the block somebody's request is about to bring the page; the first to say so counts."""
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
        """Wait until the request that is about to bring the page has ended, at most `until` (the loop's time).

        Whether there was one to wait for, and it has ended: the page may be kept now.
        """
        arrival = self.expected.get(page) if page is not None else None
        if arrival is None:
            return False
        await asyncio.wait([arrival], timeout=max(0.0, until - asyncio.get_running_loop().time()))
        return arrival.done()
