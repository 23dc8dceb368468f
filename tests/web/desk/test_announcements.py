"""Announcements from the desk to the wall, the pages of the event and the player's own page."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.people_and_events import owner_of, player_actor, staff_actor
from tests.running_events import publish, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, entry, event_with_a_child
from tournaments.models import Announcement, Tournament
from tournaments.services.announcements import Until, announce

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

TEXT = "Round 3 begins at 14:30"


@pytest.fixture
def event() -> Tournament:
    event = start_event(4)
    publish(event)
    return event


def standing(event: Tournament) -> Announcement:
    return event.announcements.get(ended_at__isnull=True)


def public_paths(event: Tournament) -> list[str]:
    match = event.rounds.get().matches.first()
    tabs = [reverse(f"tournament_{tab}", args=[event.code]) for tab in ("overview", "pairings", "standings", "info")]
    return [*tabs, reverse("match", args=[event.code, match.pk]), reverse("event_hall", args=[event.code])]


def test_the_desk_announces_corrects_takes_down_and_undoes(event: Tournament) -> None:
    desk = DeskVisitor(event, staff_actor(event, "scorekeeper"))
    assert_clean(desk.get("desk_announcements"))
    said = desk.press("desk_announcements", text=TEXT, until="round")
    assert "Announced." in said
    assert TEXT in said
    assert "shown until round 1 ends" in said
    assert TEXT in desk.read("desk")
    page = desk.get("desk_announcement_correct", standing(event).pk)
    assert_clean(page)
    assert page.context["form"].initial["until"] == "round"
    said = desk.press(
        "desk_announcement_correct",
        standing(event).pk,
        text="Round 3 begins at 15:00",
        until="taken_down",
        reason="late",
    )
    assert "Corrected." in said
    assert "late" in said, "what stood there is listed with the reason"
    desk.post("desk_announcement_undo", standing(event).pk)
    assert standing(event).text == TEXT
    assert_clean(desk.get("desk_announcement_take_down", standing(event).pk))
    desk.press("desk_announcement_take_down", standing(event).pk, reason="it has begun")
    assert "Nothing is announced." in desk.read("desk")
    assert TEXT in desk.read("desk_announcements", again=event.announcements.first().pk)


def test_a_refused_text_stays_in_the_form(event: Tournament) -> None:
    desk = DeskVisitor(event, owner_of(event))
    answer = desk.post("desk_announcements", text="Round\u200b 3", until="taken_down")
    assert answer.status_code == 422
    assert "cannot be seen" in words_of(answer)
    assert "Round\u200b 3" in answer.content.decode()
    answer = desk.post("desk_announcements", text=TEXT, until="time", time="")
    assert "Enter the time" in words_of(answer)
    assert not event.announcements.exists()


def test_a_time_that_has_passed_today_is_meant_for_tomorrow(event: Tournament) -> None:
    now = timezone.localtime()
    past, coming = now - timedelta(minutes=2), now + timedelta(minutes=3)
    desk = DeskVisitor(event, owner_of(event))
    for moment in (past, coming):
        desk.press("desk_announcements", text=TEXT, until="time", time=f"{moment:%H:%M}")
    later, sooner = event.announcements.order_by("-until_at").values_list("until_at", flat=True)
    assert timedelta(hours=23) < later - now < timedelta(hours=24)
    assert sooner - now < timedelta(minutes=3)


def test_everybody_reads_it_with_who_made_it_left_out(event: Tournament) -> None:
    judge = staff_actor(event, "judge")
    announce(actor=judge, tournament_id=event.pk, text=TEXT)
    for path in public_paths(event):
        page = browser().get(path)
        assert TEXT in words_of(page), path
        if not path.endswith("/info/"):  # Which names the staff.
            assert judge.label not in page.content.decode(), path
    announce(actor=judge, tournament_id=event.pk, text="<b>x</b>")
    page = browser().get(public_paths(event)[0]).content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>x</b>" not in page
    answer = browser().get(f"/api/v1/tournaments/{event.code}/announcements/").json()
    assert [one["text"] for one in answer] == ["<b>x</b>", TEXT]
    assert judge.label not in str(answer)


def test_the_wall_shows_a_long_one_whole_and_the_tables_still(event: Tournament) -> None:
    long = "各位选手请注意：" * 20
    announce(actor=owner_of(event), tournament_id=event.pk, text=long)
    page = browser().get(reverse("event_hall", args=[event.code])).content.decode()
    assert page.count(long) == 3, "on the strip, read out, and on its page"
    assert 'data-hall-view="announcement"' in page
    assert "hall-seats" in page


def test_a_page_says_when_it_ends_so_that_its_clock_takes_it_away(event: Tournament) -> None:
    at = (timezone.now() + timedelta(minutes=9)).replace(microsecond=0)
    announce(actor=owner_of(event), tournament_id=event.pk, text=TEXT, until=Until(at=at))
    for path in public_paths(event):
        assert f'data-shown-until="{int(at.timestamp())}"' in browser().get(path).content.decode()


def test_the_players_own_page_and_notices_have_it() -> None:
    event = event_with_a_child()
    child = entry(event, "王子轩")
    announce(actor=owner_of(event), tournament_id=event.pk, text=TEXT)
    phone = browser(player_actor(child))
    mine = phone.get(reverse("my_page"))
    assert_clean(mine)
    assert TEXT in words_of(mine)
    assert "You have 1 unread notice." in words_of(mine)
    assert f"{event.name}: {TEXT}" in words_of(phone.get(reverse("my_notices")))


def test_the_players_own_page_hears_of_a_new_one() -> None:
    event = event_with_a_child()
    child = entry(event, "王子轩")
    phone = browser(player_actor(child))

    def stands() -> tuple[str, str]:
        """That of the page which is open, and that of the document by which it hears of news."""
        shared = browser().get(reverse("event_seats", args=[event.code, "stand", child.pk // 100])).content.decode()
        own = phone.get(reverse("my_page")).content.decode()
        found = [re.findall(rf'="{child.pk}"[^>]*data-stand="([^"]+)"', page) for page in (own, shared)]
        return found[0][0], found[1][0]

    before = stands()
    announce(actor=owner_of(event), tournament_id=event.pk, text=TEXT)
    after = stands()
    assert before[0] == before[1]
    assert after[0] == after[1]
    (moment, pushed, own), (moment_after, pushed_after, own_after) = (one[0].split(".") for one in (before, after))
    assert (moment, own) == (moment_after, own_after)
    assert pushed != pushed_after


def test_another_events_announcement_is_not_found_at_this_desk(event: Tournament) -> None:
    other = start_event(4)
    made = announce(actor=owner_of(other), tournament_id=other.pk, text=TEXT)
    desk = DeskVisitor(event, owner_of(event))
    for page in ("desk_announcement_correct", "desk_announcement_take_down"):
        assert desk.get(page, made.pk).status_code == 404
    assert desk.post("desk_announcement_undo", made.pk).status_code == 404
    assert standing(other) == made
