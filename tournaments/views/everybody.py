"""Public pages of an event: rendered once for everybody, with each visitor's own parts inserted afterwards.

An unknown visitor gets the stored bytes. A signed-in visitor gets the same page with their own parts inserted. Staff,
who see names as entered, get a separate page that is never stored. Stored pages are rendered from a request without
cookie, session, account or token, so they cannot contain anybody's data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from urllib.parse import unquote, urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from accounts.actor import Actor
from accounts.addresses import address_to_share
from accounts.languages import active_language
from accounts.own_parts import fill
from accounts.themes import THEME_COOKIE, theme_of
from tournaments.marks import hold_mark
from tournaments.pages.flights import PUT_OFF, UnderWay, flights
from tournaments.pages.keys import PageKey, prints_its_address, section_of
from tournaments.pages.sending import answer_with
from tournaments.pages.store import KeptPage, keep_body
from tournaments.queries.versions import mark_of
from tournaments.views.event import Visit, event_side, mark_own, visit

View = Callable[..., HttpResponse]
OwnFacts = Callable[..., dict[str, Any]]


class RequestOfEverybody(HttpRequest):
    """The request that a page for everybody is rendered from: an address, a language, a theme, and no visitor."""

    for_everybody = True

    def __init__(self, asked: HttpRequest, key: PageKey, query: dict[str, str]) -> None:
        super().__init__()
        self.method = "GET"
        self.path = self.path_info = key.path
        self.resolver_match = asked.resolver_match
        self._scheme = asked.scheme or "http"
        self.META = {
            "HTTP_HOST": asked.get_host(),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": asked.get_port(),
            "QUERY_STRING": urlencode(query),
        }
        if key.is_part:
            self.META["HTTP_HX_REQUEST"] = "true"
        self.GET = QueryDict(self.META["QUERY_STRING"])
        self.COOKIES = {THEME_COOKIE: key.theme}
        self.user = AnonymousUser()
        self.actor = Actor()
        self.htmx = HtmxDetails(self)
        self._prints_its_address = bool(key.origin)

    def get_host(self) -> str:
        """The host, for pages that are stored by host; any other page would show it to visitors of another host."""
        if not self._prints_its_address:
            raise RuntimeError(f"{self.path} prints its address: prints_its_address() has to say so")
        return super().get_host()

    def _get_scheme(self) -> str:
        return self._scheme


def for_everybody(
    *,
    own: OwnFacts | None = None,
    sections: bool = False,
    has_part: bool = False,
    differs: bool = False,
    alike: bool = False,
) -> Callable[[View], View]:
    """Render a public page once per version.

    `own` gives the facts of the visitor's own part of this page, for the template `tournaments/public/_own.html`.
    `sections`: the page is read in sections (`?page=`). `has_part`: htmx gets another answer at the same address.
    `differs`: it may differ for signed-in visitors, so that it is rendered for each of them. `alike`: it is the same
    for every visitor, staff included.
    """

    def decorate(view: View) -> View:
        def shown(request: HttpRequest, code: str, keys: dict[str, Any]) -> HttpResponse:
            page_of = partial(_page, view, request, code, keys, sections=sections, has_part=has_part)
            if alike or not _may_be_known(request):
                page = page_of()
                return answer_with(page, request.headers) if isinstance(page, KeptPage) else page
            here = visit(request, code)
            if here.is_staff or differs:
                return view(request, code, **keys)
            try:
                page = page_of()
            except Http404:
                return view(request, code, **keys)
            return _with_own_parts(page, here, own, keys)

        @wraps(view)
        def answer(request: HttpRequest, code: str, **keys: Any) -> HttpResponse:
            try:
                return shown(request, code, keys)
            except UnderWay:
                return HttpResponse(status=503, headers={"Cache-Control": "no-store"})

        answer.own_facts = own  # type: ignore[attr-defined]
        answer.has_part = has_part  # type: ignore[attr-defined]
        return answer

    return decorate


def _may_be_known(request: HttpRequest) -> bool:
    """Whether the visitor may be known: they have a session, or a message that waits for them."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or bool(len(get_messages(request)))


