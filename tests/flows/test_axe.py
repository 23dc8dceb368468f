"""Every page as axe-core (https://github.com/dequelabs/axe-core) finds it, where npm has brought it.

Each is opened twice, in Chinese in the dark and in English in the light: colours do not depend on the language.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.actor import Actor
from accounts.claiming import claim_player
from accounts.mail_links import confirming_secret, ending_secret
from accounts.models import NoticeAddress
from accounts.services import create_player, issue_personal_link
from config.development.packages import AXE
from config.urls import urlpatterns
from tests.flows.browsers import PASSWORD, Hall, Visitor
from tests.flows.every_page import NO_PAGE, draft_pages, pages
from tests.flows.finished_event import play_event
from tests.flows.main_pages import desk_pages, public_pages, running_event
from tests.made_passkeys import make_passkey
from tests.people_and_events import enter, load_every_game, make_actor, make_event, make_user, owner_of, player_actor
from tests.security.every_route.routes import operations
from tests.security.every_route.site import build_site
from tests.web.public.visiting import browser as client_of
from tests.web.public.visiting import prove

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not AXE.exists(), reason="no axe-core: it is installed where there is npm"),
]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
RUN = """async () => {
    const found = await axe.run(document, {resultTypes: ["violations"]});
    return found.violations.flatMap(
        (rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")} – ${rule.help}`));
}"""
PAGES = (200, 410)
"""Statuses of pages; 410 is that of a link which has ended, and says so."""


@dataclass(frozen=True)
class Look:
    """How a page is opened; `tag` is what it then says about its language."""

    language: str
    tag: str
    colours: Literal["dark", "light"]


LOOKS = (Look("zh-hans", "zh-Hans", "dark"), Look("en", "en", "light"))


def phone_of(hall: Hall, actor: Actor | None = None) -> Visitor:
    """A phone on which the actor is signed in, proved just now; every page that it opens has axe-core."""
    visitor = hall.visitor(locale="zh-CN", **PHONE)
    client = client_of(actor, "zh-hans")
    cookies = (prove(client) if actor is not None and actor.user is not None else client).cookies.items()
    visitor.page.context.add_cookies([{"name": name, "value": one.value, "url": hall.address} for name, one in cookies])
    visitor.page.context.add_init_script(AXE.read_text(encoding="utf-8"))
    return visitor


def faults_of(visitor: Visitor, path: str) -> list[str]:
    """What axe-core finds on a page in each look, or why there is no such page."""
    found = []
    for look in LOOKS:
        visitor.read_in(look.language)
        visitor.page.emulate_media(color_scheme=look.colours)
        answer = visitor.page.goto(path)
        assert answer is not None
        moved = answer.request.redirected_from is not None
        if moved or answer.status not in PAGES or not answer.headers["content-type"].startswith("text/html"):
            return [f"no page: {answer.status} {answer.url}"]
        assert visitor.page.locator("html").get_attribute("lang") == look.tag
        found += [f"{look.language}, {look.colours}: {line}" for line in visitor.page.evaluate(RUN)]
    return found


def violations(visitor: Visitor, addresses: Iterable[str]) -> dict[str, list[str]]:
    """What axe-core finds on each page, by its address; pages without a finding are left out."""
    found = {path: faults_of(visitor, path) for path in addresses}
    return {path: lines for path, lines in found.items() if lines}


def test_axe_finds_nothing_on_any_page(hall: Hall) -> None:
    """A route that has no page of its own is named in `every_page.NO_PAGE`, with the reason."""
    site = build_site()
    by_role: dict[str, list[str]] = {}
    for page in (*pages(site), *draft_pages(site)):
        by_role.setdefault(page.role, []).append(page.address)
    found = {}
    for role, addresses in by_role.items():
        phone = phone_of(hall, site.people[role])
        found |= violations(phone, addresses)
        phone.page.context.close()
    assert not found, "\n".join(f"{address}: {line}" for address, lines in found.items() for line in lines)


def test_every_route_without_a_page_exists() -> None:
    assert NO_PAGE.keys() <= {one.route for one in operations(urlpatterns)}


def test_axe_finds_nothing_at_any_stage_of_an_event(hall: Hall) -> None:
    load_every_game()
    open_event = make_event(planned_rounds=3)
    enter(open_event, *(f"P{number}" for number in range(1, 9)))
    finished = play_event().tournament
    events = (open_event, running_event(owner_of(open_event)), finished)
    public = [page for event in (open_event, finished) for page in public_pages(event)[1:]]  # The first leads on.
    found = violations(phone_of(hall), ["/", *public])
    boss = phone_of(hall, make_actor("boss", is_superuser=True))
    assert found | violations(boss, [page for event in events for page in desk_pages(event)]) == {}

    phone = phone_of(hall)
    phone.go("tournament_register", open_event.code)
    phone.fill(name="王小明")
    phone.is_grown_up()
    phone.submit("name")
    registered = reverse("tournament_registered", args=[open_event.code])
    assert phone.page.url.endswith(registered)
    assert faults_of(phone, registered) == []


def test_axe_finds_nothing_on_the_pages_of_an_account(hall: Hall, settings: Any) -> None:
    settings.MAIL_IS_SENT = settings.WECHAT_IS_ON = True
    user = make_user("parent", may_create_tournaments=False)
    make_passkey(user)
    kept, free = create_player(name="小明"), create_player(name="小红")
    claim_player(user=user, player=kept)
    assert violations(phone_of(hall), ["/accounts/login/", "/accounts/signup/", "/accounts/login/code/"]) == {}
    parent = phone_of(hall)
    parent.sign_in("parent")
    parent.page.goto(issue_personal_link(player=free))
    parent.send(parent.page.locator("main form"), button='button[value="add"]')
    again = "/accounts/reauthenticate/?next=%2Faccounts%2Fpasskeys%2Fadd%2F"
    assert violations(parent, ["/my/", "/my/account/", again]) == {}
    parent.fill(password=PASSWORD)
    parent.submit("password")
    assert parent.page.url.endswith("/accounts/passkeys/add/")
    assert violations(parent, ["/accounts/passkeys/add/", "/my/account/delete/"]) == {}


def test_axe_finds_nothing_where_notices_are_chosen(hall: Hall, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    (entry,) = enter(make_event(), "小明")
    phone, page = phone_of(hall, player_actor(entry)), f"/my/players/{entry.player_id}/notices/"
    now = timezone.now()
    facts = {"player": entry.player, "language": "zh-hans", "origin": "https://duel.example.org", "asked_at": now}
    assert violations(phone, [page, "/my/notices/"]) == {}
    waiting = NoticeAddress.objects.create(address="one@example.org", **facts)
    confirmed = NoticeAddress.objects.create(address="two@example.org", confirmed_at=now, failed_at=now, **facts)
    links = (
        f"/mail/confirm/{confirming_secret(waiting.pk, now)}/",
        f"/mail/end/{ending_secret(confirmed.pk)}/?kind=round",
    )
    assert violations(phone, [page, *links, "/mail/confirm/x/"]) == {}
    NoticeAddress.objects.filter(pk=confirmed.pk).update(refused_at=now, code=550)
    assert violations(phone, [page]) == {}


def test_what_axe_finds_is_reported(hall: Hall) -> None:
    page = hall.visitor(**PHONE).page
    page.set_content("<!doctype html><title>Bad</title><main><h1>One</h1><input><img src='data:,'></main>")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert {line.split(":")[0] for line in page.evaluate(RUN)} >= {"label", "image-alt", "html-has-lang"}
