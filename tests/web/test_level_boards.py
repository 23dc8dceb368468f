"""A match of teams by seat whose boards are level in the top cut: it says so, and asks who advances."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.api.client import ApiAsker
from tests.by_seat_events import boards, finish_by_seat, play_boards, record, started_by_seat, winner
from tests.people_and_events import owner_of, player_actor
from tests.planned_repairs import fresh
from tests.running_events import publish, score
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.public.visiting import browser
from tournaments.models import Match
from tournaments.queries.floor import FloorState, floor_of
from tournaments.services import rounds, top_cut

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

SAID = "The boards are level. In the top cut somebody has to advance: a judge decides."
ASKED = "The boards are level: who advances?"


@pytest.fixture
def final() -> Match:
    """The final, published and not played."""
    event = started_by_seat(top_cut=2, planned_rounds=1)
    finish_by_seat(publish(event))
    owner = owner_of(event)
    round = top_cut.start_top_cut(actor=owner, tournament_id=event.pk)
    return rounds.publish_round(actor=owner, round_id=round.pk).matches.get()


def test_pages_floor_and_api_say_that_a_judge_decides(final: Match) -> None:
    event = final.round.tournament
    player = player_actor(boards(final)[0].player1)
    places = [reverse("match", args=[event.code, final.pk]), reverse("my_page")]
    api = f"tournaments/{event.code}/matches/{final.pk}/"

    def say() -> list[bool]:
        pages = [SAID in text_of(browser(player).get(place, HTTP_ACCEPT_LANGUAGE="en")) for place in places]
        on_floor = FloorState.LEVEL in floor_of(fresh(final.round))[0].states
        return [*pages, on_floor, ApiAsker(owner_of(event)).get(api)["judge_decides"]]

    score(boards(final)[0], 2, 0)
    assert say() == [False] * 4
    score(boards(final)[1], 0, 2)
    assert say() == [True] * 4
    record(final, Match.Outcome.JUDGE_AWARD, 1)
    assert say() == [False] * 4


def test_the_desk_asks_who_advances_and_takes_the_answer(final: Match) -> None:
    event = final.round.tournament
    desk = DeskVisitor(event, owner_of(event))
    play_boards(final, (2, 0))
    said = desk.press("desk", line=f"{final.table}b 02", seen="")
    assert "the boards are level: a judge says who advances" in said
    assert "level: who advances?" in said
    assert ASKED in desk.read("desk_match", boards(final)[1].pk)
    assert ASKED in desk.read("desk_match", final.pk)
    final.refresh_from_db()
    said = desk.press("desk_match_outcome", final.pk, version=final.version, outcome="judge_award-2")
    assert ASKED not in said
    assert winner(final) == 2


def test_level_boards_in_a_swiss_round_are_a_draw_and_ask_nothing() -> None:
    event = started_by_seat()
    match = publish(event).matches.order_by("table").first()
    assert match is not None
    assert play_boards(match, (2, 0), (0, 2)).is_complete
    assert ASKED not in DeskVisitor(event, owner_of(event)).read("desk_match", match.pk)
