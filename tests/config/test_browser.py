"""The browser fixture reaches the live server, static files included."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_browser_reads_the_live_server(browser_page: "Page") -> None:
    answer = browser_page.goto("/healthz")
    assert answer is not None
    assert answer.json()["status"] == "ok"


def test_static_files_are_served(browser_page: "Page") -> None:
    answer = browser_page.goto("/static/admin/css/base.css")
    assert answer is not None
    assert answer.status == 200
    assert "text/css" in answer.headers["content-type"]
