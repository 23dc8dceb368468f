"""Phones with players' personal links, and what they keep when the signal drops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Worker

from tests.web.public.visiting import open_links
from tournaments.models import Registration, ResultReport

KEPT = "Kept on this phone, not sent yet: {name}: {score}"


class Phones:
    """Phones of players, each a browser of its own; a script error or a breach of the security policy is a fault."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def of(self, *entries: Registration, worker: bool = False) -> Page:
        """The phone that has these players' personal links, with their own page open."""
        options: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
        context = self.browser.new_context(
            base_url=self.address,
            locale="en-US",
            reduced_motion="reduce",
            service_workers="allow" if worker else "block",
            **options,
        )
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        client = Client()
        open_links(client, *(entry.player for entry in entries))
        session = client.cookies["dueldesk_session"].value
        context.add_cookies([{"name": "dueldesk_session", "value": session, "url": self.address}])
        page = self.open(context)
        page.goto(reverse("my_page"))
        return page

    def open(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda one: self.faults.append(one.text) if "Content Security" in one.text else None)
        return page


@contextmanager
def open_phones(browser: Browser, address: str) -> Iterator[Phones]:
    """Phones that look at the site; none may have had a fault in the end."""
    opened = Phones(browser, address)
    try:
        yield opened
    finally:
        for context in opened.contexts:
            context.close()
    assert opened.faults == []


def press(page: Page, entry: Registration, score: str) -> None:
    page.locator(f"#report-{entry.pk}").get_by_role("button", name=score, exact=True).tap()


def kept_lines(page: Page, entry: Registration) -> Locator:
    return page.locator(f'[data-reports-of="{entry.pk}"]')


def said_by(entry: Registration) -> list[tuple[int, int]]:
    return list(ResultReport.objects.filter(registration=entry).order_by("pk").values_list("won", "lost"))


def worker_of(page: Page) -> Worker:
    """The service worker that is in charge of the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page.context.service_workers[-1]


def wake_worker(page: Page, address: str) -> None:
    """Have the browser wake the site's worker for the reports, as it does when there is a connection again."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    while not found:
        page.evaluate("0")  # The events come in while it is asked for something.
    registration = found[-1]["registrationId"]
    event = {"origin": address, "registrationId": registration, "tag": "reports", "lastChance": False}
    session.send("ServiceWorker.dispatchSyncEvent", event)


def all_sent(page: Page) -> None:
    """Wait until the worker has no report to send any more."""
    page.context.service_workers[-1].evaluate(
        """async () => {
          const isLeft = async () => (await reportQueue.all()).some(reportQueue.isUnsent);
          while (await isLeft()) await new Promise((done) => setTimeout(done, 20));
        }"""
    )
