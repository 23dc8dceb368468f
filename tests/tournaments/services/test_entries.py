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
    CONSENT,
    enter,
    make_actor,
    make_event,
    owner_of,
    play_rounds,
    player_actor,
    staff_actor,
)
from tournaments.models import Registration, Tournament
from tournaments.queries.entries import waiting_place
from tournaments.services.entries import (
    add_entries,
    add_entry,
    edit_entry,
    register_self,
    reinstate,
    withdraw,
)

pytestmark = pytest.mark.django_db
Status = Registration.Status


def register(tournament, name, actor=SYSTEM, **facts):
    facts.setdefault("consent", CONSENT)
    return register_self(actor=actor, tournament_id=tournament.pk, name=name, **({"age_group": "adult"} | facts))


def names(tournament, status):
    found = tournament.registrations.filter(status=status).order_by("registered_at", "id")
    return list(found.values_list("name", flat=True))


def edit(actor, entry, name, birth_year=None, public_name="", team=""):
    return edit_entry(
        actor=actor, registration_id=entry.pk, name=name, birth_year=birth_year, public_name=public_name, team=team
    )


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
        assert (tournament.log.first().actor, tournament.log.first().user) == ("王 小明", None)

    def test_with_an_account_there_is_no_link(self):
        tournament = make_event()
        actor = make_actor()
        made = register(tournament, "李雷", actor)
        assert made.personal_link is None
        assert made.registration.player.user == actor.user

    def test_an_account_plays_by_its_one_player(self):
        actor = make_actor()
        first = register(make_event(), "李雷", actor).registration
        known = Actor(user=actor.user, player=first.player)
        again = register(make_event(), "李雷(小)", known, same_person=True).registration
        assert again.player == first.player
        assert (again.name, again.player.name) == ("李雷(小)", "李雷")
        third = register(make_event(), "李雷（小）", known).registration
        assert third.player == first.player, "they were called so before"

    def test_a_childs_name_on_the_parents_phone_is_not_taken_for_the_parents(self):
        event = make_event()
        parent = player_actor(register(make_event(), "王大明", birth_year=1985).registration)
        with pytest.raises(Refusal, match="whose_name") as refused:
            register(event, "王小明", parent)
        assert refused.value.facts == {"name": "王大明", "typed": "王小明"}
        assert not event.registrations.exists()

    def test_anyone_who_came_by_a_link_keeps_it(self):
        made = register(make_event(), "韩梅")
        again = register(make_event(), "韩梅", player_actor(made.registration))
        assert (again.personal_link, again.registration.player) == (None, made.registration.player)
        assert find_player_by_link(secret(made.personal_link)) == made.registration.player

    def test_one_phone_may_enter_a_second_child(self):
        tournament = make_event()
        first = register(tournament, "大宝").registration
        parent = player_actor(first)
        with pytest.raises(Refusal, match="whose_name"):
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

    @pytest.mark.parametrize("name", ["王小明", " 王小明 ", "雷神"])
    def test_a_name_that_somebody_has_is_sent_to_the_desk(self, name):
        tournament = make_event()
        first = register(tournament, "王小明", public_name="雷神").registration
        asked = register(tournament, name)
        assert (asked.entry, asked.personal_link, asked.request.entry) == (None, None, first)
        assert tournament.registrations.count() == 1

    def test_a_correction_does_not_confirm_a_name_that_is_hidden(self):
        tournament = make_event()
        hidden = register(tournament, "李雷", public_name="雷神").registration
        register(tournament, "赵小虎", birth_year=timezone.localdate().year - 9)
        edit(player_actor(hidden), hidden, "赵小虎")

    def test_width_and_case_make_no_other_name(self):
        tournament = make_event()
        register(tournament, "Ｌeo")
        assert register(tournament, "LEO").request is not None

    @pytest.mark.parametrize(
        "changes",
        [{"registration_open": False}, {"phase": "top_cut"}, {"phase": "finished"}, {"phase": "cancelled"}],
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
            register_self(actor=SYSTEM, tournament_id=0, name="甲", age_group="adult")


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

    def test_anyone_who_comes_back_stands_at_the_end(self):
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
        again = register(tournament, "甲 甲", actor, same_person=True)
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

    def test_a_name_taken_in_the_meantime_is_reported(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        withdraw(actor=owner_of(tournament), registration_id=entry.pk)
        enter(tournament, "甲")
        with pytest.raises(Refusal, match="same_name"):
            reinstate(actor=owner_of(tournament), registration_id=entry.pk)

    def test_anyone_who_is_there_need_not_be_reinstated(self):
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
        edit(owner_of(tournament), first, "甲一", birth_year=2011, team="队")
        first.refresh_from_db()
        assert (first.name, first.team, first.player.birth_year) == ("甲一", "队", 2011)
        with pytest.raises(Refusal, match="same_name"):
            edit(owner_of(tournament), first, "乙")
        edit(owner_of(tournament), first, "甲一", public_name="阿甲")
        first.refresh_from_db()
        assert (first.public_name, first.team, first.player.birth_year) == ("阿甲", "", None)
        edit(player_actor(second), second, "乙", public_name="阿乙")
        with pytest.raises(NotAllowed):
            edit(player_actor(second), first, "甲")
        play_rounds(tournament, "published")
        with pytest.raises(NotAllowed):
            edit(player_actor(second), second, "乙乙")


def test_the_database_itself_keeps_one_active_entry_per_player():
    tournament = make_event()
    (entry,) = enter(tournament, "甲")
    facts = {"tournament": tournament, "player": entry.player, "number": 2, "name": "甲"}
    for status in ("active", "waitlisted", "dropped", "no_show", "disqualified"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Registration.objects.create(status=status, **facts)
    Registration.objects.create(status="withdrawn", **facts)


def test_registration_order_is_by_time():
    tournament = make_event(capacity=2)
    entries = enter(tournament, "甲", "乙", "丙", "丁")
    Registration.objects.filter(pk=entries[3].pk).update(registered_at=timezone.now() - timedelta(days=1))
    withdraw(actor=owner_of(tournament), registration_id=entries[0].pk)
    assert names(tournament, "active") == ["丁", "乙"]
