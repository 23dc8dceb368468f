"""Requests to join of an erased player: neither they nor the lines that tell of them name anybody any more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.actor import Actor
from accounts.claiming import claim_player
from accounts.models import Notice, Player, User
from accounts.services import create_player
from tests.past_entries import event_of_last_autumn
from tests.people_and_events import make_actor, make_event, make_user, owner_of, player_actor
from tests.running_events import start_event
from tests.tournaments.ended_events import ended_event
from tests.tournaments.services.erased_people import NAME, places_naming
from tests.tournaments.services.snapshots.taken_snapshots import taken
from tests.tournaments.services.test_erasing import erase
from tournaments.models import JoinRequest, LogEntry, Registration
from tournaments.services.closing_accounts import close_own_account
from tournaments.services.entries import register_self
from tournaments.services.entries.deciding import accept_as_other, accept_as_same, refuse_join_request
from tournaments.services.entries.past import ask_for_past_entry, take_past_entry
from tournaments.services.retention import close_idle_accounts

pytestmark = pytest.mark.django_db
TYPED = "云飞羊小错"


@pytest.mark.django_db(transaction=True)
def test_an_event_that_did_not_take_the_player_names_nobody() -> None:
    entry = ended_event(make_actor(), NAME, "林小雨").registrations.get(name=NAME)
    running = start_event(2)
    me = player_actor(entry)
    asked = register_self(actor=me, tournament_id=running.pk, name=NAME, age_group="adult").request
    assert asked is not None
    refuse_join_request(actor=owner_of(running), request_id=asked.pk, reason=f"{NAME} 来晚了")
    taken(running)
    assert any("json.gz" in place for place in places_naming(code=running.code))
    erase(entry, me)
    assert places_naming(code=running.code) == []


def test_a_name_that_was_only_typed_into_a_request_goes_too() -> None:
    event = event_of_last_autumn()
    entry = event.registrations.get(number=1)
    actor = Actor(user=make_user("parent", may_create_tournaments=False))
    asked = ask_for_past_entry(actor=actor, tournament_id=event.pk, name=TYPED, age_group="adult").request
    accept_as_same(actor=owner_of(event), request_id=asked.pk, number=entry.number, reason=f"{TYPED} 是他")
    take_past_entry(actor=actor, request_id=asked.pk)
    entry = Registration.objects.get(pk=entry.pk)
    erase(entry, Actor(user=actor.user, player=Player.objects.get(pk=entry.player_id)))
    assert places_naming((TYPED,)) == []


def test_a_name_that_the_desk_replaced_goes_too() -> None:
    event = make_event()
    owner = owner_of(event)
    for _ in range(2):
        asked = register_self(actor=Actor(), tournament_id=event.pk, name=TYPED, age_group="adult").request
    assert asked is not None
    request = accept_as_other(actor=owner, request_id=asked.pk, name="云小二")
    assert request.made is not None
    erase(request.made)
    lines = LogEntry.objects.filter(facts__request=asked.pk)
    label = f"#{request.made.number}"
    assert [(line.verb, line.facts["name"]) for line in lines] == [("join_other", label), ("join_asked", label)]
    assert event.registrations.get(name=TYPED), "the other one of the name keeps theirs"


def test_the_first_of_two_names_takes_nothing_of_the_second_along() -> None:
    event = make_event()
    first = register_self(actor=Actor(), tournament_id=event.pk, name=TYPED, age_group="adult").registration
    asked = register_self(actor=Actor(), tournament_id=event.pk, name=TYPED, age_group="adult").request
    assert first is not None
    assert asked is not None
    second = accept_as_other(actor=owner_of(event), request_id=asked.pk).made
    erase(first)
    assert JoinRequest.objects.get() == asked
    assert event.log.get(verb="join_other").facts["name"] == TYPED
    assert second is not None
    assert Registration.objects.get(pk=second.pk).entered_name.startswith(TYPED)


def test_a_question_of_an_account_that_stays_goes_and_nobody_waits_at_the_desk() -> None:
    """Two of the name: the desk has to say which one is meant, and no entry is noted."""
    event = ended_event(make_actor(), NAME, "林小雨")
    entry = event.registrations.get(name=NAME)
    event.registrations.filter(name="林小雨").update(name=NAME)
    parent = make_user("parent", may_create_tournaments=False)
    for child in (entry.player, create_player(name="姐姐")):
        claim_player(user=parent, player=child)
    me = Actor(user=parent)
    asked = ask_for_past_entry(actor=me, tournament_id=event.pk, name=NAME, age_group="adult").request
    assert (asked.entry, Notice.objects.filter(code="join_asked", read_at=None).count()) == (None, 1)
    erase(Registration.objects.get(pk=entry.pk), Actor(user=parent, player=Player.objects.get(pk=entry.player_id)))
    assert not JoinRequest.objects.exists()
    assert not Notice.objects.filter(code="join_asked", read_at=None).exists()


@pytest.mark.parametrize("ends", ["closed", "idle"])
def test_the_log_keeps_a_question_of_an_account_that_ends_without_the_name(ends: str) -> None:
    event, parent = make_event(), make_user("verschwundner", may_create_tournaments=False)
    me = Actor(user=parent)
    asked = ask_for_past_entry(actor=me, tournament_id=event.pk, name=TYPED, age_group="adult").request
    refuse_join_request(actor=owner_of(event), request_id=asked.pk, reason=f"{TYPED} 不在名单上")
    if ends == "closed":
        close_own_account(actor=me, typed_name="verschwundner", erase=False)
    else:
        User.objects.filter(pk=parent.pk).update(date_joined=timezone.now() - timedelta(days=400))
        assert close_idle_accounts(months=12) == 1
    assert places_naming((TYPED, "verschwundner")) == []
    assert [line.facts["name"] for line in event.log.filter(verb__startswith="join_")] == ["–", "–"]
