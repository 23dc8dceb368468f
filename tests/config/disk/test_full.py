"""The answers to requests while space is scarce or used up."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from psycopg.errors import DiskFull

from config.disk.space import Gauge, Level
from tests.people_and_events import make_event, make_user
from tests.web.pages import assert_clean, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def level(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the level of the disk."""
    return lambda name: monkeypatch.setattr(Gauge, "level", Level[name])


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"Accept-Language": "en"}, raise_request_exception=False)


def test_a_full_disk_refuses_to_write_and_goes_on_reading(visitor: Client, level: Any) -> None:
    event = make_event(name="Weekend")
    level("FULL")
    assert "Weekend" in words_of(visitor.get(reverse("tournament", args=[event.code])))
    answer = visitor.post(reverse("account_login"), {"login": "x", "password": "y"})
    assert answer.status_code == 507
    assert_clean(answer)
    assert "Not saved: the disk is full" in words_of(answer)
    assert "your browser has kept what you typed" in words_of(answer)
    chinese = visitor.post(reverse("account_login"), {"login": "x"}, headers={"Accept-Language": "zh"})
    assert "没有保存：磁盘满了" in words_of(chinese)


def test_the_language_can_be_changed_on_a_full_disk(visitor: Client, level: Any) -> None:
    level("FULL")
    assert visitor.post(reverse("set_language"), {"language": "zh-hans"}).status_code == 302


def test_a_program_gets_problem_details(visitor: Client, level: Any) -> None:
    level("FULL")
    answer = visitor.post("/api/v1/tournaments/", {}, content_type="application/json")
    assert answer.status_code == 507
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["status"]) == ("disk_full", 507)
    assert "was not saved" in answer.json()["detail"]


def test_htmx_gets_a_notice_and_the_form_stays(visitor: Client, level: Any) -> None:
    level("FULL")
    answer = visitor.post(reverse("account_login"), headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (507, "#messages")
    assert_clean(answer, partial=True)
    assert "What you typed is still here" in words_of(answer)


def test_scarce_space_is_for_what_is_small(visitor: Client, level: Any) -> None:
    level("SCARCE")
    path = reverse("account_login")
    assert visitor.post(path, {"login": "x", "password": "y"}).status_code == 200
    assert visitor.post(path, {"login": "x", "padding": "x" * 300_000}).status_code == 507
    level("LOW")
    assert visitor.post(path, {"login": "x", "padding": "x" * 300_000}).status_code == 200


def disk_full() -> OperationalError:
    error = OperationalError("could not extend file")
    error.__cause__ = DiskFull("No space left on device")
    return error


@pytest.mark.parametrize(
    ("error", "name", "status"),
    [
        (OSError(28, "No space left on device"), "PLENTY", 507),
        (disk_full(), "PLENTY", 507),
        (OperationalError("connection refused"), "FULL", 507),
        (ValueError("broken"), "FULL", 500),
        (OSError("broken"), "PLENTY", 500),
    ],
)
def test_an_error_that_comes_of_a_full_disk_says_so(
    visitor: Client, level: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, name: str, status: int
) -> None:
    level(name)
    monkeypatch.setattr("accounts.views.render", fails_with(error))
    assert visitor.get(reverse("about")).status_code == status


def fails_with(error: Exception) -> Any:
    def fails(*arguments: Any, **more: Any) -> None:
        raise error

    return fails


@pytest.mark.parametrize(
    ("name", "words"),
    [("LOW", "The disk is filling up"), ("SCARCE", "The disk is almost full"), ("FULL", "The disk is full")],
)
def test_the_owner_is_notified_before_and_nobody_else(visitor: Client, level: Any, name: str, words: str) -> None:
    owner, organiser = make_user(is_superuser=True), make_user(may_create_tournaments=True)
    for user, warned in ((owner, True), (organiser, False)):
        visitor.force_login(user)
        level(name)
        page = visitor.get("/")
        assert (words in words_of(page)) is warned
        level("PLENTY")
        assert words not in words_of(visitor.get("/"))
