"""An event in pods from the form that opens it to the Excel file: desk at 1280 px, the players' phones at 390 px."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from accounts.services import issue_personal_link
from tests.flows.browsers import Hall, Visitor, open_hall
from tests.flows.desk_hands import DeskHands
from tests.flows.reading_workbooks import book_from, rows_of
from tests.people_and_events import load_every_game, make_user, owner_of
from tournaments.models import Pod, Registration, Round, Tournament
from tournaments.services.entries.ages import set_unknown_ages

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
NAMES = [f"P{number:02}" for number in range(1, 9)]


@pytest.fixture
def hall(browser: Browser, live_server: LiveServer, celery_worker: Any) -> Iterator[Hall]:
    """The site with its games, a shop's account, and a worker that writes workbooks."""
    load_every_game()
    make_user("shop")
    with open_hall(browser, live_server.url) as opened:
        yield opened


def test_an_event_in_pods_from_its_form_to_the_excel_file(hall: Hall, tmp_path: Path) -> None:
    shop = hall.visitor()
    shop.sign_in("shop")
    desk = open_event(shop)
    desk.paste_names(NAMES)
    event = Tournament.objects.get(code=desk.code)
    set_unknown_ages(actor=owner_of(event), tournament_id=event.pk, age_group="adult")  # Others read their names whole.
    desk.start()

    first = seat_and_publish(desk, 1)
    one, other = first.pods.order_by("table")
    phones = [phone_of(hall, entry) for entry in seated_in(one)]
    winner = seated_in(one)[1]
    report_and_confirm(phones, one, winner)
    late = seated_in(other)[3]
    leave_during_the_round(desk, other, late)
    enter_at_the_desk(desk, other, seated_in(other)[0])
    desk.complete(1)

    shop.go("tournament_standings", desk.code)
    rows = shop.page.locator("#standings tr")
    expect(rows).to_have_count(8)
    for place in range(2):
        expect(rows.nth(place)).to_contain_text(re.compile(f"{winner.name}|{seated_in(other)[0].name}"))

    second = seat_and_publish(desk, 2)
    assert sorted(pod.seats.count() for pod in second.pods.all()) == [3, 4]
    phones[1].go("my_page")
    phones[1].reads("Round 2: your pod in the order of turns")
    for pod in second.pods.order_by("table"):
        enter_at_the_desk(desk, pod, winner if winner in seated_in(pod) else seated_in(pod)[0])
    desk.complete(2)
    finish(desk)
    assert event.registrations.get(final_place=1) == winner
    read_the_workbook(shop, desk, winner, late, tmp_path)


def open_event(shop: Visitor) -> DeskHands:
    """The form takes best of 1 with pods, says what does not go with them and keeps what was typed; then the event is
    there."""
    desk = DeskHands(shop)
    shop.go("tournament_new")
    start = timezone.localtime(timezone.now() + timedelta(days=1))
    shop.fill(name="四人星港赛", starts_at=f"{start:%Y-%m-%dT%H:%M}", best_of="3", top_cut="8")
    shop.fill(decklists_required=False, entry_format="pods")
    shop.submit("starts_at")
    shop.reads("In pods of four the top cut is a final pod of 4, or of 16 with a round before it.")
    shop.reads("Say how many rounds are played")
    expect(shop.page.locator("main [name=name]")).to_have_value("四人星港赛")
    expect(shop.page.locator("main [name=best_of]")).to_have_value("1")
    shop.fill(top_cut="0", planned_rounds="2")
    shop.submit("starts_at")
    found = re.search(r"/t/([^/]+)/", shop.page.url)
    assert found is not None, shop.page.url
    desk.code = found[1]
    return desk


