"""Every main page as axe-core finds it (https://github.com/dequelabs/axe-core), where npm has brought it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from accounts.claiming import claim_player
from accounts.services import create_player, issue_personal_link
from config.development.packages import AXE
from tests.flows.browsers import Visitor, open_hall
from tests.flows.finished_event import play_event
from tests.flows.main_pages import desk_pages, public_pages, running_event, site_pages
from tests.made_passkeys import make_passkey
from tests.people_and_events import enter, load_every_game, make_event, make_user, owner_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not AXE.exists(), reason="no axe-core: it is installed where there is npm"),
]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
RUN = """async () => (await axe.run(document)).violations.flatMap(
    (rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")} – ${rule.help}`))"""


@pytest.fixture
def visitor(browser: Browser, live_server: LiveServer) -> Iterator[Visitor]:
    with open_hall(browser, live_server.url) as opened:
        yield opened.visitor(locale="zh-CN", **PHONE)


def violations(visitor: Visitor, pages: list[str]) -> dict[str, list[str]]:
    """What axe-core finds on each page, by its address; pages without a finding are left out."""
    found = {}
    for path in pages:
        answer = visitor.page.goto(path)
        assert answer is not None
        assert answer.status == 200, (path, answer.status)
        visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
        if lines := visitor.page.evaluate(RUN):
            found[path] = lines
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_main_pages(visitor: Visitor, scheme: str) -> None:
    load_every_game()
    open_event = make_event(planned_rounds=3)
    enter(open_event, *(f"P{number}" for number in range(1, 9)))
    running, finished = running_event(owner_of(open_event)), play_event().tournament
    visitor.page.emulate_media(color_scheme=scheme)
    public = [page for shown in (open_event, running, finished) for page in public_pages(shown)]
    assert violations(visitor, site_pages() + public) == {}
    make_user("boss", is_superuser=True)
    visitor.sign_in("boss")
    desk = [reverse("tournament_new"), "/my/", "/my/tokens/"]
    assert (
        violations(visitor, desk + [page for shown in (open_event, running, finished) for page in desk_pages(shown)])
        == {}
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_an_account(visitor: Visitor, settings: Any, scheme: str) -> None:
    settings.MAIL_IS_SENT = settings.WECHAT_IS_ON = True
    visitor.page.emulate_media(color_scheme=scheme)
    user = make_user("parent", may_create_tournaments=False)
    make_passkey(user)
    kept, free = create_player(name="小明"), create_player(name="小红")
    claim_player(user=user, player=kept)
    assert violations(visitor, ["/accounts/login/", "/accounts/signup/", "/accounts/login/code/"]) == {}
    visitor.sign_in("parent")
    visitor.page.goto(issue_personal_link(player=free))
    visitor.send(visitor.page.locator("main form"), button='button[value="add"]')
    assert violations(visitor, ["/my/", "/my/account/", "/my/account/delete/", "/accounts/passkeys/add/"]) == {}


def test_what_axe_finds_is_reported(visitor: Visitor) -> None:
    visitor.page.set_content("<!doctype html><title>Bad</title><main><h1>One</h1><input><img src='data:,'></main>")
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert {line.split(":")[0] for line in visitor.page.evaluate(RUN)} >= {"label", "image-alt", "html-has-lang"}
