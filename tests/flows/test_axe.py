"""Every page of the site as axe-core finds it, each in Chinese or in English: its route says in which.

`AXE_LANGUAGE=en` or `zh-hans` in the environment has all of them read in one.
"""

from __future__ import annotations

import os
from zlib import crc32

import pytest

from config.development.packages import AXE
from config.urls import urlpatterns
from tests.flows.axe import ABOUT_COLOURS, PHONE, RUN, needs_axe, phone_of, violations
from tests.flows.browsers import Hall
from tests.flows.every_page import NO_PAGE, draft_pages, pages
from tests.security.every_route.routes import operations
from tests.security.every_route.site import build_site

pytestmark = [pytest.mark.slow, needs_axe]

PALE = "<p style='color: #999; background: #fff'>Pale</p>"


def test_axe_finds_nothing_on_any_page(hall: Hall) -> None:
    """A route that has no page of its own is named in `every_page.NO_PAGE`, with the reason."""
    site = build_site()
    by_phone: dict[tuple[str, str], list[str]] = {}
    for page in (*pages(site), *draft_pages(site)):
        by_phone.setdefault((page.role, language_of(page.route)), []).append(page.address)
    found = {}
    for (role, language), addresses in by_phone.items():
        phone = phone_of(hall, site.people[role], language)
        found |= violations(phone, addresses, language)
        phone.page.context.close()
    assert not found, "\n".join(f"{address}: {line}" for address, lines in found.items() for line in lines)


def language_of(route: str) -> str:
    """The language in which the pages of a route are looked at, the same in every run."""
    return os.environ.get("AXE_LANGUAGE") or ("zh-hans", "en")[crc32(route.encode()) % 2]


def test_every_route_without_a_page_exists() -> None:
    assert NO_PAGE.keys() <= {one.route for one in operations(urlpatterns)}


def test_what_axe_finds_is_reported(hall: Hall) -> None:
    page = hall.visitor(**PHONE).page
    page.set_content(f"<!doctype html><title>Bad</title><main><h1>One</h1><input><img src='data:,'>{PALE}</main>")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert {line.split(":")[0] for line in page.evaluate(RUN)} >= {"label", "image-alt", "html-has-lang"}
    assert {line.split(":")[0] for line in page.evaluate(RUN, ABOUT_COLOURS)} == {"color-contrast"}
