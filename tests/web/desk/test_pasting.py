"""A pasted list is shown line by line before anything of it is entered."""

from __future__ import annotations

import pytest

from tests.people_and_events import enter, make_event, owner_of
from tests.web.desk.desk_visits import DeskVisitor, text_of

pytestmark = pytest.mark.django_db

LIST = "#接龙\n周六店赛\n1. Ann\n2. Bob, Red\n3. Cid"


@pytest.fixture
def desk() -> DeskVisitor:
    tournament = make_event(capacity=3)
    return DeskVisitor(tournament, owner_of(tournament))


def test_nothing_is_written_before_it_is_confirmed(desk: DeskVisitor) -> None:
    enter(desk.tournament, "Ann", "Dan")
    page = desk.press("desk_entries_paste", names=LIST)
    assert desk.tournament.registrations.count() == 2
    assert "“周六店赛” is read as a title." in page
    assert "“Ann” is entered already." in page
    assert 'name="line" value="3" id="line-3"> ' in page
    assert 'name="line" value="4" id="line-4" checked' in page
    assert "Names ticked: <strong data-ticked>2</strong>." in page
    assert "<strong>1</strong> of them goes on the waiting list." in page

    report = desk.add_pasted(LIST)
    assert "<strong>2</strong> players entered." in report
    assert list(desk.tournament.registrations.order_by("pk").values_list("name", "team", "status"))[2:] == [
        ("Bob", "Red", "active"),
        ("Cid", "", "waitlisted"),
    ]


def test_somebody_who_is_brought_along_is_asked_for(desk: DeskVisitor) -> None:
    page = desk.press("desk_entries_paste", names="#接龙\n1. Ann+1\n2. Bob")
    assert page.count("may be somebody else who plays") == 1
    assert "“+1” may be" in page


def test_a_list_changed_after_it_was_shown_is_shown_again(desk: DeskVisitor) -> None:
    page = desk.add_pasted(LIST, names=LIST + "\n4. Eve")
    assert "The list was changed, so nothing was entered." in page
    assert not desk.tournament.registrations.exists()


def test_an_empty_list_and_nothing_ticked_say_so_and_keep_the_list(desk: DeskVisitor) -> None:
    assert "Paste at least one name" in text_of(desk.post("desk_entries_paste", names=" \n"))
    answer = desk.post("desk_entries_paste", names="Ann", action="add", digest="")
    assert answer.status_code == 200
    page = text_of(answer)
    assert "checked" in page
    digest = page.split('name="digest" value="')[1].split('"')[0]
    refused = desk.post("desk_entries_paste", names="Ann", action="add", digest=digest)
    assert refused.status_code == 422
    assert "Paste at least one name" in text_of(refused)
    assert 'id="line-1"> ' in text_of(refused)
