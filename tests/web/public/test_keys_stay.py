"""A phone keeps the keys of its players: whatever ends an account on it, and for as long as they come back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.claiming import claim_player
from accounts.models import Player, User
from accounts.services import create_player, end_personal_link, find_player_by_link, issue_personal_link
from tests.people_and_events import make_event, make_user, owner_of
from tests.team_events import team_event
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, open_event, open_links, prove
from tournaments.models import Tournament
from tournaments.services.staff_links import issue_staff_link

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

DAY = timedelta(days=1)


@pytest.fixture
def parent() -> User:
    return make_user("parent", may_create_tournaments=False)


def phone_of(user: User | None, *players: Player) -> Client:
    """A browser that is signed in to an account and has opened the links of these players."""
    client = browser()
    if user is not None:
        client.force_login(user)
    open_links(client, *players)
    return client


def players_on(client: Client) -> set[str]:
    return {player.name for player in client.get("/my/").context["request"].actor.players}


def joined(client: Client, event: Tournament, name: str) -> str:
    """The personal link that the phone gets for a name that it joins under."""
    answer = client.post(f"/t/{event.code}/register/?person=new", {"name": name, "age_group": "adult"}, follow=True)
    return re.search(r"/me/[^/]+/", answer.text).group()


def days_later(client: Client, days: int) -> None:
    """Let the browser's session be as many days old."""
    Session.objects.update(expire_date=F("expire_date") - timedelta(days=days))


def test_erasing_the_accounts_child_leaves_the_siblings(parent: User) -> None:
    """The account that closed with the last of its players took the keys of all others along."""
    event, kept = make_event(), create_player(name="小明")
    claim_player(user=parent, player=kept)
    client = prove(phone_of(parent))
    links = [joined(client, event, name) for name in ("小红", "小蓝")]
    assert players_on(client) == {"小明", "小红", "小蓝"}
    client.post(f"/my/players/{kept.pk}/erase/", {"typed_name": "小明"})
    parent.refresh_from_db()
    assert not parent.is_active
    assert players_on(client) == {"小红", "小蓝"}
    assert all(link in client.get("/my/").text for link in links), "nothing else shows them again"


def test_a_link_that_ended_is_not_shown(parent: User) -> None:
    player = create_player(name="小明")
    claim_player(user=parent, player=player)
    client = prove(phone_of(parent))
    client.post(f"/my/account/players/{player.pk}/link/")
    assert "/me/" in client.get("/my/account/").text
    client.post(f"/my/account/players/{player.pk}/link/", {"end": "1"})
    page = client.get("/my/account/")
    assert "/me/" not in page.text
    assert "Personal link: none" in words_of(page)


def test_a_link_that_ended_elsewhere_is_not_shown() -> None:
    event, client = make_event(), browser()
    link = joined(client, event, "小明")
    player = find_player_by_link(link.split("/")[2])
    pages = [f"/t/{event.code}/registered/", "/my/"]
    assert all(link in client.get(page).text for page in pages)
    issue_personal_link(player=player)
    assert all(link not in client.get(page, follow=True).text for page in pages)


def test_signing_out_of_an_account_leaves_who_is_here_by_link(parent: User) -> None:
    """Whom the account keeps goes with it, and comes back with it; a link is a key of its own."""
    event, kept = make_event(), create_player(name="小明")
    client = phone_of(parent, kept)
    claim_player(user=parent, player=kept)
    link = joined(client, event, "小红")
    answer = client.post("/sign-out/", follow=True)
    assert "Still on this phone by personal link: 小红." in words_of(answer)
    assert "_auth_user_id" not in client.session
    assert players_on(client) == {"小红"}
    assert link in client.get("/my/").text


def test_the_request_at_the_desk_stays_with_the_family(parent: User) -> None:
    event = open_event("外人")
    joined(browser(), event, "小蓝")
    client = phone_of(parent, create_player(name="小红"))
    client.post(f"/t/{event.code}/register/?person=new", {"name": "小蓝", "age_group": "adult"})
    client.post("/sign-out/")
    assert "小蓝" in words_of(client.get(f"/t/{event.code}/asked/"))


@pytest.mark.parametrize("path", ["/sign-out/", "/accounts/logout/"])
def test_a_single_player_is_asked_about_and_the_link_is_shown(path: str) -> None:
    event, client = make_event(), browser()
    link = joined(client, event, "小明")
    for asked in (client.get(path), client.post(path)):
        assert_clean(asked)
        assert link in asked.text
    assert players_on(client) == {"小明"}
    assert client.post(path, {"sure": "1"})["Location"] == "/"
    assert "Who are you?" in words_of(client.get("/my/"))


