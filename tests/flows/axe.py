"""What axe-core (https://github.com/dequelabs/axe-core) finds on a page, where npm has brought it.

A page is opened once, in the dark, and looked at with every rule; the rules about colours look again in the light.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from django.test import Client

from accounts.actor import Actor
from config.development.packages import AXE
from tests.flows.browsers import NEXT_FRAME, Hall, Visitor
from tests.web.public.visiting import browser as client_of
from tests.web.public.visiting import prove

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="no axe-core: it is installed where there is npm")

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
RUN = """async (rules) => {
    const only = rules ? {runOnly: {type: "rule", values: rules}} : {};
    const found = await axe.run(document, {resultTypes: ["violations"], ...only});
    return found.violations.flatMap(
        (rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")} – ${rule.help}`));
}"""
ABOUT_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that may find something in one colour scheme alone."""
PAGES = (200, 410)
"""Statuses of pages; 410 is that of a link which has ended, and says so."""
TAGS = {"zh-hans": "zh-Hans", "en": "en"}
"""What a page says about its language, by that in which it is asked for."""


def phone_of(
    hall: Hall, actor: Actor | None = None, language: str = "zh-hans", *, client: Client | None = None
) -> Visitor:
    """A phone on which the actor is signed in, proved just now, or which has the session of a client; every page that
    it opens has axe-core."""
    visitor = hall.visitor(locale="zh-CN", **PHONE)
    client = client or client_of(actor, language)
    cookies = (prove(client) if actor is not None and actor.user is not None else client).cookies.items()
    visitor.page.context.add_cookies([{"name": name, "value": one.value, "url": hall.address} for name, one in cookies])
    visitor.read_in(language)
    visitor.page.context.add_init_script(AXE.read_text(encoding="utf-8"))
    return visitor


def faults_of(visitor: Visitor, path: str, language: str = "zh-hans") -> list[str]:
    """What axe-core finds on a page in the dark and in the light, or why there is no such page."""
    page = visitor.page
    page.emulate_media(color_scheme="dark")
    answer = page.goto(path)
    assert answer is not None
    moved = answer.request.redirected_from is not None
    if moved or answer.status not in PAGES or not answer.headers["content-type"].startswith("text/html"):
        return [f"no page: {answer.status} {answer.url}"]
    assert page.locator("html").get_attribute("lang") == TAGS[language]
    found = [f"dark: {line}" for line in page.evaluate(RUN)]
    page.emulate_media(color_scheme="light")
    page.evaluate(NEXT_FRAME)
    return found + [f"light: {line}" for line in page.evaluate(RUN, ABOUT_COLOURS)]


def violations(visitor: Visitor, addresses: Iterable[str], language: str = "zh-hans") -> dict[str, list[str]]:
    """What axe-core finds on each page, by its address; pages without a finding are left out."""
    found = {path: faults_of(visitor, path, language) for path in addresses}
    return {path: lines for path, lines in found.items() if lines}
