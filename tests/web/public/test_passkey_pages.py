"""Passkeys without a device: whose they are, how many, the last way in, and answers that no device gave."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from accounts.ways_in import has_other_way
from tests.made_passkeys import make_passkey
from tests.people_and_events import make_user
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

NO_ANSWERS: list[Any] = [
    {},
    [],
    "x",
    None,
    {"id": "a", "rawId": "a", "response": {}},
    {"id": "YQ", "rawId": "YQ", "response": {"clientDataJSON": "e30", "attestationObject": "YQ"}},
    {"id": "YQ", "type": "public-key", "rawId": "YQ", "response": []},
]


@pytest.fixture
def user() -> User:
    return make_user("parent", may_create_tournaments=False)


@pytest.mark.parametrize(
    ("host", "is_secure", "takes"),
    [
        ("192.0.2.2:8000", False, False),
        ("192.0.2.2", True, False),
        ("[2001:db8::1]:8000", True, False),
        ("shop.example", False, False),
        ("shop.example", True, True),
        ("localhost:8000", False, True),
    ],
)
def test_passkeys_are_named_only_where_browsers_keep_them(
    settings: Any, host: str, is_secure: bool, takes: bool
) -> None:
    """A number, or plain http, as phones open the site in a hall."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.MAIL_IS_SENT = False
    client = browser()
    for path in ("/accounts/signup/", "/accounts/login/code/"):
        words = words_of(client.get(path, headers={"host": host}, secure=is_secure))
        assert ("passkey" in words) == takes, path
    assert "one-time link" in words


def signed_in(user: User) -> Client:
    """A browser that has just proved again who it is."""
    client = browser()
    client.post("/accounts/login/", {"login": user.username, "password": "a long password"})
    client.post("/accounts/reauthenticate/", {"password": "a long password"})
    return client


def test_a_passkey_is_named_and_removed_by_its_own_account_alone(user: User) -> None:
    mine, other = make_passkey(user), make_passkey(make_user())
    client = signed_in(user)
    for page in ("name", "remove"):
        assert_clean(client.get(f"/accounts/passkeys/{mine.pk}/{page}/"))
        assert client.get(f"/accounts/passkeys/{other.pk}/{page}/").status_code == 404
        assert client.post(f"/accounts/passkeys/{other.pk}/{page}/", {"name": "Mine"}).status_code == 404
    assert client.post(f"/accounts/passkeys/{mine.pk}/name/", {"name": "New phone"}).url == "/my/account/"
    assert "New phone" in words_of(client.get("/my/account/"))
    client.post(f"/accounts/passkeys/{mine.pk}/remove/")
    assert list(Authenticator.objects.all()) == [other]


def test_who_does_not_prove_it_again_changes_nothing(user: User) -> None:
    mine, client = make_passkey(user), browser()
    client.force_login(user)
    for path in ("add/", f"{mine.pk}/name/", f"{mine.pk}/remove/"):
        assert client.post(f"/accounts/passkeys/{path}").url.startswith("/accounts/reauthenticate/")
    assert Authenticator.objects.filter(pk=mine.pk).exists()


def test_the_last_way_in_is_known(user: User, settings: Any) -> None:
    mine = make_passkey(user)
    assert has_other_way(user, besides=mine), "the password"
    user.set_unusable_password()
    assert not has_other_way(user, besides=mine)
    address = EmailAddress.objects.create(user=user, email="parent@example.com", verified=False)
    settings.MAIL_IS_SENT = True
    assert not has_other_way(user, besides=mine), "nobody has proved the address"
    address.verified = True
    address.save()
    assert has_other_way(user, besides=mine)
    settings.MAIL_IS_SENT = False
    assert not has_other_way(user, besides=mine), "no code is sent"
    make_passkey(user, "Tablet")
    assert has_other_way(user, besides=mine)


def test_the_only_way_in_stays(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, client = make_passkey(user), signed_in(user)
    monkeypatch.setattr("accounts.passkeys.has_other_way", lambda user, besides: False)
    answer = client.post(f"/accounts/passkeys/{mine.pk}/remove/", follow=True)
    assert "the only way into your account" in words_of(answer)
    assert Authenticator.objects.filter(pk=mine.pk).exists()


@pytest.mark.parametrize("answer", [*map(json.dumps, NO_ANSWERS), "", "{", "[" * 100_000])
def test_an_answer_that_no_device_gave_opens_nothing(user: User, answer: str) -> None:
    make_passkey(user)
    stranger = browser()
    options = stranger.get("/accounts/login/passkey/").json()["request_options"]["publicKey"]
    assert (options["userVerification"], options.get("allowCredentials", [])) == ("required", [])
    refused = stranger.post("/accounts/login/passkey/", {"credential": answer, "next": "/my/account/"})
    assert refused.url == "/accounts/login/?next=%2Fmy%2Faccount%2F"
    assert "_auth_user_id" not in stranger.session
    assert "does not open an account here" in words_of(stranger.get(refused.url))
    client = signed_in(user)
    assert_clean(client.get("/accounts/reauthenticate/passkey/"))
    client.post("/accounts/reauthenticate/passkey/", {"credential": answer})
    page = client.post("/accounts/passkeys/add/", {"credential": answer, "name": "Phone"})
    assert page.status_code == 200
    assert Authenticator.objects.count() == 1
