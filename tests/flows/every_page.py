"""Every page of the site with a visitor who may open it, read from the URL resolver: no new page is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from config.urls import urlpatterns
from tests.people_and_events import owner_of
from tests.running_events import pair, start_event
from tests.security.every_route.answers import IN
from tests.security.every_route.routes import Operation, operations
from tests.security.every_route.site import Site
from tests.security.every_route.who_may import WHO_MAY

VISITORS = ("player", "owner", "link", "manager", "site", "visitor")
"""Who looks: the first who may. A player's public page has all that everybody's has, and their own parts."""
ONLY_SIGNED_OUT = ("accounts/login/", "accounts/signup/", "welcome/<secret>/")
"""Routes whose page only a visitor without a session sees."""

NOT_OF_THE_SITE = {
    "admin/": "Django's own pages",
    "api/": "answers for programs; a script that is not part of the site draws their description",
}
"""What routes begin with that are not pages of the site, and why."""

PROVEN = "asks somebody who signed in long ago to do so again; the page that asks is looked at"
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
    "t/<code>/pairings/<number>/without/<registration_id>/": "of a player without an opponent; else it leads on",
    "t/<code>/pairings/<number>/receipt/file/": DOWNLOAD,
    "t/<code>/registered/": "shown once after somebody has registered, from where it is looked at",
    "t/<code>/desk/archive/": DOWNLOAD,
    "t/<code>/desk/board/": FOR_SCRIPTS,
    "t/<code>/desk/entries/<registration_id>/data.json": DOWNLOAD,
    "t/<code>/desk/rounds/<number>/swap/": "of a draft round, where it is looked at",
    "t/<code>/desk/rounds/<number>/decide/": "of a draft round, where it is looked at",
    "t/<code>/desk/rounds/<number>/again/": "of a draft round, where it is looked at",
    "t/<code>/desk/rounds/<number>/table/": "of a draft round, where it is looked at",
    "t/<code>/checks/<check_id>/cards/": FORM,
    "t/<code>/calls/count/": FOR_SCRIPTS,
    "t/<code>/asked/": "of somebody who waits for the desk; leads to the registration of everybody else",
    "join/<typed>/": MOVED,
    "accounts/login/passkey/": FOR_SCRIPTS,
    "accounts/reauthenticate/code/": "of an account without password and passkey; leads others to how they prove it",
    "accounts/passkeys/add/": PROVEN,
    "accounts/passkeys/<pk>/name/": PROVEN,
    "accounts/passkeys/<pk>/remove/": PROVEN,
    "accounts/password/set/": MOVED,
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
    "my/players/<player_id>/data.json": DOWNLOAD,
    "export/<key>/file/": DOWNLOAD,
    "seasons/<season>/leaderboard.csv": DOWNLOAD,
    "seasons/<season>/leaderboard.xlsx": DOWNLOAD,
}
"""Routes that answer, and have no page of their own: what they are."""


@dataclass(frozen=True)
class Page:
    """A page as one visitor, a role of the site, opens it."""

    route: str
    role: str
    address: str


def pages(site: Site) -> Iterator[Page]:
    """Every page of the site; `site` has the objects that addresses name."""
    for operation in operations(urlpatterns):
        role = first_visitor(operation)
        if role and not operation.route.startswith(tuple(NOT_OF_THE_SITE)) and operation.route not in NO_PAGE:
            yield Page(operation.route, role, operation.address(site.values(role, operation)))


def first_visitor(operation: Operation) -> str:
    """The first who may open it; empty for what nobody may open, or what is only sent to."""
    line = WHO_MAY.get(operation.name)
    if operation.method != "GET" or line is None:
        return ""
    order = ("visitor",) if operation.route in ONLY_SIGNED_OUT else VISITORS
    return next((role for role in order if line.expected(role) == IN), "")


def draft_pages(site: Site) -> Iterator[Page]:
    """The pages of a round that is not published, of an event of the site's owner."""
    event = start_event(6)
    draft = pair(event)
    site.people["drafter"] = owner_of(event)
    first, second = draft.matches.order_by("table")[:2]
    pair_of_them = f"one={first.player1_id}&other={second.player1_id}"
    pages = (
        ("round", ""),
        ("round_swap", pair_of_them),
        ("round_decide", f"what=meet&{pair_of_them}"),
        ("round_again", ""),
        ("round_table", f"match={first.pk}&table={second.table}"),
    )
    for name, query in pages:
        address = reverse(f"desk_{name}", args=[event.code, draft.number])
        yield Page(name, "drafter", f"{address}?{query}")
