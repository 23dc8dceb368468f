"""Every route of the site, requested as every role, for its own objects and for others'."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import urlpatterns as site_urls
from tests.security.every_route.answers import IN, Asker
from tests.security.every_route.audiences import EVERYBODY, STAFF, who
from tests.security.every_route.routes import Operation, operations
from tests.security.every_route.site import build_site
from tests.security.every_route.sweeping import faults_of, stale_lines
from tests.security.every_route.who_may import WHO_MAY

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVERY_OPERATION = list(operations(site_urls))
EVENT_PAGE = "GET t/<code>/"


@pytest.fixture(scope="module")
def asker(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Asker]:
    """Sends requests to one site, built once; every request is undone, and at the end the site."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Asker(build_site())
        transaction.set_rollback(True)


@pytest.mark.parametrize("operation", EVERY_OPERATION, ids=lambda operation: operation.name)
def test_each_role_is_answered_as_the_table_says(operation: Operation, asker: Asker) -> None:
    faults = faults_of(operation, WHO_MAY, asker)
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("role", ["judge", "scorekeeper", "organiser", "owner", "judge_link", "floor_link"])
def test_each_page_for_the_staff_is_drawn_for_each_role_it_is_for(role: str, asker: Asker) -> None:
    """The sweep renders no page; here those that differ by role are rendered."""
    drawn = 0
    for operation in EVERY_OPERATION:
        line = WHO_MAY.get(operation.name)
        if line is None or not operation.name.startswith(EVENT_PAGE) or line.expected("visitor") == IN:
            continue
        if line.expected(role) == IN:
            answer = asker.ask(operation, role, operation.address(asker.site.values(role, operation)))
            assert answer.word == IN, (operation.name, answer.status)
            drawn += 1
    assert drawn > 10


def test_every_line_has_its_route() -> None:
    assert stale_lines(EVERY_OPERATION, WHO_MAY) == []


def unguarded_page(request: HttpRequest, code: str) -> HttpResponse:
    """A page of the desk whose author forgot to check the role; it answers every method."""
    return HttpResponse(code)


class UnguardedEndpoint(APIView):
    """An endpoint whose author forgot the permissions of one method."""

    permission_classes = []

    def get(self, request: Request, code: str) -> Response:
        return Response(code)

    def delete(self, request: Request, code: str) -> Response:
        return Response(status=204)


PLANTED: list[URLPattern | URLResolver] = [
    path("t/<slug:code>/desk/planted/", unguarded_page),
    path("api/v1/tournaments/<slug:code>/planted/", UnguardedEndpoint.as_view()),
]
urlpatterns = [*PLANTED, *site_urls]
PAGE, ENDPOINT = "t/<code>/desk/planted/", "api/v1/tournaments/<code>/planted/"


@pytest.mark.urls(__name__)
def test_a_route_without_a_line_is_reported_with_the_line_to_add(asker: Asker) -> None:
    planted = list(operations(PLANTED))
    assert [one.name for one in planted] == [f"GET {PAGE}", f"POST {PAGE}", f"GET {ENDPOINT}", f"DELETE {ENDPOINT}"]
    for operation in planted:
        (fault,) = faults_of(operation, WHO_MAY, asker)
        assert f'add\n    "{operation.name}": STAFF,' in fault


@pytest.mark.urls(__name__)
def test_an_unguarded_route_is_reported_for_each_role_it_lets_in(asker: Asker) -> None:
    for operation in operations(PLANTED):
        faults = faults_of(operation, {operation.name: STAFF}, asker)
        for role in ("visitor", "link", "player", "elsewhere", "manager"):
            assert any(f"own, as {role}: expected" in fault for fault in faults), (operation.name, role)
        for role in ("judge", "owner"):
            assert any(f"of the other event, as {role}: expected “no”" in fault for fault in faults), operation.name
        assert not any("as site" in fault for fault in faults)


@pytest.mark.urls(__name__)
def test_a_line_that_lets_in_too_few_is_reported(asker: Asker) -> None:
    (operation, *_) = operations(PLANTED)
    assert faults_of(operation, {operation.name: EVERYBODY}, asker) == []
    assert len(faults_of(operation, {operation.name: EVERYBODY - who("site")}, asker)) == 1


def test_a_line_without_a_route_is_reported() -> None:
    assert len(stale_lines(EVERY_OPERATION, {**WHO_MAY, "GET gone/": STAFF})) == 1
