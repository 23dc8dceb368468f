"""A pasted list is shown line by line before anything of it is entered."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.people_and_events import enter, make_event, owner_of
from tests.team_events import team_event, two_of
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.play.divisions import read_lines

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


def test_a_year_of_birth_in_a_list_is_shown_and_needs_the_guardians_consent(desk: DeskVisitor) -> None:
    page = desk.press("desk_entries_paste", names="Ann 2020\nBob")
    assert "<strong>Ann</strong>" in page
    assert "born 2020" in page
    assert "optional-mark" not in page
    digest = page.split('name="digest" value="')[1].split('"')[0]
    sent = {"names": "Ann 2020\nBob", "digest": digest, "line": ["1", "2"], "action": "add"}
    assert desk.post("desk_entries_paste", **sent).status_code == 422
    assert not desk.tournament.registrations.exists()
    desk.press("desk_entries_paste", **sent, consent="paper")
    entered = desk.tournament.registrations.values_list("name", "player__birth_year")
    assert list(entered.order_by("pk")) == [("Ann", 2020), ("Bob", None)]


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


def test_a_space_between_a_name_and_a_team_is_asked_about(desk: DeskVisitor) -> None:
    pasted = "1. 孙三，红队\n2. 李华 蓝队"
    page = desk.press("desk_entries_paste", names=pasted)
    assert "<strong>李华 蓝队</strong>" in page
    assert 'name="split" value="2" id="split-2"> ' in page
    desk.add_pasted(pasted, split=["2"])
    assert list(desk.tournament.registrations.order_by("pk").values_list("name", "team")) == [
        ("孙三", "红队"),
        ("李华", "蓝队"),
    ]


def test_every_line_is_read_with_its_team_by_one_press(desk: DeskVisitor) -> None:
    pasted = "1. 李华 蓝队\n2. 韩梅\n3. 孙三 红队\n4. 周四 红队"
    asked = desk.press("desk_entries_paste", names=pasted)
    assert asked.count('value="split"') == 1
    page = text_of(desk.post("desk_entries_paste", names=pasted, action="split"))
    assert page.count('name="split"') == 3
    assert [f'id="split-{line}" checked' in page for line in (1, 3, 4)] == [True, True, True]
    assert "<strong>孙三</strong>" in page


def test_the_preview_follows_another_known_player() -> None:
    before = make_event()
    older, younger = (enter(before, name, birth_year=year)[0] for name, year in (("Ann", 2005), ("Bo", 2015)))
    before.registrations.filter(pk=younger.pk).update(name="Ann")
    tournament = make_event(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    tournament.staff.update(user=owner_of(before).user)
    desk = DeskVisitor(tournament, owner_of(before))
    page = desk.press("desk_entries_paste", names="Ann")
    digest = page.split('name="digest" value="')[1].split('"')[0]
    for known, division in ((older, "Masters"), (younger, "Junior")):
        sent = {"names": "Ann", "digest": digest, "line": "1", "player-1": known.player_id, "action": "look"}
        preview = desk.press("desk_entries_paste", **sent)
        row = preview.split('class="paste-rows"')[1].split("</label>")[0]
        assert division in row


def test_a_division_is_chosen_for_the_list_or_for_a_line_that_names_none() -> None:
    tournament = make_event(divisions=read_lines("少年组 / Junior\n成人组 / Masters"))
    desk = DeskVisitor(tournament, owner_of(tournament))
    names = "Ann,Red,Masters\nBo\nCy"
    junior, masters = tournament.divisions[0]["code"], tournament.divisions[1]["code"]
    chosen = {"division": junior, "division-3": masters}
    page = desk.press("desk_entries_paste", names=names, **chosen)
    rows = page.split('class="paste-rows"')[1].split("</li>")
    for row, shown in zip(rows, ("Masters", "Junior", "Masters"), strict=False):
        assert shown in row.split("</label>")[0]
    assert 'name="division-1"' not in page, "its column says it"
    assert f'<option value="{masters}" selected>' in rows[2]
    desk.add_pasted(names, **chosen)
    entered = tournament.registrations.order_by("pk").values_list("name", "team", "division")
    assert list(entered) == [("Ann", "Red", masters), ("Bo", "", junior), ("Cy", "", masters)]


def test_what_was_chosen_for_a_line_goes_with_it_when_the_list_changes() -> None:
    """It stayed at the number of the line, and was somebody else's then."""
    tournament = make_event(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    desk = DeskVisitor(tournament, owner_of(tournament))
    junior = tournament.divisions[0]["code"]
    chosen = {"division-2": junior, "age-1": "minor", "age-2": "adult", "shown": "Ann\r\nBo\r\nCy"}
    page = desk.press("desk_entries_paste", names="Di\nAnn\nBo 2\nBo\nCy", **chosen)

    def chosen_on(line: int) -> list[str]:
        selects = [page.split(f'name="{kind}-{line}"')[1].split("</select>")[0] for kind in ("age", "division")]
        return [re.findall(r'value="([^"]*)" selected', one)[-1:] for one in selects]

    assert [chosen_on(line) for line in range(1, 6)] == [
        [[""], []], [["minor"], []], [[""], []], [["adult"], [junior]], [[""], []],
    ]  # fmt: skip
    page = desk.press("desk_entries_paste", names="Ann\nAnn", **chosen)
    assert chosen_on(1) == [[""], []], "nobody knows which of two it is"


def test_a_line_goes_by_the_year_of_birth_where_the_list_has_a_division() -> None:
    tournament = make_event(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    desk = DeskVisitor(tournament, owner_of(tournament))
    junior, masters = tournament.divisions[0]["code"], tournament.divisions[1]["code"]
    chosen = {"division": junior, "division-2": "by-birth"}
    assert 'value="by-birth" selected' in desk.press("desk_entries_paste", names="Ann\nBo 1985", **chosen)
    desk.add_pasted("Ann\nBo 1985", **chosen)
    entered = tournament.registrations.order_by("pk").values_list("name", "division", "division_by_hand")
    assert list(entered) == [("Ann", junior, True), ("Bo", masters, False)]


TEAMS = "#接龙\n双人赛\n1. 银河队，小明 2016，小红\n2. 红队：小刚/小丽\n3. 只有队名\n4. 红队甲队：红队甲/小军"


@pytest.fixture
def team_desk() -> DeskVisitor:
    event = team_event("红队", capacity=2)
    return DeskVisitor(event, owner_of(event))


def test_a_list_of_teams_is_shown_line_by_line_and_nothing_is_written_before(team_desk: DeskVisitor) -> None:
    event = team_desk.tournament
    assert reverse("desk_entries_paste", args=[event.code]) in team_desk.read("desk_entries")
    assert "Teams, one per line" in team_desk.read("desk_entries_paste")
    page = team_desk.press("desk_entries_paste", names=TEAMS)
    assert event.registrations.count() == 1
    for words in (
        "“双人赛” is read as a title.",
        "“红队” is entered already.",
        "“3. 只有队名” is not a team and two players. Write, for example: Red Team, Ann, Bob",
        "“红队甲” is entered already.",
        'value="3" id="line-3" checked',
        'value="6" id="line-6"> ',
        "Teams ticked: <strong data-ticked>1</strong>.",
        "Guardian's consent",
    ):
        assert words in page.replace("&#x27;", "'").replace("’", "'"), words
    digest = page.split('name="digest" value="')[1].split('"')[0]
    refused = team_desk.post("desk_entries_paste", names=TEAMS, line=["3"], digest=digest, action="add")
    assert refused.status_code == 422
    assert event.registrations.count() == 1
    report = team_desk.add_pasted(TEAMS, consent="paper")
    assert "<strong>1</strong> team entered." in report
    [team] = event.registrations.exclude(name="红队")
    assert ([one.name for one in two_of(team)], team.status) == (["小明", "小红"], "active")


def test_a_player_of_a_team_who_is_known_can_be_chosen_for_the_line() -> None:
    before = team_event("红队")
    known = two_of(before.registrations.get())[1]
    event = team_event()
    event.staff.update(user=owner_of(before).user)
    desk = DeskVisitor(event, owner_of(before))
    page = desk.press("desk_entries_paste", names="新队,红队乙,小红")
    assert f'<option value="{known.player_id}" selected>' in page
    assert 'name="player-1-1"' in page
    assert 'name="player-1-2"' not in page
    desk.add_pasted("新队,红队乙,小红", **{"player-1-1": known.player_id})
    assert two_of(event.registrations.get())[0].player_id == known.player_id


def test_an_empty_list_of_teams_says_what_belongs_there(team_desk: DeskVisitor) -> None:
    assert "at least one team" in text_of(team_desk.post("desk_entries_paste", names=" \n"))
