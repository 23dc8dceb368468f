"""The people of an event, each with their own browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, expect

PASSWORD = "a long password"
NEXT_FRAME = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until a change of style is drawn."""


class Visitor:
    """One person's browser, in English."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def read_in(self, language: str) -> None:
        """Have the pages opened from now on in this language."""
        cookie: Any = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": self.address}
        self.page.context.add_cookies([cookie])

    def go(self, name: str, *keys: Any) -> None:
        """Open a page by the name of its address."""
        self.page.goto(reverse(name, args=keys))

    def send(self, form: Locator, *, button: str = "button") -> None:
        """Press a form's button and wait for the page it leads to."""
        with self.page.expect_navigation():
            form.locator(button).first.click()

    def press(self, name: str, *keys: Any) -> None:
        """Press the button whose form goes to this address."""
        self.send(self.page.locator(f'form[action="{reverse(name, args=keys)}"]').last)

    def submit(self, field: str, *, button: str = "button[type=submit]") -> None:
        """Send the form that holds the field of this name."""
        form = self.page.locator("main form").filter(has=self.page.locator(f'[name="{field}"]'))
        self.send(form.first, button=button)

    def fill(self, **values: str | bool) -> None:
        """Fill fields of the page's main part by their names; True ticks a box."""
        for name, value in values.items():
            field = self.page.locator(f'main [name="{name}"]').first
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)

    def reads(self, words: str | re.Pattern[str]) -> None:
        """Wait until the page's main part contains the words."""
        expect(self.page.locator("main")).to_contain_text(words)

    def sign_in(self, username: str) -> None:
        self.go("account_login")
        self.fill(login=username, password=PASSWORD)
        self.submit("login")

    def is_grown_up(self) -> None:
        """Say that the player who signs up is 18 or older."""
        self.page.locator("[name=age_group][value=adult]").check()

    def make_account(self, username: str) -> None:
        self.go("account_signup")
        self.fill(username=username, password1=PASSWORD, password2=PASSWORD)
        self.is_grown_up()
        self.submit("username")


class Hall:
    """Opens browsers, and records every script error and every violation of the security policy."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.faults: list[str] = []
        self.contexts: list[Any] = []

    def visitor(self, **options: Any) -> Visitor:
        """Somebody who has just opened a browser. Nothing moves in it, so nothing is seen half way."""
        usual: dict[str, Any] = {
            "locale": "en-US",
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
        }
        options = usual | options
        context = self.browser.new_context(base_url=self.address, **options)
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._listen)
        return Visitor(page, self.address)

    def _listen(self, message: Any) -> None:
        if "Content Security" in message.text:
            self.faults.append(message.text)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@contextmanager
def open_hall(browser: Browser, address: str) -> Iterator[Hall]:
    """A hall; at the end every browser is closed, and any recorded fault is an error."""
    hall = Hall(browser, address)
    try:
        yield hall
    finally:
        hall.close()
    assert hall.faults == []
