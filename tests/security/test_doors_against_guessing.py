"""Guessing passwords, filling events with names and asking for files without end are slowed down."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.people_and_events import make_event, make_user

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


def sign_in(password: str, path: str = "/accounts/login/") -> Client:
    client = Client()
    client.post(path, {"login": "boss", "username": "boss", "password": password})
    return client


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_after_some_wrong_passwords_the_right_one_waits_too() -> None:
    make_user("boss")
    assert is_signed_in(sign_in(PASSWORD))
    for number in range(6):
        sign_in(f"wrong {number}")
    assert not is_signed_in(sign_in(PASSWORD))


def test_too_many_sign_ins_get_a_page_that_says_so() -> None:
    answers = [Client().post("/accounts/login/", {"login": f"u{n}", "password": "x"}) for n in range(32)]
    assert answers[-1].status_code == 429
    assert "429" in answers[-1].content.decode()


def test_the_admin_has_no_sign_in_of_its_own() -> None:
    make_user("boss", is_staff=True, is_superuser=True)
    assert not is_signed_in(sign_in(PASSWORD, "/admin/login/"))
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    signed_in = sign_in(PASSWORD)
    assert signed_in.get("/admin/").status_code == 200
    plain = Client()
    plain.force_login(make_user())
    assert plain.get("/admin/login/").status_code == 403


def test_one_connection_enters_a_hall_not_a_flood() -> None:
    event = make_event()
    answers = [Client().post(f"/t/{event.code}/register/", {"name": f"P{n}"}).status_code for n in range(62)]
    assert answers[:60] == [302] * 60
    assert answers[60:] == [429] * 2
    assert event.registrations.count() == 60


def test_one_connection_gets_a_few_workbooks_a_minute() -> None:
    event = make_event()
    answers = [Client().post(f"/t/{event.code}/export/").status_code for _ in range(22)]
    assert answers == [302] * 20 + [429] * 2
