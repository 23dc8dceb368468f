"""What each line of a pasted list of teams is, and which of them are entered."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import GuardianConsent
from accounts.refusals import Conflict, Refusal
from tests.people_and_events import CONSENT, make_event, owner_of, staff_actor
from tests.team_events import enter_team, started_team_event, team_event, two_of
from tests.two_at_once import at_once
from tournaments.models import LogEntry, Registration, Tournament
from tournaments.play.divisions import read_lines
from tournaments.queries.known_people import known_people
from tournaments.services.entries import ListAges, add_teams
from tournaments.services.entries.pasted import LineKind, read_pasted
from tournaments.services.entries.pasted_teams import read_pasted_teams
from tournaments.wording import say_log, say_refusal

CHAIN = """#接龙
周六 双人赛 报名
格式：队名，选手A，选手B

1. 银河队，小明，小红
2. 红队：小刚/小丽
3、蓝队（小华、小军）
4. 绿队 小伟 小芳
谢谢老板
5. 黄队，小强""".splitlines()
NEW = (None, None)


def teams(*lines: str) -> list[tuple[str, ...]]:
    read = [line for line in read_pasted_teams(lines) if line.kind is LineKind.TEAM]
    return [(line.name, *(one.name for one in line.members)) for line in read]


def kinds(*lines: str) -> list[str]:
    return [line.kind.value for line in read_pasted_teams(lines)]


def add(event: Tournament, *lines: str, **facts: Any) -> Any:
    chosen = facts.pop("chosen", dict.fromkeys(range(1, len(lines) + 1), NEW))
    actor = facts.pop("actor", None) or owner_of(event)
    return add_teams(actor=actor, tournament_id=event.pk, names=lines, chosen=chosen, **facts)


def test_a_chain_of_a_chat_has_teams_in_any_form_and_what_is_none_is_asked_back():
    assert kinds(*CHAIN) == ["title"] * 3 + ["blank"] + ["team"] * 4 + ["not_a_team"] * 2
    assert teams(*CHAIN) == [
        ("银河队", "小明", "小红"), ("红队", "小刚", "小丽"), ("蓝队", "小华", "小军"), ("绿队", "小伟", "小芳"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("银河队,小明,小红", ("银河队", "小明", "小红")),
        ("银河队\t小明\t小红", ("银河队", "小明", "小红")),
        ("银河队：小明/小红", ("银河队", "小明", "小红")),
        ("银河队: 小明，小红", ("银河队", "小明", "小红")),
        ("银河队，小明+小红", ("银河队", "小明", "小红")),
        ("银河队(小明、小红)", ("银河队", "小明", "小红")),
        ("3. 银河队 小明/小红", ("银河队", "小明", "小红")),
        ("Red Team, Ann Lee, Bob Fox", ("Red Team", "Ann Lee", "Bob Fox")),
        ('"Smith, Inc.",Ann,Bob', ("Smith, Inc.", "Ann", "Bob")),
        ("1.\t银河队\t小明\t小红", ("银河队", "小明", "小红")),
        ("\t银河队：小明/小红", ("银河队", "小明", "小红")),
    ],
)
def test_the_forms_of_a_team(line, found):
    assert teams(line) == [found]


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["银河队，小明"], "not_a_team"),
        (["银河队，小明，小红，小刚"], "not_a_team"),
        (["Red Team Ann/Bob"], "not_a_team"),
        (["银河队，小明+1"], "not_a_team"),
        (["银河队 小明 小红"], "by_spaces"),
        (["银河队，同名，同名"], "same_twice"),
        (["甲队，小明，小红", "甲队，小刚，小丽"], "duplicate_in_list"),
        (["甲队，小明，小红", "乙队，小刚，小明"], "player_in_list"),
        (["队名，选手A，选手B"], "title"),
        (["银河队，小\u2060明，小红"], "hidden_character"),
        (["银" * 81 + "，小明，小红"], "name_too_long"),
        (["，"], "blank"),
        (["小明(2015)/小红(2016)"], "not_a_team"),
        (["银河队 小明(2015)/小红(2016)"], "by_spaces"),
        (["银河队(A)（小明、小红）"], "not_a_team"),
        (["银河队（小明(A)、小红）"], "not_a_team"),
        (["银河队，小明)，小红"], "not_a_team"),
        (["银河队\t小明\t2015\t\t2016"], "not_a_team"),
        (["\t小明\t2015\t小红\t2016"], "not_a_team"),
        (["\t小明\t小红\t小刚"], "not_a_team"),
        (["1\t\t小明\t小红\t小刚"], "not_a_team"),
        (["：小明/小红"], "not_a_team"),
        (["姓名\t搭档\t组合", "小明\t小红\t银河队"], "not_a_team"),
        (["姓名\t搭档\t队名", "小明\t\t银河队"], "not_a_team"),
    ],
)
def test_what_is_no_team_is_said_and_not_guessed(lines, kind):
    assert kinds(*lines)[-1] == kind


@pytest.mark.parametrize(
    "lines",
    [
        ["姓名\t搭档\t队名", "小明\t小红\t银河队"],
        ["周六双人赛报名表", "姓名\t搭档\t队名", "小明\t小红\t银河队"],
        ["选手1\t选手2\t队名", "小明\t小红\t银河队"],
        ["序号\t选手A\t队名\t选手B", "1\t小明\t银河队\t小红"],
        ["#接龙", "格式：选手A，选手B，队名", "1. 小明，小红，银河队"],
        ["name,player 1,player 2", "银河队,小明,小红"],
        ["姓名\t搭档\t队名", "银河队：小明/小红"],
        ["姓名\t搭档\t队名", "银河队：小明/小红\t\t"],
    ],
)
def test_a_heading_says_which_column_is_the_team(lines):
    assert teams(*lines) == [("银河队", "小明", "小红")]
    assert set(kinds(*lines)[:-1]) == {"title"}


@pytest.mark.parametrize(
    ("lines", "years"),
    [
        (["银河队：小明(2015)/小红(2016)"], (2015, 2016)),
        (["银河队（小明(2015)、小红(2016)）"], (2015, 2016)),
        (["姓名,出生年,搭档,出生年,队名", "小明,2015,小红,2016,银河队"], (2015, 2016)),
    ],
)
def test_both_players_have_a_year_of_birth(lines, years):
    assert teams(*lines) == [("银河队", "小明", "小红")]
    assert tuple(one.birth_year for one in read_pasted_teams(lines)[-1].members) == years


@pytest.mark.parametrize(
    "line", ["队,小明 2015,小红", "队：小明(2015)/小红", "队,小明,2015,小红", "队\t小明\t2015年\t小红"]
)
def test_a_year_of_birth_stands_behind_its_player(line):
    [read] = read_pasted_teams([line])
    assert [(one.name, one.birth_year) for one in read.members] == [("小明", 2015), ("小红", None)]


def test_a_list_of_names_that_begins_with_a_comma_is_read():
    assert [line.kind.value for line in read_pasted(["，", "钱二"])] == ["blank", "person"]


@pytest.mark.django_db
class TestAdding:
    def test_ticked_teams_are_entered_with_both_players_and_every_line_is_reported(self):
        event = team_event("红队")
        report = add(event, *CHAIN, chosen={5: NEW, 6: NEW, 7: NEW})
        assert [one.name for one in report.added] == ["银河队", "蓝队"]
        assert [one.name for team in report.added for one in two_of(team)] == ["小明", "小红", "小华", "小军"]
        assert [(line.line, line.reason) for line in report.skipped] == [
            (1, "title"), (2, "title"), (3, "title"),
            (6, "already_entered"), (8, "not_chosen"), (9, "not_a_team"), (10, "not_a_team"),
        ]  # fmt: skip
        assert report.blank_lines == 1
        numbers = Registration.everybody.filter(tournament=event).order_by("number").values_list("number", flat=True)
        assert list(numbers) == list(range(1, 10))
        line = LogEntry.objects.filter(tournament=event, verb="teams_added").get()
        assert say_log(line) == "从名单录入 2 支队伍"

    def test_those_past_the_last_seat_wait_in_the_order_of_the_list(self):
        event = team_event("红队", capacity=2)
        report = add(event, "甲队,A,B", "乙队,C,D")
        assert [one.status for one in report.added] == ["active", "waitlisted"]
        assert {one.status for one in two_of(report.added[1])} == {"waitlisted"}

    def test_a_child_is_not_entered_without_the_guardians_consent(self):
        event = team_event()
        with pytest.raises(Refusal, match="guardian_consent_needed"):
            add(event, "甲队,小明 2016,小红")
        assert not Registration.everybody.filter(tournament=event).exists()
        [team] = add(event, "甲队,小明 2016,小红", consent=CONSENT).added
        assert GuardianConsent.objects.get().player == two_of(team)[0].player

    def test_a_player_of_a_name_that_is_entered_has_to_be_somebody_else(self):
        event = team_event("红队")
        with pytest.raises(Refusal, match="no_teams") as refused:
            add(event, "甲队,红队甲,小红")
        assert say_refusal(refused.value)
        [team] = add(event, "甲队,红队甲,小红", same_name=[1]).added
        assert two_of(team)[0].entered_name.endswith(f"#{two_of(team)[0].number}")
        with pytest.raises(Refusal, match="no_teams"):
            add(event, "红队,小刚,小丽", same_name=[1])

    def test_somebody_known_is_the_same_player_and_nobody_is_two(self):
        before = team_event("红队")
        known = two_of(before.registrations.get())[1]
        event = team_event()
        event.staff.update(user=owner_of(before).user)
        owner, line = owner_of(before), "甲队,红队乙,小红"
        [person] = known_people(owner, event, ["红队乙"])["红队乙"]
        assert person.player_id == known.player_id
        twice = dict.fromkeys((1, 2), (known.player_id, None))
        with pytest.raises(Refusal, match="player_twice"):
            add(event, line, "乙队,红队乙,小刚", actor=owner, chosen=twice)
        [team] = add(event, line, actor=owner, chosen={1: (known.player_id, None)}).added
        assert two_of(team)[0].player_id == known.player_id
        stranger = team_event()
        with pytest.raises(Refusal, match="no_such_player"):
            add(stranger, line, chosen={1: (known.player_id, None)})

    @pytest.mark.parametrize("line", ["甲队,小明,小红,少年组", "甲队：小明/小红 少年组", "1. 甲队 小明 小红（少年组）"])
    def test_a_column_or_the_words_behind_the_players_name_the_division(self, line: str):
        event = team_event(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
        [team] = add(event, line).added
        assert {one.division for one in (team, *two_of(team))} == {event.divisions[0]["code"]}

    @pytest.mark.parametrize("stage", ["singles", "started", "judge", "long"])
    def test_who_cannot_and_when(self, stage):
        event = make_event() if stage == "singles" else started_team_event() if stage == "started" else team_event()
        actor = staff_actor(event, "judge") if stage == "judge" else owner_of(event)
        lines = ["甲队,A,B"] * (2001 if stage == "long" else 1)
        with pytest.raises((Refusal, Conflict)) as refused:
            add_teams(actor=actor, tournament_id=event.pk, names=lines, chosen={1: NEW})
        codes = {"singles": "not_for_teams", "started": "already_started", "judge": "not_permitted"}
        assert refused.value.code == codes.get(stage, "too_many_lines")

    def test_teams_entered_singly_and_from_a_list_are_alike(self):
        event = team_event()
        one = enter_team(event, "红队")
        [other] = add(event, "甲队,甲队甲 2016,甲队乙", ages=ListAges("adult"), consent=CONSENT).added
        own = {"id", "name", "number", "player", "team_entry", "registered_at"}
        fields = [field.name for field in Registration._meta.concrete_fields if field.name not in own]
        for first, second in zip((one, *two_of(one)), (other, *two_of(other)), strict=True):
            assert [getattr(first, name) for name in fields] == [getattr(second, name) for name in fields]


@pytest.mark.django_db(transaction=True)
def test_two_lists_pasted_at_once_share_the_last_seats_and_the_numbers():
    event = team_event(capacity=2)
    one, two = at_once(event, lambda: add(event, "甲队,A,B", "乙队,C,D"), lambda: add(event, "乙队,E,F", "丙队,G,H"))
    entered = list(event.registrations.order_by("number"))
    assert [team.status for team in entered] == ["active", "active", "waitlisted"]
    assert sorted(team.name for team in entered) == sorted(["甲队", "乙队", "丙队"])
    assert sorted(line.reason for report in (one, two) for line in report.skipped) == ["already_entered"]
    numbers = Registration.everybody.filter(tournament=event).values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, 10))
