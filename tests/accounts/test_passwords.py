"""A password is hashed once for each try, as cheaply as is secure."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher, make_password
from django.test import Client

from accounts.models import User
from accounts.passwords import MAX_AT_ONCE, PasswordHasher, hashing_for
from config.settings import base

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


@pytest.fixture(autouse=True)
def hashes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The algorithm of every hash that is computed, with the site's hashers."""
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    made: list[str] = []

    def counted(hasher: type, name: str) -> None:
        work: Callable[..., Any] = getattr(hasher, name)

        def count(self: Any, *given: Any, **named: Any) -> Any:
            made.append(self.algorithm)
            return work(self, *given, **named)

        monkeypatch.setattr(hasher, name, count)

    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1_000)
    counted(PBKDF2PasswordHasher, "encode")
    counted(PasswordHasher, "encode")
    counted(PasswordHasher, "verify")
    return made


def sign_in(name: str, password: str) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": password})
    return client


@pytest.mark.parametrize("name", ["boss", "nobody"])
def test_a_wrong_password_is_hashed_once(hashes: list[str], name: str) -> None:
    User.objects.create_user("boss", password=PASSWORD)
    hashes.clear()
    sign_in(name, "wrong")
    assert hashes == ["argon2"]


def test_an_older_hash_is_replaced_at_the_next_sign_in(hashes: list[str]) -> None:
    User.objects.create(username="boss", password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    assert "_auth_user_id" in sign_in("Boss", PASSWORD).session
    assert User.objects.get().password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    hashes.clear()
    assert "_auth_user_id" in sign_in("boss", PASSWORD).session
    assert hashes == ["argon2"]


def test_a_limited_number_is_hashed_at_once_and_known_browsers_wait_for_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hundred sign-ins at once took 19 MiB each."""
    under_way: list[str] = []
    full, go_on = Event(), Event()

    def slow(self: Any, password: str, encoded: str) -> bool:
        under_way.append(password)
        if under_way.count("stranger") == MAX_AT_ONCE:
            full.set()
        if password == "stranger":
            assert go_on.wait(60)
        return True

    monkeypatch.setattr(Argon2PasswordHasher, "verify", slow)

    def try_password(word: str) -> bool:
        with hashing_for(known=word == "known"):
            return PasswordHasher().verify(word, "")

    with ThreadPoolExecutor(20) as threads:
        strangers = [threads.submit(try_password, "stranger") for _ in range(15)]
        assert full.wait(60)
        assert threads.submit(try_password, "known").result(60)
        assert under_way.count("stranger") == MAX_AT_ONCE, "the others wait for their turn"
        go_on.set()
        assert all(one.result(60) for one in strangers)
