"""A slip whose event is not on this site: the events restored from it, and its match there, for staff to confirm."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from tournaments.queries.origins import SlipAddress, stand_ins


def old_slip(request: HttpRequest, address: SlipAddress) -> HttpResponse:
    """What the slip is in each event restored from its own that the visitor works at; 404 where there is none."""
    found = stand_ins(request.actor, address)
    if not found:
        raise Http404
    response = render(request, "tournaments/desk/old_slip.html", {"address": address, "stand_ins": found})
    add_never_cache_headers(response)
    return response
