"""Whose name is shown in full, to whom."""

import pytest
from django.utils import timezone

from accounts.actor import SYSTEM
from tests.people_and_events import enter, make_actor, make_event, owner_of, player_actor, staff_actor
from tournaments.models import Registration
from tournaments.queries.names import (
    NAME_FIELDS,
    NameRow,
    is_masked_player,
    masked_name,
    name_for,
    sees_private_names,
    shown_name,
)

pytestmark = pytest.mark.django_db


def born(age_by_year: int) -> int:
    return timezone.localdate().year - age_by_year


@pytest.fixture
def tournament():
    return make_event()


@pytest.fixture
def child(tournament):
    (entry,) = enter(tournament, "王小明", birth_year=born(10))
    return entry


@pytest.mark.parametrize(
    ("name", "masked"),
    [
        ("王小明", "王＊＊"),
        ("王", "王＊＊"),
        ("欧阳娜娜", "欧＊＊"),
        ("Wang Wei", "W***"),
        ("ßen", "ß***"),
        ("김철수", "김＊＊"),
    ],
)
def test_a_masked_name_says_nothing_of_its_length(name, masked):
    assert masked_name(name) == masked


@pytest.mark.parametrize(("years", "minor"), [(10, True), (18, True), (19, False), (40, False)])
def test_who_counts_as_a_minor(tournament, years, minor):
    (entry,) = enter(tournament, "甲", birth_year=born(years))
    assert is_masked_player(entry.player) is minor
    assert shown_name(entry, private=False) == ("甲＊＊ #1" if minor else "甲")


@pytest.mark.parametrize("age_group", ["", "minor", "under_14", "adult"])
def test_without_a_birth_year_only_who_is_said_to_be_grown_up_is_shown(tournament, age_group):
    """Somebody of whom nobody had said how old they were was shown in full, and may have been a child."""
    (entry,) = enter(tournament, "李雷", age_group=age_group)
    assert shown_name(entry, private=False) == ("李雷" if age_group == "adult" else "李＊＊ #1")


def test_a_birth_year_counts_before_what_is_said(tournament):
    (entry,) = enter(tournament, "李雷", age_group="adult", birth_year=born(10))
    assert shown_name(entry, private=False) == "李＊＊ #1"


def test_a_nickname_stands_for_the_name_of_young_and_old(tournament):
    for name, year in (("小", born(10)), ("大", born(40))):
        (entry,) = enter(tournament, name, birth_year=year, public_name=f"{name}龙")
        assert shown_name(entry, private=False) == f"{name}龙"
        assert shown_name(entry, private=True) == name


@pytest.mark.parametrize("role", ["owner", "organiser", "scorekeeper", "judge"])
def test_staff_see_every_name(tournament, child, role):
    actor = staff_actor(tournament, role)
    assert name_for(actor, child, staff=sees_private_names(actor, tournament)) == "王小明"


def test_the_player_sees_their_own_name_and_no_other(tournament, child):
    (other,) = enter(tournament, "张小红", birth_year=born(9))
    actor = player_actor(child)
    assert not sees_private_names(actor, tournament)
    assert name_for(actor, child, staff=False) == "王小明"
    assert name_for(actor, other, staff=False) == "张＊＊ #2"


def test_the_public_and_the_staff_of_another_event_do_not(tournament, child):
    elsewhere = make_event()
    for actor in (SYSTEM, make_actor(), owner_of(elsewhere), staff_actor(elsewhere, "judge")):
        assert not sees_private_names(actor, tournament)
        assert name_for(actor, child, staff=False) == "王＊＊ #1"


@pytest.mark.parametrize("private", [False, True])
def test_an_entry_read_as_plain_values_has_the_same_name(tournament, private):
    enter(tournament, "王小明", "王大明", birth_year=born(10))
    enter(tournament, "李雷")
    (other, hidden, erased) = enter(tournament, "李蕾", "隐", "韩梅梅")
    Registration.objects.filter(pk=other.pk).update(number_in_name=True, number_in_public_name=True, public_name="小龙")
    Registration.objects.filter(pk=hidden.pk).update(name="\u3164")
    Registration.objects.filter(pk=erased.pk).update(is_anonymous=True)
    entries = list(Registration.objects.select_related("player").order_by("pk"))
    rows = [NameRow(*facts) for facts in Registration.objects.order_by("pk").values_list(*NAME_FIELDS)]
    names = [shown_name(row, private=private) for row in rows]
    assert names == [shown_name(entry, private=private) for entry in entries]
    assert len(set(names)) == len(entries) == 6