def seat_and_publish(desk: DeskHands, number: int) -> Round:
    """The round as a draft that says what is proved, then before everybody."""
    desk.visitor.go("desk", desk.code)
    desk.visitor.press("desk_pair", desk.code)
    desk.visitor.reads("Draft pods")
    desk.visitor.reads("Proved")
    desk.visitor.press("desk_round_publish", desk.code, number)
    if desk.page.get_by_role("heading", name=re.compile("as it is")).count():
        desk.visitor.send(desk.page.locator("main form").last)
    return Round.objects.get(tournament__code=desk.code, number=number, status="published")


def seated_in(pod: Pod) -> list[Registration]:
    """Who sits there, in the order of turns."""
    return [seat.registration for seat in pod.seats.select_related("registration__player").order_by("seat")]


def phone_of(hall: Hall, entry: Registration) -> Visitor:
    """The player's phone on their own page."""
    phone = hall.visitor(**PHONE)
    phone.page.goto(issue_personal_link(player=entry.player))
    phone.send(phone.page.locator("main form"))
    phone.go("my_page")
    return phone


def report_and_confirm(phones: list[Visitor], pod: Pod, winner: Registration) -> None:
    """Two report the same, the third confirms it on a page that was open since before, and it counts for all."""
    first, second, third, fourth = phones
    for phone in (first, second):
        expect(phone.page.locator(".mates li")).to_have_count(4)
    first.page.get_by_role("button", name=winner.name).first.tap()
    first.reads(f"You reported: {winner.name} won. It counts once 2 more players confirm it.")
    second.page.reload()
    second.reads(f"reported: {winner.name} won. Is that right?")
    second.page.get_by_role("button", name="Yes, that is right").tap()
    second.reads("It counts once 1 more player confirms it.")
    third.page.reload()
    third.page.get_by_role("button", name="Yes, that is right").tap()
    third.reads("The result is entered.")
    fourth.page.reload()
    fourth.reads("the result of your pod")
    pod.refresh_from_db()
    assert pod.is_complete
    assert pod.seats.get(place=1).registration_id == winner.pk


def leave_during_the_round(desk: DeskHands, pod: Pod, entry: Registration) -> None:
    """Somebody does not come back to the table: the page of the pod says who is left."""
    desk.visitor.go("desk_entry", desk.code, entry.pk)
    desk.visitor.press("desk_entry_change", desk.code, entry.pk, "no-show")
    desk.visitor.go("desk_round", desk.code, pod.round.number)
    desk.visitor.reads("3 of 4 are there")
    desk.visitor.go("desk_pod", desk.code, pod.pk)
    desk.visitor.reads(f"{entry.name} does not play on")


def enter_at_the_desk(desk: DeskHands, pod: Pod, winner: Registration) -> None:
    """By one press: who won."""
    desk.visitor.go("desk_pod", desk.code, pod.pk)
    with desk.page.expect_navigation():
        desk.page.locator(f'button[name=won][value="{winner.pk}"]').click()
    desk.visitor.reads("The result is recorded.")


def finish(desk: DeskHands) -> None:
    desk.visitor.go("desk_finish", desk.code)
    button = desk.page.get_by_role("button", name="Finish the event")
    desk.visitor.send(desk.page.locator("main form").filter(has=button))


def read_the_workbook(shop: Visitor, desk: DeskHands, winner: Registration, absent: Registration, folder: Path) -> None:
    """The file that the page offers: standings, and every place of every pod."""
    shop.go("tournament_standings", desk.code)
    with shop.page.expect_download() as waiting:
        shop.page.locator(f'form[action="{reverse("export_request", args=[desk.code])}"] button').last.click()
    file = folder / "event.xlsx"
    waiting.value.save_as(file)
    book = book_from(file)
    standings = rows_of(book, "Standings")
    assert (len(standings), standings[0]["Player"], standings[0]["Points"]) == (8, winner.name, 6)
    assert book.sheetnames[:3] == ["Standings", "Round 1", "Round 2"]
    round_one = rows_of(book, "Round 1")
    assert {row["Player"] for row in round_one} == set(NAMES)
    assert next(row for row in round_one if row["Player"] == absent.name)["Place"] == 4
