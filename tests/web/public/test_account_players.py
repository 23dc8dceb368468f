"""The account's own page: keeping the players of a phone, on every device, and letting them go."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.claiming import claim_player
from accounts.models import Notice, Player
from accounts.services import create_player, issue_personal_link
from tests.people_and_events import make_actor, make_user
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, open_event, open_links, prove

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def family(*names: str) -> tuple[Client, list[Player]]:
    """A signed-in browser that has opened the personal links of these players."""
    client = browser(make_actor())
    players = [create_player(name=name) for name in names]
    open_links(client, *players)
    return client, players


def kept_by(client: Client) -> list[str]:
    return [one.player.name for one in client.get("/my/account/").context["kept"]]


def test_one_tap_keeps_a_player_on_every_device() -> None:
    event = open_event("小明")
    player = event.registrations.get().player
    client, other = browser(make_actor("parent")), browser()
    open_links(client, player)
    assert "for every device you sign in on" in words_of(client.get("/my/"))
    answer = client.post(f"/my/account/players/{player.pk}/keep/", {"from": "my_page"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/my/"
    assert "Your account keeps 小明 now" in words_of(answer)
    other.post("/accounts/login/", {"login": "parent", "password": "a long password"})
    assert event.name in words_of(other.get("/my/"))
    assert kept_by(other) == ["小明"]


def test_keeping_is_undone_by_the_notice_it_says_so_with() -> None:
    client, [player] = family("小明")
    undo = client.post(f"/my/account/players/{player.pk}/keep/", follow=True)
    assert f'action="/my/account/players/{player.pk}/release/"' in undo.text
    answer = prove(client).post(f"/my/account/players/{player.pk}/release/", follow=True)
    assert "is out of your account" in words_of(answer)
    player.refresh_from_db()
    assert player.user is None
    assert client.get("/my/").context["request"].actor.player == player


def test_a_family_is_kept_at_once_and_a_full_account_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.claiming.MAX_PLAYERS", 2)
    client, _players = family("甲", "乙", "丙")
    answer = client.post("/my/account/players/keep/", follow=True)
    assert kept_by(client) == ["甲", "乙"]
    assert "Your account keeps them now: 甲, 乙." in words_of(answer)
    assert "at most 2 players" in words_of(answer)


def test_the_second_account_that_opens_the_link_learns_of_the_first() -> None:
    player = create_player(name="小明")
    path = issue_personal_link(player=player)
    first = make_user()
    claim_player(user=first, player=player)
    second = browser(make_actor())
    assert_clean(opened := second.get(path))
    assert "Another account keeps 小明 already" in words_of(opened)
    assert 'value="claim"' not in opened.text
    second.post(path, {"how": "add"})
    answer = second.post(f"/my/account/players/{player.pk}/keep/", follow=True)
    assert "in another account already" in words_of(answer)
    player.refresh_from_db()
    assert player.user == first
    assert kept_by(second) == []


def test_nobody_reaches_anothers_player() -> None:
    client, _ = family("小明")
    stranger = create_player(name="小红")
    claim_player(user=make_user(), player=stranger)
    for what in ("keep", "release", "link"):
        assert client.post(f"/my/account/players/{stranger.pk}/{what}/").status_code == 404
    assert "小红" not in client.get("/my/account/").text


def test_a_link_alone_does_not_act_for_the_account() -> None:
    player = create_player(name="小明")
    path = issue_personal_link(player=player)
    account = make_user(email="parent@example.org")
    claim_player(user=account, player=player)
    child = browser()
    child.post(path)
    assert child.get("/my/").context["request"].actor.player == player
    for what in ("release", "link", "keep"):
        answer = child.post(f"/my/account/players/{player.pk}/{what}/")
        assert answer.url.startswith("/accounts/login/")
    data = child.get(f"/my/players/{player.pk}/data.json")
    assert data.json()["player"]["account"] is None
    assert "parent@example.org" not in data.text
    page = child.get(f"/my/players/{player.pk}/erase/")
    assert "Only that account erases the data" in words_of(page)
    assert child.post(f"/my/players/{player.pk}/erase/", {"typed_name": "小明"}).status_code == 403
    player.refresh_from_db()
    assert player.name == "小明"
    holder = browser()
    holder.force_login(account)
    kept = holder.get(f"/my/players/{player.pk}/data.json").json()["player"]["account"]
    assert kept["email"] == "parent@example.org"


def test_the_link_is_made_shown_and_ended_on_the_page() -> None:
    client, [player] = family("小明")
    client.post("/my/account/players/keep/")
    shown = prove(client).post(f"/my/account/players/{player.pk}/link/", follow=True)
    assert "/me/" in shown.text
    assert "This is the new link of 小明" in words_of(shown)
    ended = client.post(f"/my/account/players/{player.pk}/link/", {"end": "1"}, follow=True)
    assert "Personal link: none" in words_of(ended)
    assert kept_by(client) == ["小明"]


def test_erasing_one_of_several_players_leaves_the_account() -> None:
    client, [first, _] = family("小明", "小红")
    client.post("/my/account/players/keep/")
    asked = client.post(f"/my/players/{first.pk}/erase/", {"typed_name": "小明"})
    assert asked.url.startswith("/accounts/reauthenticate/")
    first.refresh_from_db()
    assert first.erased_at is None, "nobody has proved whose account it is"
    prove(client).post(f"/my/players/{first.pk}/erase/", {"typed_name": "小明"})
    first.refresh_from_db()
    assert (first.erased_at is not None, first.user) == (True, None)
    assert kept_by(client) == ["小红"]


def test_the_notices_of_a_player_reach_account_and_link() -> None:
    client, [player] = family("小明")
    client.post("/my/account/players/keep/")
    Notice.objects.create(
        player=player,
        code="deck_reminder",
        facts={"tournament": "周末赛", "event": "周末赛", "state": "missing", "locked": False},
    )
    child = browser()
    open_links(child, player)
    for one in (client, child):
        assert one.get("/my/notices/").status_code == 200
        assert "周末赛" in words_of(one.get("/my/notices/"))


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_the_page_is_clean_empty_and_full(language: str) -> None:
    client = browser(make_actor(), language)
    assert_clean(client.get("/my/account/"))
    players = [create_player(name=name) for name in ("小明", "小红")]
    open_links(client, *players)
    assert_clean(client.get("/my/account/"))
    client.post("/my/account/players/keep/")
    prove(client).post(f"/my/account/players/{players[0].pk}/link/")
    assert_clean(client.get("/my/account/"))


def test_letting_a_player_go_and_the_link_ask_for_a_proof() -> None:
    """By the link alone one erases what is in no account."""
    client = browser(make_actor())
    player = create_player(name="小明")
    open_links(client, player)
    client.post(f"/my/account/players/{player.pk}/keep/")
    player.refresh_from_db()
    kept = player.user, player.link_hash
    for what in ("release", "link"):
        answer = client.post(f"/my/account/players/{player.pk}/{what}/")
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/reauthenticate/")
        player.refresh_from_db()
        assert (player.user, player.link_hash) == kept
    prove(client).post(f"/my/account/players/{player.pk}/release/")
    player.refresh_from_db()
    assert player.user is None
