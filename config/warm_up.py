"""Searches for cards and the judging of lists, prepared in the background of a web process: no visitor waits for it."""

from __future__ import annotations

import logging
from threading import Event, Thread

from django.db import Error, connection

from cardpool.queries import prepare_searches
from decks.judging import prepare_books

logger = logging.getLogger(__name__)

LOOKS_EVERY = 15.0
"""Seconds between two looks whether cards have changed; each costs a small query per game."""


def keep_cards_ready(stopped: Event | None = None, *, every: float = LOOKS_EVERY) -> Thread:
    """Prepare searches and judging now, and again whenever cards have changed, in a thread that ends with the process.

    A database that cannot be reached is tried again the next time. `stopped` ends the thread earlier.
    """
    over = stopped or Event()

    def work() -> None:
        while True:
            try:
                prepare_searches()
                prepare_books()
            except Error as mistake:
                logger.warning("cards_not_prepared: %s", type(mistake).__name__)
            finally:
                connection.close()
            if over.wait(every):
                return

    thread = Thread(target=work, name="cards", daemon=True)
    thread.start()
    return thread
