"""Deleting one's own account: asked twice, the players stay by link or are erased, results stay."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.claiming import claim_player
from accounts.models import User
from accounts.refusals import Conflict
from accounts.services import create_player
from tests.made_passkeys import make_passkey
from tests.people_and_events import make_user, staff_actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, open_event, open_links
from tournaments.services import closing_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

PATH = "/my/account/delete/"


@pytest.fixture
def parent() -> User:
    user = make_user("parent", may_create_tournaments=False, email="parent@example.com")
    EmailAddress.objects.create(user=user, email=user.email, verified=True)
    make_passkey(user)
    return user


def signed_in(user: User) -> Client:
    client = browser()
    client.force_login(user)
    return client


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
