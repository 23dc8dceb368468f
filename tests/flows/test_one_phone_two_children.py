"""One phone, two children under 14: each with a guardian's consent, an own deck, table, report and notices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Request, expect

from tests.flows.browsers import Hall, Visitor
from tests.judged_events import table_of
from tests.people_and_events import enter, load_every_game, make_event, owner_of
from tests.running_events import publish
from tournaments.models import Match, Registration, ResultReport, Tournament
from tournaments.services.round_notices import notify_round
from tournaments.services.start import start_tournament

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
CHILDREN = {"王小明": 9, "王小红": 12}
"""Names, and the years since the year of birth."""
LEFT_IN_QUEUE = """async () => {
    for (let look = 0; look < 250 && (await reportQueue.all()).length; look++)
        await new Promise((done) => setTimeout(done, 20));
    return (await reportQueue.all()).length;
}"""
"""How many reports the phone keeps once there are none, or five seconds later."""


@pytest.fixture
def event(live_server: LiveServer) -> Tournament:
    load_every_game()
    tournament = make_event(planned_rounds=3)
    enter(tournament, *(f"P{number}" for number in range(1, 7)))
    return tournament


def test_a_mornings_play(hall: Hall, event: Tournament) -> None:
    phone = hall.visitor(**PHONE)
    entries = [sign_up(phone, event, name) for name in CHILDREN]
    each_deck_is_the_right_childs(phone, entries)
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    round = publish(event)
    notify_round(round.pk)
    every_page_says_whose_it_is(phone, entries)
    others_read_masked_names(hall, event, entries)
    report_for_each(phone, entries)
    take_off(phone, entries)


def sign_up(phone: Visitor, event: Tournament, name: str) -> Registration:
    phone.page.goto(reverse("tournament_register", args=[event.code]) + "?person=new")
    phone.fill(name=name)
    phone.page.locator("[name=age_group][value=under_14]").check()
    phone.fill(birth_year=str(timezone.localdate().year - CHILDREN[name]))
    guardian = phone.page.locator("#guardian")
    expect(guardian).to_be_visible()
    guardian.locator("[name=consent_by][value=parent]").check()
    guardian.locator("[name=consent]").check()
    phone.submit("name")
    expect(phone.page.locator("#personal-link")).to_have_value(re.compile("/me/"))
    entry = event.registrations.select_related("player").get(name=name)
    assert entry.player.consents.get().given_by == "parent"
    return entry


def each_deck_is_the_right_childs(phone: Visitor, entries: list[Registration]) -> None:
    """Either deck opens, and a tap on the other name leads to the other deck."""
    for entry, other in (entries, entries[::-1]):
        phone.go("deck_editor", entry.pk)
        family = phone.page.locator("nav.family")
        expect(family.locator("[aria-current]")).to_contain_text(entry.name)
        phone.send(family.locator("form").filter(has_text=other.name))
        expect(phone.page).to_have_url(re.compile(reverse("deck_editor", args=[other.pk])))
        expect(phone.page.locator("nav.family [aria-current]")).to_contain_text(other.name)


def report_for_each(phone: Visitor, entries: list[Registration]) -> None:
    phone.go("my_page")
    sent: list[Request] = []
    phone.page.context.on("request", lambda request: sent.append(request))
    tables = [table_of(entry) for entry in entries]
    for entry, match in zip(entries, tables, strict=True):
        expect(phone.page.locator("main")).to_contain_text(entry.name)
        expect(phone.page.locator(f"#report-{entry.pk}")).to_be_visible()
        phone.page.locator(f"#report-{entry.pk}").get_by_role("button", name="2–1", exact=True).tap()
        expect(phone.page.locator(f"#report-{entry.pk}")).to_contain_text("You reported 2–1")
        said = ResultReport.objects.get(match=match, registration=entry)
        assert (said.won, said.lost, said.reported_by) == (2, 1, entry.name)
    # What is answered is not kept, so that nothing sends it again.
    assert phone.page.evaluate(LEFT_IN_QUEUE) == 0
    assert [one.method for one in sent if one.url.endswith("/report/")] == ["POST"] * len(entries)


def every_page_says_whose_it_is(phone: Visitor, entries: list[Registration]) -> None:
    """In a line with the letter and the name, or in the heading: of a deck, a table, a notice, what is set and kept."""
    phone.go("my_notices")
    listed = phone.page.locator(".inbox li")
    expect(listed).to_have_count(len(entries))
    for entry in entries:
        expect(listed.filter(has=phone.page.locator(".whose-line", has_text=entry.name))).to_have_count(1)
    for entry in entries:
        for page in ("player_notices", "player_decks", "player_data"):
            phone.go(page, entry.player_id)
            expect(phone.page.locator(".page-head")).to_contain_text(entry.name)
        phone.go("match", entry.tournament.code, table_of(entry).pk)
        expect(phone.page.locator("main")).to_contain_text(entry.name)


def others_read_masked_names(hall: Hall, event: Tournament, entries: list[Registration]) -> None:
    stranger = hall.visitor()
    for page in ("tournament_pairings", "tournament_players", "event_hall"):
        stranger.go(page, event.code)
        expect(stranger.page.locator("body")).to_contain_text("王＊＊")
        for entry in entries:
            expect(stranger.page.locator("body")).not_to_contain_text(entry.name)


def take_off(phone: Visitor, entries: list[Registration]) -> None:
    leaving, staying = entries
    phone.go("my_page")
    phone.page.locator(f'a[href="{reverse("player_remove", args=[leaving.player_id])}"]').tap()
    phone.page.get_by_role("button", name="Take off this phone").tap()
    phone.reads(f"{leaving.name} is no longer on this phone.")
    expect(phone.page.locator("h1")).to_have_text(staying.name)
    expect(phone.page.locator(f"#report-{leaving.pk}")).to_have_count(0)
    expect(phone.page.locator("nav.family")).to_have_count(0)


def test_siblings_at_one_table(hall: Hall, live_server: LiveServer) -> None:
    """Each reports from their own seat, and the other sees it the other way round."""
    event = make_event(planned_rounds=1)
    phone = hall.visitor(**PHONE)
    one, two = (sign_up(phone, event, name) for name in CHILDREN)
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    publish(event)
    phone.go("my_page")
    phone.page.locator(f"#report-{one.pk}").get_by_role("button", name="2–0", exact=True).tap()
    expect(phone.page.locator(f"#report-{one.pk}")).to_contain_text("You reported 2–0")
    phone.page.reload()
    theirs = phone.page.locator(f"#report-{two.pk}")
    expect(theirs).to_contain_text("The other player reported 0–2 (your games first). Is that right?")
    theirs.get_by_role("button", name="Yes, that is right").tap()
    expect(theirs).to_contain_text("The result is entered.")
    match: Match = table_of(one)
    assert match.is_complete
    said = {report.registration_id: (report.won, report.lost) for report in match.reports.all()}
    assert said == {one.pk: (2, 0), two.pk: (0, 2)}
