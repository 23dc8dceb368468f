"""Matches of teams that play by seat, through the API."""

from __future__ import annotations

import pytest

from tests.api.client import ApiAsker
from tests.by_seat_events import boards, first_match, started_by_seat
from tests.people_and_events import make_actor, owner_of

pytestmark = pytest.mark.django_db


def test_results_are_sent_to_the_boards() -> None:
    event = started_by_seat()
    match = first_match(event)
    asker = ApiAsker(owner_of(event))
    address = f"tournaments/{event.code}/matches/"
    found = asker.get(f"{address}{match.pk}/")
    assert found["boards"] == [board.pk for board in boards(match)]
    assert asker.post(f"{address}{match.pk}/score/", {"expected_version": 1, "wins1": 2, "wins2": 0}, status=400)
    for key in found["boards"]:
        board = asker.post(f"{address}{key}/score/", {"expected_version": 1, "wins1": 2, "wins2": 0})
        assert (board["team_match"], board["boards"]) == (match.pk, [])
    found = asker.get(f"{address}{match.pk}/")
    assert (found["is_complete"], found["winner_seat"], found["score"]) == (True, 1, [2, 0, 0])
    shown = asker.get(f"tournaments/{event.code}/rounds/1/")
    assert [one["id"] for one in shown["matches"]].count(match.pk) == 1
    assert len(shown["matches"]) == 2


def test_a_stranger_enters_no_board() -> None:
    event = started_by_seat()
    board = boards(first_match(event))[0]
    asker = ApiAsker(make_actor())
    sent = {"expected_version": 1, "wins1": 2, "wins2": 0}
    asker.post(f"tournaments/{event.code}/matches/{board.pk}/score/", sent, status=403)
