"""One-time links, personal links, accounts, tokens, theme and language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.actor import Actor
from accounts.addresses import address_to_share
from accounts.models import ApiToken, Player, SignInLink, User
from accounts.refusals import NotAllowed
from accounts.services import (
    authenticate_api_token,
    create_player,
    issue_owner_link,
    issue_personal_link,
    issue_sign_in_link,
)
from tests.people_and_events import make_actor, make_user
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, prove

pytestmark = pytest.mark.django_db


def test_reading_a_one_time_link_spends_nothing_and_saving_does() -> None:
    path = issue_owner_link()
    client = browser()
    for _ in range(2):
        assert_clean(client.get(path))
    weak = client.post(path, {"username": "laoban", "password": "12345678"})
    assert weak.status_code == 422
    assert_clean(weak)
    assert SignInLink.objects.get().used_at is None
    answer = client.post(path, {"username": "laoban", "password": "a fine long one"})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(User.objects.get(username="laoban").pk)
    assert browser().get(path).status_code == 410
    assert browser().post(path, {"username": "x", "password": "a fine long one"}).status_code == 410
    assert browser().login(username="laoban", password="a fine long one")


def test_what_is_wrong_with_a_password_is_said_in_chinese() -> None:
    sent = {"username": "laoban", "password": "short"}
    answer = browser().post(issue_owner_link(), sent, headers={"accept-language": "zh-hans"})
    assert "你的密码必须包含至少 8 个字符。" in words_of(answer)
    assert "too short" not in words_of(answer)


def test_dead_links_say_what_to_do() -> None:
    for path in ("/welcome/nothing/", "/me/nothing/"):
        answer = browser().get(path)
        assert answer.status_code == 410
        assert_clean(answer)


def test_a_new_personal_link_ends_the_old_one() -> None:
    player = create_player(name="王小明")
    old, new = issue_personal_link(player=player), issue_personal_link(player=player)
    assert browser().get(old).status_code == 410
    assert browser().get(new).status_code == 200


def test_an_account_may_take_the_player_of_a_link_as_its_own() -> None:
    player = create_player(name="王小明")
    path = issue_personal_link(player=player)
    actor = make_actor("xiaoming")
    client = browser(actor)
    assert "Keep in my account" in words_of(client.get(path))
    client.post(path, {"how": "claim"})
    player.refresh_from_db()
    assert player.user == actor.user


def test_going_on_as_somebody_else_signs_the_account_out() -> None:
    player = create_player(name="王小明")
    path = issue_personal_link(player=player)
    client = browser(make_actor())
    client.post(path, {"how": "only"})
    assert "_auth_user_id" not in client.session
    assert "王小明" in words_of(client.get("/my/"))
    client.post("/sign-out/", {"sure": "1"})
    assert "Who are you?" in words_of(client.get("/my/"))


def test_signing_up_keeps_the_entries_made_by_a_link() -> None:
    player = create_player(name="王小明")
    client = browser()
    client.post(issue_personal_link(player=player))
    password = "a fine long one"
    facts = {"username": "xiaoming", "age_group": "adult", "password1": password, "password2": password}
    answer = client.post("/accounts/signup/", facts)
    assert answer.status_code == 302, words_of(answer)
    assert Player.objects.get(user__username="xiaoming") == player


def test_signing_up_with_a_name_to_play_under() -> None:
    password = "a fine long one"
    facts = {
        "username": "xiaohong",
        "age_group": "adult",
        "player_name": "王小红",
        "password1": password,
        "password2": password,
    }
    assert browser().post("/accounts/signup/", facts).status_code == 302
    assert Player.objects.get(user__username="xiaohong").name == "王小红"


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/inactive/", "/about/", "/my/"])
@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_pages_before_signing_in_are_clean(path: str, language: str) -> None:
    assert_clean(browser(language=language).get(path))


@pytest.mark.parametrize("path", ["/accounts/password/change/", "/accounts/logout/", "/my/tokens/", "/my/", "/"])
def test_pages_of_an_account_are_clean(path: str) -> None:
    assert_clean(browser(make_actor()).get(path))


RESET_PAGES = (
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-set-password/",
    "/accounts/password/reset/key/done/",
)


def test_without_a_mail_server_nothing_is_offered_by_mail() -> None:
    login = words_of(browser().get("/accounts/login/"))
    assert "by mail" not in login
    assert "Ask the owner of the site" in login
    assert "make owner-link" in login
    assert 'name="email"' not in browser().get("/accounts/signup/").content.decode()
    for path in RESET_PAGES:
        assert browser().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/accounts/email/", "/accounts/confirm-email/", "/accounts/login/code/"])
def test_pages_that_need_mail_say_what_works_instead(path: str) -> None:
    answer = browser(make_actor()).get(path)
    assert answer.status_code == 404
    assert_clean(answer)
    assert "This site sends no e-mail" in words_of(answer)


def test_with_a_mail_server_a_password_is_set_by_mail(settings: Any, mailoutbox: list[EmailMessage]) -> None:
    settings.MAIL_IS_SENT = True
    password = "a fine long one"
    facts = {
        "username": "xiaohong",
        "age_group": "adult",
        "email": "hong@example.com",
        "password1": password,
        "password2": password,
    }
    assert browser().post("/accounts/signup/", facts).status_code == 302
    [confirm] = mailoutbox
    assert confirm.subject == "[DuelDesk] Confirm your address"
    mailoutbox.clear()
    client = browser()
    assert "by mail" in words_of(client.get("/accounts/login/"))
    for path in RESET_PAGES:
        assert_clean(client.get(path))
    client.post("/accounts/password/reset/", {"email": "hong@example.com"})
    (mail,) = mailoutbox
    assert mail.subject == "[DuelDesk] Set a new password"
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.body)).group(1)
    form = client.get(link, follow=True)
    assert_clean(form)
    changed = {"password1": "another long one", "password2": "another long one"}
    assert_clean(client.post(form.redirect_chain[-1][0], changed, follow=True))
    assert browser().login(username="xiaohong", password="another long one")
    client.post("/accounts/password/reset/", {"email": "nobody@example.com"})
    assert "no account has it" in str(mailoutbox[-1].body)


def test_the_owner_hands_out_a_link_to_anyone_who_forgot_the_password() -> None:
    boss = browser(make_actor("boss", is_staff=True, is_superuser=True))
    forgetful = make_user("forgetful", may_create_tournaments=False)
    path = reverse("admin:sign_in_link", args=[forgetful.pk])
    assert path in boss.get(reverse("admin:accounts_user_change", args=[forgetful.pk])).content.decode()
    boss.get(path)
    assert not SignInLink.objects.exists()
    page = boss.post(path).content.decode()
    link = re.search(r"http://testserver(/welcome/[^\"]+)", page).group(1)
    assert LogEntry.objects.get().object_id == str(forgetful.pk)
    assert "This site is yours" not in words_of(browser().get(link))
    assert browser().login(username="forgetful", password="a long password")
    browser().post(link, {"username": "forgetful", "password": "another long one"})
    assert browser().login(username="forgetful", password="another long one")
    assert browser().get(link).status_code == 410


def test_nobody_but_a_superuser_hands_out_links() -> None:
    boss = make_actor(is_staff=True, is_superuser=True)
    helper, other = make_actor(is_staff=True), make_user()
    path = reverse("admin:sign_in_link", args=[other.pk])
    assert browser(helper).post(path).status_code == 403
    for actor in (helper, Actor(), Actor(player=create_player(name="王小明"))):
        with pytest.raises(NotAllowed):
            issue_sign_in_link(actor=actor, user=other)
    User.objects.filter(pk=other.pk).update(is_active=False)
    assert "is not active" in browser(boss).post(path).content.decode()
    assert not SignInLink.objects.exists()


def test_a_wrong_password_keeps_the_name() -> None:
    make_actor("laoban")
    answer = browser().post("/accounts/login/", {"login": "laoban", "password": "wrong"})
    assert_clean(answer)
    assert 'value="laoban"' in answer.content.decode()


def test_a_token_is_shown_once_and_ends_after_a_question() -> None:
    actor = make_actor()
    client = prove(browser(actor))
    page = client.post("/my/tokens/", {"name": "大屏"})
    assert_clean(page)
    secret = re.search(r'id="secret"\s+readonly\s+value="([^"]+)"', page.content.decode()).group(1)
    assert authenticate_api_token(secret) is not None
    assert secret not in client.get("/my/tokens/").content.decode()
    end = f"/my/tokens/{ApiToken.objects.get().pk}/end/"
    assert "大屏" in words_of(client.get(end))
    assert authenticate_api_token(secret) is not None
    client.post(end)
    assert authenticate_api_token(secret) is None
    assert browser(make_actor()).get(end).status_code == 404
    assert browser().get("/my/tokens/").status_code == 302


def test_the_theme_is_kept_in_a_cookie_and_decides_the_style_sheets() -> None:
    client = browser()

    def dark_set() -> str:
        found = re.search(r'<link [^>]*id="dark-set"[^>]*>', client.get("/").content.decode())
        return found.group(0) if found else ""

    assert "prefers-color-scheme: dark" in dark_set()
    client.post("/theme/", {"theme": "dark"})
    assert 'media="screen"' in dark_set()
    client.post("/theme/", {"theme": "light"})
    assert not dark_set()
    client.post("/theme/", {"theme": "<script>"})
    assert client.cookies["theme"].value == "light"


@pytest.mark.parametrize("path", ["/theme/", "/language/"])
def test_the_switches_lead_back_to_this_site_only(path: str) -> None:
    facts = {"theme": "dark", "language": "en"}
    assert browser().post(path, {**facts, "next": "/about/"})["Location"] == "/about/"
    assert browser().post(path, {**facts, "next": "https://evil.example/"})["Location"] == "/"


def test_the_language_is_remembered_with_the_account() -> None:
    actor = make_actor()
    client = browser(actor, "zh-CN")
    assert assert_clean(client.get("/")).language == "zh-Hans"
    client.post("/language/", {"language": "en"})
    assert assert_clean(client.get("/")).language == "en"
    elsewhere = Client(HTTP_ACCEPT_LANGUAGE="zh-CN")
    elsewhere.force_login(User.objects.get(pk=actor.user.pk))
    assert assert_clean(elsewhere.get("/")).language == "en"


def test_nothing_changes_by_reading() -> None:
    client = browser(make_actor())
    for path in ("/theme/", "/language/", "/my/account/players/keep/"):
        assert client.get(path).status_code == 405
    assert_clean(client.get("/sign-out/"))
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize(
    ("host", "hosts", "shared"),
    [
        ("localhost:8000", ["192.168.1.7", "10.0.0.2"], "http://192.168.1.7:8000/t/x/"),
        ("127.0.0.1:8000", [], "http://127.0.0.1:8000/t/x/"),
        ("duel.example", ["192.168.1.7"], "http://duel.example/t/x/"),
    ],
)
def test_what_phones_are_given_is_no_localhost(
    settings: Any, monkeypatch: pytest.MonkeyPatch, host: str, hosts: list[str], shared: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.PHONE_HOSTS = "config.embedded.addresses.lan_addresses"
    monkeypatch.setattr("config.embedded.addresses.lan_addresses", lambda: hosts)
    request = RequestFactory().get("/", headers={"Host": host})
    assert address_to_share(request, "/t/x/") == shared
