"""What each line of a pasted list is, and which of them are entered."""

from __future__ import annotations

import pytest

from accounts.refusals import Refusal
from tests.people_and_events import enter, make_event, owner_of, staff_actor
from tournaments.models import Registration, Tournament
from tournaments.play.divisions import read_lines
from tournaments.queries.known_people import known_people
from tournaments.services.entries import add_entries, withdraw
from tournaments.services.entries.pasted import LineKind, read_pasted

CHAIN = """#接龙
周六奥特曼店赛，19:00 开始
格式：姓名 队伍

1. 钱二
2. 孙三，光之国
3、李四
谢谢老板
4. 钱二""".splitlines()


def kinds(*lines: str) -> list[str]:
    return [line.kind.value for line in read_pasted(lines)]


def people(*lines: str) -> list[tuple[str, str]]:
    read = [line.person for line in read_pasted(lines) if line.kind is LineKind.PERSON]
    return [(person.name, person.team) for person in read if person is not None]


def test_a_chain_of_a_chat_has_a_title_numbers_and_notes():
    assert kinds(*CHAIN) == ["title"] * 3 + ["blank"] + ["person"] * 3 + ["note", "duplicate_in_list"]
    assert people(*CHAIN) == [("钱二", ""), ("孙三", "光之国"), ("李四", "")]


def test_the_number_that_waits_for_the_next_name_is_nobody():
    assert kinds("#接龙", "周六", "1. 钱二", "2. ", "3、") == ["title", "title", "person", "blank", "blank"]


@pytest.mark.parametrize("line", ["3 人已付款", "3人", "10人报名", "2 位未到", "3 人，都付了", "3. 3 人已付款"])
def test_how_many_people_did_something_is_a_note_that_may_be_a_name(line: str) -> None:
    assert kinds("1. 钱二", "2. 孙三", line) == ["person", "person", "count"]
    (_one, _two, note) = read_pasted(["#接龙", "1. 钱二", line])
    assert (note.kind, note.text, note.person is not None) == (LineKind.COUNT, line, True)


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["1. 钱二", "2. 孙三", "3 周杰", "4. 李四"], ["钱二", "孙三", "周杰", "李四"]),
        (["#接龙", "10 月 5 日", "1 周杰", "2. 钱二", "谢谢", "3、孙三", "4 李四"], ["周杰", "钱二", "孙三", "李四"]),
        (["9. 钱二", "10. 孙三", "11 周杰"], ["钱二", "孙三", "周杰"]),
        (["1. 钱二", "2. 孙三", "7 周杰"], ["钱二", "孙三", "7 周杰"]),
        (["1. 钱二", "2. 孙三", "3 周杰", "3. 李四"], ["钱二", "孙三", "3 周杰", "李四"]),
        (["1. 钱二", "3. 孙三", "4 周杰"], ["钱二", "孙三", "4 周杰"]),
        (["1 月 5 日", "1. 钱二", "2. 孙三"], ["钱二", "孙三"]),
        (["1. 钱二", "2 周杰"], ["钱二", "2 周杰"]),
        (["钱二", "2 周杰", "3 李四"], ["钱二", "2 周杰", "3 李四"]),
        (["1. 钱二", "2. 孙三", "3 人杰", "4. 李四"], ["钱二", "孙三", "人杰", "李四"]),
        (["1. 钱二", "2. 孙三", "3 人已付款", "3 周杰"], ["钱二", "孙三", "周杰"]),
    ],
)
def test_a_number_with_a_space_behind_it_is_one_in_its_place(lines: list[str], names: list[str]) -> None:
    assert [name for name, _team in people(*lines)] == names


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["周六名单", "1. 钱二", "2. 孙三"], [("钱二", ""), ("孙三", "")]),
        (["姓名,队伍", "钱二,光之国", "孙三"], [("钱二", "光之国"), ("孙三", "")]),
        (["编号\t姓名\t战队", "1\t钱二\t光之国", "2\t孙三\t"], [("钱二", "光之国"), ("孙三", "")]),
        (["队名,姓名", "光之国,钱二", "光之国,", ",孙三", "李四"], [("钱二", "光之国"), ("孙三", ""), ("李四", "")]),
        (["编号\t战队\t姓名", "1\t光之国\t钱二", "2\t\t孙三"], [("钱二", "光之国"), ("孙三", "")]),
        (["队名,选手名字", "光之国,钱二"], [("钱二", "光之国")]),
        (["周六店赛报名", "姓名,队伍", "钱二,光之国", "孙三"], [("钱二", "光之国"), ("孙三", "")]),
        (["周六店赛,报名表", "", "10 月 5 日", "队名\t姓名", "光之国\t钱二"], [("钱二", "光之国")]),
        (["Saturday", "Player", "Ann", "Bo"], [("Ann", ""), ("Bo", "")]),
        (["Saturday", "no.\tname", "3\tAnn", "4\tBo"], [("Ann", ""), ("Bo", "")]),
        (["钱二", "No", "孙三"], [("钱二", ""), ("No", ""), ("孙三", "")]),
        (
            ["钱二", "孙三", "李四", "周五", "姓名", "吴六"],
            [(one, "") for one in ("钱二", "孙三", "李四", "周五", "姓名", "吴六")],
        ),
        (["选手1", "选手2"], [("选手1", ""), ("选手2", "")]),
        (["1,钱二,光之国"], [("钱二", "光之国")]),
        (['"Smith, John",Red', "Smith, John\tRed"], [("Smith, John", "Red")]),
        (["钱二", "孙三"], [("钱二", ""), ("孙三", "")]),
        (["#接龙", "周六", "钱二"], []),
    ],
)
def test_titles_headings_and_columns(lines, found):
    assert people(*lines) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("刘洋 2015", ("刘洋", 2015, "")),
        ("刘洋（2015年生）", ("刘洋", 2015, "")),
        ("刘洋,2015", ("刘洋", 2015, "")),
        ("刘洋\t光之国\t2015年", ("刘洋", 2015, "光之国")),
        ("刘洋 2015，光之国", ("刘洋", 2015, "光之国")),
        ("Zhang Wei 2015", ("Zhang Wei", 2015, "")),
        ("刘洋 2099", ("刘洋 2099", None, "")),
        ("刘洋2015", ("刘洋2015", None, "")),
    ],
)
def test_a_year_behind_a_name_is_that_of_birth(line, found):
    (read,) = read_pasted([line])
    assert read.kind is LineKind.PERSON
    assert (read.person.name, read.person.birth_year, read.person.team) == found


