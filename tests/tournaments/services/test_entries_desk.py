"""At the desk before the start: pasted lists, check-in, personal links, the entry list."""

import pytest
from django.utils import translation

from accounts.actor import SYSTEM
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import find_player_by_link
from tests.people_and_events import enter, make_actor, make_event, owner_of, play_rounds, player_actor, staff_actor
from tournaments.queries.entries import count_entries, listed_entries, own_entries_in
from tournaments.services.entries import add_entries, check_in, issue_entry_link, register_self, withdraw
from tournaments.wording.pasted import say_skipped

pytestmark = pytest.mark.django_db


def secret(link: str) -> str:
    return link.strip("/").split("/")[-1]


class TestPastedNames:
    def test_every_line_is_accounted_for(self):
        tournament = make_event()
        enter(tournament, "赵一")
        lines = ["\ufeff钱二", "", "孙三", "  ", "赵一 ", "钱二", "x" * 81, "李 四"]
        report = add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=lines)
        assert [entry.name for entry in report.added] == ["钱二", "孙三", "李 四"]
        assert [(skipped.line, skipped.reason, skipped.first_line) for skipped in report.skipped] == [
            (5, "already_entered", None),
            (6, "duplicate_in_list", 1),
            (7, "name_too_long", None),
        ]
        assert report.blank_lines == 2
        assert len(report.added) + len(report.skipped) + report.blank_lines == len(lines)
        assert tournament.log.first().facts["count"] == 3

    def test_numbers_of_a_chat_or_a_sheet_are_no_part_of_a_name(self):
        tournament = make_event()
        enter(tournament, "赵一")
        lines = ["1. 钱二", "2、 孙三", "3）李四", "４.周五", "5\t吴六", "6. 赵一", "7.", "3.14", "11 号选手", "8. 7月"]
        report = add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=lines)
        names = ["钱二", "孙三", "李四", "周五", "吴六", "3.14", "11 号选手", "7月"]
        assert [entry.name for entry in report.added] == names
        assert [(skipped.line, skipped.text, skipped.reason) for skipped in report.skipped] == [
            (6, "赵一", "already_entered")
        ]

    def test_a_second_column_is_the_team_and_a_third_is_reported(self):
        tournament = make_event()
        lines = ["钱二\t光之国", "2\t孙三\t 地球 防卫队 ", "\t李四\t", "周五\t\t光之国", "吴六\t光之国\t迟到"]
        report = add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=lines)
        assert [(entry.name, entry.team) for entry in report.added] == [
            ("钱二", "光之国"),
            ("孙三", "地球 防卫队"),
            ("李四", ""),
            ("周五", "光之国"),
        ]
        assert [(skipped.line, skipped.reason) for skipped in report.skipped] == [(5, "too_many_columns")]
        with translation.override("en"):
            assert "more columns" in say_skipped("too_many_columns", {"text": report.skipped[0].text})

    def test_people_of_one_name_by_choice(self):
        tournament = make_event()
        enter(tournament, "王伟")
        report = add_entries(
            actor=owner_of(tournament), tournament_id=tournament.pk, names=["王伟", "王伟"], allow_same_name=True
        )
        assert (len(report.added), report.skipped) == (2, ())

    def test_past_capacity_the_rest_waits(self):
        tournament = make_event(capacity=3)
        report = add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=list("甲乙丙丁戊"))
        assert [entry.status for entry in report.added] == ["active"] * 3 + ["waitlisted"] * 2

    def test_an_empty_or_endless_list_is_refused(self):
        tournament = make_event()
        with pytest.raises(Refusal, match="no_names"):
            add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=["", " "])
        with pytest.raises(Refusal, match="too_many_lines"):
            add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=["甲"] * 2001)

    def test_a_hall_of_two_hundred_is_entered_with_few_queries(self, django_assert_max_num_queries):
        tournament = make_event(capacity=150)
        with django_assert_max_num_queries(42):
            report = add_entries(
                actor=owner_of(tournament), tournament_id=tournament.pk, names=[f"选手{n}" for n in range(200)]
            )
        assert len(report.added) == 200
        assert count_entries(tournament).waitlisted == 50


class TestCheckIn:
    def test_there_and_not_there(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        judge = staff_actor(tournament, "judge")
        assert check_in(actor=judge, registration_id=entry.pk, present=True).checked_in_at is not None
        check_in(actor=judge, registration_id=entry.pk, present=True)
        assert count_entries(tournament).checked_in == 1
        assert check_in(actor=judge, registration_id=entry.pk, present=False).checked_in_at is None
        assert tournament.log.filter(verb__startswith="entry_checked").count() == 2

    def test_only_seats_before_the_start(self):
        tournament = make_event(capacity=2)
        entries = enter(tournament, "甲", "乙", "丙")
        owner = owner_of(tournament)
        with pytest.raises(Conflict, match="not_entered"):
            check_in(actor=owner, registration_id=entries[2].pk, present=True)
        with pytest.raises(NotAllowed):
            check_in(actor=player_actor(entries[0]), registration_id=entries[0].pk, present=True)
        play_rounds(tournament, "published")
        with pytest.raises(Conflict, match="already_started"):
            check_in(actor=owner, registration_id=entries[0].pk, present=True)

    def test_a_withdrawn_entry_is_not_there_any_more(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        check_in(actor=owner_of(tournament), registration_id=entry.pk, present=True)
        withdraw(actor=owner_of(tournament), registration_id=entry.pk)
        entry.refresh_from_db()
        assert entry.checked_in_at is None


class TestLinks:
    def test_staff_hand_out_a_new_link(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        first = issue_entry_link(actor=owner_of(tournament), registration_id=entry.pk)
        second = issue_entry_link(actor=player_actor(entry), registration_id=entry.pk)
        assert find_player_by_link(secret(first)) is None
        assert find_player_by_link(secret(second)) == entry.player

    def test_an_account_needs_none_and_strangers_get_none(self):
        tournament = make_event()
        mine = register_self(
            actor=make_actor(), tournament_id=tournament.pk, name="李雷", age_group="adult"
        ).registration
        with pytest.raises(Refusal, match="player_has_account"):
            issue_entry_link(actor=owner_of(tournament), registration_id=mine.pk)
        with pytest.raises(NotAllowed):
            issue_entry_link(actor=make_actor(), registration_id=mine.pk)


class TestReading:
    def test_the_list_is_in_order_and_leaves_withdrawn_ones_out(self, django_assert_num_queries):
        tournament = make_event(capacity=2)
        entries = enter(tournament, "甲", "乙", "丙", "丁")
        withdraw(actor=owner_of(tournament), registration_id=entries[1].pk)
        with django_assert_num_queries(1):
            rows = [(number, entry.name) for number, entry in listed_entries(tournament, private=True)]
        assert rows == [(3, "丙"), (1, "甲"), (1, "丁")]

    def test_ones_own_entry_is_the_one_that_counts(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        actor = player_actor(entry)
        withdraw(actor=actor, registration_id=entry.pk)
        assert own_entries_in(tournament, actor) == [entry]
        assert own_entries_in(tournament, SYSTEM) == []
