"""Card searches prepared in the background of a web process, so that no visitor waits for the first one."""

from __future__ import annotations

import logging
from threading import Event, Thread

from django.db import Error, connection

from cardpool.queries import prepare_searches

logger = logging.getLogger(__name__)

LOOKS_EVERY = 15.0
"""Seconds between two looks whether cards have changed; each costs a small query per game."""


def keep_searches_ready(stopped: Event | None = None, *, every: float = LOOKS_EVERY) -> Thread:
    """Prepare searches now, and again whenever cards have changed, in a thread that ends with the process.

    A database that cannot be reached is tried again the next time. `stopped` ends the thread earlier.
    """
    over = stopped or Event()

    def work() -> None:
        while True:
            try:
                prepare_searches()
            except Error as mistake:
                logger.warning("searches_not_prepared: %s", type(mistake).__name__)
            finally:
                connection.close()
            if over.wait(every):
                return

    thread = Thread(target=work, name="searches", daemon=True)
    thread.start()
    return thread
