"""Every page of the site with a visitor who may open it, read from the URL resolver: no new page is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.test import Client

from config.urls import urlpatterns
from tests.flows.pages_in_a_state import IN_A_STATE
from tests.security.every_route.answers import IN
from tests.security.every_route.routes import Operation, operations
from tests.security.every_route.site import Site
from tests.security.every_route.who_may import WHO_MAY
from tests.web.public.visiting import browser, prove

VISITORS = ("player", "owner", "link", "manager", "site", "visitor")
"""Who looks: the first who may. A player's public page has all that everybody's has, and their own parts."""
ONLY_SIGNED_OUT = ("accounts/login/", "accounts/signup/", "welcome/<secret>/")
"""Routes whose page only a visitor without a session sees."""

NOT_OF_THE_SITE = {
    "admin/": "Django's own pages",
    "api/v1/": "answers for programs",
}
"""What routes begin with that are not pages of the site, and why."""

FOR_SCRIPTS, DOWNLOAD, FORM, MOVED = (
    "an answer for scripts",
    "a file that is downloaded",
    "an address that forms are sent to; opened, it leads to the form",
    "leads to another page",
)
NO_PAGE = {
    "healthz": FOR_SCRIPTS,
    "i18n/setlang/": FORM,
    "i18n/catalog.js": FOR_SCRIPTS,
    "sw.js": FOR_SCRIPTS,
    "time/": FOR_SCRIPTS,
    "desk/new/recommendation/": FOR_SCRIPTS,
    "t/<code>/": MOVED,
    "t/<code>/live/mark": FOR_SCRIPTS,
    "t/<code>/live/stream": FOR_SCRIPTS,
    "t/<code>/mine/": FOR_SCRIPTS,
    "t/<code>/seats/<page>/<section>/": FOR_SCRIPTS,
    "t/<code>/pairings/<number>/receipt/file/": DOWNLOAD,
    "t/<code>/desk/archive/": DOWNLOAD,
    "t/<code>/desk/board/": FOR_SCRIPTS,
    "t/<code>/desk/entries/<registration_id>/data.json": DOWNLOAD,
    "t/<code>/desk/entries/<registration_id>/rounds/": FORM,
    "t/<code>/checks/<check_id>/cards/": FORM,
    "t/<code>/calls/count/": FOR_SCRIPTS,
    "join/<typed>/": MOVED,
    "accounts/login/passkey/": FOR_SCRIPTS,
    "accounts/wechat/": MOVED,
    "accounts/wechat/callback/": MOVED,
    "desk/games/drafts/<draft_id>/pack.toml": DOWNLOAD,
    "desk/games/<slug>/import/<key>/columns/": FORM,
    "desk/games/<slug>/import/<key>/report.csv": DOWNLOAD,
    "desk/games/<slug>/pack/<ruleset_id>/pack.toml": DOWNLOAD,
    "restrictions/<slug>/<list_id>.csv": DOWNLOAD,
    "decks/shared/<payload>/<to>/": DOWNLOAD,
    "deck/<registration_id>/judge/": FORM,
    "deck/<registration_id>/search/": FORM,
    "deck/<registration_id>/lock/": FOR_SCRIPTS,
    "my/entries/<registration_id>/call/": FORM,
    "my/entries/<registration_id>/report/": FORM,
    "my/history/": MOVED,
    "my/live/stream": FOR_SCRIPTS,
    "my/players/<player_id>/data.json": DOWNLOAD,
    "export/<key>/file/": DOWNLOAD,
    "seasons/<season>/leaderboard.csv": DOWNLOAD,
    "seasons/<season>/leaderboard.xlsx": DOWNLOAD,
}
"""Routes that answer, and have no page of their own: what they are."""


@dataclass(frozen=True)
class Page:
    """A page, and the browser of a visitor who may open it."""

    route: str
    browser: Client
    address: str


def page_operations() -> Iterator[Operation]:
    """What is answered with a page of the site, or would be if the route were not named in `NO_PAGE`."""
    for operation in operations(urlpatterns):
        is_read = operation.method == "GET" and operation.name in WHO_MAY
        if is_read and not operation.route.startswith(tuple(NOT_OF_THE_SITE)):
            yield operation


def pages(site: Site) -> Iterator[Page]:
    """Every page of the site; `site` has the objects that addresses name."""
    browsers = {role: browser(site.people[role]) for role in VISITORS}
    for role, client in browsers.items():
        if site.people[role].user is not None:
            prove(client)
    for operation in page_operations():
        role = first_visitor(operation)
        if role and operation.route not in NO_PAGE and operation.route not in IN_A_STATE:
            yield Page(operation.route, browsers[role], operation.address(site.values(role, operation)))
    for bring_about in dict.fromkeys(IN_A_STATE.values()):
        for client, address in bring_about():
            yield Page(bring_about.__name__, client, address)


def first_visitor(operation: Operation) -> str:
    """The first who may open it; empty for what nobody may open."""
    order = ("visitor",) if operation.route in ONLY_SIGNED_OUT else VISITORS
    return next((role for role in order if WHO_MAY[operation.name].expected(role) == IN), "")
