"""Forms on pages that are the same for everybody: they cannot carry one visitor's token, so their origin is checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

View = Callable[..., HttpResponse]


def sent_from_this_site(view: View) -> View:
    """Take a POST without a token if its browser says that it comes from a page of this site; 403 otherwise.

    Browsers send `Origin` with every POST, and no page can write it; `Referer` stands in where it is missing. For
    forms that do little and concern the sender alone: the language, the colours, a workbook.
    """

    @csrf_exempt
    @wraps(view)
    def checked(request: HttpRequest, *arguments: Any, **keys: Any) -> HttpResponse:
        if request.method == "POST" and not _from_this_site(request):
            raise PermissionDenied
        return view(request, *arguments, **keys)

    return checked


def _from_this_site(request: HttpRequest) -> bool:
    if getattr(request, "_dont_enforce_csrf_checks", False):
        return True
    origin = request.headers.get("Origin", "")
    source = urlsplit(origin if origin and origin != "null" else request.headers.get("Referer", ""))
    if not source.netloc or origin == "null":
        return False
    return source.netloc == request.get_host() or f"{source.scheme}://{source.netloc}" in settings.CSRF_TRUSTED_ORIGINS
