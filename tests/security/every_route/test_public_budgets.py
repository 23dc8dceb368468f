"""Every route that lets strangers in has its budget in docs/architecture/limits.md, and every budget has its route."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as site_urls
from tests.security.every_route.answers import IN
from tests.security.every_route.routes import PARAMETER, Operation, operations
from tests.security.every_route.who_may import WHO_MAY
from tests.security.kept_pages import hidden_event, lists_made_public, values_of
from tests.web.public.visiting import browser

LIMITS = Path(__file__).parents[3] / "docs" / "architecture" / "limits.md"
LINE = re.compile(r"^\| `/(.*?)` \| ([A-Z, ]+) \| (.+) \|$", re.MULTILINE)


def budgets() -> dict[str, str]:
    """What the page says of each operation."""
    section = LIMITS.read_text(encoding="utf-8").split("## Public routes")[1].split("\n## ")[0]
    return {
        f"{method} {route}": budget
        for route, methods, budget in LINE.findall(section)
        for method in methods.split(", ")
    }


def without_budget(public: Iterable[Operation]) -> list[str]:
    """The operations without a budget."""
    said = budgets()
    return [operation.name for operation in public if operation.name not in said]


WITH_PUBLIC_LISTS = {"GET t/<code>/decks/<registration_id>/"}
"""What visitors may open once an event has finished with public lists, and not before."""


def public_operations() -> list[Operation]:
    """The operations of the site that let in visitors without an account, at once or later."""
    return [
        operation
        for operation in operations(site_urls)
        if operation.name in WHO_MAY
        and (WHO_MAY[operation.name].expected("visitor") == IN or operation.name in WITH_PUBLIC_LISTS)
    ]


@pytest.mark.django_db
def test_public_lists_let_strangers_in_where_it_is_said() -> None:
    event = hidden_event()
    lists_made_public(event)
    values, visitor = values_of(event), browser()
    let_in = set()
    for operation in operations(site_urls):
        audience = WHO_MAY.get(operation.name)
        if not operation.name.startswith("GET t/<code>/") or audience is None or audience.expected("visitor") == IN:
            continue
        route = operation.name.removeprefix("GET ")
        path = PARAMETER.sub(lambda found: str((values.get(found[1]) or [1])[0]), route)
        if visitor.get(f"/{path}").status_code == 200:
            let_in.add(operation.name)
    assert let_in == WITH_PUBLIC_LISTS


def test_every_public_route_has_its_budget() -> None:
    assert without_budget(public_operations()) == []


def test_every_budget_has_its_route() -> None:
    assert sorted(set(budgets()) - {operation.name for operation in public_operations()}) == []


def test_a_new_route_is_missed() -> None:
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    assert without_budget(operations([path("new/", page)])) == ["GET new/", "POST new/"]
