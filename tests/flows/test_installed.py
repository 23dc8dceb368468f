"""The site can be put on a phone's home screen, and opened from there without a network says where everybody sat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Error, expect
from pytest_django.live_server_helper import LiveServer

from tests.conftest import CHROMIUM, CHROMIUM_OPTIONS
from tests.flows.phones_of_players import Phones, kept_lines, open_phones, said_by, worker_of
from tests.running_events import publish, start_event
from tournaments import check_urls, desk_urls, export_urls

pytestmark = pytest.mark.slow


@pytest.fixture
def phones(browser: Browser, live_server: LiveServer) -> Iterator[Phones]:
    with open_phones(browser, live_server.url) as opened:
        yield opened


SIZES = """async (manifest) => {
  const sizeOf = async (icon) => {
    const image = new Image();
    image.src = new URL(icon.src, document.querySelector("link[rel=manifest]").href);
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  };
  const drawn = manifest.icons.filter((icon) => icon.sizes !== "any");
  return Promise.all(drawn.map(async (icon) => [icon.sizes, await sizeOf(icon)]));
}"""


def test_a_browser_offers_to_install_it(browser: Browser, live_server: LiveServer, tmp_path: Path) -> None:
    """In a lasting profile: in a private one no browser offers it."""
    kind = browser.browser_type
    context = kind.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=CHROMIUM_OPTIONS)
    try:
        page = context.new_page()
        page.goto(f"{live_server.url}{reverse('my_page')}")
        worker_of(page)
        session = context.new_cdp_session(page)
        assert session.send("Page.getAppManifest")["errors"] == []
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = page.evaluate("async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()")
        assert manifest["start_url"] == reverse("my_page")
        sizes = page.evaluate(SIZES, manifest)
        assert {"192x192", "512x512"} <= {declared for declared, _found in sizes}
        assert all(declared == found for declared, found in sizes)
    finally:
        context.close()


def test_opened_without_a_network_it_shows_where_each_child_sat(phones: Phones, live_server: LiveServer) -> None:
    event = start_event(5)
    round = publish(event)
    first, second = round.matches.select_related("player1__player", "player2__player").order_by("table")
    bye = round.byes.select_related("registration__player").get().registration
    one, two = first.player1, second.player2
    phone = phones.of(one, two, bye, worker=True)
    worker_of(phone)
    phone.context.set_offline(True)
    phone.goto(reverse("my_page"))
    seats = phone.locator("#last-seats > div")
    for entry, table, opponent in ((one, first.table, first.player2), (two, second.table, second.player1)):
        seat = seats.filter(has=phone.get_by_text(entry.name, exact=True))
        expect(seat.locator("[data-table]")).to_contain_text(str(table))
        expect(seat.locator("[data-opponent]")).to_have_text(opponent.name)
    expect(seats.filter(has=phone.get_by_text(bye.name, exact=True)).locator("[data-table]")).to_have_text("Bye")
    seats.filter(has=phone.get_by_text(two.name, exact=True)).get_by_role("button", name="2–1", exact=True).tap()
    expect(kept_lines(phone, two)).to_contain_text(two.name)
    expect(kept_lines(phone, one)).to_be_empty()
    phone.context.set_offline(False)
    expect(phone.locator(f"#report-{two.pk}")).to_contain_text("You reported 2–1")
    assert (said_by(one), said_by(two)) == ([], [(2, 1)])


def test_a_page_of_staff_is_waited_for_and_never_replaced_by_what_the_phone_last_knew(phones: Phones) -> None:
    """The worker leaves it to the browser, which has no such page and waits as long as the site takes."""
    event = start_event(4)
    publish(event)
    phone = phones.of(event.registrations.get(number=1), worker=True)
    worker = worker_of(phone)
    at_work = [str(one.pattern) for urls in (desk_urls, check_urls, export_urls) for one in urls.urlpatterns]
    assert worker.evaluate("paths => paths.filter((path) => !STAFF.test(path))", [f"/{path}" for path in at_work]) == []
    everybody = [reverse(name, args=[event.code]) for name in ("tournament", "event_hall", "tournament_decks")]
    assert worker.evaluate("paths => paths.filter((path) => STAFF.test(path))", [*everybody, "/", "/my/"]) == []
    phone.context.set_offline(True)
    for path in ("desk", "desk_batch", "desk_checks", "desk_floor", "desk_calls"):
        with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
            phone.goto(reverse(path, args=[event.code]))
        phone.wait_for_url("chrome-error://**")  # The browser's own page comes by itself, after the error.
    phone.goto(reverse("tournament", args=[event.code]))
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
