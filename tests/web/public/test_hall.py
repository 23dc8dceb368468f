"""The screen on the wall knows nobody: no child's name, no button of staff, for every visitor."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import finish_round, pair, start_cut, swiss_over
from tests.web.pages import words_of
from tests.web.public.visiting import browser, cut_event, entry, event_with_a_child, running_event
from tournaments.models import Match, Tournament
from tournaments.queries.hall import seats_by_name
from tournaments.queries.name_order import spoken_key, spoken_letter
from tournaments.queries.rounds import matches_of
from tournaments.services.entries import drop
from tournaments.services.results import record_outcome
from tournaments.services.rounds import publish_round
from tournaments.views.desk import tables
from tournaments.views.public import hall

pytestmark = pytest.mark.django_db


def path_of(event: Tournament) -> str:
    return reverse("event_hall", args=[event.code])


def test_it_is_the_same_for_staff_players_and_visitors() -> None:
    event = event_with_a_child()
    child = entry(event, "王子轩")
    everybody = [None, owner_of(event), staff_actor(event, "judge"), player_actor(child)]
    pages = [browser(actor).get(path_of(event)).content for actor in everybody]
    assert len(set(pages)) == 1
    words = pages[0].decode()
    assert "王子轩" not in words
    assert f"王＊＊ #{child.number}" in words
    assert "/desk/" not in words
    assert "csrf" not in words.lower().replace("x-csrftoken", "")


def test_the_desk_opens_it_for_the_projector() -> None:
    event = event_with_a_child()
    desk = browser(owner_of(event)).get(reverse("desk", args=[event.code])).content.decode()
    assert path_of(event) in desk


def test_the_desk_of_a_large_event_opens_screens_that_share_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event()
    page = reverse("desk", args=[event.code])
    desk = browser(owner_of(event))
    assert "?part=1/2" not in desk.get(page).content.decode()
    monkeypatch.setattr(tables, "MAX_ROWS", 2)
    words = desk.get(page).content.decode()
    assert f'href="{path_of(event)}?part=2/2"' in words
    assert "Screen 2 of 2" in words


def test_it_says_how_to_join_before_the_start_and_is_there_to_the_end() -> None:
    event = make_event()
    enter(event, "甲", "乙")
    assert "Scan to join" in words_of(browser().get(path_of(event)))
    cut = cut_event()
    assert 'class="bracket"' in browser().get(path_of(cut)).content.decode()
    running = running_event()
    assert "Round 2" in words_of(browser().get(path_of(running)))


def test_between_rounds_and_at_the_end_it_shows_the_places() -> None:
    finished = words_of(browser().get(path_of(cut_event(finished=True))))
    assert "Final places" in finished
    assert "Find your table" not in finished
    assert "Scan to follow" in finished
    event = running_event(rounds=0)
    assert "Find your table" in words_of(browser().get(path_of(event)))
    finish_round(event.rounds.get())
    assert "After round 1" in words_of(browser().get(path_of(event)))


def test_a_hall_too_large_for_a_wall_shows_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "MAX_TABLES", 2)
    assert "Scan to find your table" in words_of(browser().get(path_of(running_event())))


def test_names_are_in_the_order_they_are_spoken() -> None:
    names = ["赵四", "Ann", "陈＊＊ #11", "陈晨", "étienne", "李雷", "bob", "王五", "欧阳", "陈＊＊ #3", "#9"]
    ordered = ["#9", "Ann", "bob", "陈＊＊ #3", "陈＊＊ #11", "陈晨", "étienne", "李雷", "欧阳", "王五", "赵四"]
    assert sorted(names, key=spoken_key) == ordered
    assert [spoken_letter(name) for name in ordered] == list("#ABCCCELOWZ")


def test_a_surname_stands_together_where_it_is_spoken() -> None:
    ordered = ["安娜", "Ann", "李安", "李白", "李赵", "黎明", "Liam", "梁八", "曾小贤", "翟一", "张三", "Zoe"]
    assert sorted(ordered, key=spoken_key) == ordered
    assert spoken_letter("曾小贤") == "Z"


def test_a_screen_opened_while_the_event_is_cancelled_follows_it() -> None:
    """It stayed at “cancelled” after the event was reinstated: nobody loads a wall again."""
    event = make_event()
    event.phase = Tournament.Phase.CANCELLED
    event.save()
    assert "data-follow=" in browser().get(path_of(event)).content.decode()


def test_who_has_a_walk_over_is_sent_to_no_table() -> None:
    event = swiss_over(8, top_cut=4)
    finish_round(publish_round(actor=owner_of(event), round_id=start_cut(event).pk))
    final = pair(event)
    match = final.matches.get(is_third_place=False)
    drop(actor=owner_of(event), registration_id=match.player1_id)
    final = publish_round(actor=owner_of(event), round_id=final.pk)
    places = {place.name: (place.table, place.walks_over) for place in seats_by_name(final, matches_of(final))}
    assert places[match.player2.name] == (None, True)
    assert match.player1.name not in places
    assert "walk-over" in browser(None).get(path_of(event)).content.decode()


def test_a_walk_over_for_third_place_says_what_it_is_for() -> None:
    event = swiss_over(8, top_cut=4, third_place_match=True)
    finish_round(publish_round(actor=owner_of(event), round_id=start_cut(event).pk))
    final = pair(event)
    match = final.matches.get(is_third_place=True)
    drop(actor=owner_of(event), registration_id=match.player1_id)
    final = publish_round(actor=owner_of(event), round_id=final.pk)
    place = next(one for one in seats_by_name(final, matches_of(final)) if one.walks_over)
    assert (place.name, place.table, place.is_third_place) == (match.player2.name, None, True)
    assert "Third place" in words_of(browser(None).get(path_of(event)))
    paper = words_of(browser(owner_of(event)).get(reverse("desk_paper", args=[event.code, "names"])))
    assert f"{place.name} Third place" in paper


def test_a_ruling_in_the_top_cut_is_no_walk_over() -> None:
    """Who was given a match that was being played was listed with a walk-over, and the other player not at all."""
    event = swiss_over(8, top_cut=4)
    cut = publish_round(actor=owner_of(event), round_id=start_cut(event).pk)
    match = cut.matches.order_by("table").first()
    ruling = {"outcome": Match.Outcome.JUDGE_AWARD, "winner_seat": 1, "reason": "looked at the other deck"}
    record_outcome(actor=owner_of(event), match_id=match.pk, expected_version=match.version, **ruling)
    places = {place.name: (place.table, place.walks_over) for place in seats_by_name(cut, matches_of(cut))}
    assert places[match.player1.name] == places[match.player2.name] == (match.table, False)
