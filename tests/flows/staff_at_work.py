"""Who runs the event of 64 on a running site: two at the desk, and a judge with a phone; beside them its visitors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.config.running_site import RunningSite
from tests.flows.browsers import Hall, Visitor, open_hall
from tests.flows.city_open import OPEN, CityOpen
from tests.flows.desk_hands import DeskHands
from tests.flows.pressed_together import Press, press_together

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@dataclass
class Staff:
    """Two at the desk and a judge; a player's phone, and anybody's."""

    site: RunningSite
    event: CityOpen
    desk: DeskHands
    keeper: DeskHands
    judge: Visitor
    player: Visitor
    anybody: Visitor

    def together(self, *presses: Press, then: Press | None = None) -> None:
        """What they press at the same moment, and what happens to the site in that moment."""
        press_together(self.site, self.event.code, *presses, then=then)

    def penalty(self, name: str, *, is_repeated: bool = False) -> Locator:
        """The button by which the judge gives it, with everything filled in; of a second one the page says what the
        first was."""
        page = self.judge.page
        self.judge.go("desk_penalty_new", self.event.code)
        page.locator("#who").fill(name)
        with page.expect_navigation():
            page.locator("#who").press("Enter")
        with page.expect_navigation():
            page.locator(".check-list a").filter(has_text=name).tap()
        page.locator("[name=infraction]").select_option("decklist_problem")
        earlier = page.locator(".penalty-advice").get_by_text("Not the first time in this event")
        expect(earlier).to_have_count(int(is_repeated))
        return page.get_by_role("button", name="Give the penalty")


@contextmanager
def come_in(browser: Browser, site: RunningSite) -> Iterator[Staff]:
    """The events are opened, and everybody is signed in; no browser may have had a fault in the end."""
    event = CityOpen(**json.loads(site.manage("shell", "-v0", "-c", OPEN).splitlines()[-1]))
    with open_hall(browser, site.base_url) as hall:
        yield Staff(
            site=site,
            event=event,
            desk=_at_desk(hall, event.code, event.owner),
            keeper=_at_desk(hall, event.code, event.keeper),
            judge=_signed_in(hall.visitor(**PHONE), event.judge),
            player=_phone_with(hall, event.link),
            anybody=hall.visitor(**PHONE),
        )


def _at_desk(hall: Hall, code: str, username: str) -> DeskHands:
    at_desk = DeskHands(_signed_in(hall.visitor(), username))
    at_desk.code = code
    return at_desk


def _signed_in(visitor: Visitor, username: str) -> Visitor:
    visitor.sign_in(username)
    return visitor


def _phone_with(hall: Hall, link: str) -> Visitor:
    phone = hall.visitor(**PHONE)
    phone.page.goto(link)
    phone.send(phone.page.locator("main form"))
    return phone
