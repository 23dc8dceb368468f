"""Repairing a round, keeping pairs apart and fixing seats through the API."""

from __future__ import annotations

import pytest

from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_event, owner_of
from tests.planned_repairs import corrected_event, repair_plan
from tests.running_events import finish_round, publish, start_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def corrected():
    """Round 2 is published, then a result of round 1 corrected."""
    tournament, second = corrected_event()
    return tournament, second, ApiAsker(owner_of(tournament)), f"tournaments/{tournament.code}/rounds/2/repair/"


def seats(answer):
    return {match["table"]: {match["player1"]["registration"], match["player2"]["registration"]}
            for match in answer["matches"]}  # fmt: skip


def test_a_repair_is_read_made_and_taken_back(corrected):
    tournament, second, asker, path = corrected
    before = seats(asker.get(f"tournaments/{tournament.code}/rounds/2/"))
    plan = asker.get(path)
    second.refresh_from_db()
    second.tournament = tournament
    assert plan["fingerprint"] == repair_plan(second).fingerprint
    assert (plan["needed"], plan["certified"], plan["playing"]) == (True, True, 0)
    repaired = seats(asker.post(path, {"fingerprint": plan["fingerprint"]}))
    expected = dict(before)
    for move in plan["moves"]:
        expected.pop(move["table"], None)
    expected |= {move["new_table"]: set(move["new_players"]) for move in plan["moves"]}
    assert repaired == expected != before
    changed = {key for table in before.keys() | repaired.keys() if before.get(table) != repaired.get(table)
               for key in before[table] ^ repaired[table]}  # fmt: skip
    assert changed <= set(plan["moved"])
    undo = f"{path}?repair={asker.get(path)['repair']}"
    assert asker.delete(f"{path}?repair=1000000", status=409)["code"] == "repair_outdated"
    assert seats(asker.delete(undo, status=200)) == before
    assert asker.delete(undo, status=400)["code"] == "no_repair"


def test_a_repair_somebody_saw_before_a_change_is_a_conflict(corrected):
    _, _, asker, path = corrected
    assert asker.post(path, {"fingerprint": "0" * 32}, status=409)["code"] == "repair_outdated"
    assert asker.post(path, {"fingerprint": "no such thing"}, status=400)["code"]


def test_what_cannot_be_repaired_says_why():
    tournament = start_event(4)
    finish_round(publish(tournament))
    asker = ApiAsker(owner_of(tournament))
    path = f"tournaments/{tournament.code}/rounds/"
    assert asker.get(f"{path}1/repair/", status=409)["code"] == "round_not_published"
    asker.get(f"{path}9/repair/", status=404)


def test_two_are_kept_apart_and_may_meet_again():
    tournament = make_event()
    one, other, third = enter(tournament, "甲", "乙", "丙")
    asker = ApiAsker(owner_of(tournament))
    path = f"tournaments/{tournament.code}/apart/"
    kept = asker.post(path, {"one": other.pk, "other": one.pk, "never": True}, status=201)
    assert (kept["one"], kept["other"], kept["never"]) == (
        {"registration": one.pk, "name": "甲"},
        {"registration": other.pk, "name": "乙"},
        True,
    )
    asker.post(path, {"one": one.pk, "other": other.pk}, status=201)
    assert [(pair["id"], pair["never"]) for pair in asker.get(path)] == [(kept["id"], False)]
    assert asker.post(path, {"one": one.pk, "other": one.pk}, status=400)["code"] == "choose_two_players"
    stranger = enter(make_event(), "别处")[0]
    assert asker.post(path, {"one": third.pk, "other": stranger.pk}, status=400)["code"] == "choose_two_players"
    asker.delete(f"{path}{kept['id']}/")
    assert asker.get(path) == []
    asker.delete(f"{path}{kept['id']}/", status=404)


def test_a_seat_is_fixed_and_freed():
    tournament = make_event(blocked_tables="13")
    entry = enter(tournament, "甲")[0]
    asker = ApiAsker(owner_of(tournament))
    path = f"tournaments/{tournament.code}/registrations/{entry.pk}/seat/"
    assert asker.get(path) == {"table": None}
    assert asker.put(path, {"table": 7}) == asker.get(path) == {"table": 7}
    assert asker.put(path, {"table": 13}, status=400)["code"] == "table_blocked"
    assert asker.put(path, {"table": 0}, status=400)["code"]
    assert asker.put(path, {}, status=400)["code"]
    assert asker.put(path, {"table": None}) == {"table": None}


def test_a_round_is_kept_or_paired_again_with_a_reason(corrected):
    _, _, asker, path = corrected
    plan = asker.get(f"{path}?choice=redraw")
    assert plan["cost"] != plan["published_cost"]
    assert asker.get(f"{path}?choice=keep", status=400)["code"]
    keep = {"choice": "keep", "fingerprint": plan["corrections"]}
    assert asker.post(path, keep, status=400)["code"] == "reason_required"
    keep["reason"] = "all are seated"
    assert asker.post(path, {**keep, "fingerprint": "0" * 32}, status=409)["code"] == "repair_outdated"
    asker.post(path, keep)
    asker.delete(f"{path}?repair={asker.get(path)['repair']}", status=200)
    sent = {"choice": "redraw", "fingerprint": plan["fingerprint"], "reason": "three tables were wrong"}
    assert asker.post(path, sent, status=409)["code"] == "repair_outdated"
    plan = asker.get(f"{path}?choice=redraw")
    asker.post(path, {**sent, "fingerprint": plan["fingerprint"]})
    asker.delete(f"{path}?repair={asker.get(path)['repair']}", status=200)
    assert asker.post(path, {}, status=400)["code"]
