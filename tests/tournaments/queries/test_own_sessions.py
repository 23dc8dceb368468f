"""Private news of an entry reaches the browsers that have it as their own when it comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.actor import Actor
from accounts.models import Player, User
from accounts.sessions import at_rest
from tests.people_and_events import enter, make_event, make_user, owner_of, player_actor
from tests.team_events import enter_team, team_event, two_of
from tests.web.public.visiting import browser
from tournaments.models import Registration
from tournaments.queries.own_sessions import MAX_ASKED, sessions_with
from tournaments.services.entries import part_entry, revoke_entry_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Registration:
    return enter(make_event(), "Ann", "Ben")[0]


def session_of(client: Client) -> str:
    return str(client.cookies["dueldesk_session"].value)


def test_a_phone_has_the_entry_its_link_opens_and_no_other(entry: Registration) -> None:
    other = entry.tournament.registrations.get(name="Ben")
    mother = session_of(browser(Actor(player=entry.player, others=(other.player,))))
    son, nobody = session_of(browser(player_actor(other))), session_of(browser(Actor(user=make_user("nobody"))))
    everybody = [mother, son, nobody, "made-up"]
    assert sessions_with([entry.pk], everybody) == {mother}
    assert sessions_with([other.pk, entry.pk], everybody) == {mother, son}


def test_made_up_cookies_do_not_keep_the_news_from_its_owner(
    entry: Registration, django_assert_num_queries: Callable[..., Any]
) -> None:
    mother = session_of(browser(player_actor(entry)))
    made_up = [f"!{number:03}" for number in range(3 * MAX_ASKED)]
    assert sessions_with([entry.pk], [*made_up, mother]) == {mother}
    with django_assert_num_queries(1):
        assert sessions_with([entry.pk], made_up) == set()


def revoke(entry: Registration, client: Client) -> None:
    revoke_entry_link(actor=owner_of(entry.tournament), registration_id=entry.pk, reason="lost phone")


def sign_out(entry: Registration, client: Client) -> None:
    client.session.delete()


def expire(entry: Registration, client: Client) -> None:
    kept = Session.objects.filter(session_key=at_rest(session_of(client)))
    assert kept.update(expire_date="2020-01-01T00:00Z") == 1


@pytest.mark.parametrize("end", [revoke, sign_out, expire])
def test_a_phone_without_the_key_has_nothing(entry: Registration, end: Callable[..., Any]) -> None:
    client = browser(player_actor(entry))
    key = session_of(client)
    end(entry, client)
    assert sessions_with([entry.pk], [key]) == set()


def by_new_password(user: User, entry: Registration) -> None:
    user.set_password("another long password")
    user.save()


def by_closing_the_account(user: User, entry: Registration) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def by_parting(user: User, entry: Registration) -> None:
    part_entry(actor=owner_of(entry.tournament), registration_id=entry.pk, reason="not theirs")


@pytest.mark.parametrize("end", [by_new_password, by_closing_the_account, by_parting])
def test_an_account_has_the_entries_of_its_players_while_it_is_signed_in(
    entry: Registration, end: Callable[..., Any]
) -> None:
    user = make_user("parent")
    Player.objects.filter(pk=entry.player_id).update(user=user)
    client = browser(Actor(user=user))
    key = session_of(client)
    assert sessions_with([entry.pk], [key]) == {key}
    end(user, entry)
    assert sessions_with([entry.pk], [key]) == set()
    assert Session.objects.filter(session_key=at_rest(key)).exists(), "listening ends no session"


def test_who_is_in_a_team_has_its_entry() -> None:
    team = enter_team(team_event(), "星港队")
    key = session_of(browser(player_actor(two_of(team)[0])))
    assert sessions_with([team.pk], [key]) == {key}
