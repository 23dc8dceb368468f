"""Registering, the waiting list, pasted lists, check-in, links."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.actor import SYSTEM, Actor
from accounts.models import Player
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import find_player_by_link
from tests.people_and_events import (
    enter,
    make_actor,
    make_event,
    owner_of,
    play_rounds,
    player_actor,
    staff_actor,
)
from tournaments.models import Registration, Tournament
from tournaments.queries.entries import count_entries, entries_of, entry_of, waiting_place
from tournaments.services.entries import (
    add_entries,
    add_entry,
    check_in,
    edit_entry,
    issue_entry_link,
    register_self,
    reinstate,
    withdraw,
)

pytestmark = pytest.mark.django_db
Status = Registration.Status


def register(tournament, name, actor=SYSTEM, **facts):
    return register_self(actor=actor, tournament_id=tournament.pk, name=name, **facts)


def names(tournament, status):
    found = tournament.registrations.filter(status=status).order_by("registered_at", "id")
    return list(found.values_list("name", flat=True))


def secret(link: str) -> str:
    return link.strip("/").split("/")[-1]


class TestRegisteringOneself:
    def test_with_just_a_name_and_a_link_to_come_back_by(self):
        tournament = make_event()
        made = register(tournament, "  王  小明 ", birth_year=2012, team="白龙", public_name="龙龙")
        entry = made.registration
        assert (entry.name, entry.team, entry.public_name, entry.status) == ("王 小明", "白龙", "龙龙", Status.ACTIVE)
        assert made.personal_link.startswith("/me/")
        assert find_player_by_link(secret(made.personal_link)) == entry.player
        assert (entry.player.birth_year, entry.registered_by) == (2012, "王 小明")

    def test_with_an_account_there_is_no_link(self):
        tournament = make_event()
        actor = make_actor()
        made = register(tournament, "李雷", actor)
        assert made.personal_link is None
        assert made.registration.player.user == actor.user

    def test_an_account_plays_by_its_one_player(self):
        actor = make_actor()
        first = register(make_event(), "李雷", actor).registration
        again = register(make_event(), "李雷(小)", Actor(user=actor.user, player=first.player)).registration
        assert again.player == first.player
        assert (again.name, again.player.name) == ("李雷(小)", "李雷")

    def test_whoever_came_by_a_link_keeps_it(self):
        made = register(make_event(), "韩梅")
        again = register(make_event(), "韩梅", player_actor(made.registration))
        assert (again.personal_link, again.registration.player) == (None, made.registration.player)
        assert find_player_by_link(secret(made.personal_link)) == made.registration.player

    def test_one_phone_may_enter_a_second_child(self):
        tournament = make_event()
        first = register(tournament, "大宝").registration
        parent = player_actor(first)
        with pytest.raises(Conflict, match="already_registered"):
            register(tournament, "二宝", parent)
        second = register(tournament, "二宝", parent, as_new_person=True)
        assert second.registration.player != first.player
        assert second.personal_link

    def test_twice_is_refused(self):
        tournament = make_event()
        actor = make_actor()
        register(tournament, "李雷", actor)
        with pytest.raises(Conflict) as refused:
            register(tournament, "李雷", actor)
        assert (refused.value.code, refused.value.facts["name"]) == ("already_registered", "李雷")

    @pytest.mark.parametrize("name", ["王小明", " 王小明 ", "王 小明".replace(" ", "")])
    def test_the_same_name_needs_a_word(self, name):
        tournament = make_event()
        register(tournament, "王小明")
        with pytest.raises(Refusal) as refused:
            register(tournament, name)
        assert (refused.value.code, refused.value.field) == ("same_name", "name")
        other = register(tournament, name, allow_same_name=True).registration
        assert Registration.objects.filter(tournament=tournament, name="王小明").count() == 2
        assert other.player_id != tournament.registrations.first().player_id

    def test_width_and_case_make_no_other_name(self):
        tournament = make_event()
        register(tournament, "Ｌeo")
        with pytest.raises(Refusal, match="same_name"):
            register(tournament, "LEO")

    @pytest.mark.parametrize(
        "changes",
        [{"registration_open": False}, {"phase": "swiss"}, {"phase": "finished"}, {"phase": "cancelled"}],
    )
    def test_closed_registration(self, changes):
        tournament = make_event()
        Tournament.objects.filter(pk=tournament.pk).update(**changes)
        with pytest.raises(Refusal, match="registration_closed"):
            register(tournament, "甲")

    def test_every_bad_field_at_once(self):
        with pytest.raises(Refusal) as refused:
            register(make_event(), " ", birth_year=1500, team="x" * 81, public_name="y" * 81)
        assert {problem.field for problem in refused.value.problems} == {"name", "birth_year", "team", "public_name"}
        assert not Player.objects.exists()

    def test_an_event_that_does_not_exist(self):
        with pytest.raises(Refusal, match="no_such_tournament"):
            register_self(actor=SYSTEM, tournament_id=0, name="甲")


class TestWaitingList:
    def test_past_capacity_people_wait_and_move_up_in_order(self):
        tournament = make_event(capacity=2)
        entries = [register(tournament, name).registration for name in "甲乙丙丁"]
        assert names(tournament, "active") == ["甲", "乙"]
        assert [waiting_place(entry) for entry in entries] == [None, None, 1, 2]
        withdraw(actor=player_actor(entries[0]), registration_id=entries[0].pk)
        assert names(tournament, "active") == ["乙", "丙"]
        assert names(tournament, "waitlisted") == ["丁"]
        assert {"entry_withdrawn", "entry_promoted"} <= set(tournament.log.values_list("verb", flat=True))

    def test_leaving_the_waiting_list_frees_no_seat(self):
        tournament = make_event(capacity=2)
        entries = [register(tournament, name).registration for name in "甲乙丙丁"]
        withdraw(actor=player_actor(entries[2]), registration_id=entries[2].pk)
        assert names(tournament, "waitlisted") == ["丁"]

    def test_whoever_comes_back_stands_at_the_end(self):
        tournament = make_event(capacity=2)
        entries = [register(tournament, name).registration for name in "甲乙丙"]
        withdraw(actor=player_actor(entries[0]), registration_id=entries[0].pk)
        register(tournament, "丁")
        back = reinstate(actor=player_actor(entries[0]), registration_id=entries[0].pk)
        assert back.status == Status.WAITLISTED
        assert names(tournament, "waitlisted") == ["丁", "甲"]

    def test_registering_again_takes_the_withdrawn_entry_up(self):
        tournament = make_event()
        first = register(tournament, "甲").registration
        actor = player_actor(first)
        withdraw(actor=actor, registration_id=first.pk)
        again = register(tournament, "甲 甲", actor)
        assert (again.registration.pk, again.personal_link, again.registration.name) == (first.pk, None, "甲 甲")
        assert tournament.registrations.count() == 1

    def test_staff_put_past_capacity_on_the_waiting_list_too(self):
        tournament = make_event(capacity=2)
        assert [entry.status for entry in enter(tournament, "甲", "乙", "丙")] == ["active", "active", "waitlisted"]


class TestWithdrawing:
    def test_by_staff_or_the_player_alone(self):
        tournament = make_event()
        first, second = enter(tournament, "甲", "乙")
        for stranger in (SYSTEM, player_actor(second), make_actor(), staff_actor(tournament, "judge")):
            with pytest.raises(NotAllowed):
                withdraw(actor=stranger, registration_id=first.pk)
        withdraw(actor=staff_actor(tournament, "scorekeeper"), registration_id=first.pk)
        withdraw(actor=player_actor(second), registration_id=second.pk)
        assert names(tournament, "active") == []

    def test_not_twice_and_not_after_the_start(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        withdraw(actor=owner_of(tournament), registration_id=entry.pk)
        with pytest.raises(Conflict, match="not_entered"):
            withdraw(actor=owner_of(tournament), registration_id=entry.pk)
        play_rounds(tournament, "published")
        with pytest.raises(Conflict, match="already_started"):
            withdraw(actor=owner_of(tournament), registration_id=entry.pk)
        with pytest.raises(Conflict, match="already_started"):
            reinstate(actor=owner_of(tournament), registration_id=entry.pk)

    def test_a_closed_registration_is_reopened_by_staff_only(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        withdraw(actor=owner_of(tournament), registration_id=entry.pk)
        Tournament.objects.filter(pk=tournament.pk).update(registration_open=False)
        with pytest.raises(NotAllowed):
            reinstate(actor=player_actor(entry), registration_id=entry.pk)
        assert reinstate(actor=owner_of(tournament), registration_id=entry.pk).status == Status.ACTIVE

    def test_a_name_taken_meanwhile_is_told(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        withdraw(actor=owner_of(tournament), registration_id=entry.pk)
        enter(tournament, "甲")
        with pytest.raises(Refusal, match="same_name"):
            reinstate(actor=owner_of(tournament), registration_id=entry.pk)

    def test_whoever_is_there_need_not_be_reinstated(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        with pytest.raises(Conflict, match="not_gone"):
            reinstate(actor=owner_of(tournament), registration_id=entry.pk)


class TestStaffEntries:
    @pytest.mark.parametrize("actor_of", [lambda event: SYSTEM, lambda event: staff_actor(event, "judge")])
    def test_judges_and_the_public_enter_nobody(self, actor_of):
        tournament = make_event()
        actor = actor_of(tournament)
        with pytest.raises(NotAllowed):
            add_entry(actor=actor, tournament_id=tournament.pk, name="甲")
        with pytest.raises(NotAllowed):
            add_entries(actor=actor, tournament_id=tournament.pk, names=["甲"])

    def test_a_known_player_is_entered_as_such(self):
        (old,) = enter(make_event(), "甲")
        tournament = make_event()
        (entry,) = enter(tournament, "甲", player_id=old.player_id)
        assert entry.player_id == old.player_id
        with pytest.raises(Conflict, match="already_registered"):
            enter(tournament, "另一名", player_id=old.player_id)
        with pytest.raises(Refusal, match="no_such_player"):
            enter(tournament, "乙", player_id=0)

    def test_after_the_start_a_late_entry_is_meant(self):
        tournament = make_event()
        play_rounds(tournament, "published")
        with pytest.raises(Conflict, match="already_started"):
            enter(tournament, "甲")
        with pytest.raises(Conflict, match="already_started"):
            add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=["甲"])

    def test_details_are_corrected(self):
        tournament = make_event()
        first, second = enter(tournament, "甲", "乙")
        edit_entry(actor=owner_of(tournament), registration_id=first.pk, name="甲一", birth_year=2011, team="队")
        first.refresh_from_db()
        assert (first.name, first.team, first.player.birth_year) == ("甲一", "队", 2011)
        with pytest.raises(Refusal, match="same_name"):
            edit_entry(actor=owner_of(tournament), registration_id=first.pk, name="乙")
        edit_entry(actor=owner_of(tournament), registration_id=first.pk, name="甲一", public_name="阿甲")
        edit_entry(actor=player_actor(second), registration_id=second.pk, name="乙", public_name="阿乙")
        with pytest.raises(NotAllowed):
            edit_entry(actor=player_actor(second), registration_id=first.pk, name="甲")
        play_rounds(tournament, "published")
        with pytest.raises(NotAllowed):
            edit_entry(actor=player_actor(second), registration_id=second.pk, name="乙乙")


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
        with django_assert_max_num_queries(40):
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
        mine = register(tournament, "李雷", make_actor()).registration
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
            rows = [(entry.name, entry.player.name, entry.decklist) for entry in entries_of(tournament)]
        assert [row[0] for row in rows] == ["甲", "丙", "丁"]

    def test_ones_own_entry_is_the_one_that_counts(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        actor = player_actor(entry)
        withdraw(actor=actor, registration_id=entry.pk)
        assert entry_of(actor, tournament) == entry
        assert entry_of(SYSTEM, tournament) is None


def test_the_database_itself_keeps_one_active_entry_per_player():
    tournament = make_event()
    (entry,) = enter(tournament, "甲")
    for status in ("active", "waitlisted", "dropped", "no_show", "disqualified"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Registration.objects.create(tournament=tournament, player=entry.player, name="甲", status=status)
    Registration.objects.create(tournament=tournament, player=entry.player, name="甲", status="withdrawn")


def test_registration_order_is_by_time():
    tournament = make_event(capacity=2)
    entries = enter(tournament, "甲", "乙", "丙", "丁")
    Registration.objects.filter(pk=entries[3].pk).update(registered_at=timezone.now() - timedelta(days=1))
    withdraw(actor=owner_of(tournament), registration_id=entries[0].pk)
    assert names(tournament, "active") == ["丁", "乙"]
