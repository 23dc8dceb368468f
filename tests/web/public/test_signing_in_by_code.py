"""Signing in and up by a code sent by mail, and the address of an account."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import Player, User
from accounts.services import create_player
from tests.people_and_events import make_user
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, open_links

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

ADDRESS = "hong@example.com"


@pytest.fixture(autouse=True)
def mail_is_sent(settings: Any) -> None:
    settings.MAIL_IS_SENT = True


def account(address: str = ADDRESS, *, verified: bool = True, **facts: Any) -> User:
    user = make_user(may_create_tournaments=False, email=address, **facts)
    EmailAddress.objects.create(user=user, email=address, verified=verified, primary=True)
    return user


def code_in(mail: EmailMessage) -> str:
    [code] = re.findall(r"^[A-Z0-9]{2,}(?:-[A-Z0-9]+)*$", str(mail.body), re.MULTILINE)
    return str(code)


def signed_in_as(client: Client) -> int | None:
    key = client.session.get("_auth_user_id")
    return int(key) if key else None


@pytest.mark.parametrize(("language", "subject"), [("en", "Your code to sign in"), ("zh-CN", "登录验证码")])
def test_a_code_signs_in_and_leads_on(language: str, subject: str, mailoutbox: list[EmailMessage]) -> None:
    user, client = account(), browser(language=language)
    assert_clean(client.get("/accounts/login/"))
    assert_clean(client.get("/accounts/login/code/"))
    before = client.session.session_key
    asked = client.post("/accounts/login/code/?next=/my/account/", {"email": ADDRESS, "next": "/my/account/"})
    assert asked.url == "/accounts/login/code/confirm/?next=%2Fmy%2Faccount%2F"
    assert_clean(client.get(asked.url))
    [mail] = mailoutbox
    assert mail.subject == f"[DuelDesk] {subject}"
    answer = client.post("/accounts/login/code/confirm/", {"code": code_in(mail), "next": "/my/account/"})
    assert answer.url == "/my/account/"
    assert signed_in_as(client) == user.pk
    assert client.session.session_key != before
    assert ADDRESS in client.get("/my/account/").text


def test_the_answer_is_the_same_for_an_address_that_has_no_account(mailoutbox: list[EmailMessage]) -> None:
    account()
    pages = []
    for address in (ADDRESS, "nobody@example.com"):
        client = browser()
        answer = client.post("/accounts/login/code/", {"email": address})
        page = client.get(answer.url).text.replace(address, "…")
        pages.append((answer.status_code, answer.url, re.sub(r"(token|Token)[^>]*>|X-CSRFToken[^}]*}", "", page)))
    assert pages[0] == pages[1]
    assert "no account has it" in str(mailoutbox[1].body)


def test_wrong_codes_use_the_code_up(mailoutbox: list[EmailMessage]) -> None:
    account()
    client = browser()
    client.post("/accounts/login/code/", {"email": ADDRESS})
    for _ in range(5):
        client.post("/accounts/login/code/confirm/", {"code": "WRONG1"})
    client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[0])})
    assert signed_in_as(client) is None


def test_a_code_works_in_the_browser_that_asked_alone(mailoutbox: list[EmailMessage]) -> None:
    account()
    asked, thief = browser(), browser()
    asked.post("/accounts/login/code/", {"email": ADDRESS})
    thief.post("/accounts/login/code/", {"email": "thief@example.com"})
    thief.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[0])})
    assert signed_in_as(thief) is None


def test_nobody_floods_an_address_with_codes(mailoutbox: list[EmailMessage]) -> None:
    account()
    for _ in range(6):
        browser().post("/accounts/login/code/", {"email": ADDRESS})
    assert len(mailoutbox) == 3


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_a_code_leads_to_this_site_alone(wanted: str, mailoutbox: list[EmailMessage]) -> None:
    account()
    client = browser()
    client.post("/accounts/login/code/", {"email": ADDRESS, "next": wanted})
    answer = client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[0]), "next": wanted})
    assert answer.url == "/"


def test_a_closed_account_gets_no_code(mailoutbox: list[EmailMessage]) -> None:
    account(is_active=False)
    browser().post("/accounts/login/code/", {"email": ADDRESS})
    assert "no account has it" in str(mailoutbox[0].body)


def test_signing_up_without_a_password_proves_the_address_first(mailoutbox: list[EmailMessage]) -> None:
    client, player = browser(), create_player(name="王小红")
    open_links(client, player)
    answer = client.post("/accounts/signup/", {"username": "xiaohong", "age_group": "adult", "email": ADDRESS})
    assert answer.url == "/accounts/login/code/confirm/"
    assert signed_in_as(client) is None
    user = User.objects.get(username="xiaohong")
    assert not user.has_usable_password()
    assert not user.players.exists(), "whose account it is is not known yet"
    client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[-1])})
    assert signed_in_as(client) == user.pk
    assert EmailAddress.objects.get(user=user).verified
    assert "Keep in my account" in words_of(client.get("/my/"))
    assert "No password is set." in words_of(client.get("/my/account/"))


def test_who_has_an_account_with_the_address_gets_into_that_one(mailoutbox: list[EmailMessage]) -> None:
    user, client = account(), browser()
    answer = client.post("/accounts/signup/", {"username": "another", "age_group": "adult", "email": ADDRESS})
    assert answer.url == "/accounts/login/code/confirm/"
    assert User.objects.filter(username="another").exists(), "whether the address has an account is nobody's to learn"
    client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[-1])})
    assert signed_in_as(client) == user.pk
    assert not User.objects.filter(username="another").exists()
    assert not Player.objects.filter(name="another").exists()


@pytest.mark.parametrize("password", ["", "a fine long one"])
def test_nothing_shows_the_asker_that_an_address_has_an_account(password: str, mailoutbox: list[EmailMessage]) -> None:
    """Signing up with the address of an account made none, so the user name stayed free: asking twice gave it away."""
    account()
    seen: list[list[tuple[int, str]]] = []
    for address in (ADDRESS, "nobody@example.com"):
        client, stranger, name = browser(), browser(), f"name{len(seen)}"
        facts = {"username": name, "age_group": "adult", "email": address, "password1": password, "password2": password}
        steps = [client.post("/accounts/signup/", facts)]
        steps += [client.get(steps[0].url), client.get("/accounts/login/code/confirm/"), client.get("/my/account/")]
        steps += [client.post("/accounts/login/code/confirm/", {"code": "WRONG1"})]
        steps += [client.post("/accounts/login/code/confirm/", {"action": "resend"}), client.get("/accounts/login/")]
        steps += [stranger.post("/accounts/signup/", {**facts, "email": ""})]
        steps += [stranger.post("/accounts/signup/", {**facts, "email": "else@example.com"})]
        steps += [stranger.post("/accounts/login/", {"login": name, "password": password or "x"})]
        steps += [stranger.post("/accounts/login/code/", {"email": address})]
        hidden = r"(token|Token|puzzle)[^>]*>|X-CSRFToken[^}]*}|players?[/-]\d+|data-bar=\S+"
        plain = [re.sub(hidden, "", one.text.replace(address, "…").replace(name, "…")) for one in steps]
        seen.append([(one.status_code, one.get("Location", "") + text) for one, text in zip(steps, plain, strict=True)])
        assert [mail.to for mail in mailoutbox[-1:]] == [[address]], "the address gets the mail"
    for known, unknown in zip(*seen, strict=True):
        assert known[0] == unknown[0]
        assert known[1].splitlines() == unknown[1].splitlines()


@pytest.mark.parametrize("alike", ["mıke@example.com", "mike@example.com".replace("k", "\u212a")])
def test_another_letter_that_looks_alike_opens_no_account(alike: str, mailoutbox: list[EmailMessage]) -> None:
    """`UPPER('ı')` is `I`: the owner of the other address was sent a code for the account."""
    user, client = account("mike@example.com"), browser()
    client.post("/accounts/signup/", {"username": "another", "age_group": "adult", "email": alike})
    for mail in mailoutbox:
        if mail.to != ["mike@example.com"]:
            client.post("/accounts/login/code/confirm/", {"code": code_in(mail)})
    assert signed_in_as(client) != user.pk


def test_an_unconfirmed_address_opens_no_account_that_somebody_else_can_open(mailoutbox: list[EmailMessage]) -> None:
    account(verified=False)
    client = browser()
    client.post("/accounts/login/code/", {"email": ADDRESS})
    assert "no account has it" in str(mailoutbox[0].body)
    alone = account("alone@example.com", verified=False)
    alone.set_unusable_password()
    alone.save()
    client = browser()
    client.post("/accounts/login/code/", {"email": "alone@example.com"})
    client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[1])})
    assert signed_in_as(client) == alone.pk


def test_without_password_and_address_nobody_signs_up(settings: Any) -> None:
    answer = browser().post("/accounts/signup/", {"username": "xiaohong"})
    assert "Choose a password, or enter an e-mail address" in words_of(answer)
    settings.MAIL_IS_SENT = False
    browser().post("/accounts/signup/", {"username": "xiaohong", "age_group": "adult", "email": ADDRESS})
    assert not User.objects.filter(username="xiaohong").exists()


def test_signing_up_does_not_say_that_an_address_has_an_account(mailoutbox: list[EmailMessage]) -> None:
    account()
    password = "a fine long one"
    facts = {
        "username": "another",
        "age_group": "adult",
        "email": ADDRESS,
        "password1": password,
        "password2": password,
    }
    assert browser().post("/accounts/signup/", facts).status_code == 302
    assert Player.objects.filter(user__username="another").exists()


def test_an_address_is_added_after_the_password_and_confirmed_by_its_link(mailoutbox: list[EmailMessage]) -> None:
    client = browser()
    user = make_user("xiaohong", may_create_tournaments=False)
    client.post("/accounts/login/", {"login": "xiaohong", "password": "a long password"})
    asked = client.post("/accounts/email/", {"email": ADDRESS, "action_add": "1"})
    assert asked.url.startswith("/accounts/reauthenticate/")
    assert_clean(client.get(asked.url))
    client.post(asked.url, {"password": "a long password"})
    client.post("/accounts/email/", {"email": ADDRESS, "action_add": "1"})
    assert_clean(client.get("/accounts/email/"))
    assert "not confirmed yet" in words_of(client.get("/my/account/"))
    link = re.search(r"http://testserver(/accounts/confirm-email/\S+)", str(mailoutbox[-1].body)).group(1)
    assert_clean(client.get(link))
    assert not EmailAddress.objects.filter(user=user, verified=True).exists(), "reading confirms nothing"
    client.post(link)
    assert EmailAddress.objects.get(user=user).verified


def test_a_stolen_session_ends_with_a_new_password() -> None:
    make_user("xiaohong", may_create_tournaments=False)
    client, thief = browser(), Client()
    client.post("/accounts/login/", {"login": "xiaohong", "password": "a long password"})
    thief.cookies["dueldesk_session"] = client.cookies["dueldesk_session"].value
    assert signed_in_as(thief) is not None
    new = "another long one"
    client.post("/accounts/password/change/", {"oldpassword": "a long password", "password1": new, "password2": new})
    assert client.get("/my/account/").status_code == 200
    assert thief.get("/my/account/").url.startswith("/accounts/login/")


def test_forms_of_another_site_are_refused() -> None:
    account()
    client = Client(enforce_csrf_checks=True)
    for path in ("accounts/login/code", "accounts/login/passkey", "my/account/players/keep", "my/account/delete"):
        assert client.post(f"/{path}/", {"email": ADDRESS}).status_code == 403
