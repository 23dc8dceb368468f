"""Personal and one-time links: not in a log, not left behind for the next person at the same phone."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.test import Client

from accounts.services import create_player, issue_personal_link
from config.logs import without_secrets
from tests.people_and_events import make_event

SECRET = "ABCDEFGHIJKLMNOPQRST"


@pytest.mark.parametrize(
    "line",
    [
        {"request": f"GET /me/{SECRET}/"},
        {"request": f"GET /accounts/login/?next=%2Fme%2F{SECRET}%2F"},
        {"request": f"GET /accounts/login/?next=/welcome/{SECRET}/"},
        {"event": f"Forbidden (CSRF cookie not set.): /me/{SECRET}/"},
        {"event": f"Internal Server Error: /welcome/{SECRET}/", "exception": f"Traceback …\n  path='/me/{SECRET}/'"},
    ],
)
def test_no_line_of_the_log_names_a_link(line: dict[str, Any]) -> None:
    written = without_secrets(None, "info", dict(line))
    assert SECRET not in str(written)
    assert "…" in str(written)


@pytest.mark.django_db
def test_a_refused_form_does_not_log_its_link(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        Client(enforce_csrf_checks=True).post(f"/me/{SECRET}/")
    lines = [{"event": record.getMessage()} for record in caplog.records if record.name == "django.security.csrf"]
    assert lines
    assert SECRET not in str([without_secrets(None, "warning", line) for line in lines])


@pytest.mark.django_db
def test_the_next_player_at_a_phone_finds_nobody_elses_link() -> None:
    event = make_event()
    phone = Client()
    phone.post(f"/t/{event.code}/register/", {"name": "王小明", "age_group": "adult"})
    shown = f"/t/{event.code}/registered/"
    first = event.registrations.get()
    assert "/me/" in phone.get(shown).content.decode()
    phone.post(issue_personal_link(player=create_player(name="李小红")), {"how": "only"})
    assert phone.get(shown, follow=True).redirect_chain[-1][0] == "/my/"
    assert str(first.player_id) not in phone.session.get("personal_links", {})
