"""Every page of the desk nests properly, labels its fields, repeats no id and needs no inline script or style."""

from __future__ import annotations

import pytest

from tests.people_and_events import enter, load_game, make_actor, make_event, owner_of
from tests.running_events import pair, play_game, play_swiss, publish, score, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_before_the_start(language: str) -> None:
    tournament = make_event(capacity=3, decklists_required=True)
    entry, *_others = enter(tournament, "Ann", "Bob", "Cid", "Dan")
    desk = DeskVisitor(tournament, owner_of(tournament), language=language)
    for page in (
        "desk",
        "desk_entries",
        "desk_entry_add",
        "desk_entries_paste",
        "desk_start",
        "desk_edit",
        "desk_duplicate",
        "desk_cancel",
        "desk_staff",
        "desk_log",
    ):
        assert_clean(desk.get(page))
    assert_clean(desk.get("desk_entry", entry.pk))
    assert_clean(desk.get("desk_entry_change", entry.pk, "disqualify"))
    assert_clean(desk.post("desk_entry_link", entry.pk))
    assert_clean(desk.post("desk_entry_add", name="Bob"))
    assert_clean(desk.post("desk_entries_paste", names="Eve\nEve"))
    assert_clean(desk.post("desk_start"))
    assert_clean(desk.get("desk_entries", query={"q": "a"}, htmx="entry-list"), partial=True)
    assert_clean(desk.post("desk_check_in", entry.pk, present="1", htmx="check"), partial=True)


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_while_rounds_run(language: str) -> None:
    tournament = start_event(9, top_cut=4)
    running = publish(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament), language=language)
    first, second, third, _fourth = running.matches.order_by("table")
    score(first, 2, 0)
    play_game(second, 1, chooser_seat=1, choice="first", method="rps", ending="damage")
    desk.press("desk", line=f"{first.table} 02 ! mixed up")
    for page in ("desk", "desk_log", "desk_entry_add", "desk_finish", "desk_edit"):
        assert_clean(desk.get(page))
    assert_clean(desk.get("desk_round", 1))
    for match in (first, second, third):
        assert_clean(desk.get("desk_match", match.pk))
    wrong = {"version": 2, "chooser": "1", "choice": "first", "result": "1"}
    assert_clean(desk.post("desk_match_game", second.pk, **wrong))
    assert_clean(desk.post("desk_match_game", second.pk, **{**wrong, "version": 1}))
    assert_clean(desk.post("desk_match_game", first.pk, **{**wrong, "version": 1}))
    assert_clean(desk.post("desk_match_correct", first.pk, version=3, kind="games"))
    assert_clean(desk.post("desk", line="nonsense"))
    assert_clean(desk.post("desk", line="nonsense", htmx="desk-board"), partial=True)


def test_drafts_and_the_cut() -> None:
    tournament = start_event(9, top_cut=4)
    play_swiss(tournament, count=1)
    desk = DeskVisitor(tournament, owner_of(tournament))
    pair(tournament)
    assert_clean(desk.get("desk_round", 2))
    assert_clean(desk.get("desk"))
    desk.press("desk_round_discard", 2)
    play_swiss(tournament, count=3)
    assert_clean(desk.get("desk_cut"))
    assert_clean(desk.post("desk_finish"))
    desk.press("desk_cut", size=4)
    assert_clean(desk.get("desk_round", 5))


def test_a_new_event(client: object) -> None:
    load_game()
    client.force_login(make_actor().user)  # type: ignore[attr-defined]
    assert_clean(client.get("/desk/new/"))  # type: ignore[attr-defined]
    assert_clean(client.post("/desk/new/", {"name": ""}))  # type: ignore[attr-defined]
