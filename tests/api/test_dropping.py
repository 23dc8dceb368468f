"""A player's drop over the API and its undo: whose it is, until when, and what the log offers."""

from __future__ import annotations

import pytest

from accounts.actor import Actor
from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_event, make_user, owner_of, play_rounds, staff_actor
from tournaments.models import Registration, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Round 1 is published; each of four players has an account."""
    tournament = make_event(planned_rounds=4)
    for entry in enter(tournament, "Ann", "Bob", "Cid", "Dan"):
        entry.player.user = make_user(entry.name.lower())
        entry.player.save()
    play_rounds(tournament, "published")
    return tournament


def entry_of(event: Tournament, name: str) -> Registration:
    return Registration.objects.select_related("player__user").get(tournament=event, name=name)


def player_api(event: Tournament, name: str) -> ApiAsker:
    return ApiAsker(Actor(user=entry_of(event, name).player.user))


def step(event: Tournament, name: str, which: str) -> str:
    return f"tournaments/{event.code}/registrations/{entry_of(event, name).pk}/steps/{which}/"


def test_a_player_drops_and_comes_back_until_the_next_round_is_published(event: Tournament) -> None:
    ann = player_api(event, "Ann")
    gone = ann.post(step(event, "Ann", "drop"), {"reason": "train"})
    assert (gone["status"], gone["status_round"]) == ("dropped", 1)
    assert ann.post(step(event, "Ann", "drop"), status=409)["code"] == "not_entered"
    back = ann.post(step(event, "Ann", "undrop"))
    assert (back["status"], back["status_round"]) == ("active", None)
    assert ann.post(step(event, "Ann", "undrop"), status=409)["code"] == "not_dropped"
    assert list(event.log.values_list("verb", "actor")[:2]) == [("entry_undropped", "ann"), ("entry_dropped", "ann")]


def test_a_draft_round_does_not_end_it_a_published_one_does(event: Tournament) -> None:
    ann = player_api(event, "Ann")
    ann.post(step(event, "Ann", "drop"))
    play_rounds(event, "completed", "draft")
    ann.post(step(event, "Ann", "undrop"))
    ann.post(step(event, "Ann", "drop"))
    event.rounds.filter(number=2).update(status="published")
    assert ann.post(step(event, "Ann", "undrop"), status=403)["code"] == "not_permitted"
    back = ApiAsker(staff_actor(event, "scorekeeper")).post(step(event, "Ann", "undrop"))
    assert back["status"] == "active"


@pytest.mark.parametrize("rule", ["losses", "no_show"])
def test_a_drop_by_the_events_settings_is_undone_by_the_staff_alone(event: Tournament, rule: str) -> None:
    Registration.objects.filter(name="Ann").update(status="dropped", status_round=1, drop_rule=rule)
    assert player_api(event, "Ann").post(step(event, "Ann", "undrop"), status=403)["code"] == "not_permitted"
    assert ApiAsker(owner_of(event)).post(step(event, "Ann", "undrop"))["status"] == "active"


def test_nobody_drops_or_brings_back_another_player(event: Tournament) -> None:
    others = [player_api(event, "Bob"), ApiAsker(staff_actor(event, "judge")), ApiAsker(owner_of(make_event()))]
    for other in others:
        assert other.post(step(event, "Ann", "drop"), status=403)["code"] == "not_permitted"
    player_api(event, "Ann").post(step(event, "Ann", "drop"))
    for other in others:
        assert other.post(step(event, "Ann", "undrop"), status=403)["code"] == "not_permitted"
    assert ApiAsker().post(step(event, "Ann", "undrop"), status=401)["code"] == "not_authenticated"
    elsewhere = step(event, "Ann", "undrop").replace(event.code, make_event().code)
    player_api(event, "Ann").post(elsewhere, status=404)
    assert entry_of(event, "Ann").status == "dropped"


@pytest.mark.parametrize(("phase", "code"), [("registration", "not_started"), ("finished", "not_running")])
def test_outside_of_play_nothing_is_dropped_or_undone(event: Tournament, phase: str, code: str) -> None:
    Registration.objects.filter(name="Bob").update(status="dropped", status_round=1)
    Tournament.objects.filter(pk=event.pk).update(phase=phase)
    assert player_api(event, "Ann").post(step(event, "Ann", "drop"), status=409)["code"] == code
    assert player_api(event, "Bob").post(step(event, "Bob", "undrop"), status=409)["code"] == code
