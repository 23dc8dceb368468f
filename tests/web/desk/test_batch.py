"""A stack of slips typed in at once: each line stands for itself, and nothing that was typed is lost."""

from functools import partial

import pytest

from tests.by_seat_events import started_by_seat
from tests.people_and_events import owner_of, staff_actor
from tests.running_events import finish_round, publish, score, start_event
from tests.two_at_once import at_once
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of

pytestmark = pytest.mark.django_db


def running():
    event = start_event(8)
    return event, publish(event), DeskVisitor(event, staff_actor(event, "scorekeeper"))


def test_every_line_is_entered_or_stays_with_the_reason():
    _event, round, desk = running()
    score(round.matches.get(table=4), 2, 0)
    answer = desk.post("desk_batch", lines="1 21\r\n\r\n2 2-0 \n99 20\n3 nonsense\n4 02\n")
    assert answer.status_code == 422
    assert_clean(answer)
    page = words_of(answer)
    assert "2 slips entered" in page
    assert "3 lines were not entered" in page
    assert "Table 99 is not in this round." in page
    assert "Table 4 has its result already." in page
    assert answer.context["batch"].left == "99 20\n3 nonsense\n4 02"
    assert set(round.matches.filter(is_complete=True).values_list("table", flat=True)) == {1, 2, 4}
    assert "Round 1: still to come 3" in page


def test_who_ticked_drops_on_the_slip_is_dropped_with_the_result():
    event, round, desk = running()
    one, two = round.matches.get(table=1), round.matches.get(table=2)
    page = words_of(desk.post("desk_batch", lines="1 21 x2\n2 20 x12\n3 x1"))
    assert f"{one.player1.name} 2–1 {one.player2.name} · dropped: {one.player2.name}" in page
    assert "“x1” is not a result" in page
    gone = event.registrations.filter(status="dropped").order_by("pk").values_list("pk", flat=True)
    assert list(gone) == sorted([one.player2_id, two.player1_id, two.player2_id])
    assert round.matches.filter(is_complete=True).count() == 2
    assert "1 slip entered" in words_of(desk.post("desk_batch", lines="1 02 x2 ! slips mixed up"))
    assert event.log.filter(verb="entry_dropped").count() == 3


def test_who_ticked_drops_is_dropped_also_where_the_result_is_in_already():
    event, round, desk = running()
    match = round.matches.get(table=1)
    desk.post("desk_batch", lines="1 21")
    assert "has its result already" in words_of(desk.post("desk_batch", lines="1 20 x2"))
    assert not event.registrations.filter(status="dropped").exists()
    assert f"dropped: {match.player2.name}" in words_of(desk.post("desk_batch", lines="1 21 x2"))
    assert event.registrations.get(status="dropped") == match.player2


def test_a_judge_enters_results_but_drops_nobody():
    event, round, _desk = running()
    desk = DeskVisitor(event, staff_actor(event, "judge"))
    answer = desk.post("desk_batch", lines="1 20\n2 20 x1\n3 20")
    assert "Type table 2 without the drop" in words_of(answer)
    assert answer.context["batch"].left == "2 20 x1"
    assert set(round.matches.filter(is_complete=True).values_list("table", flat=True)) == {1, 3}
    assert not event.registrations.filter(status="dropped").exists()


def test_examples_are_of_the_events_match_length():
    event = start_event(4, best_of=1)
    publish(event)
    page = words_of(DeskVisitor(event, owner_of(event)).post("desk_batch", lines="1 won\n2 d\n2 10"))
    assert "Try 10, 0-1, 001, d, n1, nn, l2 or dl." in page
    assert "add ! and the reason: 12 10 ! wrong slip" in page
    assert "12 21" not in page


def test_a_reason_corrects_and_a_table_alone_is_no_result():
    _event, round, desk = running()
    score(round.matches.get(table=1), 2, 0)
    page = words_of(desk.post("desk_batch", lines="1 02 ! slips mixed up\n2"))
    assert "1 slip entered" in page
    assert "table 2 alone" in page
    match = round.matches.get(table=1)
    assert match.revisions.latest("version").reason == "slips mixed up"


