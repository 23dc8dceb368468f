"""What a phone keeps to open without a network: one page, the same for everybody, and its files."""

from __future__ import annotations

import json
import re
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.push_service import public_key


@never_cache
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that opens where the site cannot be reached; what it shows comes out of the phone's own store."""
    return render(request, "tournaments/offline/page.html")


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the top so that it serves every page; it names the page and the files to keep.

    Its text changes with them, with the language and with the theme: the browser then keeps the new ones.
    """
    page = render_to_string("tournaments/offline/page.html", {}, request)
    files = re.findall(rf'(?:href|src)="({re.escape(settings.STATIC_URL)}[^"]+)"', page)
    named = json.dumps([reverse("offline"), *dict.fromkeys(files)])
    facts = {"files": named, "digest": sha256(page.encode()).hexdigest()[:12], "push_key": public_key()}
    return render(request, "tournaments/offline/worker.js", facts, content_type="text/javascript; charset=utf-8")
