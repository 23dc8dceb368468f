"""The pages and the API by which a late player meets the one who has the bye."""

import pytest

from tests.people_and_events import owner_of
from tests.running_events import pair, publish, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.api import late_seat_views
from tournaments.models import RoundRepair, Tournament
from tournaments.services.entries import keep_apart, late_entry
from tournaments.services.late_seats import seat_late
from tournaments.services.undone_repairs import undo_repair

pytestmark = pytest.mark.django_db


def with_late():
    event = start_event(5, planned_rounds=3)
    round = publish(event)
    late = late_entry(actor=owner_of(event), tournament_id=event.pk, name="迟到", late_policy="loss")
    return event, round.byes.get(kind="paired").registration, late


def test_offered_on_the_entry_and_the_round_made_and_undone():
    event, other, late = with_late()
    desk = DeskVisitor(event, owner_of(event))
    offer = f"Play {other.entered_name}, who has the bye"
    assert offer in desk.read("desk_entry", late.pk)
    assert offer not in desk.read("desk_entry", other.pk)
    assert offer in desk.read("desk_round", 1)
    assert offer in desk.read("desk_entry_add")
    page = desk.press("desk_round_late", 1, late=late.pk, opponent=other.pk)
    assert "the bye is a match at table 3" in page
    assert "Who moved in this round" in page
    assert offer not in page
    assert "A late player plays the one who had the bye" in desk.read("tournament_pairings", 1)
    page = desk.press("desk_round_repair_undo", 1, RoundRepair.objects.get().pk)
    assert "the bye is a bye again" in page
    assert offer in page


def test_two_who_are_kept_apart_are_asked_about_first():
    event, other, late = with_late()
    keys = {"registration_a": other.pk, "registration_b": late.pk, "is_hard": True}
    keep_apart(actor=owner_of(event), tournament_id=event.pk, **keys)
    desk = DeskVisitor(event, owner_of(event))
    page = desk.press("desk_round_late", 1, late=late.pk, opponent=other.pk)
    assert "They are to be kept apart" in page
    assert f'name="late" value="{late.pk}"' in page
    page = desk.press("desk_round_late", 1, late=late.pk, opponent=other.pk, confirmed="1")
    assert "the bye is a match" in page


def test_a_draft_names_who_came_after_it():
    event = start_event(5, planned_rounds=3)
    pair(event)
    desk = DeskVisitor(event, owner_of(event))
    desk.press("desk_entry_add", name="迟到", late_policy="loss", birth_year="1990")
    page = desk.read("desk_round", 1)
    assert "Entered after this draft was paired" in page
    assert "迟到" in page
    assert "Pair again with them" in page


def test_the_api_lists_makes_and_undoes():
    event, other, late = with_late()
    desk = DeskVisitor(event, owner_of(event))
    address = f"/api/v1/tournaments/{event.code}/rounds/1"
    [one] = desk.client.get(f"{address}/late/").json()
    assert (one["late"]["registration"], one["with_bye"]["registration"]) == (late.pk, other.pk)
    sent = {"registration": late.pk, "opponent": other.pk}
    made = desk.client.post(f"{address}/late/", sent, content_type="application/json")
    assert (made.status_code, made.json()["table"]) == (201, 3)
    again = desk.client.post(f"{address}/late/", sent, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "late_seat_gone")
    undone = desk.client.delete(f"{address}/repair/?repair={made.json()['repair']}")
    assert undone.status_code == 200


def test_the_api_names_the_match_though_it_is_undone_at_once(monkeypatch):
    event, other, late = with_late()
    actor = owner_of(event)

    def seat_and_undo(**keys):
        made = seat_late(**keys)
        undo_repair(actor=actor, round_id=keys["round_id"], repair_id=made.pk)
        return made

    monkeypatch.setattr(late_seat_views, "seat_late", seat_and_undo)
    address, sent = f"/api/v1/tournaments/{event.code}/rounds/1/late/", {"registration": late.pk, "opponent": other.pk}
    made = DeskVisitor(event, actor).client.post(address, sent, content_type="application/json")
    assert (made.status_code, made.json()["table"]) == (201, 3)


def test_after_the_last_round_is_published_pages_and_api_say_that_nobody_enters():
    event = start_event(5, planned_rounds=1)
    desk = DeskVisitor(event, owner_of(event))
    publish(event)
    said = "Swiss round 1, the last one, is published: no round is left to play, so nobody can enter."
    page = desk.read("desk_entry_add")
    assert said in page
    assert 'name="late_policy"' not in page
    sent = {"name": "迟到", "late_policy": "loss", "age_group": "adult"}
    answer = desk.post("desk_entry_add", **sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    answer = desk.client.post(
        f"/api/v1/tournaments/{event.code}/registrations/", {**sent, "as_staff": True}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "too_late")
    assert said in answer.json()["detail"]
    assert not event.registrations.filter(name="迟到").exists()
    Tournament.objects.update(planned_rounds=2)
    assert 'name="late_policy"' in desk.read("desk_entry_add")
