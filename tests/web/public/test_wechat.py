"""Signing in with WeChat, whose servers are answered for at the transport: nothing leaves the machine."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from accounts.models import GuardianConsent, Player, User
from config.settings.services import wechat
from tests.made_passkeys import make_passkey
from tests.people_and_events import make_user
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, prove

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

PERSON = {"openid": "o-ming", "nickname": "小明", "headimgurl": "https://example.com/face.png", "city": "Suzhou"}


@pytest.fixture(autouse=True)
def keys(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WECHAT_APP_ID", "wx1234")
    monkeypatch.setenv("WECHAT_APP_SECRET", "the secret")
    settings.SOCIALACCOUNT_PROVIDERS, settings.WECHAT_IS_ON = wechat(), True


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[requests.PreparedRequest]:
    """What was asked of WeChat, which knows the code “good” and one person, and calls its JSON text, as it does."""
    found: list[requests.PreparedRequest] = []

    def send(self: Any, request: requests.PreparedRequest, **more: Any) -> requests.Response:
        found.append(request)
        typed = str(request.body or "") + str(request.url)
        said: dict[str, Any] = {"errcode": 40029, "errmsg": "invalid code"}
        if "/sns/oauth2/access_token" in typed and "code=good" in typed:
            said = {"access_token": "token", "expires_in": 7200, "openid": "o-ming", "scope": "snsapi_login"}
        elif "/sns/userinfo" in typed:
            said = PERSON
        answer = requests.Response()
        answer.status_code, answer.url, answer.request = 200, str(request.url), request
        answer.headers["Content-Type"], answer.encoding = "text/plain", "ISO-8859-1"
        answer._content = json.dumps(said, ensure_ascii=False).encode()
        return answer

    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", send)
    return found


def begin(client: Client, **facts: str) -> dict[str, list[str]]:
    """Press the button; the query of WeChat's page that it leads to."""
    query = f"?process={facts.pop('process')}" if "process" in facts else ""
    answer = client.post(f"/accounts/wechat/{query}", facts)
    parts = urlsplit(answer.url)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "open.weixin.qq.com", "/connect/qrconnect")
    return parse_qs(parts.query)


SIGN_UP = "/accounts/wechat/signup/"


def come_back(client: Client, code: str = "good", state: str = "", **facts: str) -> Any:
    """Come back from WeChat; the first time with the answer to what is asked then."""
    state = state or begin(client, **facts)["state"][0]
    answer = client.get("/accounts/wechat/callback/", {"code": code, "state": state})
    is_new = answer.status_code == 302 and answer.url == SIGN_UP
    return client.post(SIGN_UP, {"age_group": "adult"}) if is_new else answer


def signed_in_as(client: Client) -> User | None:
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key) if key else None


def test_the_first_time_makes_an_account_the_next_opens_it(asked: list[requests.PreparedRequest]) -> None:
    client, elsewhere = browser(), browser()
    query = begin(client)
    assert (query["appid"], query["scope"], query["response_type"]) == (["wx1234"], ["snsapi_login"], ["code"])
    assert query["redirect_uri"] == ["http://testserver/accounts/wechat/callback/"]
    assert come_back(client).url == "/"
    user = signed_in_as(client)
    assert user is not None
    assert user.username.startswith("wx-")
    assert not user.has_usable_password()
    kept = SocialAccount.objects.get()
    assert (kept.user, kept.uid, kept.extra_data) == (user, "o-ming", {"nickname": "小明"})
    assert not SocialToken.objects.exists()
    come_back(elsewhere, next="/my/account/")
    assert signed_in_as(elsewhere) == user
    assert {urlsplit(str(one.url)).netloc for one in asked} == {"api.weixin.qq.com"}
    page = elsewhere.get("/my/account/")
    assert_clean(page)
    assert "小明" in words_of(page)


def test_the_first_time_asks_for_the_age_and_keeps_nothing_before(asked: list[requests.PreparedRequest]) -> None:
    client = browser()
    assert client.get(SIGN_UP).url == "/accounts/login/", "nobody came from WeChat"
    state = begin(client, next="/my/account/")["state"][0]
    assert client.get("/accounts/wechat/callback/", {"code": "good", "state": state}).url == SIGN_UP
    page = client.get(SIGN_UP)
    assert_clean(page)
    assert "Under 14" in words_of(page)
    young = str(timezone.localdate().year - 9)
    for sent in ({}, {"age_group": "under_14"}, {"age_group": "under_14", "birth_year": young, "player_name": "小明"}):
        answer = client.post(SIGN_UP, sent)
        assert_clean(answer)
        assert not User.objects.exists()
        assert not SocialAccount.objects.exists()
    consent = {"consent": "on", "consent_by": "parent", "consent_contact": "138"}
    child = {"age_group": "under_14", "birth_year": young, **consent}
    assert "player_name" in client.post(SIGN_UP, child).context["form"].errors
    assert client.post(SIGN_UP, child | {"player_name": "小明"}).url == "/my/account/"
    [player] = Player.objects.all()
    assert (player.name, player.user, str(player.birth_year)) == ("小明", signed_in_as(client), young)
    assert GuardianConsent.objects.get().player == player


