"""Requests that are too large or too deep are refused before they cost anything."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client

from config.body_limit import BodyLimit
from tests.people_and_events import load_game

JUDGE = "/api/v1/games/ultraman-hero-duel/judge/"


def ask(parts: list[bytes], *, stated: int | None = None, most: int = 10) -> tuple[list[Any], list[Any]]:
    """What the application behind the limit received, and what was sent to the visitor."""
    waiting = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    waiting.append({"type": "http.request", "body": b"", "more_body": False})
    received: list[Any] = []
    sent: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        while True:
            part = await receive()
            received.append(part)
            if part["type"] == "http.disconnect" or not part["more_body"]:
                return

    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"content-length", str(stated).encode())] if stated is not None else []
    called = BodyLimit(application, most)({"type": "http", "headers": headers}, receive, send)
    with ThreadPoolExecutor(1) as thread:  # A browser test before this one leaves its own loop running in this thread.
        thread.submit(asyncio.run, called).result()
    return received, sent


def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    received, sent = ask([b"x" * 11], stated=11)
    assert received == []
    assert sent[0]["status"] == 413
    assert "一次最多上传 16 MB" in (words := sent[1]["body"].decode())
    assert "At most 16 MB" in words


def test_a_body_of_unstated_length_is_cut_off() -> None:
    received, _ = ask([b"x" * 6, b"x" * 6, b"x" * 6])
    assert [part["type"] for part in received] == ["http.request", "http.disconnect"]


def test_a_body_within_the_limit_passes() -> None:
    received, sent = ask([b"x" * 5, b"x" * 5], stated=10)
    assert b"".join(part["body"] for part in received) == b"x" * 10
    assert sent == []


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["[" * 100_000, '{"text":' * 50_000, '{"text": ' + "[" * 9_000 + "]" * 9_000 + "}"])
def test_json_nested_too_deeply_is_the_senders_mistake(client: Client, body: str) -> None:
    load_game()
    answer = client.post(JUDGE, body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["status"] == 400
