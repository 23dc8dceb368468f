"""Taking an entry alone from a player who has others, over the API: who may, and what it takes."""

from __future__ import annotations

import pytest

from accounts.actor import Actor
from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_event, make_user, owner_of, player_actor, staff_actor
from tests.prepared_names import join
from tournaments.models import Registration, Tournament

pytestmark = pytest.mark.django_db
REASON = {"reason": "not theirs"}


@pytest.fixture
def entry() -> Registration:
    """Of a player with an account, who plays at another event, too."""
    (made,) = enter(make_event(), "Ann")
    join(make_event(), "Ann", player_actor(made))
    made.player.user = make_user("ann")
    made.player.save()
    return made


def path_of(entry: Registration) -> str:
    return f"tournaments/{entry.tournament.code}/registrations/{entry.pk}/steps/part/"


def test_the_desk_takes_the_entry_once_and_says_why(entry: Registration) -> None:
    event: Tournament = entry.tournament
    desk = ApiAsker(owner_of(event))
    assert desk.post(path_of(entry), status=400)["code"] == "reason_required"
    assert desk.post(path_of(entry), REASON)["name"] == "Ann"
    before, entry.player = entry.player, Registration.objects.get(pk=entry.pk).player
    assert (entry.player.user, entry.player == before, before.registrations.count()) == (None, False, 1)
    assert event.log.values_list("verb", "facts__reason")[0] == ("entry_parted", "not theirs")
    assert desk.post(path_of(entry), REASON, status=409)["code"] == "plays_here_alone"
    back = path_of(entry).replace("/part/", "/unpart/")
    ApiAsker(staff_actor(event, "scorekeeper")).post(back, status=403)
    assert desk.post(back)["name"] == "Ann"
    assert Registration.objects.get(pk=entry.pk).player == before
    assert desk.post(back, status=409)["code"] == "no_parting_to_undo"


@pytest.mark.parametrize("who", ["scorekeeper", "judge", "player", "stranger", "owner elsewhere"])
def test_nobody_takes_it_who_issues_no_links_here(entry: Registration, who: str) -> None:
    actors = {
        "player": lambda: Actor(user=entry.player.user),
        "stranger": lambda: Actor(user=make_user()),
        "owner elsewhere": lambda: owner_of(make_event()),
    }
    actor = actors[who]() if who in actors else staff_actor(entry.tournament, who)
    assert ApiAsker(actor).post(path_of(entry), REASON, status=403)["code"] == "not_permitted"
    assert Registration.objects.get(pk=entry.pk).player_id == entry.player_id


def test_an_organiser_may(entry: Registration) -> None:
    ApiAsker(staff_actor(entry.tournament, "organiser")).post(path_of(entry), REASON)
    assert Registration.objects.get(pk=entry.pk).player_id != entry.player_id
