"""A whole event run at the desk by plain requests, without scripts."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.people_and_events import load_game, make_actor
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import LogEntry, Match, Registration, Tournament

pytestmark = pytest.mark.django_db

SETTINGS = {
    "name": "Saturday cup",
    "starts_at": "2031-05-03T10:00",
    "place": "Shop one",
    "description": "",
    "game_slug": "ultraman-hero-duel",
    "entry_format": "singles",
    "best_of": "3",
    "expected_players": "9",
    "planned_rounds": "",
    "top_cut": "4",
    "game_one_choice": "higher_seed",
    "round_minutes": "50",
    "capacity": "",
    "registration_open": "on",
    "pool": "open",
    "preset": "mtr",
    "points_win": "3",
    "points_draw": "1",
    "points_loss": "0",
}


def newest_line(tournament: Tournament) -> int:
    return LogEntry.objects.filter(tournament=tournament).latest("pk").pk


def open_event(**changes: str) -> DeskVisitor:
    """An organiser who has just created an event on its page."""
    load_game()
    owner = make_actor(username="owner")
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(owner.user)
    answer = client.post("/desk/new/", {**SETTINGS, **changes})
    assert answer.status_code == 302, text_of(answer)[:2000]
    return DeskVisitor(Tournament.objects.get(), owner)


def enter_all(desk: DeskVisitor) -> None:
    page = desk.add_pasted("Ann\nBob\n\nCid\nDan\nAnn\nEve\nFay\nGus\nHal\n")
    assert "<strong>8</strong> players entered" in page
    assert "<strong>1</strong> line skipped" in page
    assert "“Ann” is already on line 1." in page
    assert "1 blank line" in page


def type_results(desk: DeskVisitor, *results: str) -> None:
    """Type a result for every open table of the round, in order of table."""
    tables = Match.objects.filter(round=desk.tournament.rounds.latest("number"), is_complete=False).order_by("table")
    for table, result in zip(list(tables), results, strict=True):
        page = desk.press("desk", line=f"{table.table} {result}")
        assert f"Table {table.table}: {table.player1.name} " in page


def play_round(desk: DeskVisitor, number: int, *results: str) -> None:
    assert "Draft pairings" in desk.press("desk_pair", number=number)
    assert f"Round {number}: published." in desk.press("desk_round_publish", number)
    type_results(desk, *results)
    assert f"Round {number}: completed." in desk.press("desk_round_complete", number)


def test_an_event_from_its_first_page_to_its_last() -> None:
    desk = open_event()
    enter_all(desk)
    page = desk.read("desk_start")
    assert "Everything is in: you can start." in page
    assert "The event has started" in desk.press("desk_start")

    play_round(desk, 1, "20", "2-1", "1 2", "11 t")
    dropped = Registration.objects.get(name="Hal")
    assert "Hal drops" in desk.press("desk_entry_change", dropped.pk, "drop", reason="train")
    late = desk.press("desk_entry_add", name="Ivy", late_policy="bye")
    assert "Ivy is entered." in late
    play_round(desk, 2, "20", "111", "02", "d")
    play_round(desk, 3, "20", "20", "20", "n1")

    assert "tied: a draw decides" in desk.read("desk_cut") or "Seeds by the standings" in desk.read("desk_cut")
    draft = desk.press("desk_cut", size=4)
    assert "The bracket decides who meets whom." in draft
    desk.press("desk_round_publish", 4)
    type_results(desk, "20", "02")
    desk.press("desk_round_complete", 4)
    desk.press("desk_pair", number=5)
    desk.press("desk_round_publish", 5)
    type_results(desk, "21")
    desk.press("desk_round_complete", 5)
    assert "Finish “Saturday cup”?" in desk.read("desk_finish")
    assert "has finished" in desk.press("desk_finish")

    desk.tournament.refresh_from_db()
    assert desk.tournament.phase == Tournament.Phase.FINISHED
    assert Registration.objects.filter(final_place=1).count() == 1
    assert Registration.objects.get(name="Ivy").byes.count() == 1
    assert "is open again" in desk.press("desk_finish_undo")


def test_every_step_of_a_round_has_its_way_back() -> None:
    desk = open_event()
    enter_all(desk)
    for back in ("desk_unstart",):
        desk.press("desk_start")
        assert "The start was undone" in desk.press(back)
    desk.press("desk_start")
    desk.press("desk_pair", number=1)
    assert "the draft is discarded" in desk.press("desk_round_discard", 1)
    desk.press("desk_pair", number=1)
    desk.press("desk_round_publish", 1)
    assert "Round 1: a draft again." in desk.press("desk_round_unpublish", 1)
    desk.press("desk_round_publish", 1)
    steps = {
        "start": "Round 1: the clock is running.",
        "pause": "is paused",
        "resume": "runs on",
        "extra-turns": "extra turns",
        "reset": "is reset",
    }
    for step, said in steps.items():
        assert said in desk.press("desk_clock", 1, step)
        assert "The clock is as it was." in desk.press("desk_clock_undo", 1, newest_line(desk.tournament))
        desk.press("desk_clock", 1, step)
    assert desk.tournament.rounds.get().clock_started_at is None
    type_results(desk, "20", "20", "20", "20")
    desk.press("desk_round_complete", 1)
    assert "Round 1: open again." in desk.press("desk_round_reopen", 1)
    refused = desk.client.post(desk.path("desk_round_unpublish", 1), headers={"referer": "http://testserver/desk/"})
    assert refused.status_code == 302
    assert desk.tournament.rounds.get().status == "published"


def test_an_event_can_end_early_once_that_is_said() -> None:
    desk = open_event(planned_rounds="3")
    enter_all(desk)
    desk.press("desk_start")
    play_round(desk, 1, "20", "20", "20", "20")
    page = desk.read("desk")
    assert "Start a top cut now" in page
    assert "Finish the event now" in page
    refused = desk.post("desk_finish")
    assert refused.status_code == 422
    assert 'name="early"' in text_of(refused)
    assert "has finished" in desk.press("desk_finish", early="1")
    assert "Reopen the event" in desk.read("desk")
    desk.press("desk_finish_undo")
    assert "Only 1 of 3 Swiss rounds have been played." in desk.read("desk_cut")
    assert desk.post("desk_cut", size=4).status_code == 422
    assert "The bracket decides who meets whom." in desk.press("desk_cut", size=4, early="1")
    assert "The top cut was discarded" in desk.press("desk_cut_discard")


def test_pressing_pair_twice_makes_one_round() -> None:
    desk = open_event()
    enter_all(desk)
    desk.press("desk_start")
    desk.post("desk_pair", number=1)
    again = desk.client.post(
        desk.path("desk_pair"), {"number": 1}, headers={"referer": "http://testserver" + desk.path("desk")}, follow=True
    )
    assert "Round 1: paired already." in text_of(again)
    assert desk.tournament.rounds.count() == 1


def test_a_draft_can_be_changed_by_hand_and_says_so() -> None:
    desk = open_event()
    enter_all(desk)
    desk.press("desk_start")
    page = desk.press("desk_pair", number=1)
    assert "Proved: no better pairing of this round exists." in page
    one, two = desk.tournament.rounds.get().matches.order_by("table")[:2]
    asked = desk.read("desk_round_swap", 1, one=one.player1_id, other=two.player1_id)
    assert 'Draft now</th><th scope="col" class="num">After the swap' in asked.replace("> <", "><")
    assert "4 players move" in asked
    one.refresh_from_db()
    assert one.player1_id != two.player1_id
    pair_of = {"one": one.player1_id, "other": two.player1_id}
    (seen,) = re.findall(r'name="fingerprint" value="(\w+)"', asked)
    page = desk.press("desk_round_swap", 1, **pair_of, fingerprint=seen, reason="siblings")
    assert desk.tournament.log.get(verb="players_swapped").facts["reason"] == "siblings"
    stale = desk.post("desk_round_swap", 1, **pair_of, fingerprint=seen)
    assert (stale.status_code, "Look at the choices again" in text_of(stale)) == (409, True)
    assert "edited by hand" in page
    assert "Edited by hand, and still proved: no better pairing of this round exists." in page
    one.refresh_from_db()
    assert one.player1_id == two.player1_id
    moved = one.player1_id
    two.refresh_from_db()
    desk.press("desk_round_swap_back", 1, moved, two.player1_id)
    two.refresh_from_db()
    assert two.player1_id == moved
    page = desk.press("desk_round_table", 1, match=one.pk, table="４０", reason="a wheelchair")
    assert "The match plays at table 40 now." in page
    assert desk.tournament.log.get(verb="table_changed").facts["reason"] == "a wheelchair"
    one.refresh_from_db()
    refused = desk.get("desk_round_swap", 1, query={"one": one.player1_id, "other": one.player2_id})
    assert (refused.status_code, "These two meet each other already." in text_of(refused)) == (400, True)
    assert f'<option value="{one.player1_id}" selected>' in text_of(refused)
    refused = desk.post("desk_round_table", 1, match=one.pk, table="0", reason="a wheelchair")
    assert (refused.status_code, text_of(refused).count('value="a wheelchair"')) == (400, 1)
    assert "Round 1: paired again." in desk.press("desk_round_again", 1)
    assert not desk.tournament.rounds.get().edited_by_hand


def test_the_start_names_whose_deck_is_missing_and_keeps_the_choice() -> None:
    desk = open_event(decklists_required="on")
    enter_all(desk)
    first = Registration.objects.earliest("pk")
    desk.press("desk_check_in", first.pk, present="1")
    page = desk.read("desk_start")
    assert "8 decks need attention" in page
    assert "7 players are not checked in" in page
    refused = desk.post("desk_start", drop_absent="1")
    assert refused.status_code == 422
    assert 'name="drop_absent" value="1" id="drop_absent" checked' in text_of(refused)
    assert "The event has started" in desk.press("desk_start", allow_missing_decklists="1")


def test_the_form_for_a_new_event_keeps_what_was_typed() -> None:
    load_game()
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(make_actor().user)
    answer = client.post("/desk/new/", {**SETTINGS, "name": "", "place": "Hall 7", "capacity": "1", "top_cut": "8"})
    page = text_of(answer)
    assert answer.status_code == 422
    assert 'value="Hall 7"' in page
    assert 'value="1"' in page
    assert '<option value="8" selected>' in page
    assert not Tournament.objects.exists()


def test_a_deadline_after_the_start_is_refused_at_its_field() -> None:
    load_game()
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(make_actor().user)
    page = text_of(client.post("/desk/new/", {**SETTINGS, "decklist_deadline": "2031-05-03T11:00"}))
    assert "The decklist deadline must not be after the start." in page
    assert 'value="2031-05-03T11:00"' in page


@pytest.mark.parametrize(("players", "rounds", "cut"), [(8, 3, "no top cut"), (9, 4, "top 4"), (33, 6, "top 8")])
def test_the_recommendation_follows_the_players_expected(players: int, rounds: int, cut: str) -> None:
    load_game()
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(make_actor().user)
    asked = {"game_slug": "ultraman-hero-duel", "expected_players": players, "best_of": 3}
    page = text_of(client.get("/desk/new/recommendation/", asked))
    assert f"{rounds} Swiss rounds" in page
    assert cut in page


def test_an_address_or_a_game_with_a_nul_is_nobody_s() -> None:
    load_game()
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(make_actor().user)
    assert client.get("/t/%00/desk/").status_code == 404
    assert client.get("/desk/new/", {"game": "\x00"}).status_code == 200
    assert client.get("/desk/new/recommendation/", {"game_slug": "\x00"}).status_code == 200
    assert client.post("/desk/new/", {**SETTINGS, "game_slug": "\x00"}).status_code == 422


def test_settings_that_can_no_longer_change_are_greyed_and_kept() -> None:
    desk = open_event()
    enter_all(desk)
    desk.press("desk_start")
    page = desk.read("desk_edit")
    assert "greyed settings can no longer change" in page
    sent = {**SETTINGS, "name": "Renamed", "best_of": "1", "planned_rounds": "4"}
    assert "Settings saved." in desk.press("desk_edit", **sent)
    desk.tournament.refresh_from_db()
    assert desk.tournament.name == "Renamed"
    assert desk.tournament.best_of == 3
    assert desk.tournament.planned_rounds == 4


def test_duplicating_and_cancelling() -> None:
    desk = open_event()
    enter_all(desk)
    page = desk.press("desk_duplicate", name="Saturday cup 2", starts_at="2031-05-10T10:00")
    assert "This is the new event." in page
    assert Tournament.objects.get(name="Saturday cup 2").top_cut == 4
    refused = desk.post("desk_cancel", reason="")
    assert refused.status_code == 422
    assert "is cancelled" in desk.press("desk_cancel", reason="flooded hall")
    assert "takes place after all" in desk.press("desk_cancel_undo")
    desk.tournament.refresh_from_db()
    assert desk.tournament.phase == Tournament.Phase.REGISTRATION


def test_staff_are_added_and_removed_and_one_owner_stays() -> None:
    desk = open_event()
    make_actor(username="helper")
    assert "helper is on the staff now." in desk.press("desk_staff", username="helper", role="judge")
    refused = desk.post("desk_staff", username="nobody-of-that-name", role="judge")
    assert refused.status_code == 422
    assert 'value="nobody-of-that-name"' in text_of(refused)
    assert "no longer has this role" in desk.press("desk_staff_remove", username="helper", role="judge")
    desk.post("desk_staff_remove", username="owner", role="owner")
    assert desk.tournament.staff.filter(role="owner").count() == 1
