"""Pasted lists through the API: what each line would become, then the lines that were shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_actor, make_event, owner_of, staff_actor
from tests.team_events import team_event
from tournaments.models import Registration, Tournament
from tournaments.play.divisions import read_lines
from tournaments.services.start import start_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

LIST = "#接龙\n周六店赛\n1. Ann\n2. Bob, Red\n\n3. Cid\n谢谢"
TEAMS = "Star Team: Ann/Bob\nRed Team, Cid\nBlue Team, Dan 2016, Eve"
CONSENT = {"how": "paper"}


def asker_of(event: Tournament) -> ApiAsker:
    asker = ApiAsker(staff_actor(event, "scorekeeper"))
    asker.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return asker


def path_of(event: Tournament) -> str:
    return f"tournaments/{event.code}/registrations/pasted/"


def rows(answer: Any) -> dict[int, Any]:
    return {row["line"]: row for row in answer["rows"]}


def test_nothing_is_written_before_the_shown_list_is_added() -> None:
    event = make_event(capacity=2)
    enter(event, "Ann")
    asker, path = asker_of(event), path_of(event)
    shown = asker.post(f"{path}preview/", {"text": LIST})
    assert Registration.everybody.filter(tournament=event).count() == 1
    assert (shown["chosen"], shown["waiting"], shown["needs_consent"]) == (2, 1, False)
    found = rows(shown)
    assert {line: row["reason"] for line, row in found.items()} == {
        1: "title", 2: "title", 3: "already_entered", 4: "", 6: "", 7: "note",
    }  # fmt: skip
    assert (found[3]["taken"], found[3]["words"]) == (True, "“Ann” is entered already.")
    assert (found[4]["name"], found[4]["team"], found[6]["waits"]) == ("Bob", "Red", True)
    made = asker.post(path, {"text": LIST, "digest": shown["digest"]}, status=201)
    assert [(one["name"], one["status"]) for one in made["added"]] == [("Bob", "active"), ("Cid", "waitlisted")]
    assert {one["line"]: one["reason"] for one in made["skipped"]} == {
        1: "title", 2: "title", 3: "not_chosen", 7: "note",
    }  # fmt: skip
    assert made["blank_lines"] == 1


def test_another_list_than_the_shown_one_enters_nobody() -> None:
    event = make_event()
    asker, path = asker_of(event), path_of(event)
    digest = asker.post(f"{path}preview/", {"text": "Ann"})["digest"]
    refused = asker.post(path, {"text": "Ann\nBob", "digest": digest}, status=409)
    assert refused["code"] == "list_changed"
    assert asker.post(path, {"text": "Ann"}, status=400)
    assert not event.registrations.exists()


def test_lines_are_chosen_and_a_known_player_is_meant_until_somebody_says_otherwise() -> None:
    owner = make_actor()
    (known,) = enter(make_event(owner, name="Before"), "Ann")
    event = make_event(owner)
    asker, path = ApiAsker(owner), path_of(event)
    shown = asker.post(f"{path}preview/", {"text": "Ann\nBob\nCid"})
    (player,) = rows(shown)[1]["players"]
    assert (player["player"], player["known"][0]["event"]) == (known.player_id, "Before")
    lines = [{"line": 1}, {"line": 3, "players": [None]}]
    made = asker.post(path, {"text": "Ann\nBob\nCid", "digest": shown["digest"], "lines": lines}, status=201)
    assert [one["name"] for one in made["added"]] == ["Ann", "Cid"]
    assert [(one["line"], one["reason"]) for one in made["skipped"]] == [(2, "not_chosen")]
    assert event.registrations.get(name="Ann").player_id == known.player_id


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        ([{"line": 9}], "line_not_there", "Line 9"),
        ([{"line": 1}, {"line": 1}], "line_twice", "Line 1"),
        ([{"line": 2}], "line_cannot_be_entered", "Line 2 cannot be entered. “a” has"),
        ([{"line": 1, "players": [None, None]}], "line_needs_players", "Line 1 has 1 player"),
    ],
)
def test_a_line_that_cannot_be_entered_is_named_and_nobody_is(lines: Any, code: str, said: str) -> None:
    event = make_event()
    asker, path, text = asker_of(event), path_of(event), "Ann\na\tb\tc"
    digest = asker.post(f"{path}preview/", {"text": text})["digest"]
    refused = asker.post(path, {"text": text, "digest": digest, "lines": lines}, status=400)
    assert refused["code"] == code
    assert said.split(" “")[0] in refused["detail"]
    assert not event.registrations.exists()


def test_teams_are_shown_and_entered_with_both_players() -> None:
    event = team_event()
    asker, path = asker_of(event), path_of(event)
    shown = asker.post(f"{path}preview/", {"text": TEAMS})
    found = rows(shown)
    assert [one["name"] for one in found[1]["players"]] == ["Ann", "Bob"]
    assert (found[2]["reason"], found[2]["name"], found[2]["players"]) == ("not_a_team", "", [])
    assert shown["needs_consent"]
    body = {"text": TEAMS, "digest": shown["digest"]}
    assert asker.post(path, body, status=400)["code"] == "guardian_consent_needed"
    made = asker.post(path, {**body, "consent": CONSENT}, status=201)
    assert [[one["name"] for one in team["members"]] for team in made["added"]] == [["Ann", "Bob"], ["Dan", "Eve"]]
    assert [(one["line"], one["reason"]) for one in made["skipped"]] == [(2, "not_a_team")]


def test_what_is_too_much_or_nothing_is_refused_before_it_is_looked_at() -> None:
    event = make_event()
    asker, path = asker_of(event), path_of(event)
    many = asker.post(f"{path}preview/", {"text": "\n".join(f"P{number}" for number in range(2001))}, status=400)
    assert many["code"] == "too_many_lines"
    assert asker.post(f"{path}preview/", {"text": " \n"}, status=400)["code"] == "no_names"
    assert asker.post(f"{path}preview/", {"text": "x" * 200_001}, status=400)


def test_who_does_not_manage_entries_reads_and_enters_nothing() -> None:
    event = make_event()
    digest = asker_of(event).post(f"{path_of(event)}preview/", {"text": "Ann"})["digest"]
    for actor in (staff_actor(event, "judge"), staff_actor(event, "floor"), owner_of(make_event())):
        asker = ApiAsker(actor)
        asker.post(f"{path_of(event)}preview/", {"text": "Ann"}, status=403)
        asker.post(path_of(event), {"text": "Ann", "digest": digest}, status=403)
    ApiAsker().post(path_of(event), {"text": "Ann", "digest": digest}, status=401)
    assert not event.registrations.exists()


def test_after_the_start_late_entries_are_meant() -> None:
    event = make_event()
    enter(event, "Ann", "Bob")
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    asker, path = asker_of(event), path_of(event)
    assert asker.post(f"{path}preview/", {"text": "Cid"}, status=409)["code"] == "already_started"


def test_how_old_everybody_is_and_who_is_not() -> None:
    event = make_event()
    asker, path = asker_of(event), path_of(event)
    sent = {"text": "李雷\n韩梅\n张三", "age_group": "adult", "lines": [{"line": 1}, {"line": 2, "age_group": "minor"}]}
    sent["lines"].append({"line": 3, "age_group": ""})
    digest = asker.post(f"{path}preview/", {"text": sent["text"]})["digest"]
    asker.post(path, sent | {"digest": digest}, status=201)
    everybody = ApiAsker().get(f"tournaments/{event.code}/registrations/")["results"]
    assert [one["name"] for one in everybody] == ["李雷", "韩＊＊ #2", "张＊＊ #3"]
    ages = f"tournaments/{event.code}/registrations/ages/"
    assert asker.post(ages, {"age_group": "adult", "seen": 0}, status=409)["code"] == "ages_changed"
    assert asker.post(ages, {"age_group": "adult", "seen": 1}) == {"players": 1}
    assert asker.post(ages, {"age_group": "adult"}) == {"players": 0}
    assert asker.post(ages, {"age_group": "under_14"}, status=400)


def test_a_division_is_sent_for_the_list_and_for_a_line_that_names_none() -> None:
    event = make_event(divisions=read_lines("少年组 / Junior\n成人组 / Masters"))
    asker, path = asker_of(event), path_of(event)
    junior, masters = (one["code"] for one in event.divisions)
    text = "Ann,Masters\nBob\nCid"
    sent = {"text": text, "digest": asker.post(f"{path}preview/", {"text": text})["digest"], "division": junior}
    refused = asker.post(path, sent | {"division": "none-such"}, status=400)
    assert refused["code"] == "no_such_division"
    asker.post(path, sent | {"lines": [{"line": 1}, {"line": 2}, {"line": 3, "division": masters}]}, status=201)
    found = event.registrations.order_by("pk").values_list("name", "division")
    assert list(found) == [("Ann", masters), ("Bob", junior), ("Cid", masters)]