def test_a_team_may_stand_behind_the_year_of_birth():
    (read,) = read_pasted(["刘洋 2015 光之国"])
    assert (read.words, read.person.birth_year) == (("刘洋", "光之国"), 2015)


def test_a_comma_in_parentheses_parts_no_columns():
    read = read_pasted(["#接龙", "周六店赛（二楼，10点）", "1. 钱二"])
    assert read[1].person.name == "周六店赛（二楼，10点）"


def test_a_line_without_a_name_in_its_column_cannot_be_entered():
    read = read_pasted(["队名,姓名", "光之国,"])[1]
    assert (read.kind, read.person) == (LineKind.TITLE, None)


def test_a_title_or_a_note_can_still_be_meant_as_a_name():
    read = read_pasted(["周六名单", "1. 钱二"])
    assert read[0].person is not None
    assert read_pasted(["a\tb\tc"])[0].person is None
    assert read_pasted(CHAIN)[0].person is None


@pytest.mark.parametrize(("line", "kind"), [('"' + "钱" * 140_000, "name_too_long"), ('"钱二"\r孙三', "person")])
def test_a_line_that_no_table_has_is_one_column(line, kind):
    assert kinds(line) == [kind]


def test_a_team_behind_a_space_is_read_where_another_line_has_it_in_its_column():
    assert people("1. 钱二，红队", "2. 李华 红队", "3. 孙三 蓝队", "4. Ann Lee") == [
        ("钱二", "红队"), ("李华", "红队"), ("孙三 蓝队", ""), ("Ann Lee", ""),
    ]  # fmt: skip
    read = read_pasted(["1. 钱二，红队", "2. 李华 红队", "3. 孙三 蓝队", "4. Ann Lee"])
    assert [line.words for line in read] == [None, ("李华", "红队"), ("孙三", "蓝队"), None]


def test_what_a_space_parts_is_read_as_somebody_wants_it():
    lines = ["1. 钱二，红队", "2. 李华 红队", "3. 孙三 蓝队"]
    read = [line.person for line in read_pasted(lines, split=[3])]
    assert [(person.name, person.team) for person in read] == [("钱二", "红队"), ("李华 红队", ""), ("孙三", "蓝队")]