def test_it_leads_to_this_site_alone(asked: list[requests.PreparedRequest]) -> None:
    client = browser()
    assert come_back(client, next="https://evil.example/").url == "/"


@pytest.mark.parametrize(("code", "state"), [("bad", ""), ("good", "made-up"), ("", "")])
def test_what_wechat_does_not_vouch_for_opens_nothing(
    asked: list[requests.PreparedRequest], code: str, state: str
) -> None:
    client = browser()
    answer = come_back(client, code, state)
    assert answer.status_code == 401
    assert_clean(answer)
    assert signed_in_as(client) is None
    assert not User.objects.exists()


def test_a_wechat_that_does_not_answer_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(self: Any, request: Any, **more: Any) -> None:
        raise requests.ConnectionError

    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", away)
    assert "Nothing changed" in words_of(come_back(browser()))


def test_an_account_is_tied_and_untied_but_not_locked_up(asked: list[requests.PreparedRequest]) -> None:
    user, client = make_user("parent", may_create_tournaments=False), browser()
    client.post("/accounts/login/", {"login": "parent", "password": "a long password"})
    asked_first = client.post("/accounts/wechat/?process=connect")
    assert asked_first.url.startswith("/accounts/reauthenticate/")
    for path in ("/accounts/wechat/", "/accounts/wechat/?process=login"):
        sent = client.post(path, {"process": "connect"})
        assert sent.url.startswith("/accounts/reauthenticate/"), "allauth reads what is sent first"
    client.post("/accounts/reauthenticate/", {"password": "a long password"})
    come_back(client, process="connect")
    kept = SocialAccount.objects.get(user=user)
    client.post(f"/accounts/wechat/{kept.pk}/untie/")
    client.post("/accounts/reauthenticate/", {"password": "a long password"})
    client.post(f"/accounts/wechat/{kept.pk}/untie/")
    assert not SocialAccount.objects.exists()

    alone = browser()
    come_back(alone)
    only = SocialAccount.objects.get()
    answer = prove(alone).post(f"/accounts/wechat/{only.pk}/untie/", follow=True)
    assert "the only way into your account" in words_of(answer)
    make_passkey(only.user)
    assert client.post(f"/accounts/wechat/{only.pk}/untie/").status_code == 404
    assert SocialAccount.objects.filter(pk=only.pk).exists()


def test_without_keys_nothing_speaks_of_wechat(settings: Any) -> None:
    settings.SOCIALACCOUNT_PROVIDERS, settings.WECHAT_IS_ON = {}, False
    client = browser()
    assert "WeChat" not in client.get("/accounts/login/").text
    for path in ("/accounts/wechat/", "/accounts/wechat/callback/", SIGN_UP):
        assert client.get(path).status_code == 404


def test_keys_are_whole_or_an_error_without_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WECHAT_APP_KIND", "official")
    assert wechat()["weixin"]["SCOPE"] == ["snsapi_userinfo"]
    monkeypatch.setenv("WECHAT_APP_KIND", "else")
    with pytest.raises(ImproperlyConfigured) as error:
        wechat()
    assert "the secret" not in str(error.value)
    monkeypatch.delenv("WECHAT_APP_KIND")
    monkeypatch.delenv("WECHAT_APP_ID")
    with pytest.raises(ImproperlyConfigured):
        wechat()
    monkeypatch.delenv("WECHAT_APP_SECRET")
    assert wechat() == {}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("/sns/userinfo", {"errcode": 40003, "errmsg": "invalid openid"}),
        ("/sns/userinfo", {"openid": None, "nickname": "小明"}),
        ("/sns/userinfo", ["openid"]),
        ("/sns/userinfo", "\ud83d"),
        ("/sns/oauth2/access_token", {"access_token": "token", "expires_in": "soon", "openid": "o-ming"}),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_an_answer_without_a_person_is_said_so(
    monkeypatch: pytest.MonkeyPatch, where: str, said: Any, language: str
) -> None:
    """A profile with an `errcode` was a KeyError, and a page of status 500."""

    def send(self: Any, request: requests.PreparedRequest, **more: Any) -> requests.Response:
        good = {"access_token": "token", "expires_in": 7200, "openid": "o-ming"}
        answer = requests.Response()
        answer.status_code, answer.url, answer.request = 200, str(request.url), request
        answer._content = json.dumps(said if where in str(request.url) else good).encode()
        return answer

    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", send)
    client = browser(language=language)
    answer = come_back(client)
    assert answer.status_code == 401
    assert_clean(answer)
    assert ("Nothing changed" if language == "en" else "没有") in words_of(answer)
    assert signed_in_as(client) is None
    assert not User.objects.exists()
