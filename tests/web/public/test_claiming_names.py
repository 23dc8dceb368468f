"""Two phones and the desk: claiming a prepared name, being sent to the desk, and what the phone then shows."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from tests.people_and_events import CONSENT, enter, make_actor, make_event, owner_of, staff_actor
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import JoinRequest, Tournament
from tournaments.services.entries import add_entries
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db
NAME = "李明"


def prepared() -> Tournament:
    event = make_event()
    add_entries(actor=owner_of(event), tournament_id=event.pk, names=[NAME, "韩梅"], consent=CONSENT)
    return event


def join(client: Client, event: Tournament, name: str = NAME, **fields: str) -> str:
    """Join by name and read the page that follows."""
    answer = client.post(
        reverse("tournament_register", args=[event.code]), {"name": name, "age_group": "adult", **fields}, follow=True
    )
    assert answer.status_code == 200, words_of(answer)[:300]
    assert_clean(answer)
    return words_of(answer)


def asked(event: Tournament, client: Client) -> str:
    answer = client.get(reverse("tournament_asked", args=[event.code]), follow=True)
    assert_clean(answer)
    return words_of(answer)


def waiting(event: Tournament) -> tuple[Client, JoinRequest]:
    """A second phone that waits for the desk."""
    join(browser(), event)
    second = browser()
    assert "Go to the desk" in join(second, event, team="一号店")
    return second, JoinRequest.objects.get(tournament=event)


def test_the_second_phone_reads_nothing_of_the_entry() -> None:
    event = make_event()
    enter(event, NAME, birth_year=2001, public_name="赛罗", team="白龙队")
    page = join(browser(), event)
    for word in ("2001", "赛罗", "白龙队"):
        assert word not in page


@pytest.mark.parametrize("typed", ["李 明", " 李\u3000明 "])
def test_a_name_written_with_a_space_is_the_one_on_the_list(typed: str) -> None:
    event = prepared()
    assert f"The personal link of {NAME}" in join(browser(), event, typed)
    assert not JoinRequest.objects.exists()


def test_who_was_entered_by_staff_finds_their_page_while_the_event_runs() -> None:
    event = prepared()
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    phone, words = browser(), "Open your own page by your name"
    pairings = reverse("tournament_pairings", args=[event.code])
    assert words in words_of(phone.get(pairings))
    assert "type its join code" in words_of(phone.get("/my/"))
    join(phone, event)
    assert words not in words_of(phone.get(pairings))


def test_the_desk_gives_the_key_and_the_phone_goes_on() -> None:
    event = prepared()
    second, request = waiting(event)
    desk = DeskVisitor(event, owner_of(event))
    assert "1 person waits to join" in desk.read("desk")
    assert NAME in desk.read("desk_joining")
    page = desk.read("desk_join_request", request.pk)
    assert "一号店" in page
    assert "Claimed by a phone" in page
    desk.press("desk_join_request", request.pk, answer="same")
    assert "an older link no longer works" in asked(event, second)
    collect = reverse("tournament_asked_collect", args=[event.code, request.pk])
    answer = second.post(collect, follow=True)
    assert f"The personal link of {NAME}" in words_of(answer)
    assert NAME in words_of(second.get("/my/"))
    assert "on this phone" in asked(event, second)
    desk.press("desk_join_request_undo", request.pk)
    assert "Go to the desk" in asked(event, second)
    assert NAME not in words_of(second.get("/my/"))


def test_a_phone_without_room_collects_no_key() -> None:
    event = prepared()
    second, request = waiting(event)
    DeskVisitor(event, owner_of(event)).press("desk_join_request", request.pk, answer="same")
    with patch("accounts.players_here.MAX_PLAYERS", 0):
        answer = second.post(reverse("tournament_asked_collect", args=[event.code, request.pk]), follow=True)
    assert "would be left without a key" in words_of(answer)
    request.refresh_from_db()
    assert request.collected_at is None


def test_another_person_is_entered_and_distinguished() -> None:
    event = prepared()
    second, request = waiting(event)
    DeskVisitor(event, staff_actor(event, "scorekeeper")).press("desk_join_request", request.pk, answer="other")
    assert "player number 3 in this event" in asked(event, second)
    second.post(reverse("tournament_asked_collect", args=[event.code, request.pk]))
    assert event.registrations.get(number=3).player in second.get("/my/").context["request"].actor.players


def test_a_refusal_shows_its_reason_and_is_not_made_without_one() -> None:
    event = prepared()
    second, request = waiting(event)
    desk = DeskVisitor(event, owner_of(event))
    assert desk.post("desk_join_request", request.pk, answer="refuse").status_code == 422
    desk.press("desk_join_request", request.pk, answer="refuse", reason="请本人来")
    assert "请本人来" in asked(event, second)
    assert_clean(desk.get("desk_join_request", request.pk))


def test_the_phone_asks_only_whether_something_changed() -> None:
    event = prepared()
    second, request = waiting(event)
    path = reverse("tournament_asked", args=[event.code])
    stand = second.get(path).context["stand"]
    htmx = {"HX-Request": "true", "HX-Target": "asked"}
    assert second.get(path, {"seen": stand}, headers=htmx).status_code == 204
    DeskVisitor(event, owner_of(event)).press("desk_join_request", request.pk, answer="refuse", reason="不是")
    answer = second.get(path, {"seen": stand}, headers=htmx)
    assert "<html" not in answer.content.decode()
    assert "hx-trigger" not in answer.content.decode()


def test_another_phone_has_no_part_in_it() -> None:
    event = prepared()
    second, request = waiting(event)
    stranger = browser()
    for name in ("tournament_asked_collect", "tournament_asked_withdraw"):
        assert stranger.post(reverse(name, args=[event.code, request.pk])).status_code == 404
        other = make_event()
        assert second.post(reverse(name, args=[other.code, request.pk])).status_code == 404
    assert stranger.get(reverse("tournament_asked", args=[event.code])).status_code == 302
    second.post(reverse("tournament_asked_withdraw", args=[event.code, request.pk]))
    request.refresh_from_db()
    assert request.state == "withdrawn"


def test_coming_back_to_join_shows_the_answer_first() -> None:
    event = prepared()
    second, _request = waiting(event)
    page = reverse("tournament_register", args=[event.code])
    assert second.get(page).url == reverse("tournament_asked", args=[event.code])
    assert second.get(page + "?person=new").status_code == 200


def test_staff_see_who_claimed_when_and_take_it_back_with_a_reason() -> None:
    event = prepared()
    first = browser()
    join(first, event)
    entry = event.registrations.get(name=NAME)
    desk = DeskVisitor(event, staff_actor(event, "scorekeeper"))
    page = desk.read("desk_entry", entry.pk)
    assert "Claimed by a phone" in page
    assert reverse("desk_entry_link_revoke", args=[event.code, entry.pk]) in page
    assert "Take the claim of" in desk.read("desk_entry_link_revoke", entry.pk)
    assert desk.post("desk_entry_link_revoke", entry.pk).status_code == 422
    desk.press("desk_entry_link_revoke", entry.pk, reason="冒名")
    assert NAME not in words_of(first.get("/my/"))
    assert "personal link" in join(browser(), event)


def test_an_account_joins_a_prepared_name_without_a_link() -> None:
    event = prepared()
    actor = make_actor()
    page = join(browser(actor), event)
    assert "You are in." in page
    assert event.registrations.get(name=NAME).player.user == actor.user
