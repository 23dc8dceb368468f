"""A page that shows the API's operations, drawn from the OpenAPI description; no script, no other host."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import spectacular_settings


@dataclass(frozen=True)
class Operation:
    """One endpoint and method as the page prints it; `source` is what it does, in the words that are translated."""

    key: str
    source: str
    subject: str
    method: str
    path: str
    fields: tuple[str, ...]

    @property
    def summary(self) -> str:
        """What it does, in the visitor's language."""
        return gettext(self.source)


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """The API's operations by subject."""
    subjects = [
        (tag["description"], [operation for operation in operations() if operation.subject == tag["name"]])
        for tag in spectacular_settings.TAGS
    ]
    return render(request, "api_docs.html", {"subjects": subjects})


@cache
def operations() -> tuple[Operation, ...]:
    """Every operation, read once by a process and not translated yet: each visitor has their own language."""
    with translation.override(None):
        schema = SchemaGenerator().get_schema(public=True)
    return tuple(
        Operation(
            key=described["operationId"],
            source=described.get("summary", ""),
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
