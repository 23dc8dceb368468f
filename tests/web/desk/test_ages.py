"""How old players are is asked at the desk in one tap; of whom nobody knows it everybody reads a masked name."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import GuardianConsent, Player
from tests.people_and_events import enter, make_event, owner_of
from tests.prepared_names import join, prepared
from tests.team_events import team_event, two_of
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Registration, Tournament
from tournaments.queries.names import shown_name

pytestmark = pytest.mark.django_db


def desk_of(tournament: Tournament) -> DeskVisitor:
    return DeskVisitor(tournament, owner_of(tournament))


def shown(tournament: Tournament) -> list[str]:
    """The names of its people as everybody reads them, in the order of entry."""
    people = Registration.people.filter(tournament=tournament).select_related("player").order_by("number")
    return [shown_name(one, private=False) for one in people]


def paste(desk: DeskVisitor, names: str, **facts: str) -> int:
    """Enter every line of a list; the status of the answer."""
    digest = desk.press("desk_entries_paste", names=names).split('name="digest" value="')[1].split('"')[0]
    lines = [str(number) for number, _line in enumerate(names.splitlines(), start=1)]
    return desk.post("desk_entries_paste", names=names, digest=digest, line=lines, action="add", **facts).status_code


@pytest.mark.parametrize(("said", "name"), [("", "王＊＊ #1"), ("minor", "王＊＊ #1"), ("adult", "王小明")])
def test_the_desk_enters_somebody_with_or_without_an_age(said: str, name: str) -> None:
    desk = desk_of(make_event())
    desk.press("desk_entry_add", name="王小明", age_group=said)
    page = Client().get(reverse("tournament_players", args=[desk.tournament.code])).content.decode()
    assert name in page
    assert ("王小明" in page) is (said == "adult")


def test_one_tap_says_it_for_a_pasted_list_and_a_line_says_another() -> None:
    desk = desk_of(make_event())
    sent = {"age_group": "adult", "age-2": "minor", "age-3": "unknown"}
    assert paste(desk, "李雷\n韩梅\n张三\n李四 2016", **sent, consent="paper") == 200
    assert shown(desk.tournament) == ["李雷", "韩＊＊ #2", "张＊＊ #3", "李＊＊ #4"]


def test_a_list_of_which_nobody_says_it_is_masked() -> None:
    desk = desk_of(make_event())
    assert paste(desk, "李雷\n韩梅") == 200
    assert shown(desk.tournament) == ["李＊＊ #1", "韩＊＊ #2"]


def test_a_list_of_children_under_14_takes_their_guardians_consent() -> None:
    desk = desk_of(make_event())
    assert paste(desk, "李雷\n韩梅", age_group="under_14") == 422
    assert not GuardianConsent.objects.exists()
    assert paste(desk, "李雷\n韩梅", age_group="under_14", consent="spoken") == 200
    assert GuardianConsent.objects.count() == 2


def test_a_pasted_team_says_it_for_both_its_players() -> None:
    desk = desk_of(team_event())
    assert paste(desk, "红队,李雷,韩梅\n蓝队,张三,李四", **{"age_group": "adult", "age-2": "minor"}) == 200
    red, blue = desk.tournament.registrations.order_by("number")
    assert [one.player.age_group for one in (*two_of(red), *two_of(blue))] == ["adult", "adult", "minor", "minor"]


def test_the_desk_says_it_of_all_of_whom_nobody_has() -> None:
    event = make_event()
    enter(event, "李雷", "李蕾", age_group="")
    enter(event, "韩梅", age_group="minor")
    desk = desk_of(event)
    assert "Nobody has said how old 2 players are" in desk.read("desk_entries")
    assert desk.post("desk_entries_ages", age_group="adult", seen=1).status_code == 409, "one came since"
    desk.press("desk_entries_ages", age_group="adult", seen=2)
    assert shown(event) == ["李雷", "李蕾", "韩＊＊ #3"]
    assert "Nobody has said" not in desk.read("desk_entries")
    assert desk.post("desk_entries_ages", age_group="under_14").status_code == 400


@pytest.mark.language("en")
def test_what_was_said_of_all_is_undone_but_for_whom_something_else_was_said_since() -> None:
    event = make_event()
    enter(event, "韩梅", age_group="adult")
    first, second, third = enter(event, "李雷", "王小明", "张三", age_group="")
    desk = desk_of(event)
    page = desk.press("desk_entries_ages", age_group="adult", seen=3)
    line = event.log.get(verb="ages_said")
    way = f"{desk.path('desk_entries_ages_undo')}?line={line.pk}"
    assert way in page
    assert way in desk.read("desk_log")
    assert "李雷, 王小明, 张三" in desk.read("desk_log")
    Player.objects.filter(pk=second.player_id).update(age_group="minor")
    Player.objects.filter(pk=third.player_id).update(birth_year=1990)
    assert "The age of 1 player is unknown again." in desk.client.post(way, follow=True).content.decode()
    groups = {one.pk: one.age_group for one in Player.objects.all()}
    assert [groups[one.player_id] for one in (first, second, third)] == ["", "minor", "adult"]
    assert (event.log.get(verb="ages_unsaid").facts["names"], shown(event)[0]) == (["李雷"], "韩梅")
    assert desk.client.post(way).status_code == 409, "nothing of it is left"
    assert desk.client.post(desk.path("desk_entries_ages_undo")).status_code == 409
    assert way not in desk.read("desk_log")


def test_the_younger_of_what_staff_and_the_player_say_stays_until_staff_correct_it() -> None:
    """A child was entered with a list of grown-ups, and says on the phone how old it is."""
    event = prepared("李雷")
    join(event, "李雷", age_group="minor")
    assert shown(event) == ["李＊＊ #1"]
    entry = event.registrations.get()
    desk = desk_of(event)
    page = desk.read("desk_entry", entry.pk)
    seen = page.split('name="seen" value="')[1].split('"')[0]
    desk.post("desk_entry", entry.pk, name="李雷", seen=seen, age_group="adult")
    assert shown(event) == ["李雷"]


def test_who_is_named_alike_has_a_number_where_the_age_is_said_in_another_event() -> None:
    event, other = make_event(), make_event()
    enter(event, "王小明", age_group="adult")
    (unsaid,) = enter(event, "王小明", age_group="", allow_same_name=True)
    assert shown(event) == ["王小明", "王＊＊ #2"]
    Registration.objects.create(tournament=other, player=unsaid.player, number=1, name="王小明")
    desk_of(other).press("desk_entries_ages", age_group="adult", seen=1)
    assert shown(event) == ["王小明", "王小明 #2"]
