"""The six characters that lead to an event: typed, scanned, renewed by staff, and guarded against guessing."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people_and_events import make_event, owner_of, staff_actor
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, running_event
from tournaments.join_codes import format_join_code
from tournaments.models import Tournament
from tournaments.queries.joining import FIND_BY_CODE

pytestmark = pytest.mark.django_db


def event_with_code(code: str = "K7M2Q0", **changes: object) -> Tournament:
    tournament = make_event(**changes)
    Tournament.objects.filter(pk=tournament.pk).update(join_code=code)
    tournament.join_code = code
    return tournament


@pytest.mark.parametrize("typed", ["K7M2Q0", "k7m 2qo", "Ｋ７Ｍ－２Ｑ０", "报名码：K7M 2Q0", "Code: K7M-2Q0"])
def test_a_typed_code_leads_to_where_one_joins(typed: str) -> None:
    tournament = event_with_code()
    answer = browser().get(reverse("join"), {"code": typed})
    assert answer.url == reverse("tournament_register", args=[tournament.code])
    assert browser().get(reverse("join_by_code", args=[typed])).url == answer.url


def test_the_code_of_an_address_given_out_before_leads_there_too() -> None:
    tournament = event_with_code()
    assert (
        browser().get(reverse("join"), {"code": tournament.code.upper()}).url.endswith(f"/{tournament.code}/register/")
    )


@pytest.mark.parametrize(
    "path", ["/join/K7M2Q0/", "/join/k7m%202q0", "/join/?code=K7M2Q0", "/t/{code}/", "/t/{code}/register/?person=new"]
)
@pytest.mark.parametrize("site", ["https://cards.example.com.cn:8443", "192.0.2.2:8000", ""])
def test_a_pasted_link_is_read_as_its_code(site: str, path: str) -> None:
    tournament = event_with_code()
    answer = browser().get(reverse("join"), {"code": f"{site}{path}".format(code=tournament.code)})
    assert answer.status_code == 302
    assert answer.url == reverse("tournament_register", args=[tournament.code])


@pytest.mark.parametrize(
    "pasted",
    [
        "城市赛报名：http://192.0.2.2:8000/join/K7M2Q0/，周六见",
        "http://192.0.2.2:8000/join/?code=K7M+2Q0",
        "报名码 K7M 2Q0，http://192.0.2.2:8000/join/K7M2Q0",
    ],
)
def test_a_link_is_read_within_what_was_pasted(pasted: str) -> None:
    tournament = event_with_code()
    answer = browser().get(reverse("join"), {"code": pasted})
    assert answer.status_code == 302
    assert answer.url == reverse("tournament_register", args=[tournament.code])


@pytest.mark.parametrize(
    "pasted", ["K7M2Q0 / ABC123", "http://192.0.2.2:8000/join/K7M2Q0/ http://192.0.2.2:8000/join/ABC123/"]
)
def test_of_two_codes_none_is_taken(pasted: str) -> None:
    event_with_code()
    answer = browser().get(reverse("join"), {"code": pasted})
    assert answer.status_code == 404
    assert "More than one code could be meant." in words_of(answer)
    assert f'value="{pasted}"' in answer.content.decode()


def test_a_pasted_personal_link_opens() -> None:
    """A parent who was sent a child's link pastes it where the page has a field."""
    answer = browser().get(reverse("join"), {"code": "http://192.0.2.2:8000/me/RvqHl-VJ7ss_l3VdxrYQ/"})
    assert answer.status_code == 302
    assert answer.url == reverse("personal_link", args=["RvqHl-VJ7ss_l3VdxrYQ"])


def test_the_field_takes_a_whole_link() -> None:
    assert 'maxlength="200"' in browser().get(reverse("join")).content.decode()


@pytest.mark.parametrize(
    ("typed", "status", "words"),
    [("ZZZZZZ", 404, "No event has this code"), ("", 422, "six characters"), ("奥特曼", 404, "No event has this code")],
)
def test_a_wrong_code_says_what_to_do_and_keeps_what_was_typed(typed: str, status: int, words: str) -> None:
    event_with_code()
    answer = browser().get(reverse("join"), {"code": typed})
    assert answer.status_code == status
    page = assert_clean(answer)
    assert words in words_of(answer)
    assert "join-code" in page.ids
    assert f'value="{typed}"' in answer.content.decode()


