"""Erasing a player's data through the API: who may, what has to be typed, and what is left."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.actor import Actor
from accounts.claiming import claim_player
from accounts.models import Player
from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_actor, make_event, make_user, owner_of, staff_actor
from tests.running_events import start_event
from tests.web.public.visiting import browser, prove
from tournaments.models import Registration, Tournament

pytestmark = pytest.mark.django_db
NAME = "李明"


@pytest.fixture
def entry() -> Registration:
    [made] = enter(make_event(), NAME)
    return made


def path_of(entry: Registration) -> str:
    return f"tournaments/{entry.tournament.code}/registrations/{entry.pk}/erasure/"


def is_erased(entry: Registration) -> bool:
    return Player.objects.get(pk=entry.player_id).erased_at is not None


def played_elsewhere_by(player: Player) -> Tournament:
    """Another organiser's event with the player in it."""
    event = make_event()
    Registration.objects.create(tournament=event, player=player, number=9, name=player.name)
    return event


def test_the_organiser_of_all_events_erases_and_the_results_stay(entry: Registration) -> None:
    desk = ApiAsker(owner_of(entry.tournament))
    assert desk.post(path_of(entry), {"typed_name": "李雷"}, status=400)["code"] == "name_not_typed"
    assert desk.post(path_of(entry), {}, status=400)
    assert not is_erased(entry)
    assert desk.post(path_of(entry), {"typed_name": NAME}) == {"registrations": [entry.pk]}
    assert is_erased(entry)
    assert NAME not in str(desk.get(f"tournaments/{entry.tournament.code}/registrations/{entry.pk}/"))
    assert desk.post(path_of(entry), {"typed_name": NAME}, status=409)["code"] == "player_erased"


def test_nobody_else_erases(entry: Registration) -> None:
    elsewhere = played_elsewhere_by(entry.player)
    roles = ("organiser", "scorekeeper", "judge")
    askers = [staff_actor(entry.tournament, role) for role in roles] + [owner_of(elsewhere), make_actor()]
    for actor in askers:
        assert ApiAsker(actor).post(path_of(entry), {"typed_name": NAME}, status=403)
    ApiAsker().post(path_of(entry), {"typed_name": NAME}, status=401)
    assert not is_erased(entry)
    wrong = f"tournaments/{elsewhere.code}/registrations/{entry.pk}/erasure/"
    ApiAsker(owner_of(elsewhere)).post(wrong, {"typed_name": NAME}, status=404)
    site = Actor(user=make_user(is_superuser=True))
    assert len(ApiAsker(site).post(path_of(entry), {"typed_name": NAME})["registrations"]) == 2


def test_an_account_erases_its_own_player_and_stays(entry: Registration) -> None:
    """A program ends no account: the page asks for a proof first."""
    parent = make_user(may_create_tournaments=False)
    claim_player(user=parent, player=entry.player)
    ApiAsker(Actor(user=make_user(may_create_tournaments=False))).post(path_of(entry), {"typed_name": NAME}, status=403)
    client = ApiAsker(Actor(user=parent))
    client.post(path_of(entry), {"typed_name": NAME})
    parent.refresh_from_db()
    assert (is_erased(entry), parent.is_active) == (True, True)
    assert client.get("notices/") is not None


def test_not_while_the_event_runs() -> None:
    event = start_event(4)
    entry = event.registrations.first()
    assert entry is not None
    refused = ApiAsker(owner_of(event)).post(path_of(entry), {"typed_name": entry.name}, status=409)
    assert refused["code"] == "player_in_event"
    assert not is_erased(entry)


def test_a_session_erases_the_accounts_own_player_only_after_a_proof(entry: Registration) -> None:
    parent = make_user(may_create_tournaments=False)
    claim_player(user=parent, player=entry.player)
    client = browser(Actor(user=parent))
    erase = partial(client.post, f"/api/v1/{path_of(entry)}", {"typed_name": NAME}, "application/json")
    answer = erase()
    assert (answer.status_code, answer.json()["code"]) == (403, "prove_first")
    assert "on the player's own page" in answer.json()["detail"]
    assert not is_erased(entry)
    prove(client)
    assert erase().status_code == 200
    assert is_erased(entry)
