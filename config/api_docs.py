"""A page that shows the API's operations, drawn from the OpenAPI description; no script, no other host."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from config.api_words import OPERATIONS, SUBJECTS


@dataclass(frozen=True)
class Operation:
    """One endpoint and method as the page prints it."""

    key: str
    subject: str
    method: str
    path: str
    fields: tuple[str, ...]

    @property
    def summary(self) -> str:
        """What it does, in the visitor's language."""
        return str(OPERATIONS[self.key])


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """The API's operations by subject."""
    subjects = [
        (name, [operation for operation in operations() if operation.subject == key]) for key, name in SUBJECTS.items()
    ]
    return render(request, "api_docs.html", {"subjects": subjects})


@lru_cache(maxsize=1)
def operations() -> tuple[Operation, ...]:
    """Every operation. Read once by a process, and without words: those are the visitor's language's."""
    with translation.override("en"):
        schema = SchemaGenerator().get_schema(public=True)
    return tuple(
        Operation(
            key=described["operationId"],
            subject=described["tags"][0],
            method=method.upper(),
            path=path,
            fields=_fields(described, schema),
        )
        for path, methods in schema["paths"].items()
        for method, described in methods.items()
    )


def _fields(described: dict[str, Any], schema: dict[str, Any]) -> tuple[str, ...]:
    """What a request carries: query parameters, then the body's fields with a star on those that must be there."""
    found = [parameter["name"] for parameter in described.get("parameters", []) if parameter["in"] == "query"]
    body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rsplit("/", 1)[-1]
    fields = schema["components"]["schemas"].get(name, {})
    must = set(fields.get("required", []))
    return (*found, *(f"{field}*" if field in must else field for field in fields.get("properties", {})))
