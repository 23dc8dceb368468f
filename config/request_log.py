"""One line of the log for the beginning and the end of each request."""

from __future__ import annotations

import structlog
from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware


class RequestLogMiddleware(RequestMiddleware):
    """django-structlog's, with the address that limits count by: the server's, not what a visitor's headers claim."""

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        structlog.contextvars.bind_contextvars(ip=str(request.META.get("REMOTE_ADDR", "")))
