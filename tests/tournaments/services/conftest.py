"""Servers of the tests' own that notices are sent to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.mailboxes import MailServer, mail_server
from tests.phones import PushService, push_service


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    """The site sends its mails to this one."""
    with mail_server() as opened:
        settings.MAIL_IS_SENT = True
        settings.EMAIL_BACKEND = "accounts.mail_service.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", opened.port, 10
        settings.DEFAULT_FROM_EMAIL = "DuelDesk <desk@duel.example.org>"
        yield opened


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    """The only push service the site knows."""
    with push_service() as opened:
        settings.PUSH_SERVICES = [opened.origin]
        yield opened
