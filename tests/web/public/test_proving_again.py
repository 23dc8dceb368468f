"""Proving again who one is before an account ends, is opened another way, or a program gets access to it."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.mail import EmailMessage
from django.test import Client

from accounts.claiming import claim_player
from accounts.models import ApiToken, User
from accounts.services import create_player
from tests.made_passkeys import make_passkey
from tests.people_and_events import make_user
from tests.web.pages import assert_clean, words_of
from tests.web.public.test_wechat import asked, come_back, keys
from tests.web.public.visiting import browser

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

__all__ = ["asked", "keys"]
ADDRESS = "hong@example.com"
DELETE, TOKENS = "/my/account/delete/", "/my/tokens/"


@pytest.fixture(autouse=True)
def mail_is_sent(settings: Any) -> None:
    settings.MAIL_IS_SENT = True


def account(*, password: bool = False, address: bool = False, passkey: bool = False) -> tuple[User, Client]:
    """An account with these ways in, and a browser that is signed in to it."""
    user = make_user("hong", may_create_tournaments=False)
    if not password:
        user.set_unusable_password()
        user.save()
    if address:
        EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    if passkey:
        make_passkey(user)
    client = browser()
    client.force_login(user)
    return user, client


def is_there(user: User) -> bool:
    return User.objects.filter(pk=user.pk, is_active=True).exists()


def code_in(mail: EmailMessage) -> str:
    [code] = re.findall(r"^[A-Z0-9]{2,}(?:-[A-Z0-9]+)*$", str(mail.body), re.MULTILINE)
    return str(code)


def everything_guarded(client: Client, to: str) -> None:
    """Every page that ends or opens the account leads to this proof first, and does nothing."""
    user = User.objects.get(username="hong")
    player = create_player(name="小明")
    claim_player(user=user, player=player)
    pages = {
        DELETE: {"typed_name": "hong", "erase": "on"},
        TOKENS: {"name": "scoreboard"},
        f"/my/players/{player.pk}/erase/": {"typed_name": "小明"},
        "/accounts/password/set/": {"password1": "a fine long one", "password2": "a fine long one"},
        "/accounts/passkeys/add/": {"name": "Phone"},
        "/accounts/email/": {"email": "thief@example.com", "action_add": "1"},
        "/accounts/wechat/?process=connect": {},
    }
    if user.has_usable_password():
        del pages["/accounts/password/set/"]
    for path, sent in pages.items():
        answer = client.post(path, sent)
        assert (answer.status_code, answer.url.partition("?")[0]) == (302, to), path
    player.refresh_from_db()
    user.refresh_from_db()
    assert (player.erased_at, user.is_active) == (None, True)
    assert not ApiToken.objects.exists()
    assert not EmailAddress.objects.filter(email="thief@example.com").exists()


def test_a_password_is_asked_for_and_then_it_goes_on() -> None:
    user, client = account(password=True, address=True)
    everything_guarded(client, "/accounts/reauthenticate/")
    path = client.get(DELETE).url
    assert_clean(client.get(path))
    client.post(path, {"password": "wrong"})
    client.post(DELETE, {"typed_name": "hong"})
    assert is_there(user)
    client.post("/accounts/reauthenticate/", {"password": "a long password"})
    assert_clean(client.get(DELETE))
    client.post(DELETE, {"typed_name": "hong"})
    assert not is_there(user)


def test_a_token_that_was_asked_for_is_made_after_the_proof() -> None:
    _user, client = account(password=True)
    assert_clean(client.get(TOKENS))
    to = client.post(TOKENS, {"name": "scoreboard"}).url
    page = client.post(to, {"password": "a long password", "next": TOKENS})
    assert "Copy the new token now" in words_of(page)
    assert ApiToken.objects.get().name == "scoreboard"


def test_a_passkey_is_asked_for_where_there_is_no_password() -> None:
    _user, client = account(passkey=True, address=True)
    everything_guarded(client, "/accounts/reauthenticate/passkey/")


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_a_code_by_mail_is_asked_for_where_there_is_neither(language: str, mailoutbox: list[EmailMessage]) -> None:
    user, client = account(address=True)
    everything_guarded(client, "/accounts/reauthenticate/code/")
    assert not mailoutbox, "reading sends nothing"
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    path = client.get(DELETE).url
    assert_clean(client.get(path))
    client.post(path, {"action": "send", "next": DELETE})
    [mail] = mailoutbox
    assert mail.to == [ADDRESS]
    assert ("give the code to nobody" if language == "en" else "不要把验证码告诉任何人") in str(mail.body)
    assert_clean(page := client.get(path))
    assert ADDRESS in words_of(page)
    wrong = client.post(path, {"code": "WRONG1", "next": DELETE})
    assert wrong.status_code == 422
    assert_clean(wrong)
    assert client.get(DELETE).status_code == 302
    assert client.post(path, {"code": code_in(mail), "next": DELETE}).url == DELETE
    client.post(DELETE, {"typed_name": "hong"})
    assert not is_there(user)


def test_a_code_is_good_once_in_one_browser_five_times_and_ten_minutes(
    mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    user, client = account(address=True)
    path = "/accounts/reauthenticate/code/"

    def code() -> str:
        client.post(path, {"action": "send"})
        return code_in(mailoutbox[-1])

    first = code()
    thief = browser()
    thief.force_login(user)
    thief.post(path, {"code": first})
    assert thief.get(DELETE).status_code == 302, "a code of another browser"
    for _ in range(5):
        client.post(path, {"code": "WRONG1"})
    client.post(path, {"code": first})
    assert client.get(DELETE).status_code == 302, "five were wrong"
    second = code()
    later = time.time() + 601
    monkeypatch.setattr("accounts.proving.time.time", lambda: later)
    client.post(path, {"code": second})
    monkeypatch.undo()
    assert client.get(DELETE).status_code == 302, "too old"
    client.post(path, {"action": "send"})
    client.post(path, {"action": "send"})
    assert len(mailoutbox) == 3, "three a minute"


@pytest.mark.usefixtures("keys", "asked")
def test_wechat_is_asked_for_where_it_is_the_only_way() -> None:
    client = browser()
    come_back(client)
    user = User.objects.get()
    path = client.get(DELETE).url
    assert path == "/accounts/reauthenticate/wechat/?next=%2Fmy%2Faccount%2Fdelete%2F"
    page = client.get(path)
    assert_clean(page)
    back = page.context["back_here"]
    assert client.get(back).status_code == 403, "nobody has been at WeChat"
    answer = come_back(client, process="redirect", next=back)
    assert answer.url == back
    assert client.get(back).url == DELETE
    client.post(DELETE, {"typed_name": user.username})
    assert not is_there(user)


@pytest.mark.usefixtures("keys", "asked")
def test_the_wechat_of_another_proves_nothing() -> None:
    come_back(browser())
    user = User.objects.get()
    other = make_user("other", may_create_tournaments=False)
    other.set_unusable_password()
    other.save()
    user.socialaccount_set.create(provider="weixin", uid="o-else")
    other.socialaccount_set.create(provider="weixin", uid="o-other")
    client = browser()
    client.force_login(other)
    back = client.get(client.get(DELETE).url).context["back_here"]
    come_back(client, process="redirect", next=back)
    answer = client.get(back)
    assert "not the one of this account" in words_of(answer)
    assert client.get(DELETE).status_code == 302
    assert is_there(other)


@pytest.mark.parametrize("path", [DELETE, "/accounts/password/set/", "/accounts/passkeys/add/"])
def test_who_can_prove_nothing_reads_what_helps(path: str, settings: Any) -> None:
    user, client = account(address=True)
    settings.MAIL_IS_SENT = False
    answer = client.post(path, {"typed_name": "hong", "password1": "a fine long one", "password2": "a fine long one"})
    assert answer.status_code == 403
    assert_clean(answer)
    assert "one-time link" in words_of(answer)
    user.refresh_from_db()
    assert (user.is_active, user.has_usable_password()) == (True, False)
    assert not Authenticator.objects.exists()
    assert client.get("/accounts/reauthenticate/code/").status_code == 403


def test_a_proof_of_one_account_is_none_of_another() -> None:
    _user, client = account(password=True)
    client.post("/accounts/reauthenticate/", {"password": "a long password"})
    client.force_login(make_user("other", may_create_tournaments=False))
    assert client.get(DELETE).url.startswith("/accounts/reauthenticate/")