def test_more_lines_than_are_entered_at_once_stay_in_the_box(monkeypatch):
    monkeypatch.setattr("tournaments.views.desk.batch.MAX_LINES_AT_ONCE", 2)
    _event, round, desk = running()
    answer = desk.post("desk_batch", lines="1 20\n2 20\n3 20")
    assert answer.status_code == 200
    assert answer.context["batch"].left == "3 20"
    assert round.matches.filter(is_complete=True).count() == 2


def test_lines_typed_in_another_round_stay_in_the_box():
    """The page was opened in round 1: its tables have the same numbers in round 2."""
    event, first, desk = running()
    finish_round(first)
    second = publish(event)
    answer = desk.post("desk_batch", lines="2 21\n3 21", round=first.pk)
    assert "This line was typed in round 1" in words_of(answer)
    assert answer.context["batch"].left == "2 21\n3 21"
    assert f'name="round" value="{first.pk}"' in text_of(answer), "a second press enters them no more"
    assert not second.matches.filter(is_complete=True).exists()
    assert f'name="round" value="{second.pk}"' in desk.read("desk_batch")
    assert desk.post("desk_batch", lines="2 21", round=second.pk).status_code == 200


def test_a_form_that_is_sent_again_enters_nothing():
    _event, round, desk = running()
    once = desk.get("desk_batch").context["once"]
    correction = {"lines": "1 21\n1 02 ! slips mixed up", "round": round.pk, "once": once}
    assert desk.post("desk_batch", **correction).status_code == 200
    answer = desk.post("desk_batch", **correction)
    assert answer.status_code == 409
    assert "This form was sent already" in words_of(answer)
    assert answer.context["batch"].left == correction["lines"], "nothing that was typed is lost"
    assert round.matches.get(table=1).revisions.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_form_that_is_sent_twice_at_the_same_moment_is_entered_once():
    """A double click: the second request is under way before the first has answered."""
    event, round, desk = running()
    once = desk.get("desk_batch").context["once"]
    correction = {"lines": "1 21\n1 02 ! slips mixed up", "round": round.pk, "once": once}
    answers = at_once(event, *[partial(desk.post, "desk_batch", **correction)] * 2)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert round.matches.get(table=1).revisions.count() == 2


def test_without_a_round_and_without_a_role():
    event = start_event(4)
    page = words_of(DeskVisitor(event, owner_of(event)).post("desk_batch", lines="1 20"))
    assert "No round is running" in page
    assert DeskVisitor(event).get("desk_batch").status_code == 302


def test_the_page_of_paper_leads_to_it():
    event, _round, desk = running()
    assert desk.path("desk_batch") in desk.read("desk_print")
    assert_clean(desk.get("desk_batch"))
    assert f"/t/{event.code}/desk/print/round/" in desk.read("desk")


def test_an_event_by_seat_teaches_boards_and_no_drops():
    event = started_by_seat()
    publish(event)
    desk = DeskVisitor(event, owner_of(event))
    for page in ("desk_batch", "desk_print"):
        text = words_of(desk.get(page))
        assert "12a 21" in text, page
        assert "12 21" not in text, page
    words = words_of(desk.get("desk_batch"))
    assert "x12" not in words
    assert "A team drops as a whole" in words
    assert 'placeholder="12a 21"' in text_of(desk.get("desk_batch"))
    _event, _round, plain = running()
    assert "12 21" in words_of(plain.get("desk_batch"))
    assert "12a" not in words_of(plain.get("desk_batch"))


def test_the_slip_of_a_board_has_no_box_for_drops():
    event = started_by_seat()
    publish(event)
    boards = DeskVisitor(event, owner_of(event)).read("desk_paper", "slips")
    assert "slip-sign" in boards
    assert "slip-tick" not in boards
    plain, _round, _desk = running()
    for what in ("slips", "blank"):
        assert "slip-tick" in DeskVisitor(plain, owner_of(plain)).read("desk_paper", what)
