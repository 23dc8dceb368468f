"""A new personal link, or the account that keeps the player, ends what the old link opened."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.actor import Actor
from accounts.claiming import claim_player, end_own_link
from accounts.models import Player
from accounts.refusals import NotAllowed
from accounts.services import find_player_by_link, issue_personal_link
from tests.people_and_events import enter, make_event, make_user, owner_of, staff_actor
from tournaments.services.entries import issue_entry_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def entered():
    tournament = make_event()
    (entry,) = enter(tournament, "小明")
    return tournament, entry


def visitor(path: str) -> Client:
    """A visitor who has opened a personal link and continued as its player."""
    client = Client()
    assert client.post(path).status_code == 302
    return client


def test_a_new_link_ends_the_sessions_of_the_old_one(entered):
    _, entry = entered
    client = visitor(issue_personal_link(player=entry.player))
    assert "小明" in client.get("/my/").content.decode()
    issue_personal_link(player=entry.player)
    answer = client.get("/my/", follow=True)
    assert "小明" not in answer.content.decode()


def test_an_account_ends_the_link_when_its_holder_says_so(entered):
    _, entry = entered
    path = issue_personal_link(player=entry.player)
    client, account = visitor(path), make_user()
    claim_player(user=account, player=entry.player)
    assert "小明" in client.get("/my/").content.decode(), "a child's phone goes on"
    end_own_link(user=account, player_id=entry.player_id)
    assert find_player_by_link(path.split("/")[2]) is None
    assert "小明" not in client.get("/my/", follow=True).content.decode()
    assert Player.objects.get(pk=entry.player_id).user == account


def test_only_organisers_and_the_player_issue_links(entered):
    tournament, entry = entered
    for role in ("scorekeeper", "judge"):
        with pytest.raises(NotAllowed):
            issue_entry_link(actor=staff_actor(tournament, role), registration_id=entry.pk)
    for actor in (owner_of(tournament), staff_actor(tournament, "organiser"), Actor(player=entry.player)):
        assert issue_entry_link(actor=actor, registration_id=entry.pk).startswith("/me/")
