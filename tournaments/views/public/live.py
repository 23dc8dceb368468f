"""Whether anything is new in an event, and the visitor's own parts: what an open page asks.

The web processes answer the first without Django (docs/architecture/live-pages.md); this is the answer of any other
server.
"""

from __future__ import annotations

import time

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.context import name_bar
from tournaments.queries.versions import current_mark
from tournaments.views.event import visit
from tournaments.views.everybody import own_parts_of_open_page


@require_safe
def mark(request: HttpRequest, code: str) -> HttpResponse:
    """The mark of the newest version as text; 204 if the visitor has `?seen=` it, 304 if `If-None-Match` names it."""
    newest = current_mark(code)
    if newest is None:
        raise Http404
    seen = request.GET.get("seen") == str(newest)
    answer = HttpResponse(status=204) if seen else HttpResponse(str(newest), content_type="text/plain; charset=utf-8")
    etag = answer["ETag"] = f'"{newest}"'
    answer["Cache-Control"] = "no-cache"
    return (None if seen else get_conditional_response(request, etag=etag, response=answer)) or answer


@require_safe
def stream(request: HttpRequest, code: str = "") -> HttpResponse:
    """No stream here: the page then asks for the mark from time to time instead."""
    answer = HttpResponse("No stream here; ask /live/mark.", status=503, content_type="text/plain; charset=utf-8")
    answer["Retry-After"] = "600"
    return answer


@never_cache
@require_safe
def server_time(request: HttpRequest) -> HttpResponse:
    """The server's time in milliseconds since 1970, to which clocks on screens are set."""
    return HttpResponse(str(time.time_ns() // 1_000_000), content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def own_parts_of_page(request: HttpRequest, code: str) -> HttpResponse:
    """The visitor's own parts of a public page (`?at=`, its path), for a page that shows what everybody sees.

    `?bar=` says whose bar the page has on top (`accounts.context.name_bar`): it is left out if it would be the same.
    The header `X-Own-View: staff` says that the visitor has a different page, which Django renders.
    """
    here, asked = visit(request, code, with_rules=False), request.GET
    path = asked.get("at", "")
    try:
        found = resolve(path)
    except Resolver404:
        raise Http404 from None
    # Links and forms of these parts lead back to the page they are on.
    request.path, request.META["QUERY_STRING"] = path, ""
    keys = dict(found.kwargs)
    own = getattr(found.func, "own_facts", None)
    if own is None or keys.pop("code", "") != code:
        own, keys = None, {}
    has_bar = asked.get("bar") == name_bar(request)
    answer = HttpResponse(own_parts_of_open_page(here, own, keys, has_bar=has_bar))
    if here.is_staff:
        answer["X-Own-View"] = "staff"
    return answer
