"""Announcements: who may make one, when they end, what is kept of them, and what players get."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.actor import Actor
from accounts.inbox import notices_of
from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import finish_round, publish, start_event
from tests.sentences import assert_sentence
from tournaments.models import Announcement, LogEntry, Tournament
from tournaments.queries.announcements import on_the_wall, standing_announcements
from tournaments.queries.versions import mark_of
from tournaments.services import announcements
from tournaments.services.announcements import Until
from tournaments.services.entries.leaving import withdraw
from tournaments.services.rounds import reopen_round
from tournaments.wording import say_log, say_refusal
from tournaments.wording.audit import changes_of
from tournaments.wording.notices import say_notice

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def event() -> Tournament:
    event = make_event()
    enter(event, "甲", "乙")
    return event


def announced(event: Tournament, text: str = "午休到 14:30", actor: Actor | None = None, **until) -> Announcement:
    return announcements.announce(
        actor=actor or owner_of(event), tournament_id=event.pk, text=text, until=Until(**until)
    )


def texts(event: Tournament) -> list[str]:
    return [one.text for one in standing_announcements(event)]


def unread(entry) -> list[str]:
    return [say_notice(one) for one in notices_of(player_actor(entry)).filter(read_at__isnull=True)]


def refusal(call, **facts) -> str:
    with pytest.raises(Refusal) as refused:
        call(**facts)
    assert_sentence(say_refusal(refused.value), refused.value.code)
    return refused.value.code


def test_the_staff_may_announce_and_nobody_else(event: Tournament) -> None:
    for role in ("organiser", "scorekeeper", "judge"):
        announced(event, role, staff_actor(event, role))
    assert texts(event) == ["judge", "scorekeeper", "organiser"]
    player = player_actor(event.registrations.first())
    for actor in (player, Actor(), owner_of(make_event())):
        with pytest.raises(NotAllowed):
            announced(event, "x", actor)
        with pytest.raises(NotAllowed):
            announcements.take_down(actor=actor, announcement_id=Announcement.objects.first().pk, reason="x")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "text_required"),
        (" \n ", "text_required"),
        ("字" * 501, "text_too_long"),
        ("第三轮\u202e", "hidden_character"),
        ("第\x00三轮", "hidden_character"),
        ("第\u200b三轮", "hidden_character"),
    ],
)
def test_a_text_that_cannot_be_shown_is_refused(event: Tournament, text: str, code: str) -> None:
    assert refusal(announced, event=event, text=text) == code
    assert not Announcement.objects.exists()


def test_a_text_of_500_characters_is_taken_as_one_paragraph(event: Tournament) -> None:
    assert announced(event, " 一 \n\n 二 ").text == "一 二"
    assert announced(event, "字" * 500).text == "字" * 500


def test_it_ends_with_the_round_and_stands_again_when_the_round_is_reopened() -> None:
    event = start_event(4)
    round = publish(event)
    announced(event, "本轮延长", round_ends=True)
    finish_round(round)
    assert texts(event) == []
    reopen_round(actor=owner_of(event), round_id=round.pk)
    assert texts(event) == ["本轮延长"]


def test_without_a_round_under_way_it_cannot_end_with_one(event: Tournament) -> None:
    assert refusal(announced, event=event, round_ends=True) == "no_round_to_end"


def test_it_ends_at_its_time(event: Tournament) -> None:
    soon = timezone.now() + timedelta(minutes=5)
    made = announced(event, at=soon)
    assert texts(event) == ["午休到 14:30"]
    Announcement.objects.filter(pk=made.pk).update(until_at=timezone.now())
    assert texts(event) == []
    assert refusal(announced, event=event, at=timezone.now()) == "announcement_ends_before_now"
    assert refusal(announced, event=event, at=timezone.now() + timedelta(days=61)) == "announcement_ends_too_late"
    assert refusal(announced, event=event, at=soon, round_ends=True) == "announcement_one_end"


def test_a_correction_keeps_what_stood_there_who_and_why(event: Tournament) -> None:
    judge = staff_actor(event, "judge")
    first = announced(event, "午休到 14:30")
    correct = {"actor": judge, "announcement_id": first.pk, "text": "午休到 14:45"}
    assert refusal(announcements.correct_announcement, **correct, reason=" ") == "reason_required"
    made = announcements.correct_announcement(**correct, reason="菜上得慢")
    first.refresh_from_db()
    assert (first.text, first.ended_by, first.ended_reason) == ("午休到 14:30", judge.label, "菜上得慢")
    assert (made.replaces, made.made_by) == (first, judge.label)
    assert texts(event) == ["午休到 14:45"]
    line = LogEntry.objects.filter(tournament=event).first()
    assert say_log(line) == "corrected the announcement “午休到 14:30” to “午休到 14:45”: 菜上得慢"
    assert [(one.before, one.after) for one in changes_of(line)] == [("午休到 14:30", "午休到 14:45")]
    with pytest.raises(Conflict, match="announcement_ended"):
        announcements.correct_announcement(**correct, reason="again")


def test_one_taken_down_is_kept_and_one_just_made_is_undone(event: Tournament) -> None:
    owner = owner_of(event)
    first = announced(event)
    announcements.take_down(actor=owner, announcement_id=first.pk, reason="已开始")
    assert texts(event) == []
    assert (
        say_log(LogEntry.objects.filter(tournament=event).first())
        == "took the announcement “午休到 14:30” down: 已开始"
    )
    second = announced(event, "第三轮马上开始")
    third = announcements.correct_announcement(
        actor=owner, announcement_id=second.pk, text="第三轮五分钟后开始", reason="更正"
    )
    announcements.undo_announcement(actor=owner, announcement_id=third.pk)
    assert texts(event) == ["第三轮马上开始"]
    assert Announcement.objects.count() == 4


def test_undone_a_correction_brings_nothing_back_whose_round_is_over() -> None:
    event = start_event(4)
    owner = owner_of(event)
    round = publish(event)
    first = announced(event, "本轮延长", round_ends=True)
    second = announcements.correct_announcement(actor=owner, announcement_id=first.pk, text="延长五分钟", reason="更正")
    finish_round(round)
    announcements.undo_announcement(actor=owner, announcement_id=second.pk)
    assert texts(event) == []
    assert Announcement.objects.count() == 2


def test_at_most_ten_stand_at_a_time(event: Tournament) -> None:
    made = [announced(event, str(number)) for number in range(10)]
    assert refusal(announced, event=event) == "too_many_announcements"
    correct = {"actor": owner_of(event), "announcement_id": made[0].pk, "text": "0!", "reason": "x"}
    announcements.correct_announcement(**correct)
    announcements.take_down(actor=owner_of(event), announcement_id=made[1].pk, reason="x")
    announced(event)


def test_players_get_it_as_a_notice_and_only_the_newest_stays_unread(event: Tournament) -> None:
    here, gone = event.registrations.order_by("pk")
    withdraw(actor=owner_of(event), registration_id=gone.pk)
    first = announced(event)
    assert unread(here) == ["周末赛: 午休到 14:30"]
    assert unread(gone) == []
    owner = owner_of(event)
    second = announcements.correct_announcement(
        actor=owner, announcement_id=first.pk, text="午休到 14:45", reason="更正"
    )
    assert unread(here) == ["周末赛, corrected: 午休到 14:45"]
    announced(event, "请交套牌")
    announcements.take_down(actor=owner, announcement_id=second.pk, reason="已开始")
    assert unread(here) == ["周末赛: 请交套牌"]


def test_another_end_alone_sends_no_second_notice(event: Tournament) -> None:
    first = announced(event)
    at = timezone.now() + timedelta(hours=1)
    announcements.correct_announcement(
        actor=owner_of(event), announcement_id=first.pk, text=first.text, until=Until(at=at), reason="到三点"
    )
    assert notices_of(player_actor(event.registrations.first())).count() == 1


def test_each_change_counts_and_no_table_of_standings_is_worked_out_again(event: Tournament) -> None:
    marks, tables = [], set()

    def note() -> None:
        marks.append(mark_of(event.code))
        tables.add(Tournament.objects.values_list("public_version__table_number", flat=True).get(pk=event.pk))

    note()
    made = announced(event)
    note()
    announcements.take_down(actor=owner_of(event), announcement_id=made.pk, reason="x")
    note()
    assert len(set(marks)) == 3
    assert len(tables) == 1


def test_the_wall_has_long_ones_whole_on_a_page_of_their_own(event: Tournament) -> None:
    short = announced(event, "第三轮 14:30 开始")
    assert (on_the_wall([short]).strip, on_the_wall([short]).pages) == ([short], [])
    long = announced(event, "字" * 60)
    assert on_the_wall([long]).pages == [long]
    many = [announced(event, str(number)) for number in range(3)]
    wall = on_the_wall([*many, short])
    assert (wall.strip, wall.pages) == (many, [short])
