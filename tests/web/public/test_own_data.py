"""A player's own data: read, saved as a file, erased after a question."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.actor import Actor
from accounts.services import issue_personal_link
from tests.people_and_events import enter, make_actor, make_event, owner_of
from tests.tournaments.services.erased_people import FIRST_NAME, NAME, NICKNAME, named_everywhere
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import DecidedPair, Registration
from tournaments.services.entries.apart import keep_apart

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def test_the_file_holds_everything_of_the_player_and_nobody_elses_secrets() -> None:
    _event, entry, client = named_everywhere()
    assert_clean(client.get(f"/my/players/{entry.player_id}/data/"))
    answer = client.get(f"/my/players/{entry.player_id}/data.json")
    assert "attachment" in answer["Content-Disposition"]
    data = json.loads(answer.content)
    (own,) = data["entries"]
    assert (data["format"], data["player"]["name"], data["player"]["birth_year"]) == (
        "dueldesk-player/1",
        FIRST_NAME,
        1990,
    )
    assert (own["name"], own["nickname"], own["team"], own["status"]) == (NAME, NICKNAME, "云家军", "dropped")
    assert [one["result"] for one in own["rounds"]][:1] != ["missed"]
    assert own["deck"]["name"] == f"{NAME}的套牌"
    assert f"姓名：{NAME}" in own["deck"]["versions"][-1]["text"]
    assert (len(own["reports"]), len(own["judge_calls"]), len(own["penalties"]), len(own["deck_checks"])) == (
        1,
        1,
        1,
        1,
    )
    assert {"entry_registered", "entry_edited", "entry_dropped"} <= {line["verb"] for line in own["log"]}
    assert [notice["code"] for notice in data["notices"]].count("seat_moved") == 1
    assert "link_hash" not in answer.content.decode()


def test_the_file_says_that_a_pair_is_kept_apart_or_decided_and_not_who_the_other_is() -> None:
    event = make_event()
    one, other = enter(event, "小明", "小红")
    keep_apart(
        actor=owner_of(event), tournament_id=event.pk, registration_a=one.pk, registration_b=other.pk, is_hard=True
    )
    DecidedPair.objects.create(
        tournament=event, number=2, registration_a=one, registration_b=other, meets=False, reason="siblings"
    )
    for entry in (one, other):
        (own,) = json.loads(browser(owner_of(event)).get(f"/t/{event.code}/desk/entries/{entry.pk}/data.json").content)[
            "entries"
        ]
        assert [pair["is_hard"] for pair in own["kept_apart"]] == [True]
        assert [(pair["number"], pair["meets"], pair["reason"]) for pair in own["decided_pairings"]] == [
            (2, False, "siblings")
        ]


def test_a_child_of_the_phone_is_erased_after_the_name_is_typed_and_the_other_stays() -> None:
    event = make_event()
    one, other = enter(event, "小明"), enter(event, "小红")
    for entry in (one[0], other[0]):
        issue_personal_link(player=entry.player)
    players = [Registration.objects.select_related("player").get(pk=entry[0].pk).player for entry in (one, other)]
    client = browser(Actor(player=players[0], others=(players[1],)))
    page = client.get(f"/my/players/{players[0].pk}/erase/")
    assert_clean(page)
    words = words_of(page)
    assert "This cannot be undone." in words
    assert "Player 1" in words
    refused = client.post(f"/my/players/{players[0].pk}/erase/", {"typed_name": "小"})
    assert refused.status_code == 422
    assert "Nothing was erased" in words_of(refused)
    done = client.post(f"/my/players/{players[0].pk}/erase/", {"typed_name": "小明"}, follow=True)
    assert "The data was erased" in words_of(done)
    assert client.get(f"/my/players/{players[0].pk}/data/").status_code == 404
    assert client.get(f"/my/players/{players[1].pk}/data/").status_code == 200
    staff = browser(owner_of(event)).get(f"/t/{event.code}/desk/entries/{one[0].pk}/")
    assert "Player 1" in words_of(staff)
    assert "Issue a new link" not in words_of(staff)


def test_the_desk_hands_out_and_erases_whom_the_organiser_may() -> None:
    event = make_event()
    (entry,) = enter(event, "小明")
    desk = f"/t/{event.code}/desk/entries/{entry.pk}"
    staff = browser(owner_of(event))
    assert json.loads(staff.get(f"{desk}/data.json").content)["entries"][0]["name"] == "小明"
    assert_clean(staff.get(f"{desk}/erase/"))
    elsewhere = make_event(make_actor())
    Registration.objects.create(tournament=elsewhere, player=entry.player, number=1, name="小明")
    assert staff.get(f"{desk}/data.json").status_code == 403
    assert staff.post(f"{desk}/erase/", {"typed_name": "小明"}).status_code == 403
    Registration.objects.filter(tournament=elsewhere).delete()
    assert "The data was erased" in words_of(staff.post(f"{desk}/erase/", {"typed_name": "小明"}, follow=True))
    assert Client().get(f"{desk}/erase/").status_code == 302
