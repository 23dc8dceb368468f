"""The judge at the table through the API: the same services, the same refusals."""

from __future__ import annotations

import pytest

from tests.api.client import ApiAsker
from tests.judged_events import MAIN, SIDE, event_with_lists, table_of
from tests.people_and_events import make_event, owner_of, player_actor, staff_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament, _round, judge = event_with_lists(4)
    return tournament, f"tournaments/{tournament.code}/", ApiAsker(judge)


def test_a_check_from_the_lot_to_the_penalty(event):
    _tournament, base, judge = event
    drawn = judge.post(f"{base}checks/draw/")
    entry = drawn["registrations"][0]
    started = judge.post(f"{base}checks/", {"registration": entry, "mode": "start", "drawn": True}, status=201)
    path = f"{base}checks/{started['id']}/"
    assert started["is_random"]
    assert started["match"] == drawn["match"]
    lying = [("main", key, count) for key, count in MAIN.items()] + [
        ("side", key, count) for key, count in SIDE.items()
    ]
    counts = [{"section": section, "key": key, "count": count} for section, key, count in lying]
    wrong = [{"section": "main", "key": "HBU01-A01", "count": 2}, {"section": "main", "name": "贴纸", "count": 1}]
    sent = {"expected_revision": 1, "batch": "一", "counts": counts}
    counted = judge.post(f"{path}counts/", sent)
    assert counted["comparison"]["clean"]
    assert judge.post(f"{path}counts/", sent)["revision"] == 2
    found = judge.post(f"{path}counts/", {"expected_revision": 2, "counts": wrong})["comparison"]
    assert found["clause"] == "1.0.2c"
    assert (found["wrong"][0]["expected"]["number"], found["wrong"][0]["found"]["name"]) == ("HBU01-A01", "贴纸")
    stale = judge.post(f"{path}counts/", {"expected_revision": 2, "counts": wrong}, status=409)
    assert stale["code"] == "check_changed"
    refused = judge.post(f"{path}end/", {"expected_revision": 3, "outcome": "clean"}, status=400)
    assert refused["code"] == "check_note_needed"
    ended = judge.post(f"{path}end/", {"expected_revision": 3, "outcome": "findings", "minutes": 5})
    assert ended["outcome"] == "findings"
    [given] = judge.get(f"{base}time-extensions/")["results"]
    assert (given["minutes"], given["deck_check"]) == (5, started["id"])
    penalty = judge.post(
        f"{base}penalties/",
        {
            "registration": entry,
            "infraction": "deck_problem",
            "level": "game_loss",
            "deck_check": started["id"],
            "match": drawn["match"],
            "apply": True,
        },
        status=201,
    )
    assert judge.get(f"{base}matches/{drawn['match']}/")["games"]
    assert judge.post(f"{path}reopen/", status=409)["code"] == "check_has_penalty"
    judge.post(f"{base}penalties/{penalty['id']}/withdraw/", {"reason": "看错了"})
    assert judge.post(f"{path}reopen/")["outcome"] == "open"
    assert judge.post(f"{path}abandon/")["outcome"] == "abandoned"
    assert judge.get(f"{base}checks/")["count"] == 1


def test_extra_time_and_the_lists_in_numbers(event):
    tournament, base, judge = event
    match = table_of(tournament.registrations.first())
    given = judge.post(f"{base}time-extensions/", {"match": match.pk, "minutes": 4, "reason": "判罚"}, status=201)
    assert judge.post(f"{base}time-extensions/{given['id']}/withdraw/")["withdrawn_by"]
    assert judge.post(f"{base}time-extensions/{given['id']}/withdraw/", status=409)["code"] == "extension_withdrawn"
    numbers = judge.get(f"{base}decklists/statistics/")
    assert numbers["figures"]["in"] == len(numbers["entries"]) == 4
    assert judge.post(f"{base}decklists/reminders/", status=400)["code"] == "nobody_to_remind"


def test_objects_of_another_event_are_not_found(event):
    tournament, base, judge = event
    entry = tournament.registrations.first()
    check = judge.post(f"{base}checks/", {"registration": entry.pk, "mode": "start"}, status=201)
    given = judge.post(f"{base}time-extensions/", {"match": table_of(entry).pk, "minutes": 4}, status=201)
    warning = {"registration": entry.pk, "infraction": "tardiness", "level": "warning"}
    penalty = judge.post(f"{base}penalties/", warning, status=201)
    elsewhere = make_event()
    other, there = ApiAsker(owner_of(elsewhere)), f"tournaments/{elsewhere.code}/"
    other.get(f"{there}checks/{check['id']}/", status=404)
    for path in ("counts/", "end/", "abandon/", "reopen/"):
        other.post(f"{there}checks/{check['id']}/{path}", {"expected_revision": 1, "outcome": "clean"}, status=404)
    other.post(f"{there}penalties/{penalty['id']}/withdraw/", {"reason": "x"}, status=404)
    other.post(f"{there}time-extensions/{given['id']}/withdraw/", status=404)
    other.post(f"{there}checks/", {"registration": entry.pk, "mode": "start"}, status=404)
    other.post(f"{there}penalties/", warning, status=404)
    for actor in (staff_actor(tournament, "scorekeeper"), owner_of(elsewhere)):
        for path in (f"checks/{check['id']}/", "penalties/", "time-extensions/", "decklists/statistics/"):
            ApiAsker(actor).get(base + path, status=403)
    ApiAsker(player_actor(entry)).get(f"{base}checks/{check['id']}/", status=401)
