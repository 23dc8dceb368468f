"""Which division a team of two plays in: that of its oldest member, unless staff choose another."""

from __future__ import annotations

import pytest

from tests.people_and_events import CONSENT, edit_event, owner_of
from tests.team_events import enter_team, team_event, two_of
from tournaments.models import Registration
from tournaments.play.divisions import read_lines
from tournaments.services.entries import MemberData, add_teams, edit_entry, late_entry, set_division
from tournaments.services.entries.previewed_teams import preview_of_teams
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db

AGES = read_lines("少年组 / Junior, 2015-\n青年组 / Senior, 2011-2014\n大师组 / Masters, -2010")


def two(first: int | None, second: int | None, name: str = "星港队") -> list[MemberData]:
    return [MemberData(f"{name}甲", birth_year=first), MemberData(f"{name}乙", birth_year=second)]


def divisions(team: Registration) -> set[str]:
    """Where the rows of the team and of its members are, as stored."""
    return {Registration.everybody.get(pk=one.pk).division for one in (team, *two_of(team))}


def edit(member: Registration, birth_year: int | None) -> None:
    member.refresh_from_db()
    facts = {"name": member.name, "public_name": "", "team": "", "birth_year": birth_year, "consent": CONSENT}
    edit_entry(actor=owner_of(member.tournament), registration_id=member.pk, **facts)


@pytest.mark.parametrize(
    ("years", "division"),
    [((2016, 2015), "junior"), ((2016, 2012), "senior"), ((1990, 2016), "masters"), ((2016, None), "")],
)
def test_the_oldest_member_decides(years: tuple[int | None, int | None], division: str) -> None:
    team = enter_team(team_event(divisions=AGES), "星港队", members=two(*years))
    assert divisions(team) == {division}


def test_a_corrected_year_of_birth_of_a_member_moves_the_team_before_the_start() -> None:
    event = team_event(divisions=AGES)
    team = enter_team(event, "星港队")
    other = enter_team(event, "舰队")
    for one in (team, other):
        edit(two_of(one)[1], 2012)
        assert divisions(one) == {"senior"}
    start_tournament(actor=owner_of(event), tournament_id=event.pk, allow_missing_decklists=True)
    edit(two_of(team)[1], 1990)
    assert divisions(team) == {"senior"}


def test_what_staff_choose_stays_until_they_give_it_back_to_the_years_of_birth() -> None:
    event = team_event(divisions=AGES)
    team = enter_team(event, "星港队", members=two(2016, 2012))
    set_division(actor=owner_of(event), registration_id=team.pk, division="junior")
    edit(two_of(team)[1], 1990)
    assert divisions(team) == {"junior"}
    set_division(actor=owner_of(event), registration_id=team.pk, division="")
    assert divisions(team) == {"masters"}


def test_new_divisions_of_the_event_sort_its_teams() -> None:
    event = team_event()
    team = enter_team(event, "星港队", members=two(2016, 2012))
    edit_event(event, divisions=AGES)
    assert divisions(team) == {"senior"}


def test_a_pasted_list_shows_and_enters_the_same_division() -> None:
    event = team_event(divisions=AGES)
    lines = ["星港队\t张三 2016\t李四 2012", "舰队\t王五 2016\t赵六"]
    shown = preview_of_teams(owner_of(event), event, lines, None)
    assert [row.division for row in shown.rows if row.members] == ["青年组", ""]
    known = {1: (None, None), 2: (None, None)}
    added = add_teams(actor=owner_of(event), tournament_id=event.pk, names=lines, chosen=known, consent=CONSENT)
    assert [one.division for one in added.added] == ["senior", ""]


def test_a_team_taken_in_late_is_sorted_too() -> None:
    event = team_event("舰队", "军团", divisions=AGES)
    start_tournament(actor=owner_of(event), tournament_id=event.pk, allow_missing_decklists=True)
    team = enter_team(event, "星港队", members=two(2016, 2012), late_policy="loss")
    waiting = Registration.objects.filter(pk=team.pk)
    assert divisions(team) == {"senior"}
    waiting.update(division="", status=Registration.Status.WAITLISTED)
    late_entry(actor=owner_of(event), tournament_id=event.pk, registration_id=team.pk, late_policy="loss")
    assert divisions(team) == {"senior"}
