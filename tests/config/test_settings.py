"""Settings that come from the environment, and the guards that depend on them."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config.hosts import is_own_host
from config.logs import without_secrets
from config.settings.environment import broker_url, flag, number, required, seconds, words
from config.settings.services import POOL_SECONDS, databases, mail

NAMES = frozenset({"desk", "desk.local"})


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8000", "127.0.0.1:8000", "192.168.1.7", "[::1]:8000", "desk", "DESK.local:8000", "desk."],
)
def test_own_hosts(host: str) -> None:
    assert is_own_host(host, NAMES)


@pytest.mark.parametrize("host", ["", "evil.example", "192.168.1.7.evil.example", "desk.evil", "[::1", "a b", "1.2.3"])
def test_foreign_hosts(host: str) -> None:
    assert not is_own_host(host, NAMES)


@pytest.mark.parametrize(("text", "expected"), [("1", True), ("Yes", True), ("0", False), ("off", False), ("", False)])
def test_flags(monkeypatch: pytest.MonkeyPatch, text: str, expected: bool) -> None:
    monkeypatch.setenv("SOME_FLAG", text)
    assert flag("SOME_FLAG") is expected


def test_an_empty_flag_is_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_FLAG", " ")
    assert flag("SOME_FLAG", True)


def test_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_VALUE", " ")
    assert seconds("SOME_VALUE", 1.5) == 1.5
    monkeypatch.setenv("SOME_VALUE", "0.25")
    assert seconds("SOME_VALUE", 1.5) == 0.25
    for wrong in ("two", "-1", "inf", "nan"):
        monkeypatch.setenv("SOME_VALUE", wrong)
        with pytest.raises(ImproperlyConfigured, match="SOME_VALUE"):
            seconds("SOME_VALUE", 1.5)


def test_numbers_and_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_VALUE", " 12 ")
    assert number("SOME_VALUE", 3) == 12
    monkeypatch.setenv("SOME_VALUE", "a, b ,,c")
    assert words("SOME_VALUE") == ["a", "b", "c"]
    with pytest.raises(ImproperlyConfigured, match="SOME_VALUE must be a whole number"):
        number("SOME_VALUE", 3)
    monkeypatch.delenv("SOME_VALUE")
    assert number("SOME_VALUE", 3) == 3
    with pytest.raises(ImproperlyConfigured, match="SOME_VALUE must be set"):
        required("SOME_VALUE")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("unix:///srv/redis.sock?db=2", "redis+socket:///srv/redis.sock?virtual_host=2"),
        ("unix:///srv/redis.sock", "redis+socket:///srv/redis.sock?virtual_host=0"),
        ("redis://localhost:6379/1", "redis://localhost:6379/1"),
    ],
)
def test_celery_spells_addresses_its_own_way(url: str, expected: str) -> None:
    assert broker_url(url) == expected


def test_a_socket_folder_becomes_the_host() -> None:
    database = databases("postgresql://postgres@/dueldesk?host=/srv/run", pooled=True)["default"]
    assert (database["HOST"], database["NAME"], database["USER"]) == ("/srv/run", "dueldesk", "postgres")
    assert database["OPTIONS"]["pool"]["timeout"] == POOL_SECONDS
    assert "pool" not in databases("postgresql://u:p@db.example:5433/x", pooled=False)["default"]["OPTIONS"]


@pytest.mark.parametrize("url", ["", "garbage", "mysql://u:secret@h/x", "postgresql://u:secret@h:p/x", "postgresql://"])
def test_an_address_of_no_postgresql_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must look like") as refusal:
        databases(url, pooled=False)
    assert "secret" not in str(refusal.value)


def test_no_mail_server_is_no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EMAIL_URL", "EMAIL_HOST"):
        monkeypatch.delenv(name, raising=False)
    assert mail() == {}
    monkeypatch.setenv("EMAIL_HOST", "mail.example")
    monkeypatch.setenv("EMAIL_USE_TLS", "1")
    assert (mail()["EMAIL_HOST"], mail()["EMAIL_PORT"], mail()["EMAIL_USE_TLS"]) == ("mail.example", 25, True)


@pytest.mark.parametrize(
    ("url", "port", "user", "password", "tls", "ssl"),
    [
        ("smtp://mail.example", 25, "", "", False, False),
        ("smtp://shop%40x:p%2Fw@mail.example:587?tls=1", 587, "shop@x", "p/w", True, False),
        ("smtps://u:p@mail.example", 465, "u", "p", False, True),
    ],
)
def test_a_mail_server_by_its_url(
    monkeypatch: pytest.MonkeyPatch, url: str, port: int, user: str, password: str, tls: bool, ssl: bool
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    found = mail()
    assert found["EMAIL_HOST"] == "mail.example"
    assert (found["EMAIL_PORT"], found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == (port, user, password)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (tls, ssl)


@pytest.mark.parametrize(
    "url", ["mail.example", "http://u:secret@h", "smtp://", "smtp://u:secret@h:x", "smtp://[secret"]
)
def test_a_mail_address_that_is_none_is_refused_without_its_password(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must look like") as refusal:
        mail()
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize(
    ("request_line", "logged"),
    [
        ("GET /welcome/AbCdEfGhIjKlMnOpQrStUvWx/", "GET /welcome/…/"),
        ("GET /me/AbCdEfGhIjKlMnOpQrStUvWx?next=/", "GET /me/…?next=/"),
        ("GET /tournaments/12/standings/", "GET /tournaments/12/standings/"),
    ],
)
def test_secrets_of_links_are_not_logged(request_line: str, logged: str) -> None:
    assert without_secrets(None, "info", {"request": request_line})["request"] == logged


@pytest.mark.django_db
def test_security_headers(client: Client) -> None:
    headers = client.get("/healthz").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["img-src"] == "'self' data:"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
