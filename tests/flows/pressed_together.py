"""Several people press at the same moment: each request is at work in the database before any of them gets on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import psycopg
from playwright.sync_api import Locator

from tests.config.running_site import RunningSite, wait_for

Press = Callable[[], None]
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def pressing(button: Locator) -> Press:
    """A press that waits for nothing that it leads to."""
    return lambda: button.click(no_wait_after=True)


def entering(field: Locator, text: str) -> Press:
    """A line typed and sent with Enter, which waits for nothing either."""

    def type_and_send() -> None:
        field.fill(text)
        field.press("Enter", no_wait_after=True)

    return type_and_send


def press_together(site: RunningSite, code: str, *presses: Press, then: Press | None = None) -> None:
    """Press everything in turn while the event's row is held, wait until all of the requests wait for it in the
    database, do what is to happen to them (`then`), and let the row go.

    What comes first among them is the database's choice.
    """
    holder = psycopg.connect(site.data.database_url)
    try:
        holder.execute("SELECT FROM tournaments_tournament WHERE code = %s FOR UPDATE", [code])
        for press in presses:
            press()
        wait_for(lambda: site.sql(WAITING) >= [(len(presses),)], f"{len(presses)} requests at work")
        if then is not None:
            then()
    finally:
        with suppress(psycopg.OperationalError):  # The server was killed.
            holder.rollback()
        holder.close()
