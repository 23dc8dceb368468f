"""Sending requests as a role, and naming the answer in one word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.template.backends.django import Template
from django.test import Client
from django.utils import translation
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.response import Response

from tests.security.every_route.routes import Operation
from tests.security.every_route.site import Site
from tests.web.public.visiting import browser
from tournaments.views.everybody import flights

IN = "in"
SIGN_IN = "sign in"
NO = "no"
ABSENT = "absent"
NOT_A_METHOD = "not a method"
CHANGES = ("INSERT", "UPDATE", "DELETE")
OWN_RECORDS = ('"django_session"', '"accounts_apitoken"', '"tournaments_stafflink"')
"""Tables that any request may write to: the session, when a token or a staff link was last used."""


@dataclass(frozen=True)
class Answer:
    """What came back: one word, the status it was read from, and the tables that were written to."""

    word: str
    status: int
    written: tuple[str, ...]


class Asker:
    """Sends requests as any role; what a writing request changes is undone before the next one."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies = {role: browser(actor).cookies for role, actor in site.people.items()}
        self.client = Client(raise_request_exception=False)

    def ask(self, operation: Operation, role: str, address: str, body: Any = None) -> Answer:
        """Send the request as `role`: pages with the browser's cookies, the API with a token if the role has one."""
        cache.clear()  # No limit on requests is reached yet, and no page is kept.
        flights.clear()
        headers = {"Accept-Language": "en"}
        self.client.cookies = SimpleCookie()
        if operation.is_api and role in self.site.tokens:
            headers["Authorization"] = f"Bearer {self.site.tokens[role]}"
        else:
            self.client.cookies.load(self.cookies[role])
        sent: dict[str, Any] = {"headers": headers}
        if operation.is_api and operation.method != "GET":
            sent |= {"data": {} if body is None else body, "content_type": "application/json"}
        elif body is not None:
            sent |= {"data": body}
        # Reading must not write, so it needs no savepoint: what it writes is a fault, and removed after the test.
        kept = nullcontext() if operation.method == "GET" else undone()
        with kept, translation.override(settings.LANGUAGE_CODE), written_tables() as written:
            response = getattr(self.client, operation.method.lower())(address, **sent)
        return Answer(_word(response), response.status_code, tuple(sorted(set(written))))


@contextmanager
def no_pages() -> Iterator[None]:
    """Do not render templates and the API's description: who is let in is decided before, their content elsewhere."""
    with (
        patch.object(Template, "render", lambda self, context=None, request=None: ""),
        patch.object(SpectacularAPIView, "get", extend_schema(exclude=True)(lambda self, request: Response())),
    ):
        yield


@contextmanager
def undone() -> Iterator[None]:
    """Undo whatever the block writes."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def written_tables() -> Iterator[list[str]]:
    """The tables that the block writes to, in the order of writing."""
    written: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if isinstance(sql, str) and sql.startswith(CHANGES) and not any(table in sql for table in OWN_RECORDS):
            written.append(sql.split('"')[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield written


def _word(response: Any) -> str:
    status = response.status_code
    to = response.headers.get("Location", "")
    if status == 401 or (status == 302 and to.startswith(("/accounts/login/", "/admin/login/"))):
        return SIGN_IN
    # 503: the content comes from another server; access was not refused.
    if status in (200, 201, 202, 204, 301, 302, 304, 400, 409, 410, 422, 503):
        return IN
    return {403: NO, 404: ABSENT, 405: NOT_A_METHOD}.get(status, f"status {status}")