def test_the_start_page_has_the_field() -> None:
    event_with_code()
    page = browser().get("/").content.decode()
    assert f'action="{reverse("join")}"' in page
    assert 'name="code"' in page


def test_guessing_is_slowed_down() -> None:
    tournament = event_with_code()
    client = browser()
    client.get(reverse("tournament_register", args=[tournament.code]))
    for _time in range(FIND_BY_CODE.visitor):
        assert client.get(reverse("join"), {"code": "ZZZZZZ"}).status_code == 404
    answer = client.get(reverse("join"), {"code": "K7M2Q0"})
    assert answer.status_code == 429
    assert "Too many codes" in words_of(answer)
    assert int(answer["Retry-After"]) > 0


def test_staff_renew_the_code_after_a_question() -> None:
    tournament = event_with_code()
    desk = DeskVisitor(tournament, staff_actor(tournament, "scorekeeper"))
    assert "K7M 2Q0" in desk.read("desk_joining")
    assert "K7M 2Q0" in desk.read("desk_join_code_renew")
    desk.press("desk_join_code_renew")
    tournament.refresh_from_db()
    assert tournament.join_code != "K7M2Q0"
    assert browser().get(reverse("join"), {"code": "K7M2Q0"}).status_code == 404
    assert browser().get(reverse("join"), {"code": tournament.join_code}).status_code == 302
    assert tournament.log.first().verb == "join_code_renewed"


def test_closing_lets_nobody_in_by_the_code_until_it_is_opened_again() -> None:
    tournament = event_with_code()
    desk = DeskVisitor(tournament, owner_of(tournament))
    path = browser().get(reverse("join"), {"code": "K7M2Q0"}).url
    desk.press("desk_joining_switch", open="0")
    assert browser().post(path, {"name": "王小明", "age_group": "adult"}).status_code == 409
    assert "Sign-up is closed" in words_of(browser().get(path))
    assert not tournament.registrations.exists()
    desk.press("desk_joining_switch", open="1")
    assert browser().post(path, {"name": "王小明", "age_group": "adult"}).status_code == 302
    assert [line.verb for line in tournament.log.all()][1:3] == ["joining_opened", "joining_closed"]


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_poster_has_the_code_to_scan_and_to_type(language: str) -> None:
    tournament = event_with_code()
    desk = DeskVisitor(tournament, owner_of(tournament), language=language)
    page = desk.read("desk_paper", "join", language=language)
    assert "K7M 2Q0" in page
    assert "testserver/join" in page
    assert "<svg" in page
    assert reverse("desk_paper", args=[tournament.code, "join"]) in desk.read("desk_print")


def test_the_hall_screen_shows_the_code_while_players_may_join() -> None:
    tournament = event_with_code()
    page = browser().get(reverse("event_hall", args=[tournament.code])).content.decode()
    assert "K7M 2Q0" in page
    assert "testserver/join" in page
    running = running_event()
    assert (
        format_join_code(running.join_code)
        not in browser().get(reverse("event_hall", args=[running.code])).content.decode()
    )


def test_every_event_has_a_code_of_its_own() -> None:
    codes = {make_event().join_code for _time in range(5)}
    assert len(codes) == 5


def test_a_phone_with_an_entry_reaches_its_requests_and_signs_somebody_else_up_meanwhile() -> None:
    tournament = make_event()
    phone = browser()
    address = reverse("tournament_register", args=[tournament.code])
    phone.post(address, {"name": "李明", "age_group": "adult"})
    assert "waits at the desk" not in words_of(phone.get(address))
    browser().post(address, {"name": "韩梅", "age_group": "adult"})
    asked = phone.post(f"{address}?person=new", {"name": "韩梅", "age_group": "adult"})
    assert asked.url == reverse("tournament_asked", args=[tournament.code])
    entered = phone.get(address)
    assert "1 request waits at the desk" in words_of(entered)
    assert f'href="{asked.url}"' in entered.content.decode()
    waiting = phone.get(asked.url).content.decode()
    assert f'href="{address}?person=new"' in waiting
    Tournament.objects.filter(pk=tournament.pk).update(registration_open=False)
    assert "?person=new" not in phone.get(asked.url).content.decode()
