"""What the flows of several people share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.flows.browsers import Hall, open_hall

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer


@pytest.fixture
def hall(browser: Browser, live_server: LiveServer) -> Iterator[Hall]:
    """A browser for each person, looking at the live server."""
    with open_hall(browser, live_server.url) as opened:
        yield opened
