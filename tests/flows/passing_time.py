"""Time that passes on a page whose clock is installed."""

from __future__ import annotations

from playwright.sync_api import Page, Response

A_WHILE_MS = 30_000
"""Longer than a page waits before it asks again."""

MAX_STEPS = 200


def later(page: Page) -> None:
    """Let time pass until the page has asked what is new, and for whatever it asks next.

    A page that is still busy has no timer to advance, so time passes in steps, with an answer of the server in between.
    """
    asked: list[Response] = []

    def listen(response: Response) -> None:
        if "/live/mark" in response.url:
            asked.append(response)

    page.on("response", listen)
    for _ in range(MAX_STEPS):
        page.clock.fast_forward(A_WHILE_MS)
        page.evaluate("fetch('/livez').then((answer) => answer.text())")
        if asked:
            break
    page.remove_listener("response", listen)
    assert asked, "The page asks nothing any more."
    page.clock.fast_forward(A_WHILE_MS)
