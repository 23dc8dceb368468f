"""Every route that lets strangers in has its budget in docs/architecture/limits.md, and every budget has its route."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as site_urls
from tests.security.every_route.answers import IN
from tests.security.every_route.routes import Operation, operations
from tests.security.every_route.who_may import WHO_MAY

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


def public_operations() -> list[Operation]:
    """The operations of the site that let in visitors without an account."""
    return [
        operation
        for operation in operations(site_urls)
        if operation.name in WHO_MAY and WHO_MAY[operation.name].expected("visitor") == IN
    ]


def test_every_public_route_has_its_budget() -> None:
    assert without_budget(public_operations()) == []


def test_every_budget_has_its_route() -> None:
    assert sorted(set(budgets()) - {operation.name for operation in public_operations()}) == []


def test_a_new_route_is_missed() -> None:
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    assert without_budget(operations([path("new/", page)])) == ["GET new/", "POST new/"]
