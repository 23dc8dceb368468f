"""A phone joins by the typed code, a second phone joins under the same name, and the desk decides while it watches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.flows.browsers import PASSWORD, Hall, Visitor
from tests.people_and_events import load_every_game, make_event, owner_of
from tests.team_events import team_event
from tournaments.join_codes import format_join_code
from tournaments.models import JoinRequest, Tournament
from tournaments.services.entries import ListAges, add_entries

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 780}, "is_mobile": True, "has_touch": True}
NAME = "李明"


@pytest.fixture
def event(live_server: LiveServer) -> Tournament:
    load_every_game()
    tournament = make_event(planned_rounds=3)
    add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=[NAME, "韩梅"], ages=ListAges("adult"))
    return tournament


def test_two_phones_and_the_desk(hall: Hall, event: Tournament) -> None:
    first, second, desk = hall.visitor(**PHONE), hall.visitor(**PHONE), hall.visitor()
    join_by_code(first, event)
    expect(first.page.locator("#personal-link")).to_have_value(re.compile("/me/"))
    join_by_code(second, event)
    second.reads("Go to the desk")
    owner = owner_of(event).user
    assert isinstance(owner, AbstractBaseUser)
    owner.set_password(PASSWORD)
    owner.save()
    desk.sign_in(owner.get_username())
    decide(desk, event)
    second.page.get_by_role("button", name=f"Go on as {NAME}").tap()
    expect(second.page.locator("#personal-link")).to_have_value(re.compile("/me/"))
    first.go("my_page")
    expect(first.page.locator("main")).not_to_contain_text(NAME)
    take_back(desk, event)
    first.go("my_page")
    first.reads(NAME)
    second.go("tournament_asked", event.code)
    second.reads("Go to the desk")


def join_by_code(phone: Visitor, event: Tournament) -> None:
    """Type the code on the start page as people do, then the name."""
    phone.page.goto("/")
    phone.fill(code=format_join_code(event.join_code).lower().replace("0", "o"))
    phone.submit("code")
    expect(phone.page).to_have_url(re.compile(reverse("tournament_register", args=[event.code])))
    phone.fill(name=NAME)
    phone.is_grown_up()
    phone.submit("name")


def decide(desk: Visitor, event: Tournament) -> None:
    desk.go("desk", event.code)
    desk.page.get_by_role("link", name="1 person waits to join").click()
    desk.page.get_by_role("link", name=re.compile(NAME)).first.click()
    with desk.page.expect_navigation():
        desk.page.get_by_role("button", name="Give this phone the key").click()
    expect(desk.page.locator("body")).to_contain_text("gets the key of the entry")


def take_back(desk: Visitor, event: Tournament) -> None:
    """Undo the answer: the first phone has its player again."""
    request = JoinRequest.objects.get(tournament=event)
    desk.go("desk_join_request", event.code, request.pk)
    desk.press("desk_join_request_undo", event.code, request.pk)


def test_a_guardian_is_asked_once_and_as_soon_as_a_childs_year_is_typed(phone_page: Page, event: Tournament) -> None:
    phone_page.goto(f"/t/{event.code}/register/")
    guardian = phone_page.locator("#guardian")
    year = phone_page.locator("[name=birth_year]")
    phone_page.locator("[name=name]").fill("王小明")
    expect(guardian).to_be_hidden()
    year.fill("1990")
    expect(guardian).to_be_hidden()
    year.fill(f"{timezone.localdate().year - 9}年")
    expect(guardian).to_be_visible()
    guardian.locator("[name=consent_by][value=parent]").check()
    guardian.locator("[name=consent]").check()
    phone_page.locator("main form [type=submit].btn-primary").click()
    expect(phone_page).not_to_have_url(re.compile("/register/$"))
    assert event.registrations.get(name="王小明").player.consents.get().given_by == "parent"
    phone_page.goto(reverse("tournament_register", args=[team_event().code]))
    expect(phone_page.locator("[name=birth_year_1]")).to_have_value(str(timezone.localdate().year - 9))
    expect(guardian).to_be_hidden()
    phone_page.locator("[name=birth_year_2]").fill(str(timezone.localdate().year - 8))
    expect(guardian).to_be_visible()
