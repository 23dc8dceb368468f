"""Every page of the site as axe-core finds it, each in Chinese or in English: its route says in which.

`AXE_LANGUAGE=en` or `zh-hans` in the environment has all of them read in one.
"""

from __future__ import annotations

import os
from typing import Any
from zlib import crc32

import pytest
from django.test import Client

from config.development.packages import AXE
from tests.flows.axe import ABOUT_COLOURS, PHONE, RUN, needs_axe, phone_of, violations
from tests.flows.browsers import Hall
from tests.flows.every_page import NO_PAGE, first_visitor, page_operations, pages
from tests.flows.pages_in_a_state import IN_A_STATE
from tests.security.every_route.site import build_site
from tests.web.public.test_wechat import asked, keys

pytestmark = [pytest.mark.slow, needs_axe]

__all__ = ["asked", "keys"]
ALL_DAY = 24 * 60 * 60
"""Seconds for which a proof holds here: it is given before the first page opens, and the last opens minutes later."""
PALE = "<p style='color: #999; background: #fff'>Pale</p>"


@pytest.mark.usefixtures("keys", "asked")
def test_axe_finds_nothing_on_any_page(hall: Hall, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = ALL_DAY
    by_phone: dict[tuple[Client, str], list[str]] = {}
    for page in pages(build_site()):
        by_phone.setdefault((page.browser, language_of(page.route)), []).append(page.address)
    found = {}
    for (browser, language), addresses in by_phone.items():
        phone = phone_of(hall, language=language, client=browser)
        found |= violations(phone, addresses, language)
        phone.page.context.close()
    assert not found, "\n".join(f"{address}: {line}" for address, lines in found.items() for line in lines)


def language_of(route: str) -> str:
    """The language in which the pages of a route are looked at, the same in every run."""
    return os.environ.get("AXE_LANGUAGE") or ("zh-hans", "en")[crc32(route.encode()) % 2]


def test_every_route_is_looked_at_or_has_no_page_for_a_reason_that_is_named() -> None:
    found = {one.route: first_visitor(one) for one in page_operations()}
    visited = {route for route, role in found.items() if role} - NO_PAGE.keys() | IN_A_STATE.keys()
    assert visited | NO_PAGE.keys() == found.keys()
    assert visited.isdisjoint(NO_PAGE)


def test_what_axe_finds_is_reported(hall: Hall) -> None:
    page = hall.visitor(**PHONE).page
    page.set_content(f"<!doctype html><title>Bad</title><main><h1>One</h1><input><img src='data:,'>{PALE}</main>")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert {line.split(":")[0] for line in page.evaluate(RUN)} >= {"label", "image-alt", "html-has-lang"}
    assert {line.split(":")[0] for line in page.evaluate(RUN, ABOUT_COLOURS)} == {"color-contrast"}