@pytest.mark.django_db
class TestAdding:
    def test_only_chosen_lines_are_entered_and_every_line_is_reported(self):
        tournament = make_event()
        enter(tournament, "李四")
        report = add_entries(
            actor=owner_of(tournament), tournament_id=tournament.pk, names=CHAIN, chosen={5: None, 7: None, 8: None}
        )
        assert [entry.name for entry in report.added] == ["钱二", "谢谢老板"]
        assert [(line.line, line.reason) for line in report.skipped] == [
            (1, "title"), (2, "title"), (3, "title"),
            (6, "not_chosen"), (7, "already_entered"), (9, "duplicate_in_list"),
        ]  # fmt: skip
        assert report.blank_lines == 1

    def test_lines_said_to_be_somebody_else_of_that_name(self):
        tournament = make_event()
        enter(tournament, "王伟")
        report = add_entries(
            actor=owner_of(tournament), tournament_id=tournament.pk, names=["王伟", "王伟"],
            chosen={1: None, 2: None}, same_name=[1],
        )  # fmt: skip
        assert [entry.name for entry in report.added] == ["王伟"]
        assert [(line.line, line.reason) for line in report.skipped] == [(2, "already_entered")]

    def test_somebody_known_from_an_earlier_event_is_the_same_player(self):
        before = make_event()
        (known,) = enter(before, "钱二")
        owner = owner_of(before)
        tournament = next_event(before)
        (person,) = known_people(owner, tournament, ["钱二"])["钱二"]
        assert (person.player_id, person.event, person.events) == (known.player_id, before.name, 1)
        report = add_entries(
            actor=owner, tournament_id=tournament.pk, names=["钱二", "孙三"], chosen={1: person.player_id, 2: None}
        )
        assert [entry.player_id == known.player_id for entry in report.added] == [True, False]
        assert known_people(owner, tournament, ["钱二"]) == {}
        withdraw(actor=owner, registration_id=report.added[0].pk)
        assert known_people(owner, tournament, ["钱二"]) == {}

    def test_players_of_other_organisers_are_nobodys_business(self):
        foreign = make_event()
        (stranger,) = enter(foreign, "钱二")
        tournament = make_event()
        owner = owner_of(tournament)
        assert known_people(owner, tournament, ["钱二"]) == {}
        assert known_people(staff_actor(foreign, "judge"), tournament, ["钱二"]) == {}
        with pytest.raises(Refusal, match="no_such_player"):
            add_entries(
                actor=owner, tournament_id=tournament.pk, names=["钱二"], chosen={1: stranger.player_id}
            )  # fmt: skip
        assert not tournament.registrations.exists()

    def test_one_known_player_is_not_entered_twice(self):
        before = make_event()
        (known,) = enter(before, "钱二")
        tournament = next_event(before)
        with pytest.raises(Refusal, match="player_twice"):
            add_entries(
                actor=owner_of(before), tournament_id=tournament.pk, names=["钱二", "钱二"],
                chosen=dict.fromkeys((1, 2), known.player_id),
            )  # fmt: skip
        assert not Registration.objects.filter(tournament=tournament).exists()


def next_event(before: Tournament) -> Tournament:
    """Another event of the same owner."""
    tournament = make_event()
    owner = owner_of(before)
    tournament.staff.update(user=owner.user)
    return tournament


class TestDivisions:
    DIVISIONS = read_lines("少年组 / Youth, 2014-\n通用组 / Open")

    def read(self, *lines: str) -> list[tuple[str, int | None, str]]:
        names = {"": "", **{one.code: one.en for one in self.DIVISIONS}}
        read = [line for line in read_pasted(lines, self.DIVISIONS) if line.kind is LineKind.PERSON]
        return [(line.person.name, line.person.birth_year, names[line.division]) for line in read if line.person]

    @pytest.mark.parametrize(
        "line", ["小明 少年组", "小明（少年组）", "小明-少年组", "小明，少年组", "1. 小明 YOUTH", "小明 (Youth)"]
    )
    def test_words_behind_a_name_say_the_division(self, line: str):
        assert self.read(line) == [("小明", None, "Youth")]

    @pytest.mark.parametrize("line", ["小明 2015 通用组", "小明 通用组 2015", "小明（通用组）2015"])
    def test_the_year_of_birth_stands_on_either_side_of_it(self, line: str):
        assert self.read(line) == [("小明", 2015, "Open")]

    @pytest.mark.parametrize("line", ["少年组小明", "小明 少年组长", "小明（少年组长）", "小明 少年", "José Youth"])
    def test_other_words_stay_in_the_name(self, line: str):
        assert self.read(line) == [(line, None, "")]

    def test_the_team_stays_behind_the_division(self):
        (line,) = read_pasted(["小明 少年组 光之国"], self.DIVISIONS, split={1})
        assert line.person is not None
        assert (line.person.name, line.person.team, line.division) == ("小明", "光之国", self.DIVISIONS[0].code)

    def test_a_division_alone_is_the_heading_of_the_names_below_it(self):
        lines = ["少年组：", "1. 小明", "2. 小红 通用组", "通用组", "3. 大刘", "小华"]
        assert read_pasted(lines, self.DIVISIONS)[3].kind is LineKind.TITLE
        assert self.read(*lines) == [
            ("小明", None, "Youth"),
            ("小红", None, "Open"),
            ("大刘", None, "Open"),
            ("小华", None, "Open"),
        ]
