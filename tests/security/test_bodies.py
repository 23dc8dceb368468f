"""Requests that are nested too deeply are refused before they cost anything."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.people_and_events import load_game

JUDGE = "/api/v1/games/ultraman-hero-duel/judge/"


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["[" * 100_000, '{"text":' * 50_000, '{"text": ' + "[" * 9_000 + "]" * 9_000 + "}"])
def test_json_nested_too_deeply_is_the_senders_mistake(client: Client, body: str) -> None:
    load_game()
    answer = client.post(JUDGE, body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["status"] == 400
