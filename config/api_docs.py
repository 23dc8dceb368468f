"""A page that shows the API's operations, drawn from the OpenAPI description; no script, no other host."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator


@dataclass(frozen=True)
class Operation:
    """One endpoint and method as the page prints it."""

    method: str
    path: str
    summary: str
    fields: tuple[str, ...]
    statuses: tuple[str, ...]


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """The API's operations by subject."""
    return render(request, "api_docs.html", {"subjects": _operations()})


@lru_cache(maxsize=1)
def _operations() -> dict[str, list[Operation]]:
    schema = SchemaGenerator().get_schema(public=True)
    subjects: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, described in methods.items():
            operation = Operation(
                method=method.upper(),
                path=path,
                summary=described.get("summary") or described.get("description", ""),
                fields=_fields(described, schema),
                statuses=tuple(sorted(described.get("responses", {}))),
            )
            subjects.setdefault(described.get("tags", ["other"])[0], []).append(operation)
    return subjects


def _fields(described: dict[str, Any], schema: dict[str, Any]) -> tuple[str, ...]:
    """What a request carries: query parameters, then the body's fields with a star on those that must be there."""
    found = [parameter["name"] for parameter in described.get("parameters", []) if parameter["in"] == "query"]
    body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rsplit("/", 1)[-1]
    fields = schema["components"]["schemas"].get(name, {})
    must = set(fields.get("required", []))
    return (*found, *(f"{field}*" if field in must else field for field in fields.get("properties", {})))
