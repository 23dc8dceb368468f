"""A browser at the desk of an event."""

from __future__ import annotations

from django.conf import settings
from playwright.sync_api import Page

from tests.people_and_events import owner_of
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Tournament


def sign_in(page: Page, tournament: Tournament, address: str) -> None:
    """Put the owner's session into the browser."""
    client = DeskVisitor(tournament, owner_of(tournament)).client
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
