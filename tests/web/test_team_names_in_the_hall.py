"""Where a child looks for the table of the own team: the hall's screen, the lists on paper, and the desk."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.people_and_events import owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tests.team_events import TEAMS, started_team_event, two_of
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.public.visiting import browser
from tournaments.models import Registration, Tournament
from tournaments.queries.hall import seats_by_name
from tournaments.queries.names import shown_name
from tournaments.queries.rounds import matches_of
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def people_of(event: Tournament) -> list[Registration]:
    return list(Registration.people.filter(tournament=event).select_related("player").order_by("pk"))


def test_everybody_has_a_line_of_the_own_name_that_leads_to_the_table_of_the_team() -> None:
    event = started_team_event(*TEAMS, "轮空队")
    round = publish(event)
    seats = {seat.name: seat for seat in seats_by_name(round, matches_of(round), private=True)}
    assert seats.keys() == {one.entered_name for one in people_of(event)}
    for match in round.matches.all():
        for team, other in ((match.player1, match.player2), (match.player2, match.player1)):
            for member in two_of(team):
                seat = seats[member.name]
                assert (seat.table, seat.team, seat.opponent) == (match.table, team.name, other.name)
    alone = round.byes.get().registration
    assert {(seats[one.name].has_bye, seats[one.name].beside) for one in two_of(alone)} == {(True, alone.name)}


def test_a_player_who_is_no_team_has_one_line() -> None:
    event = start_event(4)
    round = publish(event)
    seats = seats_by_name(round, matches_of(round))
    assert sorted(seat.name for seat in seats) == ["P01", "P02", "P03", "P04"]
    assert all(seat.beside == seat.opponent for seat in seats)


def test_the_screen_of_the_hall_lists_the_people_as_everybody_reads_them() -> None:
    event = started_team_event(planned_rounds=2)
    round = publish(event)
    shown = text_of(browser(owner_of(event)).get(reverse("event_hall", args=[event.code])))
    for one in people_of(event):
        assert f"<b>{shown_name(one, private=False)}</b>" in shown
    assert "星港队甲" not in shown
    match = round.matches.first()
    assert f"{match.player1.name} – {match.player2.name}" in shown
    finish_round(round)
    places = text_of(browser().get(reverse("event_hall", args=[event.code])))
    assert re.search(r"星＊＊ #\d+ \+ 星港队乙", places)


@pytest.mark.parametrize("what", ["names", "tables", "slips", "standings", "round"])
def test_paper_names_the_people_beside_their_team(what: str) -> None:
    event = started_team_event(planned_rounds=2)
    finish_round(publish(event))
    publish(event)
    desk = DeskVisitor(event, owner_of(event))
    public, private = desk.read("desk_paper", what), desk.read("desk_paper", what, names="desk")
    for one in people_of(event):
        assert shown_name(one, private=False) in public
        assert one.name in private
    assert "星港队甲" not in public


def test_the_desk_reads_both_full_names_at_each_table() -> None:
    event = started_team_event(*TEAMS, "轮空队")
    draft = pair(event)
    desk = DeskVisitor(event, owner_of(event))
    drafted = desk.read("desk_round", draft.number)
    publish_round(actor=owner_of(event), round_id=draft.pk)
    for page in (drafted, desk.read("desk"), desk.read("desk_round", draft.number)):
        for one in people_of(event):
            assert one.name in page
    match = draft.matches.first()
    for shown in (desk.read("desk_match", match.pk), desk.read("desk_find", q=str(match.table))):
        assert all(one.name in shown for team in (match.player1, match.player2) for one in two_of(team))
