"""The OpenAPI description at `/api/v1/schema/`, worked out once in a process for each language and form."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.languages import active_language
from accounts.process_cache import ProcessCache

MAX_KEPT = 20
"""Descriptions: more than there are languages and media types."""
kept: ProcessCache[tuple[str, str], tuple[bytes, dict[str, str]]] = ProcessCache(max_size=MAX_KEPT)
"""The body and its headers by language and media type. It is the same for everybody, and for as long as the process
runs; working it out takes 0.3 s."""

HEADERS = ("Content-Type", "Content-Disposition")


class ApiSchema(SpectacularAPIView):
    """drf-spectacular's, as YAML or JSON; `?lang=` names another language of the site than the request's."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **more: Any) -> HttpResponse:
        asked = request.query_params.get("lang", "")
        language = asked if asked in dict(settings.LANGUAGES) else active_language()
        key = (language, str(request.accepted_renderer.media_type))
        known = kept.find(key)
        if known is not None:
            body, headers = known
            return HttpResponse(body, headers=headers)

        def keep(made: Response) -> None:
            kept.put(key, None, (made.content, {name: made[name] for name in HEADERS if name in made}))

        with translation.override(language):
            response = self._get_schema_response(request)
        response.add_post_render_callback(keep)
        return response