def test_a_new_link_is_made_before_the_player_goes() -> None:
    event = open_event("小明", "小红")
    players = [entry.player for entry in event.registrations.order_by("pk")]
    client = phone_of(None, *players)
    assert "/me/" not in client.post("/sign-out/").text
    shown = client.post(f"/my/players/{players[0].pk}/link/", {"leave": "1"}, follow=True)
    assert shown.request["PATH_INFO"] == "/sign-out/"
    assert shown.text.count("/me/") >= 1
    assert_clean(shown)


def test_a_helper_by_staff_link_leaves_the_family_on_the_phone() -> None:
    event = open_event("小明")
    client = phone_of(None, event.registrations.get().player)
    _link, path = issue_staff_link(actor=owner_of(event), tournament_id=event.pk, name="帮手", role="judge")
    client.post(path)
    assert players_on(client) == set(), "who works by a link is nobody's player"
    client.post("/sign-out/")
    assert players_on(client) == {"小明"}


def test_a_phone_that_comes_back_keeps_its_players(parent: User) -> None:
    player = create_player(name="小明")
    client = phone_of(None, player)
    days_later(client, 300)
    page = client.get("/my/")
    assert page.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 400 * 24 * 3600
    days_later(client, 300)
    assert players_on(client) == {"小明"}
    assert settings.SESSION_COOKIE_NAME not in client.get("/my/").cookies, "once a day"
    days_later(client, 401)
    assert "Who are you?" in words_of(client.get("/my/"))


def test_an_account_on_it_is_signed_in_for_no_longer_than_elsewhere(parent: User, monkeypatch) -> None:
    client = phone_of(parent, create_player(name="小明"))
    monkeypatch.setattr("accounts.sessions.now", lambda: timezone.now() + 29 * DAY)
    assert client.get("/my/").context["request"].user == parent
    monkeypatch.setattr("accounts.sessions.now", lambda: timezone.now() + 31 * DAY)
    assert not client.get("/my/").context["request"].user.is_authenticated
    assert players_on(client) == {"小明"}


def test_nothing_at_rest_opens_a_player() -> None:
    """Anyone who reads the database, or a copy of it, holds neither a link nor the cookie of a phone."""
    event, client = make_event(), browser()
    link = joined(client, event, "小明")
    pairs = team_event()
    names = {"name": "甲乙", "name_1": "甲", "name_2": "乙", "age_group_1": "adult", "age_group_2": "adult"}
    pair = client.post(f"/t/{pairs.code}/register/?person=new", names, follow=True)
    links = {link, *re.findall(r"/me/[^/\"<]+/", pair.text)}
    joined(browser(), taken := make_event(), "小蓝")
    client.post(f"/t/{taken.code}/register/?person=new", {"name": "小蓝", "age_group": "adult"})
    secrets = [one.split("/")[2] for one in links]
    secrets += [client.session["join_secret"], client.cookies[settings.SESSION_COOKIE_NAME].value]
    assert len(secrets) >= 4
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_key || session_data FROM django_session")
        kept = "".join(row[0] for row in cursor.fetchall())
    assert not [secret for secret in secrets if secret in kept]
    assert find_player_by_link(secrets[0]) is not None


def test_a_revoked_link_is_gone_from_the_pages_of_a_pair() -> None:
    event, client = team_event(), browser()
    names = {"name": "甲乙", "name_1": "甲", "name_2": "乙", "age_group_1": "adult", "age_group_2": "adult"}
    page = client.post(f"/t/{event.code}/register/", names, follow=True)
    assert page.text.count("/me/") >= 2
    second = event.registrations.model.everybody.get(tournament=event, name="乙").player
    end_personal_link(player=second)
    assert client.get(f"/t/{event.code}/registered/").text.count("/me/") < page.text.count("/me/")


def test_another_account_that_signs_in_leaves_them_too(parent: User) -> None:
    """Django begins an empty session for another account; and for one whose password was changed elsewhere."""
    client = phone_of(parent, create_player(name="小红"))
    client.force_login(make_user("another"))
    assert players_on(client) == {"小红"}
    client.force_login(parent)
    parent.set_password("changed elsewhere")
    parent.save()
    assert not client.get("/my/").context["request"].user.is_authenticated
    assert players_on(client) == {"小红"}


def test_the_administration_signs_out_like_the_site(parent: User) -> None:
    parent.is_staff = True
    parent.save()
    client = phone_of(parent, create_player(name="小红"))
    client.post("/admin/logout/")
    assert "_auth_user_id" not in client.session
    assert players_on(client) == {"小红"}


def test_only_this_one_takes_everything_else_off() -> None:
    client = phone_of(None, create_player(name="小红"))
    client.post(issue_personal_link(player=create_player(name="小明")), {"how": "only"})
    assert players_on(client) == {"小明"}
    assert len(client.session["player_keys"]) == 1
