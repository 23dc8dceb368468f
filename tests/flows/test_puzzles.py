"""A phone solves the puzzle of a form by itself, and its owner signs in."""

from __future__ import annotations

import re

import pytest
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from accounts import puzzles
from accounts.wrong_passwords import MAX_FREE_TRIES, note_failure
from tests.people_and_events import make_user

PASSWORD = "a long password"


@pytest.fixture(autouse=True)
def small_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "BITS", 14)


def test_after_wrong_passwords_from_the_same_hall(phone_page: Page) -> None:
    make_user("boss")
    for _ in range(MAX_FREE_TRIES + 2):
        note_failure(RequestFactory(REMOTE_ADDR="127.0.0.1").post("/"), "boss")
    phone_page.goto("/accounts/login/")
    expect(phone_page.locator("[name=solution]")).to_have_value(re.compile("^[0-9]+$"))
    solution = phone_page.locator("[name=solution]").input_value()
    assert puzzles.is_solution(phone_page.locator("[name=puzzle]").input_value(), solution)
    phone_page.locator("[name=solution]").evaluate("field => { field.value = '' }")
    fill_in(phone_page)
    expect(phone_page.locator(".notice, .errorlist, [role=alert]").first).to_contain_text("算一道小题")
    fill_in(phone_page)
    expect(phone_page).not_to_have_url(re.compile("login"))


def fill_in(page: Page) -> None:
    page.locator("[name=login]").fill("boss")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("form [type=submit].btn-primary").click()
