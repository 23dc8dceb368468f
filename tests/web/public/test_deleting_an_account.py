"""Deleting one's own account: asked twice, the players stay by link or are erased, results stay."""

from __future__ import annotations

import re
from threading import Thread

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import connections, transaction
from django.test import Client

from accounts.actor import Actor
from accounts.claiming import claim_player
from accounts.models import Player, User
from accounts.refusals import Conflict
from accounts.services import create_player
from tests.made_passkeys import make_passkey
from tests.people_and_events import make_user, owner_of, staff_actor
from tests.two_at_once import PATIENCE, at_once, wait_until_blocked
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, open_event, open_links, prove
from tournaments.services import closing_accounts
from tournaments.services.closing_accounts import close_own_account
from tournaments.services.entries.arriving import issue_entry_link
from tournaments.services.locking import lock_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

PATH = "/my/account/delete/"


@pytest.fixture
def parent() -> User:
    user = make_user("parent", may_create_tournaments=False, email="parent@example.com")
    EmailAddress.objects.create(user=user, email=user.email, verified=True)
    make_passkey(user)
    return user


def signed_in(user: User) -> Client:
    """A browser that has just proved again who it is."""
    client = browser()
    client.force_login(user)
    return prove(client)


def test_the_account_goes_and_its_players_stay_by_link(parent: User) -> None:
    event = open_event("小明")
    [player, other] = event.registrations.get().player, create_player(name="小红")
    client = signed_in(parent)
    claim_player(user=parent, player=player)
    open_links(client, other)
    assert_clean(client.get(PATH))
    answer = client.post(PATH, {"typed_name": "parent"}, follow=True)
    assert "The account is deleted." in words_of(answer)
    assert event.name in words_of(answer)
    assert "/me/" in answer.text, "the link that was made is shown"
    assert set(answer.context["request"].actor.players) == {player, other}
    parent.refresh_from_db()
    assert (parent.is_active, parent.username, parent.email) == (False, f"erased-{parent.pk}", "")
    assert not parent.has_usable_password()
    assert not EmailAddress.objects.filter(user=parent).exists()
    assert not Authenticator.objects.filter(user=parent).exists()


def test_the_players_are_erased_with_it_if_that_is_wanted(parent: User) -> None:
    event = open_event("小明")
    player = event.registrations.get().player
    claim_player(user=parent, player=player)
    signed_in(parent).post(PATH, {"typed_name": "parent", "erase": "on"})
    player.refresh_from_db()
    parent.refresh_from_db()
    assert (player.erased_at is not None, parent.is_active) == (True, False)
    assert event.registrations.count() == 1, "the entry stays, as nobody's"


def test_a_wrong_name_deletes_nothing(parent: User) -> None:
    answer = signed_in(parent).post(PATH, {"typed_name": "somebody"})
    assert answer.status_code == 422
    parent.refresh_from_db()
    assert parent.is_active


def test_an_account_with_a_role_stays() -> None:
    user = staff_actor(open_event(), "judge").user
    assert user is not None
    answer = signed_in(user).post(PATH, {"typed_name": user.username})
    assert "Hand them over" in words_of(answer)
    user.refresh_from_db()
    assert user.is_active


def test_all_or_nothing_is_erased(parent: User, monkeypatch: pytest.MonkeyPatch) -> None:
    players = [create_player(name=name) for name in ("小明", "小红")]
    for player in players:
        claim_player(user=parent, player=player)
    real = closing_accounts.erase_player

    def refused_for_the_second(**facts):
        if facts["player_id"] == players[1].pk:
            raise Conflict("player_in_event", event="周末赛")
        return real(**facts)

    monkeypatch.setattr(closing_accounts, "erase_player", refused_for_the_second)
    answer = signed_in(parent).post(PATH, {"typed_name": "parent", "erase": "on"})
    assert answer.status_code == 422
    for player in players:
        player.refresh_from_db()
        assert (player.erased_at, player.user) == (None, parent)


def test_a_link_shown_before_is_shown_afterwards(parent: User) -> None:
    """It went with the session, and nothing shows a link again."""
    player, client = create_player(name="小明"), signed_in(parent)
    claim_player(user=parent, player=player)
    client.post(f"/my/account/players/{player.pk}/link/")
    link = re.search(r"/me/[^/]+/", client.get("/my/account/").text).group()
    assert link in client.post(PATH, {"typed_name": "parent"}, follow=True).text
    assert browser().get(link).status_code == 200


def test_a_phone_without_room_loses_no_player(parent: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.players_here.MAX_PLAYERS", 2)
    client, mine = signed_in(parent), create_player(name="小明")
    claim_player(user=parent, player=mine)
    here = [create_player(name=name) for name in ("甲", "乙")]
    open_links(client, *here)
    for path, facts in ((PATH, {"typed_name": "parent"}), (f"/my/account/players/{mine.pk}/release/", {})):
        answer = client.post(path, facts, follow=True)
        assert "would be left without a key" in words_of(answer)
        mine.refresh_from_db()
        parent.refresh_from_db()
        assert (mine.user, parent.is_active) == (parent, True)
    client.post(PATH, {"typed_name": "parent", "erase": "on"})
    parent.refresh_from_db()
    assert not parent.is_active


@pytest.mark.django_db(transaction=True)
def test_erasing_it_waits_for_a_desk_that_hands_out_a_link() -> None:
    """Both lock the event before the player: the other way round, PostgreSQL ended one of them as a deadlock."""
    event = open_event("小明")
    player, user = event.registrations.get().player, make_user("parent", may_create_tournaments=False)
    actor = Actor(user=user, player=claim_player(user=user, player=player))
    results: list[object] = []

    def close() -> None:
        try:
            results.append(close_own_account(actor=actor, typed_name="parent", erase=True))
        except BaseException as error:
            results.append(error)
        finally:
            connections.close_all()

    closing = Thread(target=close, daemon=True)
    with transaction.atomic():
        lock_tournament(event.pk)
        closing.start()
        wait_until_blocked(1, [closing])
        assert Player.objects.select_for_update(of=("self",), nowait=True).get(pk=player.pk).user == user
    closing.join(PATIENCE)
    assert results == [[]]
    player.refresh_from_db()
    assert player.erased_at is not None


@pytest.mark.django_db(transaction=True)
def test_erasing_it_and_a_link_of_the_desk_come_back_at_once() -> None:
    event = open_event("小明")
    entry, user = event.registrations.get(), make_user("parent", may_create_tournaments=False)
    actor = Actor(user=user, player=claim_player(user=user, player=entry.player))
    closed, refused = at_once(
        event,
        lambda: close_own_account(actor=actor, typed_name="parent", erase=True),
        lambda: issue_entry_link(actor=owner_of(event), registration_id=entry.pk),
    )
    assert closed == []
    assert refused.code in ("player_has_account", "entry_anonymous")
