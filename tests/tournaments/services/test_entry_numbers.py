"""Every entry has its number, and no two of an event are shown under one name."""

from __future__ import annotations

from itertools import count

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Player
from tests.people_and_events import enter, make_event, owner_of, play_rounds, player_actor
from tournaments.models import Registration
from tournaments.queries.names import shown_name
from tournaments.services.entries import add_entries, edit_entry, late_entry, reinstate, set_unknown_ages, withdraw

pytestmark = pytest.mark.django_db

CHILD = timezone.localdate().year - 9


def shown(tournament, *, private=False):
    entries = Registration.objects.filter(tournament=tournament).select_related("player").order_by("number")
    return [shown_name(entry, private=private) for entry in entries]


def test_numbers_count_up_in_order_of_entry_and_stay():
    tournament = make_event()
    first, _second = enter(tournament, "甲", "乙")
    add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=["丙", "丁"])
    withdraw(actor=owner_of(tournament), registration_id=first.pk)
    enter(tournament, "戊")
    reinstate(actor=owner_of(tournament), registration_id=first.pk)
    play_rounds(tournament)
    late_entry(actor=owner_of(tournament), tournament_id=tournament.pk, name="己", late_policy="loss")
    entries = Registration.objects.filter(tournament=tournament).order_by("number").values_list("number", "name")
    assert list(entries) == list(zip(count(1), "甲乙丙丁戊己", strict=False))
    assert make_event().registrations.count() == 0
    assert enter(make_event(), "甲")[0].number == 1


def test_two_children_of_one_family_name_are_distinguished():
    tournament = make_event()
    enter(tournament, "陈晨", "陈曦", birth_year=CHILD)
    assert shown(tournament) == ["陈＊＊ #1", "陈＊＊ #2"]
    assert shown(tournament, private=True) == ["陈晨", "陈曦"]


def test_namesakes_carry_their_numbers_for_everybody():
    tournament = make_event()
    enter(tournament, "李雷")
    assert shown(tournament) == ["李雷"]
    enter(tournament, "Li Lei", "韩梅梅")
    assert shown(tournament) == ["李雷", "Li Lei", "韩梅梅"]
    enter(tournament, "李 雷", allow_same_name=True)
    assert shown(tournament) == ["李雷 #1", "Li Lei", "韩梅梅", "李 雷 #4"]
    assert shown(tournament, private=True) == ["李雷 #1", "Li Lei", "韩梅梅", "李 雷 #4"]


def test_a_number_says_nothing_about_a_masked_name():
    tournament = make_event()
    enter(tournament, "王小明", birth_year=CHILD)
    enter(tournament, "王小明", allow_same_name=True)
    enter(tournament, "王小明", public_name="小诺", allow_same_name=True)
    assert shown(tournament) == ["王＊＊ #1", "王小明", "小诺"]
    assert shown(tournament, private=True) == ["王小明 #1", "王小明 #2", "王小明 #3"]


def test_namesakes_that_are_masked_no_more_are_distinguished_without_a_word_in_their_event():
    """The age is corrected in another event, and years pass: nobody writes a name in this one."""
    tournament, other = make_event(), make_event()
    enter(tournament, "王小明")
    (minor,) = enter(tournament, "王小明", age_group="minor", allow_same_name=True)
    (child,) = enter(tournament, "王小明", birth_year=CHILD, allow_same_name=True)
    assert shown(tournament) == ["王小明", "王＊＊ #2", "王＊＊ #3"]
    (elsewhere,) = enter(other, "王小明", player_id=minor.player_id, age_group="minor")
    facts = {"birth_year": None, "public_name": "", "team": "", "age_group": "adult"}
    edit_entry(actor=owner_of(other), registration_id=elsewhere.pk, name="王小明", **facts)
    Player.objects.filter(pk=child.player_id).update(birth_year=CHILD - 20)
    assert shown(tournament) == ["王小明", "王小明 #2", "王小明 #3"]


def test_ones_own_masked_name_does_not_say_that_another_masked_one_reads_the_same():
    """Somebody whose age nobody knows may call themselves as they like before the start."""
    tournament = make_event()
    enter(tournament, "王小明", birth_year=CHILD)
    (asker,) = enter(tournament, "李四", age_group="")
    facts = {"birth_year": None, "public_name": "", "team": ""}
    asker = edit_entry(actor=player_actor(asker), registration_id=asker.pk, name="王小明", **facts)
    assert shown_name(asker, private=False, own=True) == "王小明"


@pytest.mark.parametrize("guess", ["王小明", "王大明"])
def test_the_number_of_who_is_masked_no_more_says_nothing_about_those_who_are(guess):
    """Somebody who took a guessed name, and then said "adult", had a number where a child has that name."""
    tournament = make_event()
    (child,) = enter(tournament, "王小明", birth_year=CHILD)
    (asker,) = enter(tournament, "李四", age_group="")
    facts = {"birth_year": None, "public_name": "", "team": ""}
    edit_entry(actor=player_actor(asker), registration_id=asker.pk, name=guess, **facts)
    edit_entry(actor=player_actor(asker), registration_id=asker.pk, name=guess, age_group="adult", **facts)
    assert shown(tournament) == ["王＊＊ #1", guess]
    Player.objects.filter(pk=child.player_id).update(birth_year=CHILD - 20)
    assert shown(tournament) == ["王小明 #1", guess]


def test_a_list_of_whom_it_is_said_afterwards_that_they_are_adults_has_no_numbers():
    tournament = make_event()
    enter(tournament, "张伟", "李娜", "张 伟", age_group="", allow_same_name=True)
    assert shown(tournament) == ["张＊＊ #1", "李＊＊ #2", "张＊＊ #3"]
    set_unknown_ages(actor=owner_of(tournament), tournament_id=tournament.pk, age_group="adult")
    assert shown(tournament) == ["张伟 #1", "李娜", "张 伟 #3"]


def test_a_name_that_ends_as_a_number_cannot_stand_for_another_entry():
    tournament = make_event()
    enter(tournament, "陈晨", birth_year=CHILD)
    enter(tournament, "Bob", public_name="陈＊＊ #1")
    assert shown(tournament) == ["陈＊＊ #1", "陈＊＊ #1 #2"]


def test_a_corrected_name_is_distinguished_and_the_others_keep_theirs():
    tournament = make_event()
    _one, two = enter(tournament, "张伟", "张玮")
    facts = {"birth_year": None, "public_name": "", "team": ""}
    edit_entry(actor=owner_of(tournament), registration_id=two.pk, name="张伟", allow_same_name=True, **facts)
    assert shown(tournament) == ["张伟 #1", "张伟 #2"]
    edit_entry(actor=owner_of(tournament), registration_id=two.pk, name="张玮", **facts)
    assert shown(tournament) == ["张伟 #1", "张玮 #2"]


NAMES = st.sampled_from(["陈晨", "陈曦", "Ａnn", "ann", "Ann ", "陈＊＊ #1", "x #2", "#3"])


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(NAMES, st.sampled_from(["", "陈晨", "小诺", "Ann", "陈＊＊ #2"]), st.booleans()), max_size=6))
def test_no_two_entries_are_shown_under_one_name(people):
    tournament = make_event()
    for name, nickname, child in people:
        year = CHILD if child else None
        enter(tournament, name, public_name=nickname, birth_year=year, allow_same_name=True)
    for private in (False, True):
        names = shown(tournament, private=private)
        assert len({name.casefold() for name in names}) == len(names)
