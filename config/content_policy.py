"""The content security policy on every answer."""

from __future__ import annotations

from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class ContentPolicyMiddleware(CSPMiddleware):
    """django-csp's, with the policy worked out once: no view has one of its own, and no page a nonce."""

    def process_request(self, request: HttpRequest) -> None:
        """A nonce would be one for each answer."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not (settings.DEBUG and response.status_code in {404, 500}):  # Django's own pages for developers.
            response.headers.setdefault(HEADER, self._policy)
        return response

    @cached_property
    def _policy(self) -> str:
        return build_policy()
