"""The entry's page at the desk: byes awarded and losses assigned for rounds to come."""

from __future__ import annotations

import pytest

from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tests.team_events import started_team_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean
from tournaments.models import LogEntry
from tournaments.queries.standings import standings_of
from tournaments.views.desk.log import is_ruling
from tournaments.wording.audit import Change, changes_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]


def test_byes_are_awarded_shown_and_taken_back() -> None:
    tournament = start_event(5, planned_rounds=3)
    desk = DeskVisitor(tournament, owner_of(tournament))
    key = tournament.registrations.get(number=5).pk
    page = desk.press("desk_entry_rounds", key, kind="bye", first="1", rounds="2", reason="won a trial")
    assert "P05 has a bye in rounds 1 to 2." in page
    assert desk.path("desk_entry_rounds_undo", key, 1, 2) in page
    assert "awarded P05 a bye in rounds 1 to 2: won a trial" in page
    assert_clean(desk.get("desk_entry", key))
    assert "P05 is paired in round 2." in desk.press("desk_entry_rounds_undo", key, 2, 2)
    assert "P05 has a loss in round 3." in desk.press(
        "desk_entry_rounds", key, kind="loss", first="3", rounds="1", reason="exam"
    )
    pair(tournament)
    draft = desk.get("desk_round", 1)
    assert_clean(draft)
    assert "Awarded bye" in draft.content.decode()


def test_an_assigned_loss_stands_in_the_draft_and_is_fixed_once_paired() -> None:
    tournament = start_event(5, planned_rounds=3)
    desk = DeskVisitor(tournament, owner_of(tournament))
    key = tournament.registrations.get(number=5).pk
    refused = desk.post("desk_entry_rounds", key, kind="loss", first="x", rounds="1", reason="late")
    assert refused.status_code == 400
    assert "From which round on? Write its number, such as 2." in text_of(refused)
    desk.press("desk_entry_rounds", key, kind="loss", first="1", rounds="1", reason="late")
    pair(tournament)
    assert "Assigned loss" in desk.read("desk_round", 1)
    desk.press("desk_round_publish", 1)
    page = desk.read("desk_entry", key)
    assert "Assigned loss" in page
    assert desk.path("desk_entry_rounds_undo", key, 1, 1) not in page


def test_the_log_takes_back_what_is_assigned_until_the_round_is_paired() -> None:
    tournament = start_event(5, planned_rounds=3)
    desk = DeskVisitor(tournament, owner_of(tournament))
    key = tournament.registrations.get(number=5).pk
    way = f'action="{desk.path("desk_entry_rounds_undo", key, 1, 2)}"'
    settled = {"kind": "bye", "first": "1", "rounds": "2", "reason": "won a trial"}
    desk.press("desk_entry_rounds", key, **settled)
    assert way in desk.read("desk_log")
    desk.press("desk_entry_rounds_undo", key, 1, 2)
    assert way not in desk.read("desk_log")
    line = LogEntry.objects.get(verb="rounds_unassigned")
    assert line.facts["taken"] == [{"number": number, "kind": "bye", "reason": "won a trial"} for number in (1, 2)]
    assert is_ruling(line)
    assert changes_of(line)[1] == Change("Round 2", "Awarded bye · won a trial", "is paired")
    desk.press("desk_entry_rounds", key, **settled)
    pair(tournament)
    assert way not in desk.read("desk_log")


def test_a_team_with_an_assigned_loss_stands_in_the_draft_with_its_members_and_points() -> None:
    tournament = started_team_event("星港队", "舰队", "军团", planned_rounds=2)
    finish_round(publish(tournament), (2, 0, 0))
    desk = DeskVisitor(tournament, owner_of(tournament))
    team = next(row.registration for row in standings_of(tournament) if row.points)
    desk.press("desk_entry_rounds", team.pk, kind="loss", first="2", rounds="1", reason="exam")
    pair(tournament)
    row = desk.read("desk_round", 2).partition("Assigned loss")[2].partition("</tr>")[0]
    assert f"{team.name}甲 + {team.name}乙" in row
    assert '<td class="num">3</td>' in row


def test_the_start_says_how_many_players_awarded_byes_count_as() -> None:
    tournament = make_event()
    first, *_others = enter(tournament, *(f"P{number}" for number in range(1, 15)))
    desk = DeskVisitor(tournament, owner_of(tournament))
    assert "Awarded byes count" not in desk.read("desk_start")
    desk.press("desk_entry_rounds", first.pk, kind="bye", first="1", rounds="2", reason="won a trial")
    page = desk.read("desk_start")
    assert "Awarded byes count as 3 players more" in page
    assert "as for 17 players" in page


def test_a_refused_form_keeps_what_was_typed() -> None:
    """A loss without its reason came back as a bye, which the next press awarded."""
    tournament = start_event(5, planned_rounds=3)
    desk = DeskVisitor(tournament, owner_of(tournament))
    key = tournament.registrations.get(number=5).pk
    refused = desk.post("desk_entry_rounds", key, kind="loss", first="2", rounds="2", reason=" ")
    page = refused.content.decode()
    assert refused.status_code == 400
    assert '<option value="loss" selected>' in page
    assert '<option value="2" selected>' in page
    assert 'value="2"' in page.split('id="assign-first"')[1].split(">")[0]
    assert f'action="{desk.path("desk_entry", key)}#person-title"' in page
    assert_clean(refused)
    assert desk.client.get(desk.path("desk_entry_rounds", key)).status_code == 302
    assert not LogEntry.objects.filter(verb="rounds_assigned").exists()
