"""The game's own table of rounds and top cut, where an event is set up and where it is started."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.people_and_events import ULTRAMAN, enter, event_data, load_game, make_actor, make_event, owner_of
from tests.running_events import start_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.public.visiting import browser
from tournaments.models import LogEntry
from tournaments.services.entries.assigned import assign_rounds
from tournaments.services.setup import create_tournament
from tournaments.wording import say_log

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

ROW = re.compile(
    r'<tr( aria-current="true")? ?> <td class="figures">([\d–]+)</td> <td[^>]*>(\d+)</td> <td[^>]*>(\S+)</td>'
)


def rows_of(page: str) -> list[tuple[str, ...]]:
    return ROW.findall(page)


def test_a_new_event_shows_the_table_and_where_it_is_published() -> None:
    load_game("pokemon-tcg")
    asked = {"game_slug": "pokemon-tcg", "expected_players": "20", "best_of": "3"}
    page = text_of(browser(make_actor()).get(reverse("tournament_recommendation"), asked))
    assert "<strong>5 Swiss rounds</strong>" in page
    assert [row for row in rows_of(page) if row[0]] == [(' aria-current="true"', "13–20", "5", "4")]
    assert 'href="https://play.pokemon.com/en-us/resources/documents/play-pokemon-tournament-rules-handbook/"' in page


def test_a_game_without_a_published_table_says_so() -> None:
    load_game()
    page = text_of(browser(make_actor()).get(reverse("tournament_recommendation"), {"game_slug": ULTRAMAN}))
    assert "which names no published source" in page
    assert rows_of(page)[0] == ("", "2–8", "3", "–")


@pytest.mark.parametrize(
    ("cut", "words"),
    [
        (0, "the game’s table has a top 4 for 9 players"),
        (8, "the game’s table has a top 4 for 9 players"),
        (4, None),
    ],
)
def test_the_start_says_which_cut_the_table_has(cut: int, words: str | None) -> None:
    tournament = make_event(top_cut=cut)
    enter(tournament, *(f"P{number}" for number in range(9)))
    page = DeskVisitor(tournament, owner_of(tournament)).read("desk_start")
    assert ("the game’s table has" in page) == (words is not None)
    assert words is None or words in page


def test_the_start_takes_the_cut_from_the_table_for_those_who_play() -> None:
    tournament = make_event(top_cut=4)
    entered = enter(tournament, *(f"P{number}" for number in range(18)))
    tournament.registrations.filter(pk__in=[entry.pk for entry in entered[:17]]).update(checked_in_at=timezone.now())
    desk = DeskVisitor(tournament, owner_of(tournament))
    assert 'name="cut_by_table"' in desk.read("desk_start")
    desk.press("desk_start", drop_absent="1", cut_by_table="1")
    tournament.refresh_from_db()
    assert (tournament.top_cut, tournament.planned_rounds) == (8, 5)
    line = say_log(LogEntry.objects.get(tournament=tournament, verb="tournament_started"))
    assert line == "started with 17 players, 5 Swiss rounds, top cut by the game’s table: 8; absent: P17"
    desk.press("desk_unstart")
    tournament.refresh_from_db()
    assert (tournament.top_cut, tournament.planned_rounds) == (4, None)


def test_a_start_without_the_table_keeps_the_cut() -> None:
    tournament = start_event(20, top_cut=4)
    assert tournament.top_cut == 4
    desk = DeskVisitor(tournament, owner_of(tournament))
    desk.press("desk_unstart")
    tournament.refresh_from_db()
    assert tournament.top_cut == 4


def test_a_small_field_has_none() -> None:
    owner = make_actor()
    load_game("pokemon-tcg")
    tournament = create_tournament(actor=owner, data=event_data(game_slug="pokemon-tcg", top_cut=4))
    enter(tournament, "甲", "乙")
    assert "the game’s table has none for 2 players" in DeskVisitor(tournament, owner).read("desk_start")


def test_the_start_page_asks_for_tables_before_the_pairing_is_refused() -> None:
    event = make_event(only_listed_tables=True, table_ranges="5-8", blocked_tables="6")
    enter(event, *(f"P{number}" for number in range(1, 9)))
    desk = DeskVisitor(event, owner_of(event))
    page = desk.read("desk_start")
    assert "Round 1 has 4 matches, and the event 3 tables: it cannot be paired like this." in page
    assert "Everything is in: you can start." not in page
    first = event.registrations.order_by("pk")[0]
    assign_rounds(actor=owner_of(event), registration_id=first.pk, kind="bye", first=1)
    assert "Everything is in: you can start." in desk.read("desk_start")
