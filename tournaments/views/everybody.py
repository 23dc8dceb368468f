"""Public pages of an event: rendered once for everybody, with each visitor's own parts inserted afterwards.

An unknown visitor gets the stored bytes. A signed-in visitor gets the same page with their own parts inserted. Staff,
who see names as entered, get a separate page that is never stored. Stored pages are rendered from a request without
cookie, session, account or token, so they cannot contain anybody's data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import Any
from urllib.parse import unquote, urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django_htmx.middleware import HtmxDetails

from accounts.actor import Actor
from accounts.addresses import address_to_share
from accounts.languages import active_language
from accounts.own_parts import fill, is_for_everybody
from accounts.refusals import TooMany
from accounts.themes import THEME_COOKIE, theme_of
from accounts.visitors import address_of
from tournaments.marks import Mark, hold_mark
from tournaments.models import Registration
from tournaments.pages.addressed import page_at
from tournaments.pages.flights import PUT_OFF, UnderWay, flights
from tournaments.pages.found import FRAME, frame_of, index_name, put_together
from tournaments.pages.full_names import SECONDS, full_names
from tournaments.pages.keys import PageKey, section_of
from tournaments.pages.ready import search_text
from tournaments.pages.sending import answer_with
from tournaments.pages.store import KeptPage, keep_body, keep_redirect
from tournaments.queries.finding import Index, Listed, index_of
from tournaments.queries.kept import kept_for
from tournaments.queries.versions import mark_of
from tournaments.views.event import Visit, each_own, event_side, mark_own, visit

View = Callable[..., HttpResponse]
OwnFacts = Callable[..., dict[str, Any]]
ListedRows = Callable[..., Iterable[Listed]]
Differs = Callable[..., bool]
AddressesOf = Callable[[HttpRequest, str], dict[str, str]]


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
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "QUERY_STRING": urlencode(query),
        }
        if key.is_part:
            self.META["HTTP_HX_REQUEST"] = "true"
        self.GET = QueryDict(self.META["QUERY_STRING"])
        self.COOKIES = {THEME_COOKIE: key.theme}
        self.user = AnonymousUser()
        self.actor = Actor()
        self.htmx = HtmxDetails(self)

    def get_host(self) -> str:
        """There is none: the page would show it to visitors of another host. See `printed_address`."""
        raise RuntimeError(f"{self.path} prints its address: it has to be a place of its own")

    def _get_scheme(self) -> str:
        return self._scheme


@dataclass(frozen=True)
class _Places:
    """The templates of the places that print addresses, by the name of the place, and what gives those addresses."""

    templates: Mapping[str, str]
    addresses: AddressesOf | None

    def rendered(self, request: HttpRequest, code: str) -> dict[str, str]:
        facts = {"address": printed_address(request, code)}
        if self.addresses is not None:
            facts |= self.addresses(request, code)
        return {name: render_to_string(template, facts) for name, template in self.templates.items()}


def for_everybody(
    *,
    own: OwnFacts | None = None,
    listed: ListedRows | None = None,
    has_part: bool = False,
    differs: Differs | None = None,
    alike: bool = False,
    addressed: Mapping[str, str] | None = None,
    addresses: AddressesOf | None = None,
) -> Callable[[View], View]:
    """Render a public page once per version.

    `own` gives the facts of the visitor's own part of this page, for the template `tournaments/public/_own.html`.
    `listed` gives the rows of a page that is read in sections (`?page=`) and searched for names (`?find=`).
    `has_part`: htmx gets another answer at the same address.
    `differs` says for whom else it is rendered by itself, beside the staff. `alike`: it is the same for every visitor,
    staff included. `addressed`: the templates of the places that print the event's address; `addresses` gives them
    more addresses of the event by name.
    """

    places = _Places(addressed or {}, addresses)

    def decorate(view: View) -> View:
        def shown(request: HttpRequest, code: str, keys: dict[str, Any]) -> HttpResponse:
            page_of = partial(_page, view, request, code, keys, listed=listed, has_part=has_part, places=places)
            if alike or not may_be_known(request):
                return sent(request, page_of())
            here = visit(request, code)
            if here.is_staff or (differs is not None and differs(here, **keys)):
                return view(request, code, **keys)
            try:
                page = page_of()
            except Http404:
                return view(request, code, **keys)
            if isinstance(page, KeptPage) and page.location:
                return sent(request, page)
            return _with_own_parts(page, here, own, keys)

        @wraps(view)
        def answer(request: HttpRequest, code: str, **keys: Any) -> HttpResponse:
            return unless_under_way(lambda: shown(request, code, keys))

        mark_for_everybody(answer, own=own, has_part=has_part)
        return answer

    return decorate


def mark_for_everybody(view: View, *, own: OwnFacts | None = None, has_part: bool = False) -> None:
    """Note on a view that its page is the same for everybody, whose own parts it has, and whether htmx gets a part.

    Decorators that wrap the view carry the notes on.
    """
    view.__dict__.update(own_facts=own, has_part=has_part)


def may_be_known(request: HttpRequest) -> bool:
    """Whether the visitor may be known: they have a session, or a message that waits for them."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or bool(len(get_messages(request)))