def _page(
    view: View, request: HttpRequest, code: str, keys: dict[str, Any], *, sections: bool, has_part: bool
) -> KeptPage | HttpResponse:
    """The page as everybody sees it: from the store if possible, else as a response (a search, a redirect)."""
    mark = mark_of(code)
    if mark is None:
        raise Http404
    find = request.GET.get("find", "").strip()[:MAX_FIND]
    key = PageKey(
        path=canonical_path(request),
        section=section_of(request.GET.get("page", "")) if sections else 1,
        language=active_language(),
        theme=theme_of(request.COOKIES),
        origin=_printed_origin(request) if prints_its_address(request.path) else "",
        is_part=has_part and bool(request.htmx),
    )
    if find:
        return view(RequestOfEverybody(request, key, {"find": find}), code, **keys)
    query = {"page": str(key.section)} if key.section > 1 else {}
    other: list[HttpResponse] = []

    def work_out() -> KeptPage | None:
        answer = view(RequestOfEverybody(request, key, query), code, **keys)
        if answer.status_code != 200:
            other.append(answer)
            return None
        hold_mark(code, mark)
        return keep_body(answer.content, mark=mark, content_type=answer["Content-Type"])

    return flights.page(key, mark, work_out, let_go_of_database, put_off=request.META.get(PUT_OFF)) or other[0]


def canonical_path(request: HttpRequest) -> str:
    """The canonical address: `/pairings/01/` is `/pairings/1/`, not another page to store."""
    found = request.resolver_match
    assert found is not None
    return unquote(reverse(found.view_name, args=found.args, kwargs=found.kwargs))


def _printed_origin(request: HttpRequest) -> str:
    """What a printed address depends on: the host name of the request, and the machine's current address."""
    return f"{request.scheme}://{request.get_host()} {address_to_share(request, '/')}"


MAX_FIND = 80
"""Characters of a name that is searched for."""


def let_go_of_database() -> None:
    """Return this thread's connection before waiting, unless a transaction is open on it."""
    if not connection.in_atomic_block:
        connection.close()


def _with_own_parts(
    page: KeptPage | HttpResponse, here: Visit, own: OwnFacts | None, keys: dict[str, Any]
) -> HttpResponse:
    """The page of everybody with this visitor's own parts in their places."""
    if isinstance(page, KeptPage):
        answer = HttpResponse(page.body, content_type=page.content_type)
    elif page.status_code == 200:
        answer = page
    else:
        return page
    text = mark_own(fill(answer.content.decode(), own_parts(here, own, keys)), here)
    answer.content = text.encode()
    answer["Cache-Control"] = "private, no-store"
    return answer


def own_parts(here: Visit, own: OwnFacts | None, keys: dict[str, Any]) -> dict[str, str]:
    """The visitor's own parts by the names of their places."""
    request = here.request
    return {
        "topnav": render_to_string("components/topnav.html", {}, request),
        "messages": render_to_string("components/messages.html", {}, request),
        "side": _own_part(here, "_side", event_side(here)),
        "mine": _own_part(here, "_own", own(here, **keys) if own is not None else {}),
    }


def own_parts_of_open_page(here: Visit, own: OwnFacts | None, keys: dict[str, Any], *, has_bar: bool) -> str:
    """The parts an open page asks for, without the bar on top if it `has_bar`; messages wait for the next page, which
    shows them once."""
    bar = "" if has_bar else render_to_string("components/topnav.html", {}, here.request)
    mine = _own_part(here, "_own", own(here, **keys) if own is not None else {})
    return bar + _own_part(here, "_side", event_side(here)) + mine


def _own_part(here: Visit, template: str, facts: dict[str, Any]) -> str:
    shared = {"visit": here, "tournament": here.tournament, "private": here.private, "mine": here.mine}
    return render_to_string(f"tournaments/public/{template}.html", shared | facts, here.request)
