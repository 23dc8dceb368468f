"""The names of rounds and entries on the pages of an event, and the address its desk shows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.people_and_events import make_event, owner_of, staff_actor
from tests.running_events import finish_round, publish, start_cut, start_event
from tests.web.pages import words_of
from tests.web.public.visiting import browser, cut_event, running_event, won
from tournaments.models import Round
from tournaments.queries.rounds import cut_places
from tournaments.services.entries import drop
from tournaments.services.rounds import complete_round, publish_round

pytestmark = pytest.mark.django_db


def test_top_cut_rounds_go_by_their_places() -> None:
    tournament = cut_event(finished=True, lists_public=True, third_place_match=False)
    places = cut_places(tournament)
    numbers = tournament.rounds.filter(stage=Round.Stage.TOP_CUT).order_by("number").values_list("number", flat=True)
    assert list(places) == list(numbers)
    assert list(places.values())[-1] == 2
    page = browser().get(reverse("tournament_pairings", args=[tournament.code, numbers[len(numbers) - 1]]))
    assert "<h2>Final</h2>" in page.content.decode()


def test_a_swiss_event_has_no_cut_places() -> None:
    assert cut_places(running_event()) == {}


@pytest.mark.parametrize(("event", "words"), [(running_event, "Playing"), (lambda: cut_event(finished=True), "Played")])
def test_an_active_entry_plays_once_the_event_runs(event: Any, words: str) -> None:
    page = browser().get(reverse("tournament_players", args=[event().code])).content.decode()
    assert words in page
    assert "Registered" not in page


def test_the_desk_hands_out_an_address_phones_can_open(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.PHONE_HOSTS = "config.embedded.addresses.lan_addresses"
    monkeypatch.setattr("config.embedded.addresses.lan_addresses", lambda: ["192.168.1.7"])
    tournament = make_event()
    desk = browser(owner_of(tournament)).get(
        reverse("desk", args=[tournament.code]), headers={"Host": "localhost:8000"}
    )
    assert f'value="http://192.168.1.7:8000/t/{tournament.code}/"' in desk.content.decode()


def test_a_staffed_event_stands_once_on_the_home_page() -> None:
    tournament = make_event()
    page = browser(owner_of(tournament)).get("/").content.decode()
    assert page.count(tournament.name) == 1


@pytest.mark.parametrize("path", ["/", "/my/"])
def test_own_events_stand_apart_from_those_that_one_helps_to_run(path: str) -> None:
    tournament = make_event()
    own, helped = "Your events", "Events you help to run"
    for actor, heads in ((owner_of(tournament), (True, False)), (staff_actor(tournament, "judge"), (False, True))):
        words = words_of(browser(actor).get(path))
        assert (own in words, helped in words) == heads


def test_a_longer_top_cut_goes_by_its_name_on_the_button_and_by_its_length_in_words() -> None:
    tournament = start_event(4, top_cut=4, planned_rounds=1, best_of=1, cut_best_of=3, lists_best_of=3)
    finish_round(publish(tournament), (1, 0, 0), (1, 0, 0))
    semifinals, owner = start_cut(tournament), owner_of(tournament)
    desk = words_of(browser(owner).get(reverse("desk", args=[tournament.code])))
    assert "Review and publish: Semifinals" in desk
    publish_round(actor=owner, round_id=semifinals.pk)
    visitor = browser(language="zh-hans")
    info = words_of(visitor.get(reverse("tournament_info", args=[tournament.code])))
    match = words_of(visitor.get(reverse("match", args=[tournament.code, semifinals.matches.earliest("pk").pk])))
    assert "淘汰赛赛制 三局两胜" in info
    assert "套牌按此赛制的规则 三局两胜" in info
    assert "三局两胜" in match
    assert "BO3" not in info + match


def test_who_leaves_in_the_top_cut_left_after_its_round() -> None:
    tournament = cut_event()
    semifinal = tournament.rounds.get(number=3)
    drop(actor=owner_of(tournament), registration_id=semifinal.matches.earliest("pk").player1_id)
    desk = browser(owner_of(tournament))
    page = desk.get(reverse("desk_entries", args=[tournament.code])).content.decode()
    assert "Dropped after Semifinals" in page
    assert "after Semifinals" in desk.get(reverse("desk_log", args=[tournament.code])).content.decode()


def test_the_desk_leads_to_rounds_of_the_top_cut_by_name() -> None:
    tournament = cut_event()
    page = browser(owner_of(tournament)).get(reverse("desk_round", args=[tournament.code, 1])).content.decode()
    assert re.search(r'/desk/rounds/3/"\s*>\s*Semifinals\s*</a>', page)


def test_repairing_a_round_of_the_top_cut_names_it() -> None:
    tournament = cut_event()
    desk = browser(owner_of(tournament))
    path = reverse("desk_round_repair", args=[tournament.code, 3])
    page = desk.get(path).content.decode()
    assert "Repair: Semifinals" in page
    assert "ound 3" not in page
    for match in tournament.rounds.get(number=3).matches.all():
        won(match)
    complete_round(actor=owner_of(tournament), round_id=tournament.rounds.get(number=3).pk)
    assert "Semifinals: not running." in desk.post(path, {"choice": "keep", "reason": "x"}).content.decode()