def sent(request: HttpRequest, page: KeptPage | HttpResponse) -> HttpResponse:
    """The page of everybody as the answer to a request."""
    return answer_with(page, request.headers) if isinstance(page, KeptPage) else page


def unless_under_way(answer: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer, or one that says that the page is being worked out by another request (`UnderWay`)."""
    try:
        return answer()
    except UnderWay:
        put_off = HttpResponse(status=503, headers={"Cache-Control": "no-store"})
        put_off._has_been_logged = True  # type: ignore[attr-defined]  # Django's own, so that it is no error in the log.
        return put_off


def _page(
    view: View,
    request: HttpRequest,
    code: str,
    keys: dict[str, Any],
    *,
    listed: ListedRows | None,
    has_part: bool,
    places: _Places,
) -> KeptPage | HttpResponse:
    """The page as everybody sees it: from the store if possible, else as a response (a search, a redirect)."""
    mark = mark_of(code)
    if mark is None:
        raise Http404
    key = PageKey(
        path=canonical_path(request),
        section=section_of(request.GET.get("page", "")) if listed is not None else 1,
        language=active_language(),
        theme=theme_of(request.COOKIES),
        is_part=has_part and bool(request.htmx),
    )

    def render(key: PageKey, query: dict[str, str]) -> HttpResponse:
        answer = view(RequestOfEverybody(request, key, query), code, **keys)
        if answer.status_code in KEPT_STATUSES:
            hold_mark(code, mark)
        return answer

    def kept(key: PageKey, find: str = "") -> KeptPage | HttpResponse:
        query = {"find": find} if find else {"page": str(key.section)} if key.section > 1 else {}
        return kept_page(request, key, mark, lambda: render(key, query))

    find = search_text(request.GET.get("find", "")) if listed is not None else ""
    if listed is not None and find:
        key = replace(key, section=1)
        rows = partial(listed, **keys)
        found = _found(request, code, key, mark, find, rows, kept)
        if found is None:
            people = Registration.people.filter(tournament__code=code).count()
            if not full_names.take(key.path, address_of(request), find, entries=people):
                raise TooMany("too_often", seconds=SECONDS)
        return found or render(key, {"find": find})
    page = kept(key)
    if not places.templates or not isinstance(page, KeptPage):
        return page
    return page_at(key, page, address_to_share(request, "/"), lambda: places.rendered(request, code))


def _found(
    request: HttpRequest,
    code: str,
    key: PageKey,
    mark: Mark,
    find: str,
    listed: ListedRows,
    kept: Callable[..., KeptPage | HttpResponse],
) -> KeptPage | HttpResponse | None:
    """The rows found, out of the list's kept sections; None if these are of different versions."""
    frame = kept(frame_of(key), FRAME)
    if not isinstance(frame, KeptPage):
        return frame

    def read() -> Index:
        here = visit(RequestOfEverybody(request, key, {}), code)
        return index_of(here.tournament.pk, here.table_mark, listed(here))

    def page_of(section: PageKey) -> KeptPage | None:
        page = kept(section)
        return page if isinstance(page, KeptPage) else None

    try:
        index = kept_for(mark, index_name(key.path), read)
        page = put_together(key, find, frame, index, page_of, address=address_of(request))
    except Http404:  # Of a section that is there no more.
        return None
    return page if isinstance(page, KeptPage) else None


KEPT_STATUSES = (200, 302)


def kept_page(
    request: HttpRequest, key: PageKey, mark: Mark, render: Callable[[], HttpResponse]
) -> KeptPage | HttpResponse:
    """The page of a key at `mark` or later, from the store if possible; else what is rendered.

    `render` gives the answer for nobody in particular, from a `RequestOfEverybody`: a page or a redirect is kept.
    """
    other: list[HttpResponse] = []

    def work_out() -> KeptPage | None:
        answer = render()
        if answer.status_code not in KEPT_STATUSES:
            other.append(answer)
            return None
        if isinstance(answer, HttpResponseRedirect):
            return keep_redirect(answer.url, mark=mark)
        return keep_body(answer.content, mark=mark, content_type=answer["Content-Type"])

    return flights.page(key, mark, work_out, let_go_of_database, put_off=request.META.get(PUT_OFF)) or other[0]


def canonical_path(request: HttpRequest) -> str:
    """The canonical address: `/pairings/01/` is `/pairings/1/`, not another page to store."""
    found = request.resolver_match
    assert found is not None
    return unquote(reverse(found.view_name, args=found.args, kwargs=found.kwargs))


def printed_address(request: HttpRequest, code: str) -> str:
    """The event's address, for another device to open; empty on the page of everybody, where it is filled in."""
    if is_for_everybody(request):
        return ""
    return address_to_share(request, reverse("tournament", args=[code]))


def let_go_of_database() -> None:
    """Return this thread's connection before waiting, unless a transaction is open on it."""
    if not connection.in_atomic_block:
        connection.close()


def _with_own_parts(
    page: KeptPage | HttpResponse, here: Visit, own: OwnFacts | None, keys: dict[str, Any]
) -> HttpResponse:
    """The page of everybody with this visitor's own parts in their places."""
    if not isinstance(page, KeptPage) and page.status_code != 200:
        return page
    return filled(page, own_parts(here, own, keys), lambda text: mark_own(text, here))


def filled(page: KeptPage | HttpResponse, parts: Mapping[str, str], finish: Callable[[str], str] = str) -> HttpResponse:
    """The page with one visitor's parts in their places, for that visitor alone; `finish` has its last word."""
    answer = HttpResponse(page.body, content_type=page.content_type) if isinstance(page, KeptPage) else page
    answer.content = finish(fill(answer.content.decode(), parts)).encode()
    answer["Cache-Control"] = "private, no-store"
    return answer


def own_parts(here: Visit, own: OwnFacts | None, keys: dict[str, Any]) -> dict[str, str]:
    """The visitor's own parts by the names of their places."""
    request = here.request
    return {
        "topnav": render_to_string("components/topnav.html", {}, request),
        "messages": render_to_string("components/messages.html", {}, request),
        "side": _own_part(here, "_side", event_side(here)),
        "mine": _mine(here, own, keys),
    }


def own_parts_of_open_page(here: Visit, own: OwnFacts | None, keys: dict[str, Any], *, has_bar: bool) -> str:
    """The parts an open page asks for, without the bar on top if it `has_bar`; messages wait for the next page, which
    shows them once."""
    bar = "" if has_bar else render_to_string("components/topnav.html", {}, here.request)
    return bar + _own_part(here, "_side", event_side(here)) + _mine(here, own, keys)


def _mine(here: Visit, own: OwnFacts | None, keys: dict[str, Any]) -> str:
    """What the page shows about the visitor's own entry; where several players share the phone, about that of each whom
    it concerns, as who plays the match."""

    def facts(one: Visit) -> dict[str, Any]:
        return own(one, **keys) if own is not None else {}

    visits = each_own(here)
    if len(visits) == 1:
        return _own_part(here, "_own", facts(here))
    found = [(one, facts(one)) for one in visits]
    concerned = [pair for pair in found if pair[1]] or found
    parts = [(one.mine, mark_safe(_own_part(one, "_own_entry", theirs))) for one, theirs in concerned]
    return _own_part(here, "_own", {"parts": parts})


def _own_part(here: Visit, template: str, facts: dict[str, Any]) -> str:
    shared = {"visit": here, "tournament": here.tournament, "private": here.private, "mine": here.mine}
    return render_to_string(f"tournaments/public/{template}.html", shared | facts, here.request)
