"""Every operation of the site, read from the URL resolver: a method and a route, named as in the table of answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver

API = "api/"
PAGE_METHODS = ("GET", "POST")
API_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
REGEX_GROUP = re.compile(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


@dataclass(frozen=True)
class Operation:
    """One method of one route, parameters without their converters: `GET t/<code>/`.

    `is_stated` is False if only a request shows whether it is answered: a view function does not declare its methods.
    """

    method: str
    route: str
    is_stated: bool

    @property
    def name(self) -> str:
        return f"{self.method} {self.route}"

    @property
    def is_api(self) -> bool:
        return self.route.startswith(API)

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(PARAMETER.findall(self.route))

    def address(self, values: dict[str, Any]) -> str:
        """The path with a value for each parameter; `values` must contain them all."""
        return "/" + PARAMETER.sub(lambda found: str(values[found[1]]), self.route)


def operations(patterns: Sequence[URLPattern | URLResolver]) -> Iterator[Operation]:
    """Every operation below these patterns, a route that two patterns share once."""
    seen = set()
    for route, view in routes(patterns):
        handlers = getattr(view, "cls", None) if route.startswith(API) else None
        for method in API_METHODS if handlers is not None else PAGE_METHODS:
            if handlers is not None and not hasattr(handlers, method.lower()):
                continue
            operation = Operation(method, route, is_stated=handlers is not None)
            if operation.name not in seen:
                seen.add(operation.name)
                yield operation


def routes(patterns: Sequence[URLPattern | URLResolver], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every route below these patterns, parameters without their converters, with its view."""
    for pattern in patterns:
        route = prefix + _plain(str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern.callback


def _plain(route: str) -> str:
    """A route of `path()` or `re_path()` with every parameter as `<name>`."""
    if "(?P<" in route:
        return REGEX_GROUP.sub(r"<\1>", route).removeprefix("^").removesuffix("$")
    return PARAMETER.sub(r"<\1>", route)
