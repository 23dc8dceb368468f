"""Staff are known to the event loop after their first answer; nobody else ever is."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from django.test import Client

from accounts.actor import Actor
from accounts.models import User
from accounts.services import issue_api_token
from config.serving import recognised
from config.serving.front import lane_name
from config.serving.recognised import COOKIE_SECONDS, MAX_TOKENS, STAFF_COOKIE, KnownTokens, is_proof, proof_of
from tests.config.serving.asking import Visit
from tests.people_and_events import make_event, make_user, owner_of

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


def lane_of(client: Client, path: str, method: str = "GET", **headers: str) -> str:
    """The lane of the next request of this browser or program."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return lane_name(Visit(method, path, {"Cookie": cookies, **headers}).scope)


def signed_in(user: User) -> Client:
    client = Client()
    user.set_password(PASSWORD)
    user.save()
    assert client.post("/accounts/login/", {"login": user.username, "password": PASSWORD}).status_code == 302
    return client


def test_staff_are_known_from_their_sign_in_on() -> None:
    event = make_event()
    client = signed_in(owner_of(event).user)
    cookie = client.cookies[STAFF_COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", COOKIE_SECONDS)
    assert lane_of(client, f"/t/{event.code}/desk/") == "staff"
    assert lane_of(client, f"/t/{event.code}/pairings/") == "read"


def test_staff_are_known_after_their_first_page_of_the_desk() -> None:
    """A session from before, or one whose cookie has ended."""
    event = make_event()
    client = Client()
    client.force_login(owner_of(event).user)
    path = f"/t/{event.code}/desk/"
    assert lane_of(client, path) == "read"
    client.get(f"/t/{event.code}/")
    assert STAFF_COOKIE not in client.cookies, "what everybody may read sets no cookie"
    assert client.get(path).status_code == 200
    assert lane_of(client, path) == "staff"
    assert STAFF_COOKIE not in client.get(path).cookies, "once is enough"


@pytest.mark.parametrize("path", ["/deck/1/", "/t/ABC/decks/sheets/file/", "/t/ABC/export/", "/decks/check/"])
def test_what_staff_send_anywhere_does_not_wait_behind_visitors(path: str) -> None:
    staff = signed_in(owner_of(make_event()).user)
    player = signed_in(make_user("player", may_create_tournaments=False))
    assert [lane_of(one, path, "POST") for one in (staff, player, Client())] == ["staff", "write", "write"]
    assert lane_of(staff, path) == "read"


def test_a_player_is_not_known_as_staff_whatever_they_open() -> None:
    event = make_event()
    client = signed_in(make_user("player", may_create_tournaments=False))
    for path in (f"/t/{event.code}/desk/", "/desk/", "/admin/"):
        client.get(path)
        assert lane_of(client, path) == "read"
    assert STAFF_COOKIE not in client.cookies


def test_a_token_is_known_after_its_first_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognised, "known_tokens", KnownTokens())
    event = make_event()
    path = "/api/v1/tournaments/"
    lanes = []
    for user in (owner_of(event).user, make_user("player", may_create_tournaments=False)):
        sent = f"Bearer {issue_api_token(actor=Actor(user=user), name='x')[1]}"
        assert lane_of(Client(), path, Authorization=sent) == "write"
        assert Client().get(path, headers={"Authorization": sent}).status_code == 200
        lanes.append(lane_of(Client(), path, Authorization=sent))
    assert lanes == ["staff", "write"]
    for made_up in ("Bearer x", "Bearer dd_made_up", "Basic x"):
        Client().get(path, headers={"Authorization": made_up})
        assert lane_of(Client(), path, Authorization=made_up) == "write"


def test_a_cookie_is_good_for_its_session_and_for_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = proof_of("one")
    assert is_proof(proof, "one")
    assert not is_proof(proof, "two")
    assert not is_proof("", "")
    assert not is_proof(f"{proof}x", "one")
    later = time.time() + COOKIE_SECONDS + 5
    monkeypatch.setattr("django.core.signing.time", SimpleNamespace(time=lambda: later))
    assert not is_proof(proof, "one")


def test_tokens_are_forgotten_where_there_are_too_many() -> None:
    known = KnownTokens()
    for number in range(MAX_TOKENS + 1):
        known.remember(str(number).encode(), True)
    assert known.of_staff(b"0") is None
    assert known.of_staff(str(MAX_TOKENS).encode())
