"""Joining through the API: the code, the request where the desk decides, and its answers."""

from __future__ import annotations

import pytest

from tests.api.client import ApiAsker
from tests.people_and_events import make_actor, make_event, owner_of, staff_actor
from tournaments.models import Tournament
from tournaments.services.entries import ListAges, add_entries

pytestmark = pytest.mark.django_db
NAME = "李明"


@pytest.fixture
def event() -> Tournament:
    tournament = make_event()
    add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=[NAME], ages=ListAges("adult"))
    return tournament


def test_a_code_leads_to_its_event_for_everybody(event: Tournament) -> None:
    found = ApiAsker().get(f"join-codes/{event.join_code.lower()}/")
    assert found == {"code": event.code, "name": event.name, "open": True}
    ApiAsker().get("join-codes/UUUUUU/", status=404)
    keeper = ApiAsker(staff_actor(event, "scorekeeper"))
    base = f"tournaments/{event.code}/joining/"
    assert keeper.put(base, {"open": False}) == {"join_code": event.join_code, "open": False}
    assert ApiAsker().get(f"join-codes/{event.join_code}/")["open"] is False
    assert keeper.post(base)["join_code"] != event.join_code
    ApiAsker(staff_actor(event, "judge")).post(base, status=403)


def test_from_the_second_claim_to_the_desks_answer(event: Tournament) -> None:
    base = f"tournaments/{event.code}/"
    first, second, desk = ApiAsker(make_actor()), ApiAsker(make_actor()), ApiAsker(owner_of(event))
    mine = first.post(f"{base}registrations/", {"name": NAME, "age_group": "adult"}, status=201)
    asked = second.post(
        f"{base}registrations/", {"name": NAME, "age_group": "adult", "membership_id": "a 7"}, status=202
    )
    assert (asked["state"], asked["membership_id"], asked["entry"], asked["late"]) == ("open", "A7", None, False)
    page = f"{base}join-requests/{asked['id']}/"
    first.get(page, status=404)
    assert desk.get(page)["entry"] == mine["id"]
    assert [one["id"] for one in desk.get(f"{base}join-requests/", state="open")["results"]] == [asked["id"]]
    assert second.post(f"{page}key/", status=409)["code"] == "join_request_open"
    second.post(f"{page}other/", status=403)
    assert desk.post(f"{page}same/", status=400)["code"] == "player_has_account"
    assert desk.post(f"{page}refusal/", {"reason": ""}, status=400)
    assert desk.post(f"{page}refusal/", {"reason": "请到现场"})["state"] == "refused"
    assert second.get(page)["reason"] == "请到现场"
    assert desk.post(f"{page}reopen/")["state"] == "open"
    made = desk.post(f"{page}other/", {"name": "李明（二店）"})
    assert second.post(f"{page}key/") == {"registration": made["registration"], "personal_link": ""}
    assert second.get(f"{base}registrations/{made['registration']}/")["membership_id"] == "A7"
    assert first.get(f"{base}registrations/{made['registration']}/")["membership_id"] == ""


def test_who_asked_withdraws(event: Tournament) -> None:
    base = f"tournaments/{event.code}/"
    ApiAsker(make_actor()).post(f"{base}registrations/", {"name": NAME, "age_group": "adult"}, status=201)
    second = ApiAsker(make_actor())
    asked = second.post(f"{base}registrations/", {"name": NAME, "age_group": "adult"}, status=202)
    assert second.delete(f"{base}join-requests/{asked['id']}/", status=200)["state"] == "withdrawn"
