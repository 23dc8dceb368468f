"""Divisions of an event: who is in which, and who may change it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from accounts.refusals import Conflict, Refusal
from cardpool.games import shipped_pack
from tests.people_and_events import CONSENT, edit_event, enter, make_actor, make_event, owner_of, staff_actor
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean
from tournaments.models import LogEntry, Registration, Tournament
from tournaments.play.divisions import read_lines
from tournaments.queries.divisions import filled_divisions, parts_of
from tournaments.services.entries import (
    add_entries,
    add_entry,
    edit_entry,
    join_divisions,
    late_entry,
    register_self,
    set_division,
    withdraw,
)
from tournaments.services.start import start_tournament, unstart_tournament
from tournaments.wording import say_log
from tournaments.wording.audit import changes_of

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

AGES = read_lines("少年组 / Junior, 2015-\n青年组 / Senior, 2011-2014\n大师组 / Masters, -2010")
PLAIN = read_lines("少年组 / Youth\n通用组 / Open")


def apart() -> Tournament:
    """An event that pairs its divisions apart."""
    tournament = make_event(divisions=AGES)
    tournament.division_mode = Tournament.DivisionMode.APART
    tournament.save()
    return tournament


def where(tournament: Tournament) -> dict[str, str]:
    return dict(tournament.registrations.order_by("pk").values_list("name", "division"))


def move(entry: Registration, division: str, reason: str = "") -> Registration:
    actor = owner_of(entry.tournament)
    return set_division(actor=actor, registration_id=entry.pk, division=division, reason=reason)


def test_the_year_of_birth_decides() -> None:
    tournament = make_event(divisions=AGES)
    enter(tournament, "小明", birth_year=2016)
    enter(tournament, "小红", birth_year=2012)
    enter(tournament, "小刚")
    assert where(tournament) == {"小明": "junior", "小红": "senior", "小刚": ""}


def test_a_player_chooses_only_where_no_year_decides() -> None:
    tournament = make_event(divisions=AGES)

    def register(name: str, **facts: Any) -> Registration:
        return register_self(
            actor=make_actor(), tournament_id=tournament.pk, name=name, **({"age_group": "adult"} | facts)
        ).registration

    assert register("甲", birth_year=2012, consent=CONSENT, division="junior").division == "senior"
    assert register("乙", division="junior").division == "junior"
    with pytest.raises(Refusal) as refused:
        register("丙", division="kids")
    assert refused.value.code == "no_such_division"


def test_nobody_but_staff_chooses_a_division_whose_years_leave_the_player_out() -> None:
    """An adult who said the year was in the youngest division by choosing it."""
    tournament = make_event(divisions=read_lines("少年组 / Youth, 2013-\n通用组 / Open\n老将组 / Veterans"))

    def register(name: str, **facts: Any) -> Registration:
        return register_self(actor=make_actor(), tournament_id=tournament.pk, name=name, **facts).registration

    entry = register("甲", birth_year=1990, division="youth")
    assert (entry.division, entry.division_by_hand) == ("veterans", False)
    assert register("乙", birth_year=1990, division="open").division == "open"
    assert move(entry, "youth").division == "youth"


def test_staff_move_a_player_with_a_reason_after_the_start() -> None:
    tournament = make_event(divisions=AGES)
    one, _other = enter(tournament, "小明", "小红", birth_year=2016)
    moved = move(one, "senior")
    assert (moved.division, moved.division_by_hand) == ("senior", True)
    assert move(one, "").division == "junior"
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    with pytest.raises(Refusal) as refused:
        move(one, "masters")
    assert refused.value.code == "reason_required"
    move(one, "masters", "plays up")
    line = LogEntry.objects.filter(verb="division_changed").latest("pk")
    assert say_log(line) == "put 小明 into the division Masters: plays up"
    assert [(one.what, one.before, one.after) for one in changes_of(line)] == [("Division", "Junior", "Masters")]


def test_only_staff_move_a_player() -> None:
    tournament = make_event(divisions=AGES)
    (one,) = enter(tournament, "小明")
    with pytest.raises(Refusal) as refused:
        set_division(actor=staff_actor(tournament, "judge"), registration_id=one.pk, division="junior")
    assert refused.value.code == "not_permitted"


def test_the_start_puts_everybody_else_into_the_last_division_and_its_undoing_out_again() -> None:
    tournament = make_event(divisions=AGES)
    enter(tournament, "小明", birth_year=2016)
    enter(tournament, "小刚")
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    assert where(tournament) == {"小明": "junior", "小刚": "masters"}
    late = late_entry(actor=owner_of(tournament), tournament_id=tournament.pk, name="晚", late_policy="loss")
    assert late.division == "masters"
    late.delete()
    unstart_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    assert where(tournament) == {"小明": "junior", "小刚": ""}


def test_a_birth_year_corrected_moves_who_was_not_chosen_by_hand() -> None:
    tournament = make_event(divisions=AGES)
    one, two = enter(tournament, "小明", "小红", birth_year=2016)
    move(two, "masters")
    for entry in (one, two):
        edit_entry(
            actor=owner_of(tournament),
            registration_id=entry.pk,
            name=entry.name,
            birth_year=2012,
            consent=CONSENT,
            public_name="",
            team="",
        )
    assert where(tournament) == {"小明": "senior", "小红": "masters"}


def test_changed_divisions_sort_the_entries_again() -> None:
    tournament = make_event(divisions=AGES)
    _one, two = enter(tournament, "小明", "小红", birth_year=2016)
    move(two, "masters")
    edit_event(tournament, divisions=read_lines("儿童组 / Kids, 2014-\n大师组 / Masters, -2013", AGES))
    assert where(tournament) == {"小明": "kids", "小红": "masters"}
    assert not LogEntry.objects.filter(verb="divisions_lost").exists()
    edit_event(tournament, divisions=())
    assert where(tournament) == {"小明": "", "小红": ""}
    assert say_log(LogEntry.objects.get(verb="divisions_lost")) == "removed divisions that had been chosen for 小红"


def test_who_was_born_in_a_year_that_no_division_takes_any_more_is_in_none() -> None:
    tournament = make_event(divisions=AGES)
    enter(tournament, "小明", birth_year=2014)
    edit_event(tournament, divisions=read_lines("少年组 / Junior, 2015-\n青年组 / Senior, 2011-2013", AGES))
    enter(tournament, "小红", birth_year=2014)
    assert where(tournament) == {"小明": "", "小红": ""}


def test_who_enters_again_keeps_a_division_chosen_by_hand() -> None:
    tournament = make_event(divisions=AGES)
    (one,) = enter(tournament, "小明", birth_year=2016)
    move(one, "masters")
    actor = owner_of(tournament)
    withdraw(actor=actor, registration_id=one.pk)
    add_entry(actor=actor, tournament_id=tournament.pk, name="小明", player_id=one.player_id)
    assert where(tournament) == {"小明": "masters"}


def test_a_pasted_list_names_divisions_and_years() -> None:
    tournament = make_event(divisions=AGES)
    names = ["小明,Junior,蓝队", "小红\t2012年", "小刚", "小李,红队,大师组"]
    add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=names, consent=CONSENT)
    assert where(tournament) == {"小明": "junior", "小红": "senior", "小刚": "", "小李": "masters"}
    assert tournament.registrations.get(name="小李").team == "红队"
    plain = make_event()
    add_entries(actor=owner_of(plain), tournament_id=plain.pk, names=["小明,Junior"])
    assert plain.registrations.get().team == "Junior"


def test_a_chosen_title_or_duplicate_keeps_its_division() -> None:
    tournament = make_event(divisions=AGES)
    names = ["小明,Junior", "1. 小红", "小红,Senior"]
    chosen: dict[int, int | None] = {1: None, 3: None}
    add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=names, chosen=chosen)
    assert where(tournament) == {"小明": "junior", "小红": "senior"}


def test_the_preview_of_a_known_player_shows_the_division_of_their_birth_year() -> None:
    tournament, before = make_event(divisions=AGES), make_event()
    enter(before, "小明", birth_year=2016)
    before.staff.update(user=owner_of(tournament).user)
    page = DeskVisitor(tournament, owner_of(tournament)).post("desk_entries_paste", names="小明\n小明,Senior")
    assert [row.division for row in page.context["preview"].rows] == ["Junior", "Senior"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("少年组", "one_division"),
        ("少年组, 2014-\n通用组, -2014", "divisions_overlap"),
        ("少年组, 2016-2014\n通用组", "division_years"),
        ("少年组 / A\n通用组 / A", "division_twice"),
        ("\n".join("一二三四五六七"), "too_many_divisions"),
        ("很" * 21 + "\n通用组", "division_name"),
    ],
)
def test_what_divisions_cannot_be(lines: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        make_event(divisions=read_lines(lines))
    assert refused.value.code == code


def test_the_divisions_stay_once_the_event_runs() -> None:
    tournament = make_event(divisions=AGES)
    enter(tournament, "小明", "小红")
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    with pytest.raises(Refusal) as refused:
        edit_event(tournament, divisions=PLAIN)
    assert refused.value.code == "locked_in_phase"


def test_small_divisions_are_paired_along_with_another() -> None:
    tournament = apart()
    enter(tournament, "小明", birth_year=2016)
    enter(tournament, "小红", "小兰", birth_year=2012)
    enter(tournament, "小刚", birth_year=2000)
    divisions = {entry.pk: entry.division for entry in tournament.registrations.all()}
    assert [code for code, _keys in parts_of(tournament, divisions)] == ["junior", "senior", "masters"]
    actor = owner_of(tournament)
    join_divisions(actor=actor, tournament_id=tournament.pk, joined={"junior": "senior", "masters": ""})
    tournament.refresh_from_db()
    parts = parts_of(tournament, divisions)
    assert [(code, len(keys)) for code, keys in parts] == [("junior+senior", 3), ("masters", 1)]
    assert [one.joined_to for one in filled_divisions(tournament)] == ["senior", "", ""]
    assert say_log(LogEntry.objects.latest("pk")) == "had divisions paired together: Junior along with Senior"
    with pytest.raises(Refusal) as refused:
        join_divisions(actor=actor, tournament_id=tournament.pk, joined={"junior": "senior", "senior": "masters"})
    assert refused.value.code == "joined_in_circle"
    tournament.phase = Tournament.Phase.TOP_CUT
    tournament.save()
    with pytest.raises(Conflict) as fixed:
        join_divisions(actor=actor, tournament_id=tournament.pk, joined={})
    assert fixed.value.code == "divisions_are_fixed"


def test_the_years_of_a_pack_move_on_with_the_season() -> None:
    own = shipped_pack("pokemon-tcg").tournament.divisions
    assert own is not None
    years = {
        day: [(one.born_from, one.born_to) for one in own.on(day)] for day in (date(2025, 7, 14), date(2026, 11, 23))
    }
    assert years[date(2025, 7, 14)] == [(2013, None), (2009, 2012), (None, 2008)]
    assert years[date(2026, 11, 23)] == [(2015, None), (2011, 2014), (None, 2010)]


def test_the_desk_shows_divisions_and_moves_players() -> None:
    tournament = apart()
    one, _two = enter(tournament, "小明", "小红")
    visitor = DeskVisitor(tournament, owner_of(tournament))
    page = visitor.read("desk_start")
    assert "2 players are in no division yet" in page
    assert "At the start they go into the division Masters" in page
    visitor.press("desk_entry_division", one.pk, division="junior")
    assert where(tournament)["小明"] == "junior"
    pages = [("desk_entry", one.pk), ("desk_entries",), ("desk_divisions",), ("desk_entry_add",), ("desk_edit",)]
    for page, *keys in pages:
        response = visitor.get(page, *keys)
        assert_clean(response)
        assert "Junior" in text_of(response)
    visitor.press("desk_divisions", **{"with-junior": "masters"})
    tournament.refresh_from_db()
    assert tournament.joined_divisions == {"junior": "masters"}


def test_settings_sent_without_divisions_leave_them() -> None:
    tournament = make_event(divisions=AGES)
    visitor = DeskVisitor(tournament, owner_of(tournament))
    form = visitor.get("desk_edit").context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value is not None and value is not False}
    sent |= {"divisions": "少年组 / Junior, 2016-\n大师组 / Masters, -2015", "starts_at": "2026-12-05T10:00"}

    def codes(**changes: str) -> list[str]:
        answer = visitor.post("desk_edit", **(sent | changes))
        assert answer.status_code == 302, answer.context["form"].errors
        tournament.refresh_from_db()
        return [one["code"] for one in tournament.divisions]

    assert codes() == ["junior", "masters"]
    del sent["divisions"]
    assert codes(place="新店") == ["junior", "masters"]
    assert tournament.place == "新店"
    assert codes(own_divisions="on") == ["youth", "open"]
    both = visitor.post("desk_edit", **sent, own_divisions="on", divisions="少年组 / Junior, 2012-\n大师组 / Masters")
    assert both.status_code == 422
    assert "not both" in both.content.decode()


def test_players_are_asked_for_their_division_where_there_are_any() -> None:
    plain, tournament = make_event(), make_event(divisions=PLAIN)
    visitor = DeskVisitor(tournament)
    assert "Division" not in DeskVisitor(plain).read("tournament_register")
    assert "Division" in visitor.read("tournament_register")
    visitor.post("tournament_register", name="小明", division="youth", age_group="adult")
    assert where(tournament) == {"小明": "youth"}


def test_a_last_division_without_years_takes_those_of_other_years_at_once() -> None:
    mixed = read_lines("少年组 / Youth, 2013-\n女子组 / Women\n通用组 / Open")
    tournament = make_event(divisions=mixed)
    enter(tournament, "小明", birth_year=2015)
    enter(tournament, "老王", birth_year=1990)
    enter(tournament, "老李")
    add_entry(actor=owner_of(tournament), tournament_id=tournament.pk, name="阿红", birth_year=1991, division="women")
    assert where(tournament) == {"小明": "youth", "老王": "open", "老李": "", "阿红": "women"}
    edit_event(tournament, divisions=mixed[:2])
    assert where(tournament) == {"小明": "youth", "老王": "women", "老李": "", "阿红": "women"}
    plain = make_event(divisions=PLAIN)
    enter(plain, "老王", birth_year=1990)
    assert where(plain) == {"老王": ""}
